/* Subjects: publishers that are told what to publish. */
#include <pthread.h>

#include "support.h"

static void a_value_without_demand_is_dropped(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t one = { .first = 1 }, all = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &one), STREAMS_OK);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &all), STREAMS_OK);
  for (int i = 1; i <= 3; i++) assert_int_equal(streams_subject_send(subject, streams_int(i)), STREAMS_OK);
  assert_int_equal(request_record(&one, 1), STREAMS_OK);
  assert_int_equal(streams_subject_send(subject, streams_int(4)), STREAMS_OK);
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  assert_string_equal(one.text, "1 4 |");
  assert_string_equal(all.text, "1 2 3 4 |");
  release_record(&one);
  release_record(&all);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static void a_completed_subject_is_dead(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t late = { .first = 1 };
  (void)state;
  assert_int_equal(streams_subject_complete(subject, 1, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_subject_complete(subject, -5, "five"), STREAMS_OK);
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_EDONE);
  assert_int_equal(streams_subject_send(subject, streams_int(1)), STREAMS_EDONE);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &late), STREAMS_OK);
  assert_string_equal(late.text, "x-5");
  assert_string_equal(late.message, "five");
  release_record(&late);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  assert_int_equal(streams_subject_send(subject, streams_int(1)), STREAMS_EHANDLE);
}

static void only_values_can_be_sent(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  streams_value_t values[2];
  (void)state;
  assert_int_equal(streams_subject_send(subject, streams_end()), STREAMS_EINVAL);
  assert_int_equal(streams_subject_send(subject, streams_failure(-3)), -3);
  assert_int_equal(streams_subject_send(NULL, streams_int(1)), STREAMS_EINVAL);
  values[0] = streams_int(1);
  values[1] = streams_skip();
  assert_int_equal(streams_subject_send_n(subject, values, 2), STREAMS_EINVAL);
  assert_int_equal(streams_subject_send_n(subject, NULL, 1), STREAMS_EINVAL);
  assert_null(streams_current_value_new(streams_end()));
  assert_int_equal(streams_status_of(streams_subject_value(subject)), STREAMS_ENOTSUP);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  assert_int_equal(streams_status_of(streams_subject_value(subject)), STREAMS_EHANDLE);
  assert_int_equal(streams_status_of(streams_subject_value(NULL)), STREAMS_EINVAL);
}

static void an_array_is_sent_in_order(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t record = { .first = 3 };
  streams_value_t values[4];
  (void)state;
  for (int i = 0; i < 4; i++) values[i] = streams_int(i);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &record), STREAMS_OK);
  assert_int_equal(streams_subject_send_n(subject, values, 4), STREAMS_OK);
  assert_string_equal(record.text, "0 1 2");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static void a_current_value_begins_with_the_latest(void **state) {
  char text[] = "first";
  streams_subject_t *subject = streams_current_value_new(streams_string_ref(text, 5));
  record_t record = { .first = 1 }, late = { .first = STREAMS_UNLIMITED };
  streams_value_t latest;
  (void)state;
  memset(text, '#', sizeof text);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &record), STREAMS_OK);
  assert_string_equal(record.text, "first");
  assert_int_equal(streams_subject_send(subject, streams_string("second")), STREAMS_OK);
  assert_int_equal(streams_subject_send(subject, streams_string("third")), STREAMS_OK);
  assert_int_equal(request_record(&record, 2), STREAMS_OK); /* only the latest is owed */
  assert_string_equal(record.text, "first third");
  latest = streams_subject_value(subject);
  assert_true(streams_is_yours(latest));
  assert_int_equal(streams_subject_send(subject, streams_int(4)), STREAMS_OK);
  assert_true(streams_value_equal(latest, streams_string("third")));
  streams_value_clear(&latest);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &late), STREAMS_OK);
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  assert_string_equal(record.text, "first third 4 |");
  assert_string_equal(late.text, "4 |");
  release_record(&record);
  release_record(&late);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

/* ---- from within */

static streams_subject_t *fed;
static void send_shorter(record_t *record, streams_value_t value) {
  char text[20];
  streams_span_t span = streams_span_of(value);
  (void)record;
  if (span.size <= 1) return;
  memcpy(text, span.data, span.size - 1);
  assert_int_equal(streams_subject_send(fed, streams_string_ref(text, span.size - 1)), STREAMS_OK);
  memset(text, '#', sizeof text); /* it was only lent */
}

static void a_nested_send_reaches_nobody_out_of_order(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t first = { .first = STREAMS_UNLIMITED, .also = send_shorter, .nests = true },
           second = { .first = STREAMS_UNLIMITED };
  (void)state;
  fed = subject;
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &first), STREAMS_OK);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &second), STREAMS_OK);
  assert_int_equal(streams_subject_send(subject, streams_string("abc")), STREAMS_OK);
  assert_string_equal(first.text, "abc ab a");
  assert_string_equal(second.text, "abc ab a");
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  release_record(&first);
  release_record(&second);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static streams_value_t shorter(void *context, streams_value_t sum, streams_value_t value) {
  char text[64];
  streams_span_t a = streams_span_of(sum), b = streams_span_of(value);
  (void)context;
  return streams_value_string(
    text, (size_t)snprintf(text, sizeof text, "%.*s/%.*s", (int)a.size, (const char *)a.data, (int)b.size,
                           (const char *)b.data));
}

static void send_last_part(record_t *record, streams_value_t value) {
  streams_span_t span = streams_span_of(value);
  if (record->values > 2) return;
  /* The accumulated value changes while it is being delivered: what is lent here stays good. */
  assert_int_equal(streams_subject_send(fed, streams_string("x")), STREAMS_OK);
  assert_memory_equal(span.data, ">/a/x", span.size < 5 ? span.size : 5);
}

