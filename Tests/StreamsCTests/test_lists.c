/* Operators that make lists of the values of several streams: zip and combine_latest. */
#include "several.h"

/* ---- zip */

static void zip_makes_lists_of_the_nth_values(void **state) {
  record_t record = { .first = 2 };
  (void)state;
  assert_int_equal(subscribe_record(streams_zip(sources(3), 3), &record), STREAMS_OK);
  for (int i = 0; i < 3; i++) assert_string_equal(probes[i].text, "2");
  send_text(0, "a");
  send_text(0, "b");
  send(1, streams_int(1));
  assert_string_equal(record.text, "");
  send_text(2, "x");
  assert_string_equal(record.text, "[a, 1, x]");
  send(1, streams_int(2));
  assert_int_equal(probe_complete(&probes[1], 0), STREAMS_OK);
  assert_int_equal(record.completions, 0);
  send_text(2, "y");
  assert_string_equal(record.text, "[a, 1, x] [b, 2, y] |");
  assert_int_equal(probes[0].cancels + probes[2].cancels, 2);
  finish(&record);
}

static void zip_of_one_makes_lists_of_one(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  streams_publisher_t *one = streams_range(1, 3);
  (void)state;
  assert_int_equal(subscribe_record(streams_zip(&one, 1), &record), STREAMS_OK);
  assert_string_equal(record.text, "[1] [2] [3] |");
  release_record(&record);
}

static void a_failure_of_one_ends_zip_at_once(void **state) {
  record_t record = { .first = 2 };
  (void)state;
  assert_int_equal(subscribe_record(streams_zip(sources(2), 2), &record), STREAMS_OK);
  send_text(0, "left behind");
  assert_int_equal(probe_complete(&probes[1], -5), STREAMS_OK);
  assert_string_equal(record.text, "x-5");
  assert_int_equal(probes[0].cancels, 1);
  finish(&record);
}

static void cancelling_zip_frees_what_waits(void **state) {
  record_t record = { .first = 5 };
  int destroyed = 0;
  streams_value_t object = streams_value_object(&destroyed, count_destroy);
  (void)state;
  assert_int_equal(subscribe_record(streams_zip(sources(2), 2), &record), STREAMS_OK);
  send(0, object);
  streams_value_clear(&object);
  assert_int_equal(destroyed, 0);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(destroyed, 1);
  finish(&record);
}

static streams_value_t kept_lists[2];
static int kept_count;
static streams_demand_t keep(void *context, streams_value_t value) {
  (void)context;
  kept_lists[kept_count++] = streams_value_copy(value);
  return 0;
}

static void a_list_of_zip_may_be_kept(void **state) {
  streams_publisher_t *two[2];
  streams_value_t texts[2];
  streams_cancellable_t *token;
  (void)state;
  texts[0] = streams_string("one");
  texts[1] = streams_string("two");
  two[0] = streams_from_values(texts, 2);
  two[1] = streams_range(1, 2);
  kept_count = 0;
  token = streams_sink(streams_zip(two, 2), keep, NULL, NULL, NULL);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(kept_count, 2);
  assert_true(streams_value_equal(streams_list_at(kept_lists[1], 0), texts[1]));
  assert_int_equal(streams_int_of(streams_list_at(kept_lists[1], 1)), 2);
  for (int i = 0; i < 2; i++) streams_value_clear(&kept_lists[i]);
}

/* Numbers and a text that is only lent need no list of their own; what is kept of it must be good all the same. */
static void a_list_of_zip_that_was_only_lent_may_be_kept(void **state) {
  streams_publisher_t **two = sources(2);
  streams_cancellable_t *token;
  (void)state;
  kept_count = 0;
  token = streams_sink(streams_zip(two, 2), keep, NULL, NULL, NULL);
  for (int i = 0; i < 2; i++) {
    send(0, streams_int(i));
    send_text(1, i == 0 ? "first" : "second");
  }
  assert_int_equal(kept_count, 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(streams_int_of(streams_list_at(kept_lists[i], 0)), i);
    assert_true(streams_value_equal(streams_list_at(kept_lists[i], 1), streams_string(i == 0 ? "first" : "second")));
    streams_value_clear(&kept_lists[i]);
  }
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  release_probes();
}

