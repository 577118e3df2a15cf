/* Operators with several streams, one value at a time: merge, flat_map, append, catch, retry. */
#include "several.h"

/* ---- merge */

static void merge_subscribes_to_no_more_once_it_is_over(void **state) {
  record_t record = { .first = 1 };
  probe_t probe = { 0 };
  streams_publisher_t *both[2] = { streams_fail(STREAMS_EUSER(1), NULL), probe_publisher(&probe) };
  (void)state;
  assert_int_equal(subscribe_record(streams_merge(both, 2), &record), STREAMS_OK);
  assert_string_equal(record.text, "x-20001");
  assert_int_equal(probe.starts, 0);
  release_record(&record);
}

static void merge_asks_each_for_one_at_a_time(void **state) {
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_merge(sources(3), 3), &record), STREAMS_OK);
  for (int i = 0; i < 3; i++) assert_string_equal(probes[i].text, "1");
  send_text(2, "first");
  send_text(0, "held");
  send_text(1, "held too");
  assert_string_equal(record.text, "first");
  assert_string_equal(probes[2].text, "1 ^1");
  assert_string_equal(probes[0].text, "1");
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_string_equal(record.text, "first held held too");
  for (int i = 0; i < 3; i++) assert_int_equal(probe_complete(&probes[i], 0), STREAMS_OK);
  assert_string_equal(record.text, "first held held too |");
  finish(&record);
}

static void merge_of_many_synchronous_streams(void **state) {
  enum { count = 100 };
  streams_publisher_t *many[count];
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  for (int i = 0; i < count; i++) many[i] = streams_range(i, 10);
  assert_int_equal(subscribe_record(streams_count(streams_merge(many, count)), &record), STREAMS_OK);
  assert_string_equal(record.text, "1000 |");
  release_record(&record);
}

/* ---- flat_map */

static streams_publisher_t *copies_of(void *context, streams_value_t value) {
  streams_value_t values[2];
  (void)context;
  values[0] = values[1] = value;
  if (streams_int_of(value) == 13) return streams_just(streams_failure(STREAMS_EUSER(13)));
  return streams_from_values(values, 2);
}
static streams_publisher_t *probe_of(void *context, streams_value_t value) {
  (void)context;
  return probe_publisher(&probes[streams_int_of(value)]);
}

