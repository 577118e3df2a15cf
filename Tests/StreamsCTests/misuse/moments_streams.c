/* Right calls at the wrong moment: subscriptions, publishers, subjects and sources of the program's own. */
#include <pthread.h>

#include "misuse.h"

/* The words of a status, after the name of the stream. */
static const char *named(int status) {
  static char text[200];
  snprintf(text, sizeof text, "\"sensor\": %s", words(status));
  return text;
}

static streams_publisher_t *sensor(streams_publisher_t *publisher) {
  assert_int_equal(streams_publisher_set_name(publisher, "sensor"), STREAMS_OK);
  return publisher;
}

/* ---- subscriptions */

static void request_after(record_t *record, int status) {
  streams_subscription_t *kept = streams_subscription_dup(record->subscription);
  expect("streams_subscription_request", streams_subscription_request(kept, 1), status, NULL);
  expect("streams_subscription_request", streams_subscription_request(kept, 0), STREAMS_EINVAL, named(STREAMS_EINVAL));
  expect("streams_subscription_cancel", streams_subscription_cancel(kept), STREAMS_OK, NULL);
  expect("streams_subscription_request", streams_subscription_request(kept, STREAMS_UNLIMITED), status, NULL);
  assert_int_equal(streams_subscription_release(kept), STREAMS_OK);
  give_up(streams_cancellable_from_subscription(record->subscription), CANCELLABLE);
  assert_int_equal(record->destroyed, 1);
  release_record(record);
}

static void request_after_cancel(void) {
  record_t record = { .first = 2 };
  assert_int_equal(subscribe_record(sensor(streams_range(1, 5)), &record), STREAMS_OK);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  request_after(&record, STREAMS_ECANCELED);
  assert_string_equal(record.text, "1 2");
}

static void request_after_completion(void) {
  record_t record = { .first = 5 };
  assert_int_equal(subscribe_record(sensor(streams_range(1, 5)), &record), STREAMS_OK);
  request_after(&record, STREAMS_EDONE);
  assert_string_equal(record.text, "1 2 3 4 5 |");
}

