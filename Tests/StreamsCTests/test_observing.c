/* Looking on: handle_events. And map_error. */
#include "support.h"

typedef struct observed {
  char text[600];
  int destroyed;
  streams_subscription_t **cancels; /* in on_value */
} observed_t;

static void add_word(void *context, const char *word) {
  observed_t *seen = context;
  assert_int_equal(seen->destroyed, 0);
  if (seen->text[0] != 0) strcat(seen->text, " ");
  strcat(seen->text, word);
}
static void on_subscription(void *context) { add_word(context, "subscription"); }
static void on_value(void *context, streams_value_t value) {
  char word[100];
  assert_false(streams_is_yours(value));
  streams_value_describe(value, word, sizeof word);
  add_word(context, word);
  if (((observed_t *)context)->cancels != NULL) streams_subscription_cancel(*((observed_t *)context)->cancels);
}
static void on_completion(void *context, const streams_error_t *error) {
  add_word(context, error == NULL ? "|" : error->message);
}
static void on_request(void *context, streams_demand_t demand) {
  char word[40];
  snprintf(word, sizeof word, demand == STREAMS_UNLIMITED ? "?*" : "?%d", (int)demand);
  add_word(context, word);
}
static void on_cancel(void *context) { add_word(context, "x"); }
static void on_destroy(void *context) { ((observed_t *)context)->destroyed++; }

static streams_observer_t everything(void) {
  streams_observer_t observer = STREAMS_OBSERVER_INIT;
  observer.on_subscription = on_subscription;
  observer.on_value = on_value;
  observer.on_completion = on_completion;
  observer.on_request = on_request;
  observer.on_cancel = on_cancel;
  return observer;
}

static streams_publisher_t *observe(streams_publisher_t *p, observed_t *seen) {
  streams_observer_t observer = everything();
  p = streams_handle_events(p, &observer, seen, on_destroy);
  memset(&observer, 0xff, sizeof observer); /* it was copied */
  return p;
}

static void it_hears_of_everything_in_order(void **state) {
  static const streams_demand_t answers[] = { 0, 2 };
  observed_t seen = { 0 };
  record_t record = { .first = 2, .answers = answers, .answer_count = 2 };
  (void)state;
  assert_int_equal(subscribe_record(observe(streams_range(1, 3), &seen), &record), STREAMS_OK);
  assert_string_equal(seen.text, "subscription ?2 1 2 ?2 3 |");
  assert_string_equal(record.text, "1 2 3 |");
  release_record(&record);
  assert_int_equal(seen.destroyed, 1);
}

static void it_hears_of_failure_and_of_cancel(void **state) {
  observed_t failed = { 0 }, cancelled = { 0 };
  record_t record = { 0 }, other = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(observe(streams_fail(-5, "in words"), &failed), &record), STREAMS_OK);
  assert_string_equal(failed.text, "subscription in words");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_string_equal(failed.text, "subscription in words");
  assert_int_equal(subscribe_record(observe(streams_never(), &cancelled), &other), STREAMS_OK);
  assert_int_equal(streams_subscription_cancel(other.subscription), STREAMS_OK);
  assert_int_equal(streams_subscription_cancel(other.subscription), STREAMS_OK);
  assert_string_equal(cancelled.text, "subscription ?* x");
  release_record(&record);
  release_record(&other);
  assert_int_equal(failed.destroyed + cancelled.destroyed, 2);
}

static void it_may_cancel(void **state) {
  observed_t seen = { 0 };
  probe_t probe = { 0 };
  record_t record = { .first = 2 };
  (void)state;
  assert_int_equal(subscribe_record(observe(probe_publisher(&probe), &seen), &record), STREAMS_OK);
  seen.cancels = &record.subscription;
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_string_equal(seen.text, "subscription ?2 1 x");
  assert_string_equal(probe.text, "2 x");
  release_record(&record);
  probe_release(&probe);
  assert_int_equal(seen.destroyed, 1);
}

static void every_function_may_be_missing(void **state) {
  streams_observer_t nothing = STREAMS_OBSERVER_INIT;
  int destroyed = 0;
  (void)state;
  assert_all(streams_handle_events(streams_range(1, 2), &nothing, &destroyed, count_destroy), "1 2 |");
  assert_stream(streams_handle_events(streams_fail(-5, NULL), &nothing, &destroyed, count_destroy), 1, "x-5");
  assert_stream(streams_handle_events(streams_never(), &nothing, &destroyed, count_destroy), 1, "");
  assert_int_equal(destroyed, 3);
}

static void a_wrong_observer_is_refused(void **state) {
  streams_observer_t observer = everything();
  observed_t seen = { 0 };
  (void)state;
  assert_null(streams_handle_events(streams_range(1, 2), NULL, &seen, on_destroy));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_null(streams_handle_events(NULL, &observer, &seen, on_destroy));
  observer.size = 3;
  assert_null(streams_handle_events(streams_range(1, 2), &observer, &seen, on_destroy));
  assert_int_equal(streams_last_error()->code, STREAMS_EVERSION);
  observer.size = SIZE_MAX;
  assert_null(streams_handle_events(streams_range(1, 2), &observer, &seen, on_destroy));
  assert_int_equal(seen.destroyed, 4);
  assert_string_equal(seen.text, "");
}

static int next_code(void *context, const streams_error_t *error) {
  assert_string_equal(error->message, "first");
  if (*(int *)context != 0) return *(int *)context;
  streams_set_error_message("second");
  return error->code - 1;
}

static void map_error_makes_another_failure(void **state) {
  int code = 0, destroyed = 0;
  record_t record = { 0 };
  (void)state;
  assert_int_equal(
    subscribe_record(streams_map_error(streams_fail(-5, "first"), next_code, &code, NULL), &record), STREAMS_OK);
  assert_string_equal(record.text, "x-6");
  assert_string_equal(record.message, "second");
  release_record(&record);
  code = 3; /* no failure */
  assert_stream(streams_map_error(streams_fail(-5, "first"), next_code, &code, NULL), 0, "x-10001");
  assert_all(streams_map_error(streams_range(1, 2), next_code, &code, NULL), "1 2 |");
  assert_null(streams_map_error(streams_range(1, 2), NULL, &destroyed, count_destroy));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_null(streams_map_error(NULL, next_code, &destroyed, count_destroy));
  assert_stream(streams_map_error(streams_never(), next_code, &destroyed, count_destroy), 1, "");
  assert_int_equal(destroyed, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(it_hears_of_everything_in_order),
    TEST(it_hears_of_failure_and_of_cancel),
    TEST(it_may_cancel),
    TEST(every_function_may_be_missing),
    TEST(a_wrong_observer_is_refused),
    TEST(map_error_makes_another_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
