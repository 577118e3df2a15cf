/* Callbacks that return nonsense, and a misuse handler that calls the library. */
#include "misuse.h"

static int destroyed;

/* Runs a stream named "sensor" to its end; `text` is what its subscriber hears. */
static void run_to_end(streams_publisher_t *publisher, const char *text) {
  record_t record = { .asked = 0 };
  assert_non_null(publisher);
  assert_int_equal(streams_publisher_set_name(publisher, "sensor"), STREAMS_OK);
  give_up(sink_record(publisher, &record), CANCELLABLE);
  assert_string_equal(record.text, text);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(destroyed, 1);
  destroyed = 0;
}

/* ---- demand */
static streams_demand_t minus_five(void *context, streams_value_t value) { return (void)context, (void)value, -5; }
static streams_demand_t least(void *context, streams_value_t value) { return (void)context, (void)value, INT64_MIN; }

static void a_demand_below_stop(void) {
  const streams_value_fn wrong[] = { minus_five, least };
  const char *texts[] = { "\"sensor\": a subscriber returned -5",
                          "\"sensor\": a subscriber returned -9223372036854775808" };
  for (int i = 0; i < 2; i++) {
    streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
    streams_publisher_t *p = streams_range(1, 5);
    assert_int_equal(streams_publisher_set_name(p, "sensor"), STREAMS_OK);
    give_up(streams_sink(streams_publisher_dup(p), wrong[i], NULL, &destroyed, count_destroy), CANCELLABLE);
    expect("streams_sink", STREAMS_EINVAL, STREAMS_EINVAL, texts[i]);
    subscriber.on_value = wrong[i];
    assert_int_equal(streams_subscribe(p, &subscriber, &destroyed, count_destroy), STREAMS_OK);
    expect("streams_subscribe", STREAMS_EINVAL, STREAMS_EINVAL, texts[i]);
    assert_int_equal(destroyed, 2);
    destroyed = 0;
  }
}

static streams_demand_t minus_seven(void *context, const streams_value_t *values, size_t count) {
  return (void)context, (void)values, (void)count, -7;
}
static void a_demand_below_stop_for_a_batch(void) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  streams_publisher_t *p = streams_range(1, 5);
  assert_int_equal(streams_publisher_set_name(p, "sensor"), STREAMS_OK);
  subscriber.on_values = minus_seven;
  assert_int_equal(streams_subscribe(p, &subscriber, &destroyed, count_destroy), STREAMS_OK);
  expect("streams_subscribe", STREAMS_EINVAL, STREAMS_EINVAL, "\"sensor\": a subscriber returned -7");
  assert_int_equal(destroyed, 1);
  destroyed = 0;
}

/* ---- values */
static streams_value_t fail_with_five(void *context, streams_value_t value) {
  return (void)context, (void)value, streams_failure(5);
}
static streams_value_t skip_in_a_fold(void *context, streams_value_t sum, streams_value_t value) {
  return (void)context, (void)sum, (void)value, streams_skip();
}
static streams_value_t next_failure(void *context) { return (void)context, streams_failure(0); }
static int least_answer(void *context, streams_value_t value) { return (void)context, (void)value, INT_MIN; }
static int least_equal(void *context, streams_value_t a, streams_value_t b) {
  return (void)context, (void)a, (void)b, INT_MIN;
}

static void values_that_are_none(void) {
  run_to_end(streams_map(streams_range(1, 3), fail_with_five, &destroyed, count_destroy), "x-10001");
  run_to_end(streams_scan(streams_range(1, 3), streams_int(0), skip_in_a_fold, &destroyed, count_destroy), "x-10001");
  run_to_end(streams_reduce(streams_range(1, 3), streams_int(0), skip_in_a_fold, &destroyed, count_destroy), "x-10001");
  run_to_end(streams_generate(next_failure, &destroyed, count_destroy), "x-10001");
  run_to_end(streams_filter(streams_range(1, 3), least_answer, &destroyed, count_destroy), "x-2147483648");
  run_to_end(streams_remove_duplicates(streams_range(1, 3), least_equal, &destroyed, count_destroy), "1 x-2147483648");
  expect("streams_map", STREAMS_OK, STREAMS_OK, NULL); /* the stream says it; no call was wrong */
}

static int64_t filled;
static int64_t fill(void *context, streams_value_t *out, size_t room) {
  (void)context;
  for (size_t i = 0; i < room; i++) out[i] = streams_int(1);
  return filled;
}
static int positive_error(void *context, const streams_error_t *error) { return (void)context, (void)error, 5; }
static int refuse_order(void *context, streams_value_t a, streams_value_t b, int *order) {
  return (void)context, (void)a, (void)b, *order = 0, INT_MIN;
}