/* What was lent to on_subscription, there and afterwards. */
static streams_subscription_t *lent;
static void on_subscription(void *context, streams_subscription_t *subscription) {
  (void)context;
  lent = subscription;
  expect("streams_subscription_release", streams_subscription_release(subscription), STREAMS_EBORROWED,
         named(STREAMS_EBORROWED));
  expect("streams_subscription_request", streams_subscription_request(subscription, 1), STREAMS_OK, NULL);
}
static void a_lent_subscription(void) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  int destroyed = 0;
  subscriber.on_subscription = on_subscription;
  assert_int_equal(streams_subscribe(sensor(streams_range(1, 1)), &subscriber, &destroyed, count_destroy), STREAMS_OK);
  expect("streams_subscription_request", streams_subscription_request(lent, 1), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  expect("streams_subscription_cancel", streams_subscription_cancel(lent), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  expect("streams_subscription_release", streams_subscription_release(lent), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  assert_null(streams_subscription_dup(lent));
  expect("streams_subscription_dup", STREAMS_EHANDLE, STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  assert_null(streams_cancellable_from_subscription(lent));
  expect("streams_cancellable_from_subscription", STREAMS_EHANDLE, STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  assert_int_equal(destroyed, 1);
}

static int fired;
static void fire(void *context) { (void)context, fired++; }
static void a_cancellable_cancelled_twice(void) {
  int destroyed = 0;
  streams_cancellable_t *token = streams_cancellable_new(fire, &destroyed, count_destroy);
  fired = 0;
  expect("streams_cancellable_cancel", streams_cancellable_cancel(token), STREAMS_OK, NULL);
  expect("streams_cancellable_cancel", streams_cancellable_cancel(token), STREAMS_OK, NULL);
  expect("streams_cancellable_release", streams_cancellable_release(token), STREAMS_OK, NULL);
  expect("streams_cancellable_release", streams_cancellable_release(token), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  expect("streams_cancellable_detach", streams_cancellable_detach(token), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  assert_int_equal(fired, 1);
  assert_int_equal(destroyed, 1);
}

/* What a bag refuses is cancelled; what it has taken is the bag's. */
static void a_bag_that_is_gone(void) {
  int destroyed = 0;
  streams_bag_t *bag = streams_bag_new();
  streams_cancellable_t *first = streams_cancellable_new(fire, &destroyed, count_destroy), *second;
  fired = 0;
  expect("streams_bag_add", streams_bag_add(bag, first), STREAMS_OK, NULL);
  expect("streams_bag_add", streams_bag_add(bag, first), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  expect("streams_cancellable_cancel", streams_cancellable_cancel(first), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  expect("streams_bag_cancel", streams_bag_cancel(bag), STREAMS_OK, NULL);
  expect("streams_bag_cancel", streams_bag_cancel(bag), STREAMS_OK, NULL);
  expect("streams_bag_release", streams_bag_release(bag), STREAMS_OK, NULL);
  second = streams_cancellable_new(fire, &destroyed, count_destroy);
  expect("streams_bag_add", streams_bag_add(bag, second), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  assert_int_equal(fired, 2);
  assert_int_equal(destroyed, 2);
}

/* ---- publishers given twice */

static void a_publisher_given_twice(void) {
  streams_publisher_t *p = streams_range(1, 2);
  streams_subject_t *subject = streams_passthrough_new();
  assert_null(streams_append(p, p));
  expect("streams_append", streams_last_error()->code, STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  p = streams_range(1, 2);
  assert_null(streams_prepend(p, p));
  expect("streams_prepend", streams_last_error()->code, STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  p = streams_range(1, 2);
  assert_int_equal(streams_subscribe(p, NULL, NULL, NULL), STREAMS_EINVAL);
  expect("streams_subscribe", STREAMS_EINVAL, STREAMS_EINVAL, words(STREAMS_EINVAL));
  assert_null(streams_subject_feed(subject, p));
  expect("streams_subject_feed", streams_last_error()->code, STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  give_up(subject, SUBJECT);
}

/* In a thread where nothing has failed before, a NULL is a wrong call by itself. */
static void *give_null(void *context) {
  int *destroyed_in_it = context;
  assert_null(streams_map(NULL, twice, destroyed_in_it, count_destroy));
  expect("streams_map", streams_last_error()->code, STREAMS_EINVAL, words(STREAMS_EINVAL));
  assert_null(streams_count(NULL)); /* p = f(p, ...): the first failure is told once */
  expect("streams_count", streams_last_error()->code, STREAMS_EINVAL, NULL);
  expect("streams_subscribe", streams_subscribe(NULL, NULL, NULL, NULL), STREAMS_EINVAL, NULL);
  return NULL;
}
static void a_null_with_no_failure_before(void) {
  pthread_t thread;
  int destroyed_in_it = 0;
  assert_int_equal(pthread_create(&thread, NULL, give_null, &destroyed_in_it), 0);
  pthread_join(thread, NULL);
  assert_int_equal(destroyed_in_it, 1);
}

/* ---- subjects */

static void a_subject_that_is_over(void) {
  record_t record = { .asked = 0 };
  const streams_value_t two[] = { { 1, STREAMS_KIND_INT }, { 2, STREAMS_KIND_INT } };
  streams_subject_t *subject = streams_current_value_new(streams_int(7));
  streams_cancellable_t *token = sink_record(streams_subject_publisher(subject), &record);
  expect("streams_subject_complete", streams_subject_complete(subject, STREAMS_EUSER(1), NULL), STREAMS_OK, NULL);
  expect("streams_subject_send", streams_subject_send(subject, streams_int(8)), STREAMS_EDONE, NULL);
  expect("streams_subject_send", streams_subject_send(subject, streams_null()), STREAMS_EDONE, NULL);
  expect("streams_subject_send_n", streams_subject_send_n(subject, two, 2), STREAMS_EDONE, NULL);
  expect("streams_subject_complete", streams_subject_complete(subject, 0, NULL), STREAMS_EDONE, NULL);
  assert_int_equal(streams_int_of(streams_subject_value(subject)), 7);
  assert_string_equal(record.text, "7 x-20001");
  assert_int_equal(record.destroyed, 1);
  give_up(token, CANCELLABLE);
  give_up(subject, SUBJECT);
}

static void the_value_of_a_passthrough_subject(void) {
  streams_subject_t *subject = streams_passthrough_new();
  assert_int_equal(streams_subject_set_name(subject, "sensor"), STREAMS_OK);
  expect("streams_subject_value", streams_status_of(streams_subject_value(subject)), STREAMS_ENOTSUP,
         named(STREAMS_ENOTSUP));
  give_up(subject, SUBJECT);
}

/* ---- sources of the program's own */

static streams_downstream_t *kept;
static int started_late(void *context, streams_downstream_t *downstream) {
  (void)context;
  kept = streams_downstream_dup(downstream);
  expect("streams_downstream_release", streams_downstream_release(downstream), STREAMS_EBORROWED,
         named(STREAMS_EBORROWED));
  return STREAMS_OK;
}
static void subscribe_late(record_t *record) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = started_late;
  assert_int_equal(subscribe_record(sensor(streams_create(&source, NULL, NULL)), record), STREAMS_OK);
}
static int start(int *destroyed) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  return streams_downstream_start(kept, &producer, destroyed, count_destroy);
}
static void send_in_vain(int status, bool is_reported) {
  streams_demand_t more = 5;
  expect("streams_downstream_send", streams_downstream_send(kept, streams_int(9), &more), status,
         is_reported ? named(status) : NULL);
  assert_int_equal(more, 0);
}

static void end_late(record_t *record, const char *text) {
  if (kept != NULL) give_up(kept, DOWNSTREAM);
  assert_string_equal(record->text, text);
  assert_int_equal(record->destroyed, 1);
  release_record(record);
}

static void send_at_the_wrong_moment(void) {
  record_t record = { .first = 1 };
  int destroyed = 0;
  subscribe_late(&record);
  send_in_vain(STREAMS_ESTATE, true);
  expect("streams_downstream_start", start(&destroyed), STREAMS_OK, NULL);
  expect("streams_downstream_send", streams_downstream_send(kept, streams_int(9), NULL), STREAMS_OK, NULL);
  send_in_vain(STREAMS_EDEMAND, true);
  expect("streams_downstream_start", start(&destroyed), STREAMS_ESTATE, named(STREAMS_ESTATE));
  assert_int_equal(destroyed, 1);
  send_in_vain(STREAMS_EDEMAND, true);
  expect("streams_downstream_complete", streams_downstream_complete(kept, 0, NULL), STREAMS_OK, NULL);
  expect("streams_downstream_complete", streams_downstream_complete(kept, STREAMS_EUSER(1), "no"), STREAMS_EDONE, NULL);
  send_in_vain(STREAMS_EDONE, false);
  expect("streams_downstream_start", start(&destroyed), STREAMS_EDONE, NULL);
  assert_int_equal(destroyed, 3); /* the second, the first, the third */
  end_late(&record, "9 |");
}

static void send_after_cancel(void) {
  record_t record = { .first = 1 };
  streams_demand_t left = -1;
  int destroyed = 0;
  subscribe_late(&record);
  expect("streams_downstream_start", start(&destroyed), STREAMS_OK, NULL);
  expect("streams_downstream_demand", streams_downstream_demand(kept, &left), STREAMS_OK, NULL);
  assert_int_equal(left, 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(destroyed, 1);
  send_in_vain(STREAMS_ECANCELED, false);
  expect("streams_downstream_complete", streams_downstream_complete(kept, 0, NULL), STREAMS_ECANCELED, NULL);
  expect("streams_downstream_demand", streams_downstream_demand(kept, &left), STREAMS_OK, NULL);
  assert_int_equal(left, 0);
  expect("streams_downstream_start", start(&destroyed), STREAMS_ESTATE, named(STREAMS_ESTATE));
  assert_int_equal(destroyed, 2);
  end_late(&record, "");
}

static void completed_without_a_start(void) {
  record_t record = { .first = 1 };
  int destroyed = 0;
  subscribe_late(&record);
  expect("streams_downstream_complete", streams_downstream_complete(kept, STREAMS_EUSER(2), NULL), STREAMS_OK, NULL);
  expect("streams_downstream_start", start(&destroyed), STREAMS_EDONE, NULL);
  assert_int_equal(destroyed, 1);
  send_in_vain(STREAMS_EDONE, false);
  end_late(&record, "x-20002");
}

static void let_go_of_without_an_end(void) {
  record_t record = { .first = 1 };
  streams_downstream_t *old;
  subscribe_late(&record);
  old = kept;
  expect("streams_downstream_release", streams_downstream_release(kept), STREAMS_OK, NULL);
  expect("streams_downstream_release", streams_downstream_release(old), STREAMS_EHANDLE, words(STREAMS_EHANDLE));
  expect("streams_downstream_send", streams_downstream_send(old, streams_int(1), NULL), STREAMS_EHANDLE,
         words(STREAMS_EHANDLE));
  kept = NULL;
  end_late(&record, "x-10007");
}

const moment_t moments_of_streams[] = {
  { "request after cancel", request_after_cancel },
  { "request after completion", request_after_completion },
  { "a subscription that was only lent", a_lent_subscription },
  { "a cancellable cancelled twice", a_cancellable_cancelled_twice },
  { "a bag that is gone", a_bag_that_is_gone },
  { "a publisher given twice", a_publisher_given_twice },
  { "a NULL with no failure before", a_null_with_no_failure_before },
  { "a subject that is over", a_subject_that_is_over },
  { "the value of a passthrough subject", the_value_of_a_passthrough_subject },
  { "send before start, without demand, after completion; second start", send_at_the_wrong_moment },
  { "send after cancel", send_after_cancel },
  { "completed without a start", completed_without_a_start },
  { "let go of without an end", let_go_of_without_an_end },
  { NULL, NULL },
};
