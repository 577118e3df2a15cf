/* Right calls at the wrong moment, or in the wrong thread: loops. */
#include <pthread.h>

#include "misuse.h"

static const char in_use[] = "the loop is in use";
static const char adopted_text[] = "not for a loop that was adopted";
static const char wrong_thread[] = "must be called in the loop's thread";

static void nothing(void *context) { (void)context; }

static void refuse_to_run(streams_loop_t *loop, int status, const char *text) {
  expect("streams_loop_run", streams_loop_run(loop, STREAMS_RUN_NOWAIT), status, text);
  expect("streams_loop_start", streams_loop_start(loop), status, text);
}

/* ---- from inside */
static void from_inside(void *context) {
  streams_loop_t *loop = context;
  refuse_to_run(loop, STREAMS_EBUSY, in_use);
  expect("streams_loop_close", streams_loop_close(loop), STREAMS_EBUSY, in_use);
  expect("streams_loop_is_current", streams_loop_is_current(loop), 1, NULL);
}
static void run_and_close_from_inside(void) {
  streams_loop_t *loop = streams_loop_new();
  int destroyed = 0;
  expect("streams_loop_post", streams_loop_post(loop, from_inside, loop, NULL), STREAMS_OK, NULL);
  expect("streams_loop_post", streams_loop_post(loop, nothing, &destroyed, count_destroy), STREAMS_OK, NULL);
  expect("streams_loop_run", streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0, NULL);
  assert_int_equal(destroyed, 1); /* the loop went on */
  give_up(loop, LOOP);
}

/* The same in a value of a timer, where libuv calls. */
static streams_demand_t close_at_value(void *context, streams_value_t value) {
  (void)value;
  from_inside(context);
  return 0;
}
static void close_in_a_value(void) {
  streams_loop_t *loop = streams_loop_new();
  streams_cancellable_t *token = streams_sink(streams_timer(loop, 0, 0), close_at_value, NULL, loop, NULL);
  expect("streams_loop_run", streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0, NULL);
  give_up(token, CANCELLABLE);
  give_up(loop, LOOP);
}

/* ---- while another thread runs it */
static streams_loop_t *shared;
static pthread_barrier_t barrier;
static void meet_twice(void *context) {
  (void)context;
  pthread_barrier_wait(&barrier); /* it runs */
  pthread_barrier_wait(&barrier); /* the other has tried */
}
static void *run_shared(void *context) {
  *(int *)context = streams_loop_run(shared, STREAMS_RUN_DEFAULT);
  return NULL;
}
static void run_and_close_elsewhere(void) {
  pthread_t thread;
  int result = -1;
  shared = streams_loop_new();
  pthread_barrier_init(&barrier, NULL, 2);
  assert_int_equal(streams_loop_post(shared, meet_twice, NULL, NULL), STREAMS_OK);
  assert_int_equal(pthread_create(&thread, NULL, run_shared, &result), 0);
  pthread_barrier_wait(&barrier);
  refuse_to_run(shared, STREAMS_EBUSY, in_use);
  expect("streams_loop_close", streams_loop_close(shared), STREAMS_ETHREAD, wrong_thread);
  expect("streams_loop_is_current", streams_loop_is_current(shared), 0, NULL);
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  pthread_barrier_destroy(&barrier);
  assert_int_equal(result, 0);
  give_up(shared, LOOP);
}

static void start_twice(void) {
  streams_loop_t *loop = streams_loop_new();
  expect("streams_loop_start", streams_loop_start(loop), STREAMS_OK, NULL);
  refuse_to_run(loop, STREAMS_EBUSY, in_use);
  give_up(loop, LOOP);
}

