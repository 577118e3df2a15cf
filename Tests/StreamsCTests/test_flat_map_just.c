/* flat_map of streams_just(): the one value is taken without a subscription, and is as good as any other. */
#include "support.h"

/* A text that is gone when this returns: streams_just() has copied it. */
static streams_publisher_t *text_of(void *context, streams_value_t value) {
  char text[40];
  (void)context;
  snprintf(text, sizeof text, "number %d, long enough to be kept apart", (int)streams_int_of(value));
  streams_publisher_t *just = streams_just(streams_string(text));
  memset(text, '#', sizeof text);
  return just;
}

static void its_text_is_good_while_it_is_delivered(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_flat_map(streams_range(1, 2), 1, text_of, NULL, NULL), &record), STREAMS_OK);
  assert_string_equal(record.text,
                      "number 1, long enough to be kept apart number 2, long enough to be kept apart |");
  release_record(&record);
}

static void its_text_waits_for_demand(void **state) {
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(
    subscribe_record(streams_flat_map(streams_range(1, 3), STREAMS_UNLIMITED, text_of, NULL, NULL), &record), STREAMS_OK);
  assert_string_equal(record.text, "number 1, long enough to be kept apart");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "number 1, long enough to be kept apart number 2, long enough to be kept apart");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
}

static int destroyed;
static streams_publisher_t *object_of(void *context, streams_value_t value) {
  streams_value_t object = streams_value_object(context, count_destroy);
  (void)value;
  streams_publisher_t *just = streams_just(object);
  streams_value_clear(&object);
  return just;
}
static streams_demand_t alive(void *context, streams_value_t value) {
  int *seen = context;
  assert_ptr_equal(streams_object_of(value), &destroyed);
  assert_int_equal(destroyed, (*seen)++);
  return 0;
}

static void its_object_lives_just_as_long(void **state) {
  int seen = 0;
  (void)state;
  destroyed = 0;
  streams_publisher_t *objects = streams_flat_map(streams_range(0, 3), 1, object_of, &destroyed, NULL);
  streams_cancellable_t *token = streams_sink(objects, alive, NULL, &seen, NULL);
  assert_int_equal(seen, 3);
  assert_int_equal(destroyed, 3);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
}

/* One handle to one recipe, used again and again. */
static streams_publisher_t *again(void *context, streams_value_t value) {
  (void)value;
  return streams_publisher_dup(context);
}

static void it_may_be_the_same_each_time(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  streams_publisher_t *just = streams_just(streams_string("the same"));
  (void)state;
  assert_int_equal(subscribe_record(streams_flat_map(streams_range(0, 2), 1, again, just, NULL), &record), STREAMS_OK);
  assert_int_equal(streams_publisher_release(just), STREAMS_OK);
  assert_string_equal(record.text, "the same the same |");
  release_record(&record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(its_text_is_good_while_it_is_delivered),
    TEST(its_text_waits_for_demand),
    TEST(its_object_lives_just_as_long),
    TEST(it_may_be_the_same_each_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
