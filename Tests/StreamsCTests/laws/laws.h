/* The laws of docs/contract.md, through the functions of streams.h: each of them for each form of an operator.
 *
 *   laws HEADER [WORD]    WORD: only the cases with that word in their names
 *
 * The Swift tests have the same laws over the operators of Swift (Tests/StreamsTests/Laws). */
#ifndef LAWS_H
#define LAWS_H
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <streams.h>

/* -- the tables ---------------------------------------------------------------------------------------------------- */

typedef struct bench bench_t;
typedef struct recorder recorder_t;
typedef struct probe probe_t;

/* What comes out when 1, 2, 3, ... goes in. */
typedef enum shape {
  EACH,   /* the same, at once */
  LATER,  /* the same, when the clock moves and the loop runs */
  REMOTE, /* the same, at once; but subscribing, requests and cancelling reach upstream when the loop runs */
  ONCE    /* something else, when upstream has finished or enough is known: what `answer` says */
} shape_t;

/* A function in one form. A function of streams.h that returns a publisher has at least one (header.c). */
typedef struct row {
  const char *name; /* the function, and after a comma what is special about the form */
  /* The form over `a`, which it consumes. Of a source `a` is NULL. */
  streams_publisher_t *(*make)(bench_t *bench, streams_publisher_t *a);
  shape_t shape;
  bool holds_end;       /* the end waits for demand (C47) */
  bool changes_failure; /* a failure of upstream does not go down as it is */
  bool is_lossy;        /* not every value that came in goes out */
  bool is_bounded;      /* cannot take any number of values */
  bool is_one_at_a_time; /* a subject's values find no demand while one is under way */
  bool nests;           /* values are nested where upstream nests them (C34): there is no turn in between */
  bool has_another;     /* it has another stream, which goes on when this one's upstream is over */
  bool ends_itself;     /* the stream is over with the first value (ONCE) */
  bool is_shared;       /* one subscription to upstream for all subscribers (C62) */
  bool makes_values;    /* what comes out is not what came in, but made of it: only numbers mean the same */
  bool is_loud;         /* it writes to standard error */
  bool ends_late;       /* a source that finds its end when the next value is asked for (C101) */
  bool needs_dry_loop;  /* its work is done when nothing is active on its loop */
  int item;             /* the value is this item of a list, counted from 1 */
  /* ONCE: what comes out of `count` values, put into `out`; NULL: how many there were. */
  size_t (*answer)(const int64_t *values, size_t count, int64_t *out);
  /* For what ends by itself when 1, 2, 3, ... goes in, for what drops some of 0, 0, 0, 1, 2, and for sources. */
  const char *text; /* what is seen then, "1 2 |" */
} row_t;

typedef struct law {
  const char *name; /* "C13: no more comes than was asked for" */
  void (*check)(const row_t *row);
  bool (*holds_for)(const row_t *row); /* NULL: for all */
} law_t;

/* Each ends with a row or law without a name. */
extern const row_t each_rows[], part_rows[], whole_rows[], several_rows[], failure_rows[], timing_rows[],
    sharing_rows[], own_rows[], follower_rows[], ender_rows[], suppressor_rows[], source_rows[], subject_rows[],
    deep_rows[], pair_rows[];
extern const law_t beginning_laws[], demand_laws[], reentrancy_laws[], end_laws[], after_the_end_laws[],
    cancel_laws[], release_laws[], destroy_laws[], value_laws[], loop_laws[], thread_laws[], follower_laws[],
    ender_laws[], suppressor_laws[], source_laws[], subject_laws[], deep_laws[], pair_laws[];

/* header.c: false if a function of the header that returns a publisher has no row. */
bool every_function_has_a_row(const char *header);
/* main.c: calls `each` for every row of every table. */
void for_each_row(void (*each)(const row_t *row));

/* -- what a law looks at ------------------------------------------------------------------------------------------- */

enum { ROOM = 24, FEEDS = 4, CONTEXTS = 40, CANCELLED = -1, FAILURE = STREAMS_EUSER(7), NO_NUMBER = -999 };

/* Whether the subscribers take arrays (on_values). Every law runs both ways. */
extern bool takes_arrays;

/* The subscriber. It checks C2, C13, C31, C40, C61, and that a value is lent, whatever the law looks at. */
struct recorder {
  streams_demand_t first; /* asked for in on_subscription; 0: nothing */
  streams_demand_t (*on_value)(recorder_t *me, int64_t number);
  void (*on_subscription)(recorder_t *me, streams_subscription_t *subscription);
  void (*on_completion)(recorder_t *me);
  void (*on_any_value)(recorder_t *me, streams_value_t value);
  void *more; /* for these */
  bool nests;
  int item;
  int64_t *values;
  size_t count, room;
  int subscriptions, ends, code, destroyed;
  char message[40];
  streams_subscription_t *subscription; /* owned */
  bool is_subscribed, is_cancelled;
  int64_t asked; /* and not yet received; -1: everything */
  int inside;
};
/* Subscribe it. Consume: publisher */
int record(recorder_t *me, streams_publisher_t *publisher);
streams_cancellable_t *record_by_sink(recorder_t *me, streams_publisher_t *publisher);
void request(recorder_t *me, streams_demand_t demand);
void cancel(recorder_t *me);
void drop_subscription(recorder_t *me);
int signals(const recorder_t *me);
/* What was seen: "1 2 |" finished, "1 !" failed with FAILURE, "!-10012" with another code. */
const char *seen(const recorder_t *me);
/* Cancels what goes on, gives the handle up, and checks that the context is destroyed. */
void close_recorder(recorder_t *me);