/* ---- after the end */
static void everything_after_close(void) {
  streams_loop_t *loop = streams_loop_new(), *second;
  uint64_t now = 0;
  int ran = 0, destroyed = 0;
  record_t record = { .asked = -1 };
  expect("streams_loop_close", streams_loop_close(loop), STREAMS_OK, NULL);
  expect("streams_loop_close", streams_loop_close(loop), STREAMS_OK, NULL);
  refuse_to_run(loop, STREAMS_ECLOSED, NULL);
  expect("streams_loop_stop", streams_loop_stop(loop), STREAMS_ECLOSED, NULL);
  expect("streams_loop_hold", streams_loop_hold(loop, true), STREAMS_ECLOSED, NULL);
  expect("streams_loop_hold", streams_loop_hold(loop, false), STREAMS_ECLOSED, NULL);
  expect("streams_loop_post", streams_loop_post(loop, count_destroy, &ran, count_destroy), STREAMS_ECLOSED, NULL);
  assert_int_equal(ran, 1); /* destroyed, not called */
  expect("streams_loop_post", streams_loop_post(loop, NULL, &destroyed, count_destroy), STREAMS_EINVAL,
         words(STREAMS_EINVAL));
  assert_int_equal(destroyed, 1);
  expect("streams_loop_is_current", streams_loop_is_current(loop), 0, NULL);
  expect("streams_loop_now", streams_loop_now(loop, &now), STREAMS_OK, NULL);
  second = streams_loop_dup(loop);
  give_up(sink_record(streams_timer(loop, 1, 1), &record), CANCELLABLE);
  assert_string_equal(record.text, "x-10010");
  assert_int_equal(record.destroyed, 1);
  expect("streams_loop_release", streams_loop_release(second), STREAMS_OK, NULL);
  expect("streams_loop_release", streams_loop_release(loop), STREAMS_OK, NULL);
  expect("streams_loop_release", streams_loop_release(loop), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
}

static void more_releases_than_holds(void) {
  streams_loop_t *loop = streams_loop_new();
  expect("streams_loop_hold", streams_loop_hold(loop, true), STREAMS_OK, NULL);
  expect("streams_loop_hold", streams_loop_hold(loop, false), STREAMS_OK, NULL);
  expect("streams_loop_hold", streams_loop_hold(loop, false), STREAMS_ESTATE, "more releases than holds");
  give_up(loop, LOOP);
}

/* ---- a loop of the program's own */
static void *close_adopted(void *context) {
  expect("streams_loop_close", streams_loop_close(context), STREAMS_ETHREAD, wrong_thread);
  return NULL;
}
static void an_adopted_loop(void) {
  uv_loop_t uv;
  pthread_t thread;
  streams_loop_t *loop;
  assert_int_equal(uv_loop_init(&uv), 0);
  loop = streams_loop_adopt(&uv);
  refuse_to_run(loop, STREAMS_ENOTSUP, adopted_text);
  expect("streams_loop_stop", streams_loop_stop(loop), STREAMS_ENOTSUP, adopted_text);
  assert_int_equal(pthread_create(&thread, NULL, close_adopted, loop), 0);
  pthread_join(thread, NULL);
  expect("streams_loop_close", streams_loop_close(loop), STREAMS_OK, NULL);
  refuse_to_run(loop, STREAMS_ECLOSED, NULL);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  assert_int_equal(uv_run(&uv, UV_RUN_DEFAULT), 0);
  assert_int_equal(uv_loop_close(&uv), 0);
}

/* A handle of the program's own is on it: closing would leave that without a loop. */
static void close_with_a_handle_of_ones_own(void) {
  streams_loop_t *loop = streams_loop_new();
  uv_timer_t timer;
  int ran = 0;
  assert_int_equal(uv_timer_init(streams_loop_uv(loop), &timer), 0);
  expect("streams_loop_close", streams_loop_close(loop), STREAMS_EBUSY, in_use);
  expect("streams_loop_post", streams_loop_post(loop, count_destroy, &ran, NULL), STREAMS_OK, NULL);
  expect("streams_loop_run", streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0, NULL);
  assert_int_equal(ran, 1);
  uv_close((uv_handle_t *)&timer, NULL);
  give_up(loop, LOOP);
}

const moment_t moments_of_loops[] = {
  { "run and close from inside", run_and_close_from_inside },
  { "close in a value", close_in_a_value },
  { "run and close while another thread runs it", run_and_close_elsewhere },
  { "start twice", start_twice },
  { "everything after close", everything_after_close },
  { "more releases than holds", more_releases_than_holds },
  { "an adopted loop", an_adopted_loop },
  { "close with a handle of one's own", close_with_a_handle_of_ones_own },
  { NULL, NULL },
};
