/* Operators with one upstream. */
#include "support.h"

static int fails_at_three(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) == 3 ? STREAMS_EUSER(3) : 1;
}
static streams_value_t even_doubled(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) % 2 == 0 ? streams_int(streams_int_of(value) * 2) : streams_skip();
}

static void map_filter_and_compact_map(void **state) {
  (void)state;
  assert_all(streams_map(streams_range(1, 3), twice, NULL, NULL), "2 4 6 |");
  assert_all(streams_filter(streams_range(1, 6), is_even, NULL, NULL), "2 4 6 |");
  assert_stream(streams_filter(streams_range(1, 6), is_even, NULL, NULL), 2, "2 4");
  assert_stream(streams_compact_map(streams_range(1, 6), even_doubled, NULL, NULL), 2, "4 8");
  assert_all(streams_filter(streams_range(1, 6), fails_at_three, NULL, NULL), "1 2 x-20003");
  assert_all(streams_filter(streams_fail(-5, NULL), fails_at_three, NULL, NULL), "x-5");
}

static void a_failing_callback_cancels_upstream_first(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 5 };
  (void)state;
  assert_int_equal(
    subscribe_record(streams_filter(probe_publisher(&probe), fails_at_three, NULL, NULL), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(3)), STREAMS_OK);
  assert_string_equal(probe.text, "5 x");
  assert_string_equal(record.text, "1 x-20003");
  assert_int_equal(probe_send(&probe, streams_int(4)), STREAMS_ECANCELED);
  release_record(&record);
  probe_release(&probe);
}

static streams_value_t end_at_ten(void *context, streams_value_t sum, streams_value_t value) {
  int64_t total = streams_int_of(sum) + streams_int_of(value);
  (void)context;
  if (total > 10) return streams_end();
  return streams_int(total);
}
static streams_value_t fail_at_ten(void *context, streams_value_t sum, streams_value_t value) {
  int64_t total = streams_int_of(sum) + streams_int_of(value);
  (void)context;
  if (total > 10) return streams_failure(STREAMS_EUSER(10));
  return streams_int(total);
}
static streams_value_t skips(void *context, streams_value_t sum, streams_value_t value) {
  (void)context, (void)sum, (void)value;
  return streams_skip();
}

static void scan_and_reduce(void **state) {
  (void)state;
  assert_all(streams_scan(streams_range(1, 5), streams_int(0), add, NULL, NULL), "1 3 6 10 15 |");
  assert_stream(streams_scan(streams_range(1, 5), streams_int(0), add, NULL, NULL), 2, "1 3");
  assert_all(streams_scan(streams_range(1, 9), streams_int(0), end_at_ten, NULL, NULL), "1 3 6 10 |");
  assert_all(streams_scan(streams_range(1, 9), streams_int(0), fail_at_ten, NULL, NULL), "1 3 6 10 x-20010");
  assert_all(streams_scan(streams_range(1, 9), streams_int(0), skips, NULL, NULL), "x-10001");
  assert_all(streams_reduce(streams_range(1, 5), streams_int(0), add, NULL, NULL), "15 |");
  assert_all(streams_reduce(streams_empty(), streams_int(7), add, NULL, NULL), "7 |");
  assert_stream(streams_reduce(streams_range(1, 5), streams_int(0), add, NULL, NULL), 0, "");
  assert_all(streams_reduce(streams_range(1, 9), streams_int(0), fail_at_ten, NULL, NULL), "x-20010");
  assert_all(streams_reduce(streams_range(1, 9), streams_int(0), end_at_ten, NULL, NULL), "|");
  assert_stream(streams_reduce(streams_fail(-5, NULL), streams_int(0), add, NULL, NULL), 0, "x-5");
}

static void collect_and_count(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  (void)state;
  assert_all(streams_collect(streams_range(1, 3)), "[1, 2, 3] |");
  assert_all(streams_collect(streams_empty()), "[] |");
  assert_all(streams_count(streams_range(1, 30)), "30 |");
  assert_int_equal(subscribe_record(streams_count(probe_publisher(&probe)), &record), STREAMS_OK);
  assert_string_equal(probe.text, "*"); /* everything, whatever downstream asks for */
  assert_int_equal(probe_send(&probe, streams_null()), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "1 |");
  release_record(&record);
  probe_release(&probe);
}

static void prefix_ends_right_after_its_last_value(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 2 };
  (void)state;
  assert_int_equal(subscribe_record(streams_prefix(probe_publisher(&probe), 2), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_OK);
  assert_string_equal(record.text, "1 2 |");
  assert_string_equal(probe.text, "2 x");
  release_record(&record);
  probe_release(&probe);
  assert_stream(streams_prefix(streams_never(), 0), 0, "|");
  assert_all(streams_prefix(streams_range(1, 3), SIZE_MAX), "1 2 3 |");
}

