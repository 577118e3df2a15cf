/* Shared by the C tests: a subscriber that writes down what happens to it, and checks the contract as it does. */
#ifndef SUPPORT_H
#define SUPPORT_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <streams.h>

/* What a stream did, in words: "1 2 3 |" finished, "1 x-20001" failed, "1" goes on. */
typedef struct record {
  char text[4096];
  int values, completions, code;
  int calls;                      /* of on_values */
  char message[200];
  int subscriptions, destroyed;
  int inside;                     /* a callback is running: no two may */
  int64_t asked;                  /* what was asked for and not yet received; -1: everything */
  streams_demand_t first;         /* asked for in on_subscription; 0: nothing */
  const streams_demand_t *answers; /* what on_value returns, one after the other; then `more` */
  size_t answer_count;
  streams_demand_t more;
  int stop_after;                 /* on_value returns STREAMS_STOP for this value; 0: never */
  bool nests;                     /* callbacks may nest: it sends to what it listens to */
  streams_subscription_t *subscription; /* owned; release_record() gives it up */
  void (*also)(struct record *record, streams_value_t value); /* runs in on_value */
} record_t;

/* Subscribes with `record` and the demand `first`. The record must be zero or have its fields set. */
int subscribe_record(streams_publisher_t *publisher, record_t *record);
/* The same with on_values, which writes "[1 2]" for a call; `answers` and `stop_after` count calls then, and `also` runs
 * for each value. */
int subscribe_batches(streams_publisher_t *publisher, record_t *record);
/* Gives up the subscription handle without cancelling. */
void release_record(record_t *record);
/* Asks for more by hand; the record keeps count. */
int request_record(record_t *record, streams_demand_t demand);
/* For streams_sink(): the same callbacks. */
streams_demand_t record_value(void *context, streams_value_t value);
void record_completion(void *context, const streams_error_t *error);
void record_destroy(void *context);
/* A sink with everything asked for. */
streams_cancellable_t *sink_record(streams_publisher_t *publisher, record_t *record);

/* What a publisher does when so much is asked for, and that nothing follows a cancel. */
void assert_stream(streams_publisher_t *publisher, streams_demand_t demand, const char *expected);
/* The same for everything. */
void assert_all(streams_publisher_t *publisher, const char *expected);

/* A context that counts how often it was destroyed: (*(int *)context)++. */
void count_destroy(void *context);

/* An object whose copies are counted: nobody keeps one when `counted_alive` is back where it was. */
extern const streams_type_t counted_type;
extern int counted_alive;
/* Objects of the test's own that count themselves; equal if their numbers are. Printed as "tag1". */
typedef struct tag {
  int count;
  int number;
} tag_t;
extern const streams_type_t tag_type;
/* A new one, yours. */
streams_value_t new_tag(int number);
/* How many there are: 0 at the end of a test. */
extern int live_tags;

/* Callbacks of general use. */
streams_value_t twice(void *context, streams_value_t value);
streams_value_t same(void *context, streams_value_t value);
int is_even(void *context, streams_value_t value);
streams_value_t add(void *context, streams_value_t sum, streams_value_t value);

/* What `act` writes to standard error. Good until the next call. */
const char *written_by(void (*act)(void *context), void *context);

/* Setup and teardown of every test: nothing may be alive before and after. */
int nothing_lives(void **state);
#define TEST(function) cmocka_unit_test_setup_teardown(function, nothing_lives, nothing_lives)

/* A source whose demand can be seen: what was asked of it, in words: "3 +1 * x". */
typedef struct probe {
  streams_downstream_t *downstream; /* owned while the stream runs */
  char text[400];
  int starts, cancels, destroyed;
  streams_demand_t asked;
} probe_t;
/* A publisher that hands its subscriber to `probe`. */
streams_publisher_t *probe_publisher(probe_t *probe);
int probe_send(probe_t *probe, streams_value_t value);
/* Text that is overwritten after the call. */
void probe_send_text(probe_t *probe, const char *text);
int probe_complete(probe_t *probe, int code);
void probe_release(probe_t *probe);

#endif