/* How many subscriptions to probes were cancelled. */
extern int cancel_count;

/* One subscription to a probe. */
typedef struct feed {
  probe_t *probe;
  streams_downstream_t *downstream; /* owned */
  bool is_started, is_over;
  int destroyed;
} feed_t;

/* A publisher that is moved by hand, and writes down what it is asked for. */
struct probe {
  bool is_late;             /* the subscription comes with begin() */
  void (*on_subscribe)(probe_t *me);
  void (*on_request)(probe_t *me, streams_demand_t demand);
  void *more; /* for these */
  int feed_count;
  feed_t feeds[FEEDS];
  int asked_count;
  int64_t asked[ROOM]; /* or CANCELLED */
  bool is_made;
  int cancels, destroyed;
  int cancel_order; /* cancel_count when it was cancelled last */
};
streams_publisher_t *probe_publisher(probe_t *probe);
int start_feed(feed_t *feed);
/* To the newest subscriber. What is returned for a value, `more`, counts as asked for. */
int send_value(probe_t *probe, streams_value_t value);
int send_for_more(probe_t *probe, streams_value_t value, streams_demand_t *more);
int complete(probe_t *probe, int code);
streams_demand_t demand_of(probe_t *probe);
int live_feeds(const probe_t *probe);
void close_probe(probe_t *probe);

/* The context of a callback; bench.c sees to it that each is destroyed once. */
typedef struct counted {
  bench_t *bench;
  streams_publisher_t *publisher; /* owned by the context, or NULL */
  int64_t number;
  int destroyed;
} counted_t;

/* An operator on a probe, with a recorder behind it. */
struct bench {
  const row_t *row;
  probe_t probe, second; /* the second one is for what takes two */
  recorder_t recorder;
  streams_publisher_t *stream; /* owned */
  streams_loop_t *loop;        /* owned; NULL: the row uses none */
  streams_subject_t *subject;  /* owned; of rows that have one */
  int64_t number;              /* for a row */
  char path[40];               /* of a file that goes with it, or "" */
  int context_count;
  counted_t contexts[CONTEXTS];
};
bench_t *open_bench(const row_t *row, streams_demand_t first);
bench_t *open_late_bench(const row_t *row, streams_demand_t first);
/* On a publisher of one's own instead of the probe. Consumes: a */
bench_t *open_bench_on(const row_t *row, streams_demand_t first, streams_publisher_t *a);
void close_bench(bench_t *bench);
/* These run the loop and move the clock until nothing is under way. */
void subscribe(bench_t *bench);
void begin(bench_t *bench); /* a late probe's subscription */
int give(bench_t *bench, int64_t number);
int finish(bench_t *bench, int code);
void request_more(bench_t *bench, streams_demand_t demand);
void leave(bench_t *bench); /* cancels */
void settle(bench_t *bench);
/* Lets go of the publisher. */
void drop_stream(bench_t *bench);
/* Whether every context was destroyed, the subscriber's too. */
bool is_all_destroyed(const bench_t *bench);
/* On a thread with a stack of half a megabyte. */
void on_a_small_stack(void (*work)(void *context), void *context);

/* For rows. */
streams_loop_t *loop_of(bench_t *bench);
counted_t *counted(bench_t *bench);
counted_t *counted_with(bench_t *bench, streams_publisher_t *publisher); /* owns it */
void count_destroy(void *context);
counted_t *used(void *context); /* in a callback: still to be destroyed */
int64_t number_of(streams_value_t value, int item);
streams_value_t same(void *context, streams_value_t value);
streams_value_t latest(void *context, streams_value_t accumulated, streams_value_t value);
/* What laws hold for. */
bool passes(const row_t *row);  /* what comes in goes out, at once or later */
bool is_each(const row_t *row);
bool is_later(const row_t *row);
bool is_endless(const row_t *row); /* EACH, and any number of values */
bool passes_failure(const row_t *row);
bool holds_end(const row_t *row);

int yes(void *context, streams_value_t value);
int no(void *context, streams_value_t value);
streams_publisher_t *just_it(void *context, streams_value_t value);

/* What comes out of the numbers first...last: "1 2 3", and `end` after it: "1 2 3 |". */
const char *output(const row_t *row, int64_t first, int64_t last, const char *end);

/* faults.c: what is not as it should be. A law goes on after that, so that it can clean up. */
extern const char *current_law, *current_row;
extern bench_t *current_bench;
extern int fault_count;
void fault(const char *file, int line, const char *format, ...);
#define EXPECT(condition) ((condition) ? (void)0 : fault(__FILE__, __LINE__, "%s", #condition))
#define EXPECT_INT(a, b) expect_int((a), (b), #a, __FILE__, __LINE__)
#define EXPECT_SEEN(bench, text) expect_text(seen(&(bench)->recorder), (text), __FILE__, __LINE__)
#define FINISHES(bench, first, last) EXPECT_SEEN(bench, output((bench)->row, first, last, "|"))
void expect_int(int64_t got, int64_t expected, const char *what, const char *file, int line);
void expect_text(const char *got, const char *expected, const char *file, int line);

#endif
