#include "support.h"

/* ---- the contract as its first teachers tell it */

static void one_and_one_more_per_value_gives_all_and_the_end(void **state) {
  record_t record = { .first = 1, .more = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_range(1, 5), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 2 3 4 5 |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

static void returning_none_after_the_first_gives_one_value_and_then_silence(void **state) {
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_range(1, 5), &record), STREAMS_OK);
  assert_string_equal(record.text, "1");
  assert_int_equal(record.completions, 0);
  assert_int_equal(streams_debug_live_streams(), 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(record.completions, 0);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

static void a_sink_asks_for_everything(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(probe_publisher(&probe), &record);
  assert_string_equal(probe.text, "*");
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_string_equal(probe.text, "* x");
  probe_release(&probe);
  assert_int_equal(probe.destroyed, 1);
}

static void a_released_cancellable_stops_the_pipeline_at_once(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(streams_map(probe_publisher(&probe), twice, NULL, NULL), &record);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_ECANCELED);
  assert_string_equal(record.text, "2");
  assert_int_equal(record.destroyed, 1);
  probe_release(&probe);
}

static void a_kept_cancellable_does_not_stop_it(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(streams_map(probe_publisher(&probe), twice, NULL, NULL), &record);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "2 4 |");
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(probe.cancels, 0);
  probe_release(&probe);
}

static void a_detached_cancellable_lets_the_stream_run(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(probe_publisher(&probe), &record);
  assert_int_equal(streams_cancellable_detach(token), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(7)), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, STREAMS_EUSER(3)), STREAMS_OK);
  assert_string_equal(record.text, "7 x-20003");
  assert_int_equal(record.destroyed, 1);
  probe_release(&probe);
}

static void cancel_reaches_every_operator_above_and_the_source(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 2 };
  int destroyed = 0;
  streams_publisher_t *p;
  (void)state;
  p = streams_map(probe_publisher(&probe), twice, &destroyed, count_destroy);
  p = streams_filter(p, is_even, &destroyed, count_destroy);
  p = streams_compact_map(p, same, &destroyed, count_destroy);
  assert_int_equal(subscribe_record(p, &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(destroyed, 0);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_string_equal(probe.text, "2 x");
  assert_int_equal(destroyed, 3);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(streams_subscription_request(record.subscription, 1), STREAMS_ECANCELED);
  release_record(&record);
  probe_release(&probe);
}

/* ---- the rest of the group */

static void without_on_subscription_everything_is_asked_for(void **state) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  record_t record = { .asked = -1 };
  (void)state;
  subscriber.on_value = record_value;
  subscriber.on_completion = record_completion;
  assert_int_equal(streams_subscribe(streams_range(0, 3), &subscriber, &record, record_destroy), STREAMS_OK);
  assert_string_equal(record.text, "0 1 2 |");
  assert_int_equal(record.destroyed, 1);
}

static void every_callback_may_be_left_out(void **state) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  int destroyed = 0;
  streams_cancellable_t *token;
  (void)state;
  assert_int_equal(streams_subscribe(streams_range(0, 3), &subscriber, &destroyed, count_destroy), STREAMS_OK);
  assert_int_equal(destroyed, 1);
  token = streams_sink(streams_range(0, 3), NULL, NULL, &destroyed, count_destroy);
  assert_non_null(token);
  assert_int_equal(destroyed, 2);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
}

static void stop_cancels_and_nothing_follows(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 10, .stop_after = 2 };
  (void)state;
  assert_int_equal(subscribe_record(probe_publisher(&probe), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(2)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(3)), STREAMS_ECANCELED);
  assert_string_equal(record.text, "1 2");
  assert_string_equal(probe.text, "10 x");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  probe_release(&probe);
}