static int same_parity(void *context, streams_value_t a, streams_value_t b) {
  (void)context;
  if (streams_int_of(b) < 0) return STREAMS_EUSER(1);
  return streams_int_of(a) % 2 == streams_int_of(b) % 2;
}

static int next_to(void *context, streams_value_t a, streams_value_t b) {
  (void)context;
  return llabs(streams_int_of(a) - streams_int_of(b)) <= 1;
}

static void remove_duplicates_compares_with_what_came_not_with_what_went(void **state) {
  (void)state;
  assert_all(streams_remove_duplicates(streams_range(1, 5), next_to, NULL, NULL), "1 |");
}

static void remove_duplicates_compares_with_the_one_before(void **state) {
  streams_value_t texts[4], numbers[5];
  (void)state;
  texts[0] = streams_string("a");
  texts[1] = streams_string_ref("abc", 1);
  texts[2] = streams_string("b");
  texts[3] = streams_string("a");
  for (int i = 0; i < 5; i++) numbers[i] = streams_int((int[]){ 1, 3, 2, 5, -1 }[i]);
  assert_all(streams_remove_duplicates(streams_from_values(texts, 4), NULL, NULL, NULL), "a b a |");
  assert_all(streams_remove_duplicates(streams_from_values(numbers, 4), same_parity, NULL, NULL), "1 2 5 |");
  assert_all(streams_remove_duplicates(streams_from_values(numbers, 5), same_parity, NULL, NULL), "1 2 5 x-20001");
  assert_stream(streams_remove_duplicates(streams_from_values(texts, 4), NULL, NULL, NULL), 2, "a b");
}

static void chunk_makes_lists_and_multiplies_demand(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 2 };
  (void)state;
  assert_all(streams_chunk(streams_range(1, 5), 2), "[1, 2] [3, 4] [5] |");
  assert_stream(streams_chunk(streams_range(1, 5), 2), 1, "[1, 2]");
  assert_all(streams_chunk(streams_empty(), 2), "|");
  assert_int_equal(subscribe_record(streams_chunk(probe_publisher(&probe), 3), &record), STREAMS_OK);
  assert_string_equal(probe.text, "6");
  assert_int_equal(probe_send(&probe, streams_string("left over")), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, -5), STREAMS_OK);
  assert_string_equal(record.text, "x-5");
  release_record(&record);
  probe_release(&probe);
}

static void print_to_the_end(void *record) {
  streams_value_t values[2];
  values[0] = streams_string("one");
  values[1] = streams_list_ref(values, 1);
  subscribe_record(streams_print(streams_map(streams_from_values(values, 2), same, NULL, NULL), "p"), record);
}
static void print_and_cancel(void *context) {
  record_t *record = context;
  subscribe_record(streams_print(streams_map(streams_never(), same, NULL, NULL), NULL), record);
  streams_subscription_cancel(record->subscription);
}
static void print_a_failure(void *record) { subscribe_record(streams_print(streams_fail(-5, "in words"), ""), record); }

static void print_writes_combines_lines(void **state) {
  static const streams_demand_t answers[] = { 2 };
  record_t end = { .first = 1, .answers = answers, .answer_count = 1 }, cancelled = { .first = STREAMS_UNLIMITED },
           failed = { 0 };
  (void)state;
  assert_string_equal(written_by(print_to_the_end, &end),
                      "p: receive subscription: (Map)\np: request max: (1)\np: receive value: (one)\n"
                      "p: request max: (2) (synchronous)\np: receive value: ([one])\np: receive finished\n");
  assert_string_equal(end.text, "one [one] |");
  assert_string_equal(written_by(print_and_cancel, &cancelled),
                      "receive subscription: (Map)\nrequest unlimited\nreceive cancel\n");
  assert_string_equal(written_by(print_a_failure, &failed),
                      "receive subscription: (Empty)\nreceive error: (in words)\n");
  release_record(&end);
  release_record(&cancelled);
  release_record(&failed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(map_filter_and_compact_map),
    TEST(a_failing_callback_cancels_upstream_first),
    TEST(scan_and_reduce),
    TEST(collect_and_count),
    TEST(prefix_ends_right_after_its_last_value),
    TEST(remove_duplicates_compares_with_the_one_before),
    TEST(remove_duplicates_compares_with_what_came_not_with_what_went),
    TEST(chunk_makes_lists_and_multiplies_demand),
    TEST(print_writes_combines_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
