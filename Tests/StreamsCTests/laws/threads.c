/* Several threads do what they like with one stream. ThreadSanitizer watches the plain fields. */
#include <pthread.h>
#include <sched.h>

#include "../virtual_clock.h"
#include "laws.h"

enum { ROUNDS = 4, EVERYTHING = 1000000 };

/* Takes values in any thread. The plain fields are for whoever is inside. */
typedef struct watcher {
  const row_t *row;
  int inside, overlaps;          /* atomic */
  int64_t asked;                 /* atomic */
  int destroyed;                 /* atomic */
  streams_subscription_t *subscription;
  int64_t count, last, surplus, disorder, late;
  int ends;
} watcher_t;

static void enter(watcher_t *me) {
  if (__atomic_fetch_add(&me->inside, 1, __ATOMIC_RELAXED) > 0) __atomic_add_fetch(&me->overlaps, 1, __ATOMIC_RELAXED);
  if (me->ends > 0) me->late++;
}
static void go(watcher_t *me) { __atomic_sub_fetch(&me->inside, 1, __ATOMIC_RELAXED); }

static void on_subscription(void *context, streams_subscription_t *subscription) {
  ((watcher_t *)context)->subscription = streams_subscription_dup(subscription);
}

/* In turn. */
static streams_demand_t take(watcher_t *me, streams_value_t value) {
  int64_t number = number_of(value, me->row->item);
  if (number >= 0 && number <= me->last) me->disorder++; /* what replaces a failure is -1 */
  me->last = number;
  if (++me->count > __atomic_load_n(&me->asked, __ATOMIC_RELAXED)) me->surplus++;
  bool asks = me->count % 4 == 0;
  if (asks) __atomic_add_fetch(&me->asked, 1, __ATOMIC_RELAXED);
  return asks;
}

static streams_demand_t on_values(void *context, const streams_value_t *values, size_t count) {
  streams_demand_t more = 0;
  enter(context);
  for (size_t i = 0; i < count; i++) more += take(context, values[i]);
  go(context);
  return more;
}

static streams_demand_t on_value(void *context, streams_value_t value) { return on_values(context, &value, 1); }

static void on_completion(void *context, const streams_error_t *error) {
  watcher_t *me = context;
  (void)error;
  enter(me);
  me->ends++;
  go(me);
}

static void on_destroy(void *context) { __atomic_add_fetch(&((watcher_t *)context)->destroyed, 1, __ATOMIC_RELAXED); }

static void watch(watcher_t *me, bench_t *bench) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = on_value;
  if (takes_arrays) subscriber.on_values = on_values;
  subscriber.on_completion = on_completion;
  me->row = bench->row;
  me->last = -1;
  EXPECT_INT(streams_subscribe(streams_publisher_dup(bench->stream), &subscriber, me, on_destroy), STREAMS_OK);
  settle(bench);
  EXPECT(me->subscription != NULL);
}

static void ask(watcher_t *me, streams_demand_t demand) {
  __atomic_add_fetch(&me->asked, demand == STREAMS_UNLIMITED ? EVERYTHING : demand, __ATOMIC_RELAXED);
  int status = streams_subscription_request(me->subscription, demand);
  EXPECT(status == STREAMS_OK || status == STREAMS_EDONE || status == STREAMS_ECANCELED);
}

static void expect_no_fault(watcher_t *me) {
  EXPECT_INT(me->overlaps, 0);  /* C31 */
  EXPECT_INT(me->surplus, 0);   /* C13 */
  EXPECT_INT(me->disorder, 0);
  EXPECT_INT(me->late, 0);      /* C40 */
  EXPECT(me->ends <= 1);
}

typedef struct play {
  watcher_t watcher;
  streams_subject_t *subject;
  int round, running; /* running: atomic */
} play_t;

static void *sends(void *context) {
  play_t *play = context;
  for (int64_t number = 1; number <= 60; number++) streams_subject_send(play->subject, streams_int(number));
  if (play->round > 1) streams_subject_complete(play->subject, play->round == 2 ? 0 : FAILURE, NULL);
  __atomic_sub_fetch(&play->running, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void *asks(void *context) {
  play_t *play = context;
  for (int i = 0; i < 30; i++) ask(&play->watcher, play->round == 3 ? STREAMS_UNLIMITED : 1);
  __atomic_sub_fetch(&play->running, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void *leaves(void *context) {
  play_t *play = context;
  for (int i = 0; i < play->round * 8; i++) sched_yield();
  EXPECT_INT(streams_subscription_cancel(play->watcher.subscription), STREAMS_OK);
  EXPECT_INT(streams_subscription_cancel(play->watcher.subscription), STREAMS_OK);
  __atomic_sub_fetch(&play->running, 1, __ATOMIC_RELEASE);
  return NULL;
}

/* Runs them, and the loop in this thread meanwhile. */
static void together(bench_t *bench, play_t *play, void *(*const jobs[])(void *), int count) {
  pthread_t threads[3];
  play->running = count;
  for (int i = 0; i < count; i++) EXPECT_INT(pthread_create(&threads[i], NULL, jobs[i], play), 0);
  while (bench->loop != NULL && __atomic_load_n(&play->running, __ATOMIC_ACQUIRE) > 0) {
    move_clock(2);
    streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT);
    sched_yield();
  }
  for (int i = 0; i < count; i++) pthread_join(threads[i], NULL);
  settle(bench);
}

static void send_request_and_cancel(const row_t *row) {
  static void *(*const jobs[])(void *) = {sends, asks, leaves};
  for (int round = 0; round < ROUNDS; round++) {
    play_t play = {.subject = streams_passthrough_new(), .round = round};
    bench_t *bench = open_bench_on(row, 0, streams_subject_publisher(play.subject));
    watch(&play.watcher, bench);
    if (round % 2 == 0) ask(&play.watcher, 2);
    together(bench, &play, jobs, 3);
    int64_t count = play.watcher.count;
    streams_subject_send(play.subject, streams_int(99));
    ask(&play.watcher, STREAMS_UNLIMITED);
    settle(bench);
    EXPECT_INT(play.watcher.count, count); /* C61 */
    EXPECT_INT(play.watcher.destroyed, 1); /* C72 */
    expect_no_fault(&play.watcher);
    streams_subscription_release(play.watcher.subscription);
    streams_subject_release(play.subject);
    close_bench(bench);
  }
}

static void *asks_for_a_few(void *context) {
  play_t *play = context;
  for (int i = 0; i < 60; i++) ask(&play->watcher, 2);
  __atomic_sub_fetch(&play->running, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void two_threads_ask(const row_t *row) {
  static void *(*const jobs[])(void *) = {asks_for_a_few, asks_for_a_few};
  play_t play = {.round = 0};
  int64_t count = row->is_bounded ? 150 : 400;
  bench_t *bench = open_bench_on(row, 0, streams_range(1, count));
  watch(&play.watcher, bench);
  together(bench, &play, jobs, 2);
  ask(&play.watcher, STREAMS_UNLIMITED);
  settle(bench);
  expect_no_fault(&play.watcher);
  EXPECT_INT(play.watcher.ends, 1);
  EXPECT_INT(play.watcher.destroyed, 1);
  if (row->shape != LATER && row->shape != ONCE && !row->is_lossy) EXPECT_INT(play.watcher.count, count);
  streams_subscription_release(play.watcher.subscription);
  close_bench(bench);
}

const law_t thread_laws[] = {
  {"C31, C32: send, request and cancel from three threads", send_request_and_cancel, NULL},
  {"C21, C32: two threads ask a synchronous source for a few at a time", two_threads_ask, NULL},
  {0}};
