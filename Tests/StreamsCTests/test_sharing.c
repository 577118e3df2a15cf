/* Sharing one subscription: share, make_connectable, connect, autoconnect. */
#include "support.h"

static void share_subscribes_once_and_cancels_with_the_last(void **state) {
  probe_t probe = { 0 };
  streams_publisher_t *shared = streams_share(probe_publisher(&probe)), *second = streams_publisher_dup(shared);
  record_t one = { .first = STREAMS_UNLIMITED }, two = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(shared, &one), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(subscribe_record(second, &two), STREAMS_OK);
  assert_int_equal(probe.starts, 1);
  assert_string_equal(probe.text, "*");
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(3)), STREAMS_OK);
  assert_string_equal(one.text, "1 2 3");
  assert_string_equal(two.text, "2"); /* the 3 found no demand */
  assert_int_equal(streams_subscription_cancel(one.subscription), STREAMS_OK);
  assert_int_equal(probe.cancels, 0);
  assert_int_equal(streams_subscription_cancel(two.subscription), STREAMS_OK);
  assert_int_equal(probe.cancels, 1);
  assert_int_equal(one.destroyed + two.destroyed, 2);
  assert_int_equal(probe.destroyed, 1);
  release_record(&one);
  release_record(&two);
  probe_release(&probe);
}

static void share_outlives_its_publisher(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(streams_map(streams_share(probe_publisher(&probe)), twice, NULL, NULL), &record);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "2 |");
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  probe_release(&probe);
}

static void share_does_not_begin_again_after_the_end(void **state) {
  probe_t probe = { 0 };
  streams_publisher_t *shared = streams_share(probe_publisher(&probe)), *second = streams_publisher_dup(shared);
  record_t one = { .first = 1 }, late = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(shared, &one), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, -5), STREAMS_OK);
  assert_int_equal(subscribe_record(second, &late), STREAMS_OK);
  assert_string_equal(one.text, "x-5");
  assert_string_equal(late.text, "x-5");
  assert_int_equal(probe.starts, 1);
  release_record(&one);
  release_record(&late);
  probe_release(&probe);
}

static void a_connectable_waits_for_connect(void **state) {
  probe_t probe = { 0 };
  streams_publisher_t *connectable = streams_make_connectable(probe_publisher(&probe));
  record_t one = { .first = 5 }, two = { .first = 5 };
  streams_cancellable_t *connection;
  (void)state;
  assert_int_equal(subscribe_record(streams_publisher_dup(connectable), &one), STREAMS_OK);
  assert_int_equal(subscribe_record(streams_publisher_dup(connectable), &two), STREAMS_OK);
  assert_int_equal(probe.starts, 0);
  connection = streams_connect(connectable);
  assert_non_null(connection);
  assert_string_equal(probe.text, "*");
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(connection), STREAMS_OK);
  assert_int_equal(probe.cancels, 1);
  assert_int_equal(one.completions + two.completions, 0);
  probe.cancels = 0;
  connection = streams_connect(connectable); /* anew */
  assert_int_equal(streams_publisher_release(connectable), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(one.text, "1 2 |");
  assert_string_equal(two.text, "1 2 |");
  assert_int_equal(streams_cancellable_release(connection), STREAMS_OK);
  release_record(&one);
  release_record(&two);
  probe_release(&probe);
}

static void autoconnect_connects_again_after_the_last_has_left(void **state) {
  probe_t probe = { 0 };
  streams_publisher_t *p = streams_autoconnect(streams_make_connectable(probe_publisher(&probe)));
  record_t one = { .first = 1 }, two = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_publisher_dup(p), &one), STREAMS_OK);
  assert_int_equal(streams_subscription_cancel(one.subscription), STREAMS_OK);
  assert_string_equal(probe.text, "* x");
  probe.cancels = 0;
  assert_int_equal(subscribe_record(p, &two), STREAMS_OK);
  assert_int_equal(probe.starts, 2);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_string_equal(two.text, "1");
  assert_int_equal(streams_subscription_cancel(two.subscription), STREAMS_OK);
  release_record(&one);
  release_record(&two);
  probe_release(&probe);
}

