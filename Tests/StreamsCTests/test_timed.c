/* Operators that have a loop: what they keep, in virtual time. When values come is in Tests/Scenarios. */
#include <time.h>

#include "timed.h"

static int64_t now_ms = 1000000;

/* Every clock of the process: nothing here depends on the speed of the machine. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  time->tv_sec = (time_t)(now_ms / 1000);
  time->tv_nsec = (long)(now_ms % 1000) * 1000000;
  return 0;
}

/* Lets time pass, and what is due run. */
static void pass(streams_loop_t *loop, int ms) {
  now_ms += ms;
  for (int i = 0; i < 4; i++) assert_true(streams_loop_run(loop, STREAMS_RUN_NOWAIT) >= 0);
}

static void send_text(probe_t *probe, const char *text) {
  char copy[40]; /* gone after the call */
  snprintf(copy, sizeof copy, "%s", text);
  assert_int_equal(probe_send(probe, streams_string(copy)), STREAMS_OK);
  memset(copy, '#', sizeof copy);
}

/* An object that `destroyed` counts; the sender gives it up at once. */
static void send_object(probe_t *probe, int *destroyed) {
  streams_value_t object = streams_value_object(destroyed, count_destroy);
  assert_int_equal(probe_send(probe, object), STREAMS_OK);
  streams_value_clear(&object);
}

static streams_subject_t *subject;

static void close_loop(streams_loop_t *loop) {
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void start(const timed_t *operator, probe_t *probe, record_t *record, streams_loop_t *loop) {
  record->first = STREAMS_UNLIMITED;
  assert_int_equal(subscribe_record(operator->make(probe_publisher(probe), loop), record), STREAMS_OK);
  pass(loop, 0); /* subscribe_on subscribes */
  assert_int_equal(probe->starts, 1);
}

static void delay_keeps_what_is_under_way(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_delay(probe_publisher(&probe), loop, 20), &record), STREAMS_OK);
  send_text(&probe, "a");
  pass(loop, 10);
  send_text(&probe, "b");
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
  for (int i = 0; i < 4; i++) send_text(&probe, (const char *[]){ "a", "b", "c", "d" }[i]);
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
  for (int i = 0; i < 3; i++) send_text(&probe, (const char *[]){ "a", "b", "c" }[i]);
  pass(loop, 0);
  assert_string_equal(record.text, "[a, b]"); /* full */
  pass(loop, 20);
  assert_string_equal(record.text, "[a, b] [c]"); /* in time */
  send_text(&probe, "d");
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
    for (int j = 0; j < 3; j++) send_text(&probe, (const char *[]){ "a", "b", "c" }[j]);
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
  send_text(&probe, "a");
  pass(loop, 19);
  send_text(&probe, "b");
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
  now_ms += 7;
  send_text(&probe, "a");
  send_text(&probe, "b");
  now_ms += 1234;
  send_text(&probe, "c");
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  now_ms += 1;
  send_text(&probe, "after the loop is closed");
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
  send_text(&probe, "a");
  assert_string_equal(record.text, "a"); /* at once, where it is sent */
  assert_string_equal(probe.text, "1 ^1");
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_string_equal(probe.text, "1 ^1");
  pass(loop, 0);
  assert_string_equal(probe.text, "1 ^1 2");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  send_text(&probe, "too late");
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

/* ---- all of them */

static void what_waits_is_freed_by_a_cancel(void **state) {
  (void)state;
  for (int i = 0; i < timed_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    probe_t probe = { 0 };
    record_t record = { 0 };
    int destroyed = 0;
    start(&timed[i], &probe, &record, loop);
    for (int j = 0; j < 2; j++) send_object(&probe, &destroyed);
    assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
    pass(loop, HOUR + 1);
    assert_int_equal(destroyed, 2);
    assert_int_equal(record.destroyed, 1);
    assert_int_equal(record.completions, 0);
    assert_int_equal(probe.cancels, 1);
    release_record(&record);
    probe_release(&probe);
    close_loop(loop);
  }
}

static void what_went_out_is_freed(void **state) {
  (void)state;
  for (int i = 0; i < timed_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    probe_t probe = { 0 };
    record_t record = { 0 };
    int destroyed = 0;
    start(&timed[i], &probe, &record, loop);
    send_object(&probe, &destroyed);
    pass(loop, HOUR);
    assert_true(record.values > 0);
    assert_int_equal(destroyed, 1);
    if (record.completions == 0) assert_int_equal(probe_complete(&probe, 0), STREAMS_OK); /* timeout is over */
    pass(loop, HOUR);
    assert_int_equal(record.completions, 1);
    assert_int_equal(record.destroyed, 1);
    release_record(&record);
    probe_release(&probe);
    close_loop(loop);
  }
}

static void failures_pass_with_their_text(void **state) {
  (void)state;
  for (int i = 0; i < timed_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    probe_t probe = { 0 };
    record_t record = { 0 };
    start(&timed[i], &probe, &record, loop);
    assert_int_equal(streams_downstream_complete(probe.downstream, STREAMS_EUSER(7), "no luck"), STREAMS_OK);
    pass(loop, HOUR);
    assert_string_equal(record.text, "x-20007");
    assert_string_equal(record.message, "no luck");
    assert_int_equal(probe.cancels, 0);
    release_record(&record);
    probe_release(&probe);
    close_loop(loop);
  }
}

/* A publisher of an object: when that is destroyed the publisher is gone. */
static streams_publisher_t *watched(int *destroyed) {
  streams_value_t object = streams_value_object(destroyed, count_destroy);
  streams_publisher_t *publisher = streams_just(object);
  streams_value_clear(&object);
  return publisher;
}

static void wrong_arguments_are_refused(void **state) {
  streams_loop_t *loop = streams_loop_new(), *stale = streams_loop_dup(loop);
  int destroyed = 0, expected = 0;
  (void)state;
  assert_int_equal(streams_loop_release(stale), STREAMS_OK);
  for (int i = 0; i < timed_count; i++) {
    assert_null(timed[i].make(watched(&destroyed), NULL));
    assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
    assert_null(timed[i].make(watched(&destroyed), stale));
    assert_int_equal(streams_last_error()->code, STREAMS_EHANDLE);
    assert_int_equal(destroyed, expected += 2);
    assert_null(timed[i].make(NULL, loop));
    assert_int_equal(streams_last_error()->code, STREAMS_EHANDLE); /* the earlier failure */
    assert_int_equal(streams_publisher_release(timed[i].make(watched(&destroyed), loop)), STREAMS_OK);
    assert_int_equal(destroyed, ++expected);
  }
  assert_null(streams_timeout(watched(&destroyed), loop, 20, 1));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_int_equal(destroyed, expected + 1);
  close_loop(loop);
}

static void a_time_without_end_never_comes(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = 3 };
  (void)state;
  assert_int_equal(subscribe_record(streams_delay(probe_publisher(&probe), loop, UINT64_MAX), &record), STREAMS_OK);
  send_text(&probe, "never");
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
    TEST(what_waits_is_freed_by_a_cancel),
    TEST(what_went_out_is_freed),
    TEST(failures_pass_with_their_text),
    TEST(wrong_arguments_are_refused),
    TEST(a_time_without_end_never_comes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