static void flat_map_merges_a_stream_per_value(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED }, failed = { .first = STREAMS_UNLIMITED }, few = { .first = 3 };
  int destroyed = 0;
  (void)state;
  assert_int_equal(
    subscribe_record(streams_flat_map(streams_range(1, 3), 1, copies_of, &destroyed, count_destroy), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 1 2 2 3 3 |");
  assert_int_equal(destroyed, 1);
  assert_int_equal(
    subscribe_record(streams_flat_map(streams_range(12, 3), STREAMS_UNLIMITED, copies_of, NULL, NULL), &failed), STREAMS_OK);
  assert_string_equal(failed.text, "12 12 x-20013");
  assert_int_equal(
    subscribe_record(streams_flat_map(streams_range(1, 3), 2, copies_of, NULL, NULL), &few), STREAMS_OK);
  assert_int_equal(few.values, 3);
  assert_int_equal(streams_subscription_cancel(few.subscription), STREAMS_OK);
  release_record(&record);
  release_record(&failed);
  release_record(&few);
  assert_null(streams_flat_map(streams_range(1, 3), 0, copies_of, &destroyed, count_destroy));
  assert_int_equal(destroyed, 2);
}

static void flat_map_holds_what_nobody_asked_for(void **state) {
  record_t record = { .first = 1 };
  (void)state;
  memset(probes, 0, sizeof probes);
  assert_int_equal(subscribe_record(streams_flat_map(streams_range(0, 3), 2, probe_of, NULL, NULL), &record), STREAMS_OK);
  assert_int_equal(probes[1].starts, 1);
  assert_int_equal(probes[2].starts, 0); /* two at once */
  send_text(0, "a");
  send_text(1, "held");
  assert_string_equal(record.text, "a");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "a held");
  assert_int_equal(probe_complete(&probes[0], 0), STREAMS_OK);
  assert_int_equal(probes[2].starts, 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(probes[1].cancels + probes[2].cancels, 2);
  finish(&record);
}

static void flat_map_latest_drops_the_stream_before(void **state) {
  record_t record = { .first = 3 };
  probe_t outer = { 0 };
  (void)state;
  memset(probes, 0, sizeof probes);
  assert_int_equal(
    subscribe_record(streams_flat_map_latest(probe_publisher(&outer), probe_of, NULL, NULL), &record), STREAMS_OK);
  assert_string_equal(outer.text, "*");
  assert_int_equal(probe_send(&outer, streams_int(0)), STREAMS_OK);
  assert_string_equal(probes[0].text, "3");
  send_text(0, "a");
  assert_int_equal(probe_send(&outer, streams_int(1)), STREAMS_OK);
  assert_string_equal(probes[0].text, "3 x");
  assert_string_equal(probes[1].text, "2");
  send_text(1, "b");
  assert_int_equal(probe_complete(&outer, 0), STREAMS_OK);
  assert_int_equal(probe_complete(&probes[1], 0), STREAMS_OK);
  assert_string_equal(record.text, "a b |");
  probe_release(&outer);
  finish(&record);
}

/* ---- one stream after another */

static void append_asks_each_for_what_is_left(void **state) {
  record_t record = { .first = 3 };
  streams_publisher_t **two = sources(2);
  (void)state;
  assert_int_equal(subscribe_record(streams_append(two[0], two[1]), &record), STREAMS_OK);
  assert_int_equal(probes[1].starts, 0);
  send_text(0, "a");
  assert_int_equal(probe_complete(&probes[0], 0), STREAMS_OK);
  assert_string_equal(probes[1].text, "2");
  send_text(1, "b");
  assert_int_equal(probe_complete(&probes[1], 0), STREAMS_OK);
  assert_string_equal(record.text, "a b |");
  finish(&record);
  assert_null(streams_append(streams_range(1, 2), NULL));
  assert_null(streams_prepend(NULL, streams_range(1, 2)));
}

static void prepend_is_append_the_other_way_round(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(subscribe_record(streams_prepend(streams_range(3, 2), streams_range(1, 2)), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 2 3 4 |");
  release_record(&record);
}

static streams_publisher_t *code_of(void *context, const streams_error_t *error) {
  (void)context;
  return streams_just(streams_string(error->message));
}
static streams_publisher_t *give_up(void *context, const streams_error_t *error) {
  (void)context, (void)error;
  return streams_just(streams_failure(STREAMS_EUSER(7)));
}

static void catch_goes_on_with_another_stream(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED }, failed = { 0 };
  int destroyed = 0;
  (void)state;
  assert_int_equal(
    subscribe_record(streams_catch(streams_append(streams_range(1, 2), streams_fail(-5, "five")), code_of, &destroyed,
                                   count_destroy), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 2 five |");
  assert_int_equal(destroyed, 1);
  assert_int_equal(subscribe_record(streams_catch(streams_fail(-5, NULL), give_up, NULL, NULL), &failed), STREAMS_OK);
  assert_string_equal(failed.text, "x-20007");
  release_record(&record);
  release_record(&failed);
  assert_null(streams_catch(streams_range(1, 2), NULL, &destroyed, count_destroy));
  assert_int_equal(destroyed, 2);
}

static void replace_error_waits_for_demand(void **state) {
  record_t record = { 0 };
  char text[] = "instead";
  streams_publisher_t *p = streams_replace_error(streams_fail(-5, NULL), streams_string_ref(text, 7));
  (void)state;
  memset(text, '#', sizeof text);
  assert_int_equal(subscribe_record(p, &record), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "instead |");
  release_record(&record);
  assert_null(streams_replace_error(streams_range(1, 2), streams_end()));
}

static int attempts;
static streams_publisher_t *fail_twice(void *context) {
  (void)context;
  if (++attempts <= 2) return streams_append(streams_just(streams_int(attempts)), streams_fail(STREAMS_EUSER(attempts), NULL));
  return streams_just(streams_string("done"));
}

static void retry_subscribes_anew(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED }, failed = { .first = STREAMS_UNLIMITED };
  (void)state;
  attempts = 0;
  assert_int_equal(subscribe_record(streams_retry(streams_deferred(fail_twice, NULL, NULL), -1), &record), STREAMS_OK);
  assert_string_equal(record.text, "1 2 done |");
  attempts = 0;
  assert_int_equal(subscribe_record(streams_retry(streams_deferred(fail_twice, NULL, NULL), 1), &failed), STREAMS_OK);
  assert_string_equal(failed.text, "1 2 x-20002");
  release_record(&record);
  release_record(&failed);
}

static void retry_does_not_deepen_the_stack(void **state) {
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_retry(streams_fail(-5, NULL), 100000), &record), STREAMS_OK);
  assert_string_equal(record.text, "x-5");
  release_record(&record);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(merge_subscribes_to_no_more_once_it_is_over),
    TEST(merge_asks_each_for_one_at_a_time),
    TEST(merge_of_many_synchronous_streams),
    TEST(flat_map_merges_a_stream_per_value),
    TEST(flat_map_holds_what_nobody_asked_for),
    TEST(flat_map_latest_drops_the_stream_before),
    TEST(append_asks_each_for_what_is_left),
    TEST(prepend_is_append_the_other_way_round),
    TEST(catch_goes_on_with_another_stream),
    TEST(replace_error_waits_for_demand),
    TEST(retry_subscribes_anew),
    TEST(retry_does_not_deepen_the_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
