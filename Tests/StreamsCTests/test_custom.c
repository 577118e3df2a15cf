/* Publishers of one's own: the library enforces the contract. */
#include <pthread.h>

#include "support.h"

static void the_producer_hears_of_demand_and_cancel(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 3 };
  streams_demand_t left = -1;
  (void)state;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  assert_string_equal(probe.text, "3");
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(streams_downstream_demand(probe.downstream, &left), STREAMS_OK);
  assert_int_equal(left, 4);
  assert_int_equal(request_record(&record, STREAMS_UNLIMITED), STREAMS_OK);
  assert_int_equal(streams_downstream_demand(probe.downstream, &left), STREAMS_OK);
  assert_true(left == STREAMS_UNLIMITED);
  assert_int_equal(probe.destroyed, 0);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_string_equal(probe.text, "3 2 * x");
  assert_int_equal(probe.destroyed, 1);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

static void a_value_that_nobody_asked_for_is_refused(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_EDEMAND);
  assert_string_equal(record.text, "1");
  assert_int_equal(probe_send(&probe, streams_end()), STREAMS_EINVAL);
  assert_int_equal(probe_send(&probe, streams_failure(-5)), -5);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_EDONE);
  assert_int_equal(probe_send(&probe, streams_int(3)), STREAMS_EDONE);
  assert_string_equal(record.text, "1 |");
  assert_int_equal(probe.cancels, 0);
  assert_int_equal(probe.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

static void returned_demand_comes_with_the_send(void **state) {
  static const streams_demand_t answers[] = { 2, 0, STREAMS_UNLIMITED };
  probe_t probe = { 0 };
  record_t record = { .first = 1, .answers = answers, .answer_count = 3 };
  (void)state;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  for (int i = 1; i <= 3; i++) assert_int_equal(probe_send(&probe, streams_int(i)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, STREAMS_EUSER(1)), STREAMS_OK);
  assert_string_equal(probe.text, "1 ^2 ^*");
  assert_string_equal(record.text, "1 2 3 x-20001");
  release_record(&record);
  probe_release(&probe);
}

static void stop_returned_cancels_the_producer(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 5, .stop_after = 1 };
  (void)state;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_string_equal(probe.text, "5 x");
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_ECANCELED);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_ECANCELED);
  release_record(&record);
  probe_release(&probe);
}

/* ---- sending from within */

static probe_t *nested;
static char nested_results[100];
static void send_nested(record_t *record, streams_value_t value) {
  char text[20], word[20];
  streams_value_t sent;
  (void)record;
  if (streams_is_int(value)) return;
  if (streams_span_of(value).size > 3) return;
  snprintf(text, sizeof text, "%.*s!", (int)streams_span_of(value).size, (const char *)streams_span_of(value).data);
  sent = streams_string_ref(text, strlen(text));
  snprintf(word, sizeof word, "%d ", probe_send(nested, sent));
  strcat(nested_results, word);
  memset(text, '#', sizeof text); /* it was only lent */
}

static void what_is_sent_from_within_comes_after_the_value_under_way(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = STREAMS_UNLIMITED, .also = send_nested };
  (void)state;
  nested = &probe;
  nested_results[0] = 0;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_string("a")), STREAMS_OK);
  assert_string_equal(record.text, "a a! a!! a!!!");
  assert_string_equal(nested_results, "0 0 0 ");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  release_record(&record);
  probe_release(&probe);
}

static void complete_nested(record_t *record, streams_value_t value) {
  (void)record, (void)value;
  assert_int_equal(probe_complete(nested, 0), STREAMS_OK);
}

static void completing_from_within_comes_after_the_value(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 5, .also = complete_nested };
  (void)state;
  nested = &probe;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_string_equal(record.text, "1 |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

/* A source that sends all that is asked for as soon as it is asked. */
typedef struct {
  streams_downstream_t *downstream;
  int64_t next, last;
  int destroyed, depth, deepest;
} counter_t;

static void counter_request(void *context, streams_demand_t demand) {
  counter_t *counter = context;
  if (++counter->depth > counter->deepest) counter->deepest = counter->depth;
  while (demand > 0 && counter->next <= counter->last) {
    streams_demand_t more = 0;
    if (streams_downstream_send(counter->downstream, streams_int(counter->next), &more) != STREAMS_OK) break;
    counter->next++;
    if (demand != STREAMS_UNLIMITED) demand += (more == STREAMS_UNLIMITED ? 1000000 : more) - 1;
  }
  if (counter->next > counter->last) streams_downstream_complete(counter->downstream, 0, NULL);
  counter->depth--;
}
static void counter_destroy(void *context) {
  counter_t *counter = context;
  counter->destroyed++;
}
static int counter_subscribe(void *context, streams_downstream_t *downstream) {
  counter_t *counter = context;
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  producer.request = counter_request;
  counter->downstream = streams_downstream_dup(downstream);
  return streams_downstream_start(downstream, &producer, counter, counter_destroy);
}
static streams_publisher_t *counter_publisher(counter_t *counter) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = counter_subscribe;
  return streams_create(&source, counter, NULL);
}

static void ask_for_one(record_t *record, streams_value_t value) {
  (void)value;
  request_record(record, 1);
}

static void a_request_from_within_does_not_recurse(void **state) {
  counter_t counter = { .next = 1, .last = 100000 };
  record_t record = { .first = 1, .also = ask_for_one };
  (void)state;
  assert_int_equal(subscribe_record(counter_publisher(&counter), &record), STREAMS_OK);
  assert_int_equal(record.values, 100000);
  assert_int_equal(record.completions, 1);
  assert_int_equal(counter.destroyed, 1);
  assert_int_equal(counter.deepest, 1);
  release_record(&record);
  assert_int_equal(streams_downstream_release(counter.downstream), STREAMS_OK);
}

