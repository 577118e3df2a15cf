/* Plays .scenario files against libstreams.so: scenarios FILE...
 *
 * The same files are played in Swift by Tests/StreamsTests/Scenarios; docs/scenarios.md defines the format. Time is
 * virtual (virtual_clock.h). What streams_print() says goes to standard error and is tested elsewhere. */
#ifndef SCENARIOS_H
#define SCENARIOS_H
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <streams.h>

enum { MAX_COLUMNS = 64, MAX_LANES = 24, MAX_WORDS = 16, MAX_FEEDS = 32, TEXT = 512, TICK_MS = 10 };

/* -- a scenario, as read ------------------------------------------------------------------------------------------- */

typedef struct lane {
  char *name;
  int line;
  int count;
  char *columns[MAX_COLUMNS];
} lane_t;

typedef struct scenario {
  const char *file;
  int line;
  char name[TEXT];
  int word_count;
  char *words[MAX_WORDS];
  int is_for_c;
  int lane_count;
  lane_t lanes[MAX_LANES];
} scenario_t;

/* reading.c: hands each scenario of a file to `play`. */
void read_scenarios(const char *path, void (*play)(scenario_t *scenario));
/* Says what is wrong with a file, and ends the program. */
void die(const char *file, int line, const char *format, ...);
int is(const char *a, const char *b);

/* lanes.c */
int is_input(const char *name);
int is_lane(const char *name);
lane_t *find_lane(scenario_t *scenario, const char *name);
/* Word `index` of a column, copied; 0 if there are fewer. "-" has none. */
int event_at(lane_t *lane, int column, int index, char *word);
/* Does `lane` have `event` in some column? */
int has_event(lane_t *lane, const char *event);
/* "3" or "*"; 0: not a demand. */
streams_demand_t demand_of(const char *word);

/* -- what one scenario plays on ------------------------------------------------------------------------------------ */

typedef struct bench bench_t;
typedef struct input input_t;

/* One subscriber of an input. */
typedef struct feed {
  input_t *input;
  streams_downstream_t *downstream; /* owned */
  int is_started;
  int is_live;
} feed_t;

/* An input lane: a publisher moved by hand, or what moves a subject. */
struct input {
  bench_t *bench;
  lane_t *lane;
  int is_late;
  streams_publisher_t *publisher; /* owned */
  streams_subject_t *subject;     /* owned; NULL: the publisher is moved */
  streams_promise_t *promise;     /* owned; kept by what the publisher sends */
  streams_cancellable_t *keeping; /* owned */
  int feed_count;
  feed_t feeds[MAX_FEEDS];
  char asked[TEXT]; /* in this column */
};

typedef struct subscriber {
  bench_t *bench;
  lane_t *returns;
  streams_subscription_t *subscription; /* owned */
  int is_over, is_cancelled, inside;
  int64_t unserved; /* asked for and not received, -1: unlimited */
  int answer_column, answer;
  char seen[TEXT]; /* in this column */
} subscriber_t;

struct bench {
  scenario_t *scenario;
  int column, is_setup;
  int input_count;
  input_t inputs[8];
  subscriber_t subscribers[2];
  streams_publisher_t *stream;       /* owned */
  streams_publisher_t *connectable;  /* owned */
  streams_cancellable_t *connection; /* owned */
  streams_loop_t *loop;              /* owned */
  int fault_count;
};

/* playing.c: 1: all is as the scenario says. */
int play(scenario_t *scenario);


/* faults.c: what was seen, and what is not as it should be. */
void note(char *text, const char *format, ...);
void note_demand(char *text, const char *sign, streams_demand_t demand);
void fault(bench_t *bench, const char *lane, const char *expected, const char *got);

/* values.c */
streams_value_t value_of(const char *word);
void print_value(char *text, size_t room, streams_value_t value);

/* inputs.c */
void open_inputs(bench_t *bench);
void play_input(input_t *input, const char *event);
void close_inputs(bench_t *bench);
input_t *find_input(bench_t *bench, const char *name, size_t size);

/* subscribers.c */
void subscribe(subscriber_t *me);
void cancel(subscriber_t *me);
void play_demand(subscriber_t *me, lane_t *lane, const char *event);

#endif
