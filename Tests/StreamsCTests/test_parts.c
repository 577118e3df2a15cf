/* A part of a stream: drop_first, drop_while, drop_until, prefix_while, prefix_until, output_at, output_in,
 * ignore_output, replace_empty. */
#include "support.h"

static int below_three(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) < 3;
}

static int below_three_else_fails(void *context, streams_value_t value) {
  (void)context;
  if (streams_int_of(value) < 3) return 1;
  streams_set_error_message("three");
  return STREAMS_EUSER(3);
}

static void drop_first_asks_once_for_what_it_drops(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 2 };
  (void)state;
  assert_all(streams_drop_first(streams_range(1, 4), 2), "3 4 |");
  assert_all(streams_drop_first(streams_range(1, 3), 0), "1 2 3 |");
  assert_all(streams_drop_first(streams_range(1, 3), 9), "|");
  assert_stream(streams_drop_first(streams_range(1, 4), 2), 1, "3");
  assert_int_equal(subscribe_record(streams_drop_first(probe_publisher(&probe), 3), &record), STREAMS_OK);
  assert_string_equal(probe.text, "5"); /* its own subscription goes down first: 3 + 2 */
  release_record(&record);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "|");
  probe_release(&probe);
}

static void drop_while_and_prefix_while(void **state) {
  (void)state;
  assert_all(streams_drop_while(streams_range(1, 5), below_three, NULL, NULL), "3 4 5 |");
  assert_all(streams_drop_while(streams_range(1, 2), below_three, NULL, NULL), "|");
  assert_stream(streams_drop_while(streams_range(1, 5), below_three, NULL, NULL), 1, "3");
  assert_all(streams_drop_while(streams_range(1, 5), below_three_else_fails, NULL, NULL), "x-20003");
  assert_all(streams_prefix_while(streams_range(1, 5), below_three, NULL, NULL), "1 2 |");
  assert_all(streams_prefix_while(streams_range(1, 2), below_three, NULL, NULL), "1 2 |");
  assert_stream(streams_prefix_while(streams_range(1, 5), below_three, NULL, NULL), 1, "1");
  assert_all(streams_prefix_while(streams_range(1, 5), below_three_else_fails, NULL, NULL), "1 2 x-20003");
}

static void output_at_and_output_in(void **state) {
  (void)state;
  assert_all(streams_output_at(streams_range(1, 5), 2), "3 |");
  assert_all(streams_output_at(streams_range(1, 5), 5), "|");
  assert_stream(streams_output_at(streams_range(1, 5), 4), 1, "5 |");
  assert_all(streams_output_in(streams_range(1, 5), 1, 3), "2 3 |");
  assert_all(streams_output_in(streams_range(1, 5), 3, 99), "4 5 |");
  assert_stream(streams_output_in(streams_never(), 7, 7), 0, "|");
  assert_null(streams_output_in(streams_range(1, 5), 3, 2));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
}

static void counts_near_size_max_are_just_large(void **state) {
  const size_t large[] = { SIZE_MAX, SIZE_MAX - 1, (size_t)INT64_MAX + 1, INT64_MAX, INT64_MAX - 1 };
  (void)state;
  for (size_t i = 0; i < sizeof large / sizeof large[0]; i++) {
    assert_all(streams_drop_first(streams_range(1, 3), large[i]), "|");
    assert_all(streams_output_at(streams_range(1, 3), large[i]), "|");
    assert_all(streams_output_in(streams_range(1, 3), 1, large[i]), "2 3 |");
    assert_stream(streams_output_in(streams_never(), large[i] - 1, large[i]), STREAMS_UNLIMITED, "");
    assert_stream(streams_output_in(streams_never(), large[i], large[i]), 0, "|");
    assert_null(streams_output_in(streams_range(1, 3), large[i], 1));
    assert_all(streams_prefix(streams_range(1, 3), large[i]), "1 2 3 |");
  }
}

static void prefix_until_ends_with_the_other(void **state) {
  probe_t probe = { 0 }, other = { 0 };
  record_t record = { .first = 5 };
  (void)state;
  assert_int_equal(
    subscribe_record(streams_prefix_until(probe_publisher(&probe), probe_publisher(&other)), &record), STREAMS_OK);
  assert_string_equal(other.text, "1");
  assert_int_equal(probe_send(&probe, streams_string("a")), STREAMS_OK);
  assert_int_equal(probe_send(&other, streams_null()), STREAMS_OK);
  assert_string_equal(record.text, "a |");
  assert_string_equal(probe.text, "5 x");
  assert_string_equal(other.text, "1 x");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  probe_release(&other);
  assert_all(streams_prefix_until(streams_range(1, 3), streams_fail(-5, NULL)), "1 2 3 |");
  assert_stream(streams_prefix_until(streams_never(), streams_just(streams_int(1))), 0, "|");
}

