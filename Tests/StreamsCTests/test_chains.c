/* Long chains of operators: made, run, cancelled and given up without deepening the stack more than they must. */
#include <pthread.h>

#include "support.h"

/* LONG is for what is flat. A tenth of that, on a small stack, does as well for what is only to be given up; the tests
 * run under valgrind, too. */
enum { LONG = 100000, MANY = 10000, DEEP = 1000, SMALL_STACK = 256 << 10 };

/* Runs `work` in a thread with a small stack. */
static void on_a_small_stack(void *(*work)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  assert_int_equal(pthread_attr_init(&attributes), 0);
  assert_int_equal(pthread_attr_setstacksize(&attributes, SMALL_STACK), 0);
  assert_int_equal(pthread_create(&thread, &attributes, work, context), 0);
  assert_int_equal(pthread_join(thread, NULL), 0);
  assert_int_equal(pthread_attr_destroy(&attributes), 0);
}

/* A sum instead of a record: there are many values. */
typedef struct sum {
  int64_t total;
  int values, completions, destroyed, stop_after;
} sum_t;
static streams_demand_t add_value(void *context, streams_value_t value) {
  sum_t *sum = context;
  sum->total += streams_int_of(value);
  return ++sum->values == sum->stop_after ? STREAMS_STOP : 0;
}
static void complete(void *context, const streams_error_t *error) {
  sum_t *sum = context;
  assert_null(error);
  assert_int_equal(sum->completions++, 0);
}
static void destroy_sum(void *context) { ((sum_t *)context)->destroyed++; }

static void run(streams_publisher_t *p, sum_t *sum) {
  streams_cancellable_t *token = streams_sink(p, add_value, complete, sum, destroy_sum);
  assert_non_null(token);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(sum->destroyed, 1);
}

static streams_publisher_t *appended(int count) {
  streams_publisher_t *p = streams_just(streams_int(0));
  for (int i = 1; i < count; i++) p = streams_append(p, streams_just(streams_int(i)));
  return p;
}
static streams_publisher_t *prepended(int count) {
  streams_publisher_t *p = streams_just(streams_int(0));
  for (int i = 1; i < count; i++) p = streams_prepend(p, streams_just(streams_int(i)));
  return p;
}

static void a_chain_of_appends_is_flat(void **state) {
  sum_t sum = { 0 };
  (void)state;
  run(appended(LONG), &sum);
  assert_int_equal(sum.values, LONG);
  assert_int_equal(sum.total, (int64_t)LONG * (LONG - 1) / 2);
  assert_int_equal(sum.completions, 1);
}

static void a_chain_of_prepends_is_flat(void **state) {
  sum_t sum = { 0 };
  (void)state;
  run(prepended(LONG), &sum);
  assert_int_equal(sum.values, LONG);
  assert_int_equal(sum.completions, 1);
}

static void a_long_chain_can_be_cancelled_halfway(void **state) {
  sum_t sum = { .stop_after = MANY / 2 };
  (void)state;
  run(appended(MANY), &sum);
  assert_int_equal(sum.values, MANY / 2);
  assert_int_equal(sum.completions, 0);
}

static void parts_of_a_chain_can_be_used_again(void **state) {
  streams_publisher_t *pair = streams_append(streams_just(streams_int(1)), streams_just(streams_int(2)));
  streams_publisher_t *p = streams_append(streams_publisher_dup(pair), streams_publisher_dup(pair));
  (void)state;
  p = streams_prepend(streams_append(p, streams_empty()), pair);
  assert_stream(streams_publisher_dup(p), 3, "1 2 1");
  assert_all(streams_publisher_dup(p), "1 2 1 2 1 2 |");
  assert_all(streams_append(p, streams_fail(-5, NULL)), "1 2 1 2 1 2 x-5");
}

static void a_chain_doubles_without_a_copy(void **state) {
  streams_publisher_t *p = streams_just(streams_int(1));
  sum_t sum = { 0 };
  (void)state;
  for (int i = 0; i < 13; i++) p = streams_append(p, streams_publisher_dup(p));
  run(p, &sum);
  assert_int_equal(sum.values, 1 << 13);
}

/* One operator `count` times. */
static streams_publisher_t *chain(streams_publisher_t *p, const char *operator, int count) {
  for (int i = 0; i < count; i++) {
    if (strcmp(operator, "map") == 0) p = streams_map(p, same, NULL, NULL);
    if (strcmp(operator, "prefix") == 0) p = streams_prefix(p, 9);
    if (strcmp(operator, "last") == 0) p = streams_last(p);
    if (strcmp(operator, "merge") == 0) p = streams_merge(&p, 1);
    if (strcmp(operator, "retry") == 0) p = streams_retry(p, 1);
    if (strcmp(operator, "replace_empty") == 0) p = streams_replace_empty(p, streams_int(0));
    if (strcmp(operator, "share") == 0) p = streams_share(p);
  }
  return p;
}
static const char *const operators[] = { "map", "prefix", "last", "merge", "retry", "replace_empty", "share" };
enum { OPERATORS = sizeof operators / sizeof operators[0] };

static void *give_up(void *publisher) {
  streams_publisher_release(publisher);
  return NULL;
}

static void a_chain_of_any_length_can_be_given_up(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    on_a_small_stack(give_up, chain(streams_just(streams_int(1)), operators[i], MANY));
    assert_int_equal(streams_debug_live_handles(), 0);
  }
  on_a_small_stack(give_up, appended(MANY));
  on_a_small_stack(give_up, prepended(MANY));
  assert_int_equal(streams_debug_live_handles(), 0);
}

static void a_deep_chain_runs_and_can_be_cancelled(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    sum_t ended = { 0 }, cancelled = { 0 };
    run(chain(streams_just(streams_int(1)), operators[i], DEEP), &ended);
    assert_int_equal(ended.values, 1);
    assert_int_equal(ended.completions, 1);
    run(chain(streams_never(), operators[i], DEEP), &cancelled);
    assert_int_equal(cancelled.values + cancelled.completions, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_chain_of_appends_is_flat),
    TEST(a_chain_of_prepends_is_flat),
    TEST(a_long_chain_can_be_cancelled_halfway),
    TEST(parts_of_a_chain_can_be_used_again),
    TEST(a_chain_doubles_without_a_copy),
    TEST(a_chain_of_any_length_can_be_given_up),
    TEST(a_deep_chain_runs_and_can_be_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
