/* The functions of operators: whatever one does, and however its stream ends, its context is destroyed once. */
#include "support.h"

/* The context of every function here. */
typedef struct plan {
  int calls, destroyed;
  int code;                              /* what it fails with; 0: it does not */
  streams_subscription_t **cancels;      /* what it cancels */
} plan_t;

static int act(void *context) {
  plan_t *plan = context;
  plan->calls++;
  assert_int_equal(plan->destroyed, 0);
  if (plan->cancels != NULL) assert_int_equal(streams_subscription_cancel(*plan->cancels), STREAMS_OK);
  if (plan->code != 0) streams_set_error_message("as planned");
  return plan->code;
}
static void destroy(void *context) { ((plan_t *)context)->destroyed++; }

static streams_value_t map(void *context, streams_value_t value) {
  int code = act(context);
  return code != 0 ? streams_failure(code) : value;
}
static int test(void *context, streams_value_t value) {
  int code = act(context);
  (void)value;
  return code != 0 ? code : 1;
}
static int equal(void *context, streams_value_t a, streams_value_t b) {
  (void)a, (void)b;
  return act(context);
}
static int compare(void *context, streams_value_t a, streams_value_t b, int *order) {
  assert_int_equal(*order, 0);
  return streams_value_compare(a, b, order) == STREAMS_OK ? act(context) : STREAMS_EUSER(99);
}
static streams_value_t fold(void *context, streams_value_t sum, streams_value_t value) {
  (void)value;
  return map(context, sum);
}
static streams_publisher_t *then(void *context, streams_value_t value) {
  int code = act(context);
  return code != 0 ? streams_fail(code, "as planned") : streams_just(value);
}

#define TAKES(operator, function) \
  static streams_publisher_t *build_##operator(streams_publisher_t *p, int has_function, plan_t *plan) { \
    return streams_##operator(p, has_function ? function : NULL, plan, destroy); \
  }
TAKES(map, map)
TAKES(compact_map, map)
TAKES(filter, test)
TAKES(remove_duplicates, equal)
TAKES(first_where, test)
TAKES(last_where, test)
TAKES(min, compare)
TAKES(max, compare)
TAKES(contains_where, test)
TAKES(all_satisfy, test)
TAKES(prefix_while, test)
TAKES(drop_while, test)
TAKES(flat_map_latest, then)
static streams_publisher_t *build_scan(streams_publisher_t *p, int has_function, plan_t *plan) {
  return streams_scan(p, streams_int(0), has_function ? fold : NULL, plan, destroy);
}
static streams_publisher_t *build_reduce(streams_publisher_t *p, int has_function, plan_t *plan) {
  return streams_reduce(p, streams_int(0), has_function ? fold : NULL, plan, destroy);
}
static streams_publisher_t *build_flat_map(streams_publisher_t *p, int has_function, plan_t *plan) {
  return streams_flat_map(p, STREAMS_UNLIMITED, has_function ? then : NULL, plan, destroy);
}

static const struct operator {
  const char *name;
  streams_publisher_t *(*build)(streams_publisher_t *p, int has_function, plan_t *plan);
  int needs_function;
} operators[] = {
  { "map", build_map, 1 },
  { "compact_map", build_compact_map, 1 },
  { "filter", build_filter, 1 },
  { "scan", build_scan, 1 },
  { "remove_duplicates", build_remove_duplicates, 0 },
  { "reduce", build_reduce, 1 },
  { "first_where", build_first_where, 1 },
  { "last_where", build_last_where, 1 },
  { "min", build_min, 0 },
  { "max", build_max, 0 },
  { "contains_where", build_contains_where, 1 },
  { "all_satisfy", build_all_satisfy, 1 },
  { "prefix_while", build_prefix_while, 1 },
  { "drop_while", build_drop_while, 1 },
  { "flat_map", build_flat_map, 1 },
  { "flat_map_latest", build_flat_map_latest, 1 },
};
enum { OPERATORS = sizeof operators / sizeof operators[0] };

static void wrong_arguments_destroy_the_context_and_the_publisher(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    plan_t plan = { 0 };
    streams_publisher_t *released = streams_range(1, 2);
    assert_int_equal(streams_publisher_release(released), STREAMS_OK);
    assert_null(operators[i].build(NULL, 1, &plan));
    assert_int_equal(plan.destroyed, 1);
    assert_null(operators[i].build(released, 1, &plan));
    assert_int_equal(streams_last_error()->code, STREAMS_EHANDLE);
    assert_int_equal(plan.destroyed, 2);
    if (!operators[i].needs_function) continue;
    assert_null(operators[i].build(streams_range(1, 2), 0, &plan));
    assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
    assert_int_equal(plan.destroyed, 3);
    assert_int_equal(plan.calls, 0);
    assert_int_equal(streams_debug_live_handles(), 0);
  }
}

static void a_publisher_without_subscribers_destroys_it(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    plan_t plan = { 0 };
    assert_int_equal(streams_publisher_release(operators[i].build(streams_range(1, 2), 1, &plan)), STREAMS_OK);
    assert_int_equal(plan.destroyed, 1);
    assert_int_equal(plan.calls, 0);
  }
}

