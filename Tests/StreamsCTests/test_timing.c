/* Buffers, and operators that deliver on a loop. */
#include <pthread.h>
#include <unistd.h>

#include "support.h"

static void run_and_close(streams_loop_t *loop) {
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

/* ---- buffer */

static void a_buffer_keeps_what_nobody_asked_for(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(
    subscribe_record(streams_buffer(probe_publisher(&probe), 10, false, STREAMS_BUFFER_FAIL), &record), STREAMS_OK);
  assert_string_equal(probe.text, "*");
  for (int i = 0; i < 4; i++) probe_send_text(&probe, (const char *[]){ "a", "b", "c", "d" }[i]);
  assert_string_equal(record.text, "a");
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_string_equal(record.text, "a b c");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_int_equal(record.completions, 0);
  assert_int_equal(request_record(&record, 5), STREAMS_OK);
  assert_string_equal(record.text, "a b c d |");
  release_record(&record);
  probe_release(&probe);
}

static void fill(int when_full, bool prefetch, const char *asked, const char *expected) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  assert_int_equal(subscribe_record(streams_buffer(probe_publisher(&probe), 2, prefetch, when_full), &record), STREAMS_OK);
  assert_string_equal(probe.text, asked);
  for (int i = 1; i <= (prefetch ? 2 : 3); i++) assert_int_equal(probe_send(&probe, streams_int(i)), STREAMS_OK);
  assert_int_equal(request_record(&record, 5), record.completions == 0 ? STREAMS_OK : STREAMS_EDONE);
  assert_string_equal(record.text, expected);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

static void a_full_buffer_does_as_it_was_told(void **state) {
  (void)state;
  fill(STREAMS_BUFFER_DROP_NEWEST, false, "*", "1 2");
  fill(STREAMS_BUFFER_DROP_OLDEST, false, "*", "2 3");
  fill(STREAMS_BUFFER_FAIL, false, "*", "x-10012");
  fill(STREAMS_BUFFER_FAIL, true, "2", "1 2");
  assert_null(streams_buffer(streams_range(1, 2), 2, false, 3));
}

static void cancelling_a_buffer_frees_what_waits(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  int destroyed = 0;
  streams_value_t object = streams_value_object(&destroyed, count_destroy), items[2], list;
  (void)state;
  items[0] = object;
  items[1] = streams_string("text");
  list = streams_value_list(items, 2);
  streams_value_clear(&object);
  assert_int_equal(
    subscribe_record(streams_buffer(probe_publisher(&probe), 9, false, STREAMS_BUFFER_FAIL), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, list), STREAMS_OK);
  streams_value_clear(&list);
  assert_int_equal(destroyed, 0);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

/* ---- on a loop */

static pthread_t delivered_in;
static void look_at_thread(record_t *record, streams_value_t value) {
  (void)record, (void)value;
  delivered_in = pthread_self();
}

static void receive_on_delivers_in_the_loops_thread(void **state) {
  streams_loop_t *loop = streams_loop_new();
  streams_value_t texts[3];
  record_t record = { .also = look_at_thread };
  streams_cancellable_t *token;
  (void)state;
  for (int i = 0; i < 3; i++) texts[i] = streams_string((const char *[]){ "a", "b", "c" }[i]);
  assert_int_equal(streams_loop_start(loop), STREAMS_OK);
  token = sink_record(streams_receive_on(streams_from_values(texts, 3), loop), &record);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK); /* runs what was posted */
  assert_string_equal(record.text, "a b c |");
  assert_false(pthread_equal(delivered_in, pthread_self()));
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void receive_on_passes_demand_on(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = 1, .more = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_receive_on(probe_publisher(&probe), loop), &record), STREAMS_OK);
  assert_string_equal(probe.text, "1");
  probe_send_text(&probe, "a");
  assert_string_equal(record.text, "");
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "a");
  assert_string_equal(probe.text, "1 1"); /* what on_value returned is asked for afterwards */
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
  probe_release(&probe);
  run_and_close(loop);
  assert_int_equal(record.destroyed, 1);
  assert_null(streams_receive_on(streams_range(1, 2), NULL));
}

static void debounce_sends_what_nothing_newer_followed(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_debounce(probe_publisher(&probe), loop, 5), &record), STREAMS_OK);
  probe_send_text(&probe, "overtaken");
  probe_send_text(&probe, "due");
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "due");
  probe_send_text(&probe, "dropped by the end");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "due |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
  run_and_close(loop);
}

static void cancelling_stops_the_clock(void **state) {
  streams_loop_t *loop = streams_loop_new();
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_debounce(probe_publisher(&probe), loop, 3600000), &record), STREAMS_OK);
  probe_send_text(&probe, "never due");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  run_and_close(loop); /* returns: no timer is left */
  assert_string_equal(record.text, "");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_buffer_keeps_what_nobody_asked_for),
    TEST(a_full_buffer_does_as_it_was_told),
    TEST(cancelling_a_buffer_frees_what_waits),
    TEST(receive_on_delivers_in_the_loops_thread),
    TEST(receive_on_passes_demand_on),
    TEST(debounce_sends_what_nothing_newer_followed),
    TEST(cancelling_stops_the_clock),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