/* ---- starting and letting go */

static int refuse(void *context, streams_downstream_t *downstream) {
  (void)context, (void)downstream;
  streams_set_error_message("not today");
  return STREAMS_EUSER(8);
}
static int forget(void *context, streams_downstream_t *downstream) {
  (void)context, (void)downstream;
  return STREAMS_OK;
}
static streams_downstream_t *kept;
static int keep(void *context, streams_downstream_t *downstream) {
  (void)context;
  assert_int_equal(streams_downstream_release(downstream), STREAMS_EBORROWED);
  kept = streams_downstream_dup(downstream);
  return STREAMS_OK;
}
static streams_publisher_t *create(int (*subscribe)(void *, streams_downstream_t *), void *context,
                                   streams_destroy_fn destroy) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = subscribe;
  return streams_create(&source, context, destroy);
}

static void a_source_may_refuse_a_subscriber(void **state) {
  record_t record = { .first = 1 };
  int destroyed = 0;
  (void)state;
  assert_int_equal(subscribe_record(create(refuse, &destroyed, count_destroy), &record), STREAMS_OK);
  assert_string_equal(record.text, "x-20008");
  assert_string_equal(record.message, "not today");
  assert_int_equal(destroyed, 1);
  release_record(&record);
}

static void a_source_that_forgets_its_subscriber_fails_it(void **state) {
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(create(forget, NULL, NULL), &record), STREAMS_OK);
  assert_int_equal(record.code, STREAMS_ECANCELED);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

static void the_last_handle_fails_the_subscriber(void **state) {
  record_t record = { .first = 1 };
  probe_t probe = { 0 };
  (void)state;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  probe_release(&probe);
  assert_int_equal(record.code, STREAMS_ECANCELED);
  assert_int_equal(probe.destroyed, 1);
  release_record(&record);
}

static void starting_may_come_later_but_only_once(void **state) {
  record_t record = { .first = 2 };
  probe_t probe = { 0 };
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  int destroyed = 0;
  (void)state;
  kept = NULL;
  assert_int_equal(subscribe_record(create(keep, NULL, NULL), &record), STREAMS_OK);
  assert_int_equal(record.subscriptions, 0);
  assert_int_equal(streams_downstream_send(kept, streams_int(1), NULL), STREAMS_ESTATE);
  assert_int_equal(streams_downstream_start(kept, NULL, &destroyed, count_destroy), STREAMS_EINVAL);
  producer.size = 1;
  assert_int_equal(streams_downstream_start(kept, &producer, &destroyed, count_destroy), STREAMS_EVERSION);
  producer.size = sizeof producer;
  assert_int_equal(destroyed, 2);
  assert_int_equal(streams_downstream_start(kept, &producer, &probe, NULL), STREAMS_OK);
  assert_int_equal(record.subscriptions, 1);
  assert_int_equal(streams_downstream_start(kept, &producer, &destroyed, count_destroy), STREAMS_ESTATE);
  assert_int_equal(destroyed, 3);
  assert_int_equal(streams_downstream_send(kept, streams_int(1), NULL), STREAMS_OK);
  assert_int_equal(streams_downstream_complete(kept, 1, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_downstream_complete(kept, -7, "seven"), STREAMS_OK);
  assert_string_equal(record.text, "1 x-7");
  assert_string_equal(record.message, "seven");
  release_record(&record);
  assert_int_equal(streams_downstream_release(kept), STREAMS_OK);
}

static void completing_without_a_start_sends_the_subscription_too(void **state) {
  record_t record = { 0 };
  (void)state;
  assert_int_equal(subscribe_record(create(keep, NULL, NULL), &record), STREAMS_OK);
  assert_int_equal(streams_downstream_complete(kept, 0, NULL), STREAMS_OK);
  assert_int_equal(record.subscriptions, 1);
  assert_string_equal(record.text, "|");
  release_record(&record);
  assert_int_equal(streams_downstream_release(kept), STREAMS_OK);
}

/* ---- two threads */

enum { rounds = 20000 };
static void *send_many(void *context) {
  char text[] = "text";
  for (int i = 0; i < rounds; i++) probe_send(context, streams_string_ref(text, 4));
  return NULL;
}

static void values_of_two_threads_come_one_at_a_time(void **state) {
  static record_t record;
  probe_t probe = { 0 };
  pthread_t threads[2];
  streams_cancellable_t *token;
  (void)state;
  memset(&record, 0, sizeof record);
  token = sink_record(probe_publisher(&probe), &record);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, send_many, &probe), 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert_int_equal(record.values, 2 * rounds);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  probe_release(&probe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(the_producer_hears_of_demand_and_cancel),
    TEST(a_value_that_nobody_asked_for_is_refused),
    TEST(returned_demand_comes_with_the_send),
    TEST(stop_returned_cancels_the_producer),
    TEST(what_is_sent_from_within_comes_after_the_value_under_way),
    TEST(completing_from_within_comes_after_the_value),
    TEST(a_request_from_within_does_not_recurse),
    TEST(a_source_may_refuse_a_subscriber),
    TEST(a_source_that_forgets_its_subscriber_fails_it),
    TEST(the_last_handle_fails_the_subscriber),
    TEST(starting_may_come_later_but_only_once),
    TEST(completing_without_a_start_sends_the_subscription_too),
    TEST(values_of_two_threads_come_one_at_a_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