static void with_two_subscribers_it_is_destroyed_after_both(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    plan_t plan = { 0 };
    record_t one = { .first = STREAMS_UNLIMITED }, two = { .first = 1 };
    streams_publisher_t *p = operators[i].build(streams_range(1, 3), 1, &plan);
    assert_int_equal(subscribe_record(streams_publisher_dup(p), &one), STREAMS_OK);
    assert_int_equal(one.completions, 1);
    assert_int_equal(plan.destroyed, 0);
    assert_int_equal(subscribe_record(p, &two), STREAMS_OK);
    assert_int_equal(streams_subscription_cancel(two.subscription), STREAMS_OK);
    release_record(&one);
    release_record(&two);
    assert_true(plan.calls > 0);
    assert_int_equal(plan.destroyed, 1);
    assert_int_equal(one.destroyed + two.destroyed, 2);
  }
}

/* Two values, so that functions of two values have both. */
static void send_two(probe_t *probe) {
  probe_send(probe, streams_int(1));
  probe_send(probe, streams_int(2));
}

static void a_function_that_fails_ends_the_stream(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    plan_t plan = { .code = STREAMS_EUSER(7) };
    probe_t probe = { 0 };
    record_t record = { .first = STREAMS_UNLIMITED };
    assert_int_equal(subscribe_record(operators[i].build(probe_publisher(&probe), 1, &plan), &record), STREAMS_OK);
    send_two(&probe);
    if (record.code != STREAMS_EUSER(7)) fail_msg("%s: \"%s\"", operators[i].name, record.text);
    assert_string_equal(record.message, "as planned");
    assert_int_equal(plan.calls, 1);
    assert_int_equal(probe.cancels, 1);
    release_record(&record);
    probe_release(&probe);
    assert_int_equal(plan.destroyed, 1);
    assert_int_equal(probe.destroyed, 1);
    assert_int_equal(record.destroyed, 1);
  }
}

static void a_function_that_cancels_is_the_last_thing_that_happens(void **state) {
  (void)state;
  for (int i = 0; i < OPERATORS; i++) {
    plan_t plan = { 0 };
    probe_t probe = { 0 };
    record_t record = { .first = STREAMS_UNLIMITED };
    int values;
    assert_int_equal(subscribe_record(operators[i].build(probe_publisher(&probe), 1, &plan), &record), STREAMS_OK);
    probe_send(&probe, streams_int(0)); /* the first value of a function of two */
    plan.cancels = &record.subscription;
    values = record.values;
    plan.calls = 0;
    send_two(&probe);
    if (record.values != values || record.completions > (plan.calls == 0))
      fail_msg("%s: \"%s\" after the cancel", operators[i].name, record.text);
    assert_int_equal(probe.cancels, 1);
    release_record(&record);
    probe_release(&probe);
    assert_int_equal(plan.destroyed, 1);
    assert_int_equal(record.destroyed, 1);
  }
}

static int subject_sends;
static int sends_more(void *context, streams_value_t value) {
  (void)value;
  if (subject_sends < 3) streams_subject_send(context, streams_int(++subject_sends));
  return 1;
}
static int sends_more_and_compares(void *context, streams_value_t a, streams_value_t b, int *order) {
  if (subject_sends < 3) streams_subject_send(context, streams_string_ref("12345", (size_t)++subject_sends));
  return streams_value_compare(a, b, order);
}
static int sends_more_and_equals(void *context, streams_value_t a, streams_value_t b) {
  if (subject_sends < 3) streams_subject_send(context, streams_string_ref("12345", (size_t)++subject_sends));
  return streams_value_equal(a, b);
}

/* A function that sends into its own stream: what it was lent must stay good, and what is kept is whole. */
static void a_function_may_send_into_its_own_stream(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) {
    streams_subject_t *subject = streams_passthrough_new();
    streams_publisher_t *p = streams_subject_publisher(subject);
    record_t record = { .first = STREAMS_UNLIMITED, .nests = true };
    subject_sends = 0;
    if (i == 0) p = streams_last_where(p, sends_more, subject, NULL);
    if (i == 1) p = streams_prefix_while(p, sends_more, subject, NULL);
    if (i == 2) p = streams_max(p, sends_more_and_compares, subject, NULL);
    if (i == 3) p = streams_remove_duplicates(p, sends_more_and_equals, subject, NULL);
    if (i == 4) p = streams_drop_while(p, sends_more, subject, NULL);
    assert_int_equal(subscribe_record(p, &record), STREAMS_OK);
    assert_int_equal(streams_subject_send(subject, streams_string("0")), STREAMS_OK);
    assert_int_equal(streams_subject_send(subject, streams_string("00")), STREAMS_OK);
    assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
    assert_int_equal(record.completions, 1);
    assert_int_equal(subject_sends, 3);
    release_record(&record);
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(wrong_arguments_destroy_the_context_and_the_publisher),
    TEST(a_publisher_without_subscribers_destroys_it),
    TEST(with_two_subscribers_it_is_destroyed_after_both),
    TEST(a_function_that_fails_ends_the_stream),
    TEST(a_function_that_cancels_is_the_last_thing_that_happens),
    TEST(a_function_may_send_into_its_own_stream),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