/* A list under way is not overwritten by what comes from within its delivery. */
static void pair_and_more(record_t *record, streams_value_t list) {
  if (record->values == 1) {
    send(0, streams_int(3));
    send(1, streams_int(4));
  }
  assert_int_equal(streams_int_of(streams_list_at(list, 0)), record->values == 1 ? 1 : 3);
  assert_int_equal(streams_int_of(streams_list_at(list, 1)), record->values == 1 ? 2 : 4);
}
static void zip_of_numbers_may_feed_itself(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED, .also = pair_and_more };
  (void)state;
  assert_int_equal(subscribe_record(streams_zip(sources(2), 2), &record), STREAMS_OK);
  send(0, streams_int(1));
  send(1, streams_int(2));
  assert_string_equal(record.text, "[1, 2] [3, 4]");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  finish(&record);
}

static void arrays_are_consumed_on_failure(void **state) {
  streams_publisher_t *two[2];
  (void)state;
  two[0] = streams_range(1, 2);
  two[1] = streams_range(1, -2);
  assert_null(streams_zip(two, 2));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  two[0] = streams_range(1, 2);
  assert_int_equal(streams_publisher_release(two[0]), STREAMS_OK);
  two[1] = streams_range(1, 2);
  assert_null(streams_merge(two, 2));
  assert_int_equal(streams_last_error()->code, STREAMS_EHANDLE);
  assert_null(streams_combine_latest(two, 0));
  assert_null(streams_combine_latest(NULL, 2));
}

/* ---- combine_latest */

static void a_list_of_combine_latest_may_be_kept(void **state) {
  streams_cancellable_t *token;
  (void)state;
  kept_count = 0;
  token = streams_sink(streams_combine_latest(sources(2), 2), keep, NULL, NULL, NULL);
  send_text(0, "first");
  send_text(1, "second");
  send(1, streams_int(3));
  assert_int_equal(kept_count, 2);
  assert_true(streams_value_equal(streams_list_at(kept_lists[0], 1), streams_string("second")));
  assert_int_equal(streams_int_of(streams_list_at(kept_lists[1], 1)), 3);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  for (int i = 0; i < 2; i++) {
    assert_true(streams_value_equal(streams_list_at(kept_lists[i], 0), streams_string("first")));
    streams_value_clear(&kept_lists[i]);
  }
  release_probes();
}

/* Another thread, or a callback, changes a latest value only after the delivery: its object lives as long. */
static void replace_first(record_t *record, streams_value_t list) {
  streams_value_t object = streams_list_at(list, 0);
  int *destroyed = streams_object_of(object);
  if (record->values == 1) send(0, streams_int(1));
  if (destroyed != NULL) assert_int_equal(*destroyed, 0);
}
static void combine_latest_may_feed_itself(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED, .also = replace_first };
  int destroyed = 0;
  streams_value_t object = streams_value_object(&destroyed, count_destroy);
  (void)state;
  assert_int_equal(subscribe_record(streams_combine_latest(sources(2), 2), &record), STREAMS_OK);
  send(0, object);
  streams_value_clear(&object);
  send(1, streams_int(2));
  assert_int_equal(record.values, 2);
  assert_int_equal(destroyed, 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  finish(&record);
}

static void combine_latest_sends_the_latest_of_each(void **state) {
  record_t record = { .first = 2 };
  (void)state;
  assert_int_equal(subscribe_record(streams_combine_latest(sources(2), 2), &record), STREAMS_OK);
  send_text(0, "a");
  send_text(0, "b");
  send_text(1, "x");
  send_text(1, "y");
  assert_string_equal(record.text, "[b, x] [b, y]");
  send_text(0, "c"); /* without demand: what changed comes as one list */
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_string_equal(record.text, "[b, x] [b, y] [c, y]");
  assert_int_equal(probe_complete(&probes[0], 0), STREAMS_OK);
  send_text(1, "z");
  assert_int_equal(probe_complete(&probes[1], 0), STREAMS_OK);
  assert_string_equal(record.text, "[b, x] [b, y] [c, y] [c, z] |");
  finish(&record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(zip_makes_lists_of_the_nth_values),
    TEST(zip_of_one_makes_lists_of_one),
    TEST(a_failure_of_one_ends_zip_at_once),
    TEST(cancelling_zip_frees_what_waits),
    TEST(a_list_of_zip_may_be_kept),
    TEST(a_list_of_zip_that_was_only_lent_may_be_kept),
    TEST(zip_of_numbers_may_feed_itself),
    TEST(arrays_are_consumed_on_failure),
    TEST(a_list_of_combine_latest_may_be_kept),
    TEST(combine_latest_may_feed_itself),
    TEST(combine_latest_sends_the_latest_of_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
