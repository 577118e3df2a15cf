/* Sources: what comes, when it ends, and for which demand. */
#include "support.h"

static void run(streams_publisher_t *publisher, streams_demand_t demand, const char *expected) {
  record_t record = { .first = demand };
  assert_int_equal(subscribe_record(publisher, &record), STREAMS_OK);
  assert_string_equal(record.text, expected);
  if (record.completions == 0) {
    assert_int_equal(record.destroyed, 0);
    assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
    assert_string_equal(record.text, expected);
  }
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

static void just_sends_one_value_when_asked(void **state) {
  char text[] = "text";
  streams_publisher_t *p;
  (void)state;
  run(streams_just(streams_int(4)), 0, "");
  run(streams_just(streams_int(4)), 1, "4 |");
  p = streams_just(streams_string_ref(text, 4));
  memset(text, '#', sizeof text);
  run(p, 5, "text |");
}

static void from_values_ends_with_the_last(void **state) {
  streams_value_t values[3];
  (void)state;
  values[0] = streams_int(1);
  values[1] = streams_string("two");
  values[2] = streams_null();
  run(streams_from_values(values, 3), 2, "1 two");
  run(streams_from_values(values, 3), 3, "1 two null |");
  run(streams_from_values(NULL, 0), 0, "|");
  assert_null(streams_from_values(NULL, 1));
  values[1] = streams_skip();
  assert_null(streams_from_values(values, 3));
}

static void range_counts_and_stops_before_it_overflows(void **state) {
  (void)state;
  run(streams_range(-1, 3), 3, "-1 0 1 |");
  run(streams_range(5, 0), 0, "|");
  run(streams_range(INT64_MAX - 1, 5), 9, "9223372036854775806 9223372036854775807 |");
  run(streams_range(INT64_MIN, INT64_MAX), 1, "-9223372036854775808");
  assert_null(streams_range(0, -1));
}

static void empty_fail_and_never_need_no_demand(void **state) {
  record_t record = { 0 };
  (void)state;
  run(streams_empty(), 0, "|");
  run(streams_never(), 5, "");
  run(streams_fail(STREAMS_EUSER(2), "two"), 0, "x-20002");
  assert_int_equal(subscribe_record(streams_fail(STREAMS_EBUSY, "in words"), &record), STREAMS_OK);
  assert_string_equal(record.message, "in words");
  release_record(&record);
  assert_null(streams_fail(0, NULL));
  assert_null(streams_fail(5, NULL));
}

static int made;
static streams_publisher_t *make_range(void *context) {
  (void)context;
  return streams_range(made++, 2);
}
static streams_publisher_t *make_nothing(void *context) {
  (void)context;
  return streams_just(streams_failure(STREAMS_EUSER(6)));
}

static void deferred_makes_a_publisher_for_each_subscriber(void **state) {
  int destroyed = 0;
  streams_publisher_t *p = streams_deferred(make_range, &destroyed, count_destroy), *second = streams_publisher_dup(p);
  (void)state;
  made = 10;
  run(p, 9, "10 11 |");
  assert_int_equal(destroyed, 0);
  run(second, 9, "11 12 |");
  assert_int_equal(destroyed, 1);
  run(streams_deferred(make_nothing, NULL, NULL), 0, "x-20006");
}

/* ---- generate */

typedef struct {
  int calls, last, destroyed;
} numbers_t;
static streams_value_t next_number(void *context) {
  numbers_t *numbers = context;
  if (++numbers->calls > numbers->last) return streams_end();
  if (numbers->calls % 3 == 0) return streams_skip();
  return streams_int(numbers->calls);
}
static void numbers_destroy(void *context) { ((numbers_t *)context)->destroyed++; }

static void generate_is_called_once_for_each_value_that_is_wanted(void **state) {
  numbers_t numbers = { .last = 5 };
  record_t record = { .first = 2 };
  (void)state;
  assert_int_equal(subscribe_record(streams_generate(next_number, &numbers, numbers_destroy), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 2");
  assert_int_equal(numbers.calls, 2);
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_string_equal(record.text, "1 2 4 5"); /* 3 was skipped */
  assert_int_equal(numbers.calls, 5);
  assert_int_equal(record.completions, 0); /* the end is found when it is looked for */
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "1 2 4 5 |");
  assert_int_equal(numbers.destroyed, 1);
  release_record(&record);
}

static streams_value_t endless(void *context) { return streams_int(++*(int64_t *)context); }

static void generate_stops_when_cancelled(void **state) {
  int64_t number = 0;
  record_t record = { .stop_after = 3 };
  (void)state;
  assert_int_equal(
    streams_cancellable_release(sink_record(streams_generate(endless, &number, NULL), &record)), STREAMS_OK);
  assert_string_equal(record.text, "1 2 3");
  assert_int_equal(number, 3);
  assert_int_equal(record.destroyed, 1);
}

static streams_value_t fail_at_three(void *context) {
  int *calls = context;
  if (++*calls == 3) return streams_failure(STREAMS_EUSER(3));
  return streams_int(*calls);
}

static void generate_may_fail(void **state) {
  int calls = 0;
  (void)state;
  run(streams_generate(fail_at_three, &calls, NULL), STREAMS_UNLIMITED, "1 2 x-20003");
  calls = 2;
  run(streams_generate(fail_at_three, &calls, NULL), 1, "x-20003");
}

static void ask_for_two(record_t *record, streams_value_t value) {
  if (streams_int_of(value) < 50000) assert_int_equal(request_record(record, 2), STREAMS_OK);
}

static void generate_honours_requests_from_within(void **state) {
  int64_t number = 0;
  record_t record = { .first = 1, .also = ask_for_two };
  (void)state;
  assert_int_equal(subscribe_record(streams_generate(endless, &number, NULL), &record), STREAMS_OK);
  assert_int_equal(record.values, 2 * 49999 + 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(just_sends_one_value_when_asked),
    TEST(from_values_ends_with_the_last),
    TEST(range_counts_and_stops_before_it_overflows),
    TEST(empty_fail_and_never_need_no_demand),
    TEST(deferred_makes_a_publisher_for_each_subscriber),
    TEST(generate_is_called_once_for_each_value_that_is_wanted),
    TEST(generate_stops_when_cancelled),
    TEST(generate_may_fail),
    TEST(generate_honours_requests_from_within),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