static void a_scan_that_feeds_itself_keeps_what_is_being_delivered(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t record = { .first = STREAMS_UNLIMITED, .also = send_last_part, .nests = true };
  (void)state;
  fed = subject;
  assert_int_equal(
    subscribe_record(streams_scan(streams_subject_publisher(subject), streams_string(">"), shorter, NULL, NULL), &record),
    STREAMS_OK);
  assert_int_equal(streams_subject_send(subject, streams_string("a")), STREAMS_OK);
  assert_string_equal(record.text, ">/a >/a/x >/a/x/x");
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  release_record(&record);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static void cancel_itself(record_t *record, streams_value_t value) {
  (void)value;
  assert_int_equal(streams_subscription_cancel(record->subscription), STREAMS_OK);
}

static void a_subscriber_may_cancel_within_on_value(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t record = { .first = 5, .also = cancel_itself }, other = { .first = 5 };
  (void)state;
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &record), STREAMS_OK);
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &other), STREAMS_OK);
  for (int i = 1; i <= 2; i++) assert_int_equal(streams_subject_send(subject, streams_int(i)), STREAMS_OK);
  assert_string_equal(record.text, "1");
  assert_string_equal(other.text, "1 2");
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  release_record(&record);
  release_record(&other);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

/* ---- ownership */

static void a_publisher_keeps_its_subject(void **state) {
  streams_subject_t *subject = streams_current_value_new(streams_int(3)), *second = streams_subject_dup(subject);
  streams_publisher_t *p = streams_subject_publisher(subject);
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  assert_int_equal(streams_subject_send(second, streams_int(4)), STREAMS_OK);
  assert_int_equal(streams_subject_release(second), STREAMS_OK);
  assert_int_equal(subscribe_record(p, &record), STREAMS_OK);
  assert_string_equal(record.text, "4");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

static void feeding_passes_values_and_the_end_on(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t record = { .first = 2 };
  probe_t probe = { 0 };
  streams_cancellable_t *token = streams_subject_feed(subject, probe_publisher(&probe));
  (void)state;
  assert_non_null(token);
  assert_string_equal(probe.text, ""); /* nobody has asked the subject yet */
  assert_int_equal(subscribe_record(streams_subject_publisher(subject), &record), STREAMS_OK);
  assert_string_equal(probe.text, "*");
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, -5), STREAMS_OK);
  assert_string_equal(record.text, "1 x-5");
  assert_int_equal(streams_subject_send(subject, streams_int(2)), STREAMS_EDONE);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  release_record(&record);
  probe_release(&probe);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static void releasing_the_feed_disconnects(void **state) {
  streams_subject_t *subject = streams_current_value_new(streams_int(0));
  probe_t probe = { 0 };
  streams_cancellable_t *token = streams_subject_feed(subject, probe_publisher(&probe));
  streams_value_t value;
  (void)state;
  assert_int_equal(probe_send(&probe, streams_int(7)), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_string_equal(probe.text, "* x");
  value = streams_subject_value(subject);
  assert_int_equal(streams_int_of(value), 7);
  probe_release(&probe);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static void a_subject_that_goes_cancels_its_feed(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  probe_t probe = { 0 };
  streams_cancellable_t *token = streams_subject_feed(subject, probe_publisher(&probe));
  (void)state;
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  assert_int_equal(probe.cancels, 1);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  probe_release(&probe);
}

/* ---- threads */

enum { rounds = 20000 };
static void *send_many(void *context) {
  char text[] = "text";
  for (int i = 0; i < rounds; i++) streams_subject_send(context, streams_string_ref(text, 4));
  return NULL;
}

static void two_threads_send_one_at_a_time(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  record_t record = { 0 };
  pthread_t threads[2];
  streams_cancellable_t *token = sink_record(streams_subject_publisher(subject), &record);
  (void)state;
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, send_many, subject), 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert_int_equal(record.values, 2 * rounds);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

static void cancelling_while_another_thread_sends_is_safe(void **state) {
  (void)state;
  for (int round = 0; round < 50; round++) {
    streams_subject_t *subject = streams_passthrough_new();
    record_t record = { 0 };
    pthread_t thread;
    streams_cancellable_t *token = sink_record(streams_map(streams_subject_publisher(subject), same, NULL, NULL), &record);
    int values;
    assert_int_equal(pthread_create(&thread, NULL, send_many, subject), 0);
    while (__atomic_load_n(&record.values, __ATOMIC_RELAXED) == 0) {}
    assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
    pthread_join(thread, NULL);
    values = record.values;
    assert_int_equal(record.completions, 0);
    assert_int_equal(record.destroyed, 1);
    assert_int_equal(streams_subject_send(subject, streams_int(1)), STREAMS_OK);
    assert_int_equal(record.values, values);
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_value_without_demand_is_dropped),
    TEST(a_completed_subject_is_dead),
    TEST(only_values_can_be_sent),
    TEST(an_array_is_sent_in_order),
    TEST(a_current_value_begins_with_the_latest),
    TEST(a_nested_send_reaches_nobody_out_of_order),
    TEST(a_scan_that_feeds_itself_keeps_what_is_being_delivered),
    TEST(a_subscriber_may_cancel_within_on_value),
    TEST(a_publisher_keeps_its_subject),
    TEST(feeding_passes_values_and_the_end_on),
    TEST(releasing_the_feed_disconnects),
    TEST(a_subject_that_goes_cancels_its_feed),
    TEST(two_threads_send_one_at_a_time),
    TEST(cancelling_while_another_thread_sends_is_safe),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
