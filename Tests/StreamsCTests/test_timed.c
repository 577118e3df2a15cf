/* Operators that have a loop, one by one: what they keep. When values come is in Tests/Scenarios. */
#include "timed_clock.h"

static streams_subject_t *subject;

static void delay_keeps_what_is_under_way(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_delay(probe_publisher(&probe), loop, 20), &record), STREAMS_OK);
  probe_send_text(&probe, "a");
  pass(loop, 10);
  probe_send_text(&probe, "b");
  assert_int_equal(probe_complete(&probe, STREAMS_EUSER(1)), STREAMS_OK);
  pass(loop, 9);
  assert_string_equal(record.text, "");
  pass(loop, 1);
  assert_string_equal(record.text, "a");
  pass(loop, 10);
  assert_string_equal(record.text, "a b x-20001");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  close_loop(loop);
}

static void throttle_two(bool latest, const char *expected) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED };
  assert_int_equal(
    subscribe_record(streams_throttle(probe_publisher(&probe), loop, 20, latest), &record), STREAMS_OK);
  assert_string_equal(probe.text, "*");
  for (int i = 0; i < 4; i++) probe_send_text(&probe, (const char *[]){ "a", "b", "c", "d" }[i]);
  pass(loop, 0);
  assert_string_equal(record.text, "a");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  pass(loop, 20);
  assert_string_equal(record.text, expected);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  close_loop(loop);
}

static void throttle_keeps_the_newest_or_the_first(void **state) {
  (void)state;
  throttle_two(true, "a d |");
  throttle_two(false, "a b |");
}

static void chunk_by_time_makes_lists(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = 2, .more = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_chunk_by_time(probe_publisher(&probe), loop, 20, 2), &record), STREAMS_OK);
  assert_string_equal(probe.text, "4");
  for (int i = 0; i < 3; i++) probe_send_text(&probe, (const char *[]){ "a", "b", "c" }[i]);
  pass(loop, 0);
  assert_string_equal(record.text, "[a, b]"); /* full */
  pass(loop, 20);
  assert_string_equal(record.text, "[a, b] [c]"); /* in time */
  probe_send_text(&probe, "d");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  pass(loop, 0);
  assert_string_equal(record.text, "[a, b] [c] [d] |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  close_loop(loop);
}

static void chunk_by_time_without_a_limit_gathers_all(void **state) {
  const size_t limits[] = { 0, SIZE_MAX, SIZE_MAX / 2 };
  (void)state;
  for (int i = 0; i < 3; i++) {
    streams_loop_t *loop = streams_loop_new();
    probe_t probe = { 0 };
    record_t record = { .first = STREAMS_UNLIMITED };
    assert_int_equal(
      subscribe_record(streams_chunk_by_time(probe_publisher(&probe), loop, 20, limits[i]), &record), STREAMS_OK);
    assert_string_equal(probe.text, i == 0 ? "1" : "*");
    for (int j = 0; j < 3; j++) probe_send_text(&probe, (const char *[]){ "a", "b", "c" }[j]);
    pass(loop, 20);
    assert_string_equal(record.text, "[a, b, c]");
    assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
    release_record(&record);
    probe_release(&probe);
    close_loop(loop);
  }
}

static void time_out(int code, const char *end, const char *message) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = 3 };
  char expected[40];
  assert_int_equal(subscribe_record(streams_timeout(probe_publisher(&probe), loop, 20, code), &record), STREAMS_OK);
  pass(loop, 19);
  probe_send_text(&probe, "a");
  pass(loop, 19);
  probe_send_text(&probe, "b");
  pass(loop, 0);
  assert_string_equal(record.text, "a b");
  pass(loop, 20);
  snprintf(expected, sizeof expected, "a b %s", end);
  assert_string_equal(record.text, expected);
  assert_string_equal(record.message, message);
  assert_string_equal(probe.text, "3 x");
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(probe.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  close_loop(loop);
}

static void timeout_ends_a_silent_stream(void **state) {
  (void)state;
  time_out(0, "|", "");
  time_out(STREAMS_ETIMEOUT, "x-10016", streams_status_message(STREAMS_ETIMEOUT));
  time_out(STREAMS_EUSER(3), "x-20003", streams_status_message(STREAMS_EUSER(3)));
}

static void measure_interval_counts_milliseconds(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_measure_interval(probe_publisher(&probe), loop), &record), STREAMS_OK);
  move_clock(7);
  probe_send_text(&probe, "a");
  probe_send_text(&probe, "b");
  move_clock(1234);
  probe_send_text(&probe, "c");
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  move_clock(1);
  probe_send_text(&probe, "after the loop is closed");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "7 0 1234 1 |");
  release_record(&record);
  probe_release(&probe);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void subscribe_on_asks_upstream_in_the_loop(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = 1, .more = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_subscribe_on(probe_publisher(&probe), loop), &record), STREAMS_OK);
  assert_int_equal(probe.starts + record.subscriptions, 0);
  pass(loop, 0);
  assert_string_equal(probe.text, "1");
  probe_send_text(&probe, "a");
  assert_string_equal(record.text, "a"); /* at once, where it is sent */
  assert_string_equal(probe.text, "1 ^1");
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_string_equal(probe.text, "1 ^1");
  pass(loop, 0);
  assert_string_equal(probe.text, "1 ^1 2");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  probe_send_text(&probe, "too late");
  assert_string_equal(record.text, "a");
  pass(loop, 0);
  assert_string_equal(probe.text, "1 ^1 2 x");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  close_loop(loop);
}

static void send_once_more(record_t *record, streams_value_t value) {
  (void)value;
  if (record->values == 1) {
    char copy[] = "b"; /* gone after the call */
    assert_int_equal(streams_subject_send(subject, streams_string(copy)), STREAMS_OK);
    copy[0] = '#';
  }
}

static void subscribe_on_delivers_one_at_a_time(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = 1, .more = 1, .also = send_once_more };
  (void)state;
  subject = streams_passthrough_new();
  assert_int_equal(
    subscribe_record(streams_subscribe_on(streams_subject_publisher(subject), loop), &record), STREAMS_OK);
  pass(loop, 0);
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  pass(loop, 0);
  assert_int_equal(streams_subject_send(subject, streams_string("a")), STREAMS_OK);
  assert_string_equal(record.text, "a b"); /* not within the other, which the record checks */
  pass(loop, 0);
  assert_int_equal(streams_subject_send(subject, streams_string("c")), STREAMS_OK); /* what "b" asked for */
  assert_string_equal(record.text, "a b c");
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  assert_string_equal(record.text, "a b c |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  close_loop(loop);
}

static void a_time_without_end_never_comes(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = 3 };
  (void)state;
  assert_int_equal(subscribe_record(streams_delay(probe_publisher(&probe), loop, UINT64_MAX), &record), STREAMS_OK);
  probe_send_text(&probe, "never");
  pass(loop, HOUR);
  assert_string_equal(record.text, "");
  close_loop(loop);
  assert_string_equal(record.text, "x-10010");
  release_record(&record);
  probe_release(&probe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(delay_keeps_what_is_under_way),
    TEST(throttle_keeps_the_newest_or_the_first),
    TEST(chunk_by_time_makes_lists),
    TEST(chunk_by_time_without_a_limit_gathers_all),
    TEST(timeout_ends_a_silent_stream),
    TEST(measure_interval_counts_milliseconds),
    TEST(subscribe_on_asks_upstream_in_the_loop),
    TEST(subscribe_on_delivers_one_at_a_time),
    TEST(a_time_without_end_never_comes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
