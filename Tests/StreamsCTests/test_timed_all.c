/* What holds for every operator that has a loop. */
#include "timed_clock.h"

/* An object that `destroyed` counts; the sender gives it up at once. */
static void send_object(probe_t *probe, int *destroyed) {
  streams_value_t object = streams_value_object(destroyed, count_destroy);
  assert_int_equal(probe_send(probe, object), STREAMS_OK);
  streams_value_clear(&object);
}

static void start(const timed_t *operator, probe_t *probe, record_t *record, streams_loop_t *loop) {
  record->first = STREAMS_UNLIMITED;
  assert_int_equal(subscribe_record(operator->make(probe_publisher(probe), loop), record), STREAMS_OK);
  pass(loop, 0); /* subscribe_on subscribes */
  assert_int_equal(probe->starts, 1);
}

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

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(what_waits_is_freed_by_a_cancel),
    TEST(what_went_out_is_freed),
    TEST(failures_pass_with_their_text),
    TEST(wrong_arguments_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