static void only_a_connectable_connects(void **state) {
  streams_publisher_t *p = streams_range(1, 3);
  (void)state;
  assert_null(streams_connect(p));
  assert_int_equal(streams_last_error()->code, STREAMS_ENOTSUP);
  assert_null(streams_autoconnect(p)); /* consumed */
  assert_int_equal(streams_last_error()->code, STREAMS_ENOTSUP);
  assert_null(streams_connect(NULL));
}

static void a_detached_connection_goes_on(void **state) {
  probe_t probe = { 0 };
  streams_publisher_t *connectable = streams_make_connectable(probe_publisher(&probe));
  record_t record = { .first = 5 };
  (void)state;
  assert_int_equal(streams_cancellable_detach(streams_connect(connectable)), STREAMS_OK);
  assert_int_equal(subscribe_record(connectable, &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "1 |");
  release_record(&record);
  probe_release(&probe);
}

static void multicast_goes_through_a_subject_of_the_program(void **state) {
  probe_t probe = { 0 };
  streams_subject_t *subject = streams_current_value_new(streams_string("so far"));
  streams_publisher_t *shared = streams_multicast(probe_publisher(&probe), subject);
  record_t one = { .first = STREAMS_UNLIMITED }, late = { .first = STREAMS_UNLIMITED };
  streams_cancellable_t *connection;
  (void)state;
  assert_int_equal(subscribe_record(streams_publisher_dup(shared), &one), STREAMS_OK);
  assert_string_equal(one.text, "so far");
  assert_int_equal(probe.starts, 0);
  connection = streams_connect(shared);
  assert_non_null(connection);
  assert_int_equal(streams_publisher_release(shared), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(streams_subject_send(subject, streams_int(2)), STREAMS_OK); /* by hand, too */
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &late), STREAMS_OK);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(one.text, "so far 1 2 |");
  assert_string_equal(late.text, "2 |");
  assert_int_equal(streams_cancellable_release(connection), STREAMS_OK);
  release_record(&one);
  release_record(&late);
  probe_release(&probe);
  assert_int_equal(probe.destroyed, 1);
}

static void disconnecting_leaves_the_subject_alive(void **state) {
  probe_t first = { 0 }, second = { 0 };
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *shared = streams_multicast(probe_publisher(&first), subject);
  record_t record = { .first = STREAMS_UNLIMITED };
  streams_cancellable_t *connection;
  (void)state;
  assert_int_equal(subscribe_record(streams_publisher_dup(shared), &record), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(streams_connect(shared)), STREAMS_OK);
  assert_int_equal(streams_publisher_release(shared), STREAMS_OK);
  assert_string_equal(first.text, "* x");
  shared = streams_multicast(probe_publisher(&second), subject); /* another source for the same subscribers */
  connection = streams_connect(shared);
  assert_int_equal(streams_publisher_release(shared), STREAMS_OK);
  assert_int_equal(probe_send(&second, streams_int(7)), STREAMS_OK);
  assert_int_equal(probe_complete(&second, -5), STREAMS_OK);
  assert_string_equal(record.text, "7 x-5");
  assert_int_equal(streams_subject_send(subject, streams_int(8)), STREAMS_EDONE);
  assert_int_equal(streams_cancellable_release(connection), STREAMS_OK);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  release_record(&record);
  probe_release(&first);
  probe_release(&second);
}

static void multicast_refuses_wrong_arguments(void **state) {
  streams_subject_t *subject = streams_passthrough_new(), *stale = streams_subject_dup(subject);
  (void)state;
  assert_int_equal(streams_subject_release(stale), STREAMS_OK);
  assert_null(streams_multicast(streams_range(1, 2), NULL));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_null(streams_multicast(streams_range(1, 2), stale));
  assert_int_equal(streams_last_error()->code, STREAMS_EHANDLE);
  assert_null(streams_multicast(NULL, subject));
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(share_subscribes_once_and_cancels_with_the_last),
    TEST(share_outlives_its_publisher),
    TEST(share_does_not_begin_again_after_the_end),
    TEST(a_connectable_waits_for_connect),
    TEST(autoconnect_connects_again_after_the_last_has_left),
    TEST(only_a_connectable_connects),
    TEST(a_detached_connection_goes_on),
    TEST(multicast_goes_through_a_subject_of_the_program),
    TEST(disconnecting_leaves_the_subject_alive),
    TEST(multicast_refuses_wrong_arguments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