static void batches_that_are_too_long(void) {
  const int64_t results[] = { INT64_MAX, 1 << 20 };
  char text[sizeof report.text];
  for (int i = 0; i < 2; i++) {
    filled = results[i];
    give_up(streams_sink(streams_generate_n(fill, &destroyed, count_destroy), NULL, NULL, NULL, NULL), CANCELLABLE);
    assert_int_equal(destroyed, 1);
    assert_int_equal(report.count, 1);
    assert_non_null(strstr(report.text, "values were filled in where"));
    snprintf(text, sizeof text, "%s", report.text);
    expect("streams_generate_n", STREAMS_EINVAL, STREAMS_EINVAL, text);
    destroyed = 0;
  }
  filled = INT64_MIN; /* a failure, of a code that there is not */
  run_to_end(streams_generate_n(fill, &destroyed, count_destroy), "x-2147483648");
  run_to_end(streams_map_error(streams_fail(-5, NULL), positive_error, &destroyed, count_destroy), "x-10001");
  run_to_end(streams_min(streams_range(1, 3), refuse_order, &destroyed, count_destroy), "x-2147483648");
  expect("streams_generate_n", STREAMS_OK, STREAMS_OK, NULL);
}

/* ---- publishers */
static streams_publisher_t *made; /* what the makers return */
static streams_publisher_t *make(void *context) { return (void)context, made; }
static streams_publisher_t *make_of(void *context, streams_value_t value) { return (void)value, make(context); }
static streams_publisher_t *make_after(void *context, const streams_error_t *error) {
  return (void)error, make(context);
}

static void no_publisher(const char *text, bool is_reported) {
  const char *words_of_it = is_reported ? words(STREAMS_EHANDLE) : NULL;
  int status = is_reported ? STREAMS_EHANDLE : STREAMS_OK;
  run_to_end(streams_flat_map(streams_range(1, 1), 1, make_of, &destroyed, count_destroy), text);
  expect("streams_flat_map", status, status, words_of_it);
  run_to_end(streams_flat_map_latest(streams_range(1, 1), make_of, &destroyed, count_destroy), text);
  expect("streams_flat_map_latest", status, status, words_of_it);
  run_to_end(streams_deferred(make, &destroyed, count_destroy), text);
  expect("streams_deferred", status, status, words_of_it);
  run_to_end(streams_catch(streams_fail(-5, NULL), make_after, &destroyed, count_destroy), text);
  expect("streams_catch", status, status, words_of_it);
}

static void publishers_that_are_none(void) {
  streams_bag_t *bag = streams_bag_new();
  static int variable;
  made = (streams_publisher_t *)(void *)bag;
  no_publisher("x-10002", true);
  made = (streams_publisher_t *)(void *)&variable;
  no_publisher("x-10002", true);
  made = streams_range(1, 1);
  give_up(made, PUBLISHER);
  no_publisher("x-10002", true);
  made = NULL; /* with the failure of before */
  no_publisher("x-10002", false);
  give_up(bag, BAG);
}

/* ---- sources */
static int answer;
static int subscribe(void *context, streams_downstream_t *downstream) {
  return (void)context, (void)downstream, answer;
}
static void a_source_that_does_not_start(void) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  assert_null(streams_create(&source, &destroyed, count_destroy)); /* without a function */
  expect("streams_create", streams_last_error()->code, STREAMS_EINVAL, words(STREAMS_EINVAL));
  assert_int_equal(destroyed, 1);
  destroyed = 0;
  source.subscribe = subscribe;
  answer = INT_MIN;
  run_to_end(streams_create(&source, &destroyed, count_destroy), "x-2147483648");
  answer = 5; /* no failure; but nobody holds the subscriber any more */
  run_to_end(streams_create(&source, &destroyed, count_destroy), "x-10007");
  expect("streams_create", STREAMS_OK, STREAMS_OK, NULL);
}

/* ---- a handler that calls the library */
static int calls;
static void call_back(void *context, int status, const char *function, const char *text) {
  (void)context, (void)status, (void)function, (void)text;
  calls++;
  assert_int_equal(streams_bag_cancel(NULL), STREAMS_EINVAL);
  assert_null(streams_just(streams_end()));
  assert_int_equal(streams_publisher_release(streams_just(streams_int(1))), STREAMS_OK);
}
static void a_handler_that_calls_the_library(void) {
  calls = 0;
  streams_set_misuse_handler(call_back, NULL);
  assert_int_equal(streams_bag_cancel(NULL), STREAMS_EINVAL);
  assert_int_equal(calls, 1);
  assert_int_equal(streams_bag_cancel(NULL), STREAMS_EINVAL);
  assert_int_equal(calls, 2);
  listen_to_misuse();
  expect("streams_bag_cancel", streams_bag_cancel(NULL), STREAMS_EINVAL, words(STREAMS_EINVAL));
}

const moment_t moments_of_callbacks[] = {
  { "a demand below STREAMS_STOP", a_demand_below_stop },
  { "a demand below STREAMS_STOP for a batch", a_demand_below_stop_for_a_batch },
  { "values that are none", values_that_are_none },
  { "batches that are too long", batches_that_are_too_long },
  { "publishers that are none", publishers_that_are_none },
  { "a source that does not start", a_source_that_does_not_start },
  { "a handler that calls the library", a_handler_that_calls_the_library },
  { NULL, NULL },
};