static void stop_in_the_middle_of_a_synchronous_source(void **state) {
  record_t record = { .stop_after = 3 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(streams_range(1, 1000000), &record);
  assert_string_equal(record.text, "1 2 3");
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
}

static void returned_demand_adds_to_what_was_asked(void **state) {
  static const streams_demand_t answers[] = { 0, 2, 0, 0, 1 };
  record_t record = { .first = 2, .answers = answers, .answer_count = 5 };
  (void)state;
  assert_int_equal(subscribe_record(streams_range(1, 100), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 2 3 4");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "1 2 3 4 5 6");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
}

static void ask_again(record_t *record, streams_value_t value) {
  if (streams_int_of(value) < 100000) assert_int_equal(request_record(record, 1), STREAMS_OK);
}

static void a_request_within_on_value_is_not_recursive(void **state) {
  record_t record = { .first = 1, .also = ask_again };
  (void)state;
  assert_int_equal(subscribe_record(streams_range(1, 200000), &record), STREAMS_OK);
  assert_int_equal(record.values, 100000);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
}

static void requests_after_the_end_are_harmless(void **state) {
  record_t record = { .first = 5 };
  (void)state;
  assert_int_equal(subscribe_record(streams_range(1, 2), &record), STREAMS_OK);
  assert_int_equal(streams_subscription_request(record.subscription, 1), STREAMS_EDONE);
  assert_int_equal(streams_subscription_request(record.subscription, 0), STREAMS_EINVAL);
  assert_int_equal(streams_subscription_request(record.subscription, -5), STREAMS_EINVAL);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
}

static void a_cancellable_around_a_subscription_cancels_it(void **state) {
  record_t record = { .first = 1 };
  streams_cancellable_t *token;
  (void)state;
  assert_int_equal(subscribe_record(streams_never(), &record), STREAMS_OK);
  token = streams_cancellable_from_subscription(record.subscription);
  assert_non_null(token);
  release_record(&record);
  assert_int_equal(record.destroyed, 0);
  assert_int_equal(streams_cancellable_cancel(token), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_cancellable_cancel(token), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
}

static int order[8];
static int ordered;
static void remember(void *context) { order[ordered++] = *(int *)context; }

static void a_cancellable_of_ones_own_runs_once(void **state) {
  int counter[2] = { 0, 0 };
  streams_cancellable_t *token;
  (void)state;
  token = streams_cancellable_new(count_destroy, &counter[0], NULL);
  assert_int_equal(streams_cancellable_cancel(token), STREAMS_OK);
  assert_int_equal(streams_cancellable_cancel(token), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(counter[0], 1);
  token = streams_cancellable_new(count_destroy, &counter[0], count_destroy);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(counter[0], 3);
  token = streams_cancellable_new(count_destroy, &counter[1], NULL);
  assert_int_equal(streams_cancellable_detach(token), STREAMS_OK);
  assert_int_equal(counter[1], 0);
  assert_null(streams_cancellable_new(NULL, &counter[1], count_destroy));
  assert_int_equal(counter[1], 1);
}

static void a_bag_cancels_what_it_holds_in_order(void **state) {
  static int numbers[] = { 1, 2, 3, 4 };
  record_t record = { 0 };
  streams_bag_t *bag = streams_bag_new();
  (void)state;
  assert_non_null(bag);
  ordered = 0;
  for (int i = 0; i < 3; i++)
    assert_int_equal(streams_bag_add(bag, streams_cancellable_new(remember, &numbers[i], NULL)), STREAMS_OK);
  assert_int_equal(streams_bag_cancel(bag), STREAMS_OK);
  assert_int_equal(ordered, 3);
  assert_true(order[0] == 1 && order[1] == 2 && order[2] == 3);
  assert_int_equal(streams_bag_add(bag, sink_record(streams_never(), &record)), STREAMS_OK);
  assert_int_equal(streams_bag_release(bag), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_bag_add(bag, streams_cancellable_new(remember, &numbers[3], NULL)), STREAMS_EHANDLE);
  assert_int_equal(ordered, 4);
  assert_int_equal(streams_bag_add(NULL, NULL), STREAMS_EINVAL);
}

static void a_bag_reports_a_failed_sink(void **state) {
  streams_bag_t *bag = streams_bag_new();
  int destroyed = 0;
  (void)state;
  assert_int_equal(
    streams_bag_add(bag, streams_sink(streams_range(0, -1), NULL, NULL, &destroyed, count_destroy)), STREAMS_EINVAL);
  assert_int_equal(destroyed, 1);
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_int_equal(streams_bag_release(bag), STREAMS_OK);
}

static void a_publisher_can_be_used_twice_after_dup(void **state) {
  record_t one = { 0 }, two = { 0 };
  streams_publisher_t *p = streams_map(streams_range(1, 3), twice, NULL, NULL), *second = streams_publisher_dup(p);
  (void)state;
  assert_non_null(second);
  assert_ptr_not_equal(p, second);
  assert_int_equal(streams_cancellable_release(sink_record(p, &one)), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(sink_record(second, &two)), STREAMS_OK);
  assert_string_equal(one.text, "2 4 6 |");
  assert_string_equal(two.text, "2 4 6 |");
}

static void cancel_within_on_subscription_delivers_nothing(void **state);
static void cancel_at_once(void *context, streams_subscription_t *subscription) {
  (void)context;
  assert_int_equal(streams_subscription_cancel(subscription), STREAMS_OK);
  assert_int_equal(streams_subscription_request(subscription, 3), STREAMS_ECANCELED);
}
static void cancel_within_on_subscription_delivers_nothing(void **state) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  record_t record = { .asked = -1 };
  (void)state;
  subscriber.on_subscription = cancel_at_once;
  subscriber.on_value = record_value;
  subscriber.on_completion = record_completion;
  assert_int_equal(streams_subscribe(streams_range(0, 3), &subscriber, &record, record_destroy), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(record.destroyed, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(one_and_one_more_per_value_gives_all_and_the_end),
    TEST(returning_none_after_the_first_gives_one_value_and_then_silence),
    TEST(a_sink_asks_for_everything),
    TEST(a_released_cancellable_stops_the_pipeline_at_once),
    TEST(a_kept_cancellable_does_not_stop_it),
    TEST(a_detached_cancellable_lets_the_stream_run),
    TEST(cancel_reaches_every_operator_above_and_the_source),
    TEST(without_on_subscription_everything_is_asked_for),
    TEST(every_callback_may_be_left_out),
    TEST(stop_cancels_and_nothing_follows),
    TEST(stop_in_the_middle_of_a_synchronous_source),
    TEST(returned_demand_adds_to_what_was_asked),
    TEST(a_request_within_on_value_is_not_recursive),
    TEST(requests_after_the_end_are_harmless),
    TEST(a_cancellable_around_a_subscription_cancels_it),
    TEST(a_cancellable_of_ones_own_runs_once),
    TEST(a_bag_cancels_what_it_holds_in_order),
    TEST(a_bag_reports_a_failed_sink),
    TEST(a_publisher_can_be_used_twice_after_dup),
    TEST(cancel_within_on_subscription_delivers_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