static void drop_until_begins_with_the_other(void **state) {
  probe_t probe = { 0 }, other = { 0 };
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(
    subscribe_record(streams_drop_until(probe_publisher(&probe), probe_publisher(&other)), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK); /* dropped, and replaced (C23) */
  assert_int_equal(probe_send(&other, streams_null()), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_OK);
  assert_string_equal(record.text, "2");
  assert_string_equal(probe.text, "1 ^1");
  assert_string_equal(other.text, "1 x");
  assert_int_equal(probe_complete(&probe, -5), STREAMS_OK);
  assert_string_equal(record.text, "2 x-5");
  release_record(&record);
  probe_release(&probe);
  probe_release(&other);
  assert_stream(streams_drop_until(streams_never(), streams_fail(-7, NULL)), 0, "x-7");
  assert_all(streams_drop_until(streams_range(1, 2), streams_just(streams_int(1))), "1 2 |");
}

static void both_publishers_are_consumed_also_on_failure(void **state) {
  (void)state;
  assert_null(streams_prefix_until(NULL, streams_range(1, 2)));
  assert_null(streams_prefix_until(streams_range(1, 2), NULL));
  assert_null(streams_drop_until(NULL, streams_range(1, 2)));
  assert_null(streams_drop_until(streams_range(1, 2), NULL));
  assert_null(streams_append(streams_range(1, 2), NULL));
  assert_null(streams_prepend(NULL, streams_range(1, 2)));
}

static void ignore_output_asks_for_everything(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  (void)state;
  assert_int_equal(subscribe_record(streams_ignore_output(probe_publisher(&probe)), &record), STREAMS_OK);
  assert_string_equal(probe.text, "*");
  assert_int_equal(probe_send(&probe, streams_string("unheard")), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "|");
  release_record(&record);
  probe_release(&probe);
  assert_stream(streams_ignore_output(streams_fail(-5, NULL)), 0, "x-5");
}

static void replace_empty_waits_for_demand(void **state) {
  record_t record = { 0 };
  char text[] = "instead";
  streams_publisher_t *p = streams_replace_empty(streams_empty(), streams_string_ref(text, 7));
  (void)state;
  memset(text, '#', sizeof text);
  assert_int_equal(subscribe_record(p, &record), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "instead |");
  release_record(&record);
  assert_all(streams_replace_empty(streams_range(1, 2), streams_int(9)), "1 2 |");
  assert_stream(streams_replace_empty(streams_fail(-5, NULL), streams_int(9)), 0, "x-5");
  assert_null(streams_replace_empty(streams_range(1, 2), streams_skip()));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_null(streams_replace_empty(streams_range(1, 2), streams_failure(STREAMS_ENOMEM)));
  assert_int_equal(streams_last_error()->code, STREAMS_ENOMEM);
}

static void objects_are_counted(void **state) {
  streams_value_t tags[3] = { new_tag(1), new_tag(2), new_tag(2) };
  streams_publisher_t *source = streams_from_values(tags, 3);
  (void)state;
  assert_all(streams_remove_duplicates(streams_publisher_dup(source), NULL, NULL, NULL), "tag1 tag2 |");
  assert_all(streams_chunk(streams_publisher_dup(source), 2), "[tag1, tag2] [tag2] |");
  assert_all(streams_output_at(streams_publisher_dup(source), 1), "tag2 |");
  assert_all(streams_replace_error(streams_fail(-5, NULL), tags[1]), "tag2 |");
  assert_stream(streams_replace_empty(streams_empty(), tags[0]), 0, "");
  assert_int_equal(streams_publisher_release(source), STREAMS_OK);
  for (int i = 0; i < 3; i++) streams_value_clear(&tags[i]);
  assert_int_equal(live_tags, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(drop_first_asks_once_for_what_it_drops),
    TEST(drop_while_and_prefix_while),
    TEST(output_at_and_output_in),
    TEST(counts_near_size_max_are_just_large),
    TEST(prefix_until_ends_with_the_other),
    TEST(drop_until_begins_with_the_other),
    TEST(both_publishers_are_consumed_also_on_failure),
    TEST(ignore_output_asks_for_everything),
    TEST(replace_empty_waits_for_demand),
    TEST(objects_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
