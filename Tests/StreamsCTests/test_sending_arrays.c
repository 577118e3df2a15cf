/* streams_subject_send_n() and streams_downstream_send_n(): arrays that are sent. */
#include "support.h"

/* -- subjects */

static streams_subject_t *subject;
static void complete_at_2(record_t *record, streams_value_t value) {
  (void)record;
  if (streams_int_of(value) == 2) streams_subject_complete(subject, 0, NULL);
}

static void an_end_in_the_middle_stops_the_rest(void **state) {
  streams_value_t values[4] = { streams_int(1), streams_int(2), streams_int(3), streams_int(4) };
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = STREAMS_UNLIMITED, .also = complete_at_2, .nests = true };
    record_t second = { .first = STREAMS_UNLIMITED };
    subject = way & 2 ? streams_current_value_new(streams_int(0)) : streams_passthrough_new();
    subscribe_record(streams_subject_publisher(subject), &record);
    if (way & 1) subscribe_batches(streams_subject_publisher(subject), &second);
    assert_int_equal(streams_subject_send_n(subject, values, 4), STREAMS_EDONE);
    assert_string_equal(record.text, way & 2 ? "0 1 2 |" : "1 2 |");
    if (way & 1) assert_string_equal(second.text, way & 2 ? "[0] [1 2] |" : "[1 2] |");
    assert_int_equal(streams_subject_send_n(subject, values, 0), STREAMS_EDONE);
    release_record(&record);
    if (way & 1) release_record(&second);
    streams_subject_release(subject);
  }
}

static void a_current_value_subject_keeps_the_last(void **state) {
  streams_value_t values[3] = { streams_int(1), streams_int(2), streams_int(3) }, latest;
  record_t record = { .first = 2 }, late = { 0 };
  (void)state;
  subject = streams_current_value_new(streams_int(0));
  subscribe_batches(streams_subject_publisher(subject), &record);
  subscribe_batches(streams_subject_publisher(subject), &late);
  assert_int_equal(streams_subject_send_n(subject, values, 3), STREAMS_OK);
  assert_string_equal(record.text, "[0] [1]");
  assert_string_equal(late.text, "");
  request_record(&late, 2);
  request_record(&record, 1); /* it was owed one: the latest */
  assert_string_equal(late.text, "[3]");
  assert_string_equal(record.text, "[0] [1] [3]");
  latest = streams_subject_value(subject);
  assert_int_equal(streams_int_of(latest), 3);
  streams_subject_complete(subject, 0, NULL);
  release_record(&record);
  release_record(&late);
  streams_subject_release(subject);
}

static void values_without_demand_are_lost_in_an_array_too(void **state) {
  streams_value_t values[4] = { streams_int(1), streams_int(2), streams_int(3), streams_value_string("four", 4) };
  record_t batches = { .first = 2 }, one = { .first = 2 }, all = { .first = STREAMS_UNLIMITED };
  (void)state;
  subject = streams_passthrough_new();
  subscribe_batches(streams_subject_publisher(subject), &batches);
  subscribe_batches(streams_subject_publisher(subject), &all);
  assert_int_equal(streams_subject_send_n(subject, values, 4), STREAMS_OK);
  assert_string_equal(batches.text, "[1 2]");
  subscribe_record(streams_subject_publisher(subject), &one); /* from now on one by one */
  assert_int_equal(streams_subject_send_n(subject, values, 4), STREAMS_OK);
  assert_string_equal(batches.text, "[1 2]");
  assert_string_equal(one.text, "1 2");
  assert_string_equal(all.text, "[1 2 3 four] [1 2 3 four]");
  assert_true(streams_is_yours(values[3])); /* it was only lent */
  streams_value_clear(&values[3]);
  streams_subject_complete(subject, 0, NULL);
  release_record(&batches);
  release_record(&one);
  release_record(&all);
  streams_subject_release(subject);
}

/* -- publishers of one's own */

static int misuses;
static void count_misuse(void *context, int status, const char *function, const char *text) {
  (void)text;
  if (strcmp(function, context) != 0) return; /* the record releases what is borrowed, on purpose */
  assert_true(status == STREAMS_EINVAL || status == STREAMS_EDEMAND);
  misuses++;
}

static void as_many_as_are_wanted_are_sent(void **state) {
  streams_value_t values[5] = { streams_int(1), streams_int(2), streams_int(3), streams_int(4), streams_int(5) };
  static const streams_demand_t answers[] = { 1, 1, 0 };
  int way;
  (void)state;
  for (way = 0; way < 3; way++) {
    record_t record = { .first = 2, .answers = answers, .answer_count = way == 2 ? 3 : 0, .more = 0 };
    probe_t probe = { 0 };
    streams_publisher_t *p = probe_publisher(&probe);
    size_t sent = 99;
    streams_demand_t more = 99;
    if (way == 0) subscribe_batches(p, &record);
    else subscribe_record(p, &record);
    misuses = 0;
    streams_set_misuse_handler(count_misuse, "streams_downstream_send_n");
    assert_int_equal(streams_downstream_send_n(probe.downstream, values, 5, &sent, &more), STREAMS_EDEMAND);
    assert_int_equal(misuses, 0); /* it was told how many */
    assert_int_equal(streams_downstream_send_n(probe.downstream, values, 1, NULL, NULL), STREAMS_EDEMAND);
    assert_int_equal(misuses, 1);
    streams_set_misuse_handler(NULL, NULL);
    assert_int_equal(sent, way == 2 ? 4 : 2);
    assert_int_equal(more, way == 2 ? 2 : 0);
    assert_string_equal(record.text, way == 0 ? "[1 2]" : way == 1 ? "1 2" : "1 2 3 4");
    request_record(&record, 3);
    assert_int_equal(streams_downstream_send_n(probe.downstream, values, 3, &sent, NULL), STREAMS_OK);
    assert_int_equal(sent, 3);
    assert_int_equal(streams_downstream_send_n(probe.downstream, values, 0, &sent, NULL), STREAMS_OK);
    probe_complete(&probe, 0);
    assert_int_equal(streams_downstream_send_n(probe.downstream, values, 1, &sent, &more), STREAMS_EDONE);
    assert_int_equal(sent, 0);
    probe_release(&probe);
    release_record(&record);
  }
}

static void a_cancel_in_the_middle_ends_an_array(void **state) {
  streams_value_t values[3] = { streams_int(1), streams_int(2), streams_int(3) };
  record_t record = { .first = STREAMS_UNLIMITED, .stop_after = 2 };
  probe_t probe = { 0 };
  size_t sent = 0;
  (void)state;
  subscribe_record(probe_publisher(&probe), &record);
  assert_int_equal(streams_downstream_send_n(probe.downstream, values, 3, &sent, NULL), STREAMS_ECANCELED);
  assert_int_equal(sent, 2);
  assert_int_equal(probe.cancels, 1);
  assert_int_equal(streams_downstream_send_n(probe.downstream, values, 3, &sent, NULL), STREAMS_ECANCELED);
  assert_int_equal(sent, 0);
  probe_release(&probe);
  release_record(&record);
}

static probe_t nested;
static bool completes_too;
static void send_two_more(record_t *record, streams_value_t value) {
  streams_value_t values[2];
  size_t sent = 0;
  streams_demand_t more = 9;
  char text[8] = "later";
  (void)record;
  if (streams_int_of(value) != 1) return;
  values[0] = streams_string(text);
  values[1] = streams_int(7);
  assert_int_equal(streams_downstream_send_n(nested.downstream, values, 2, &sent, &more), STREAMS_OK);
  assert_int_equal(sent, 2);
  assert_int_equal(more, 0);
  strcpy(text, "gone"); /* it was copied */
  if (completes_too) assert_int_equal(streams_downstream_complete(nested.downstream, 0, NULL), STREAMS_OK);
}

static void an_array_sent_from_inside_comes_after(void **state) {
  streams_value_t values[2] = { streams_int(1), streams_int(2) };
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = 4, .also = send_two_more };
    size_t sent = 0;
    memset(&nested, 0, sizeof nested);
    completes_too = way >= 2;
    if (way % 2 == 0) subscribe_record(probe_publisher(&nested), &record);
    else subscribe_batches(probe_publisher(&nested), &record);
    assert_int_equal(streams_downstream_send_n(nested.downstream, values, 2, &sent, NULL),
                     way == 2 ? STREAMS_EDONE : STREAMS_OK); /* ended in the middle */
    assert_int_equal(sent, way == 2 ? 1 : 2);
    if (!completes_too) probe_complete(&nested, 0);
    assert_string_equal(record.text, way == 0   ? "1 2 later 7 |"
                                     : way == 2 ? "1 later 7 |"
                                                : "[1 2] [later 7] |");
    probe_release(&nested);
    release_record(&record);
  }
}

static void arrays_that_are_none(void **state) {
  streams_value_t values[2] = { streams_int(1), streams_end() };
  record_t record = { .first = 5 };
  probe_t probe = { 0 };
  size_t sent = 9;
  (void)state;
  subscribe_record(probe_publisher(&probe), &record);
  assert_int_equal(streams_downstream_send_n(probe.downstream, values, 2, &sent, NULL), STREAMS_EINVAL);
  assert_int_equal(sent, 0);
  values[1] = streams_failure(STREAMS_EUSER(1));
  assert_int_equal(streams_downstream_send_n(probe.downstream, values, 2, &sent, NULL), STREAMS_EUSER(1));
  assert_int_equal(streams_downstream_send_n(probe.downstream, NULL, 1, &sent, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_downstream_send_n(probe.downstream, values, SIZE_MAX, &sent, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_downstream_send_n(NULL, values, 1, &sent, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_downstream_send_n((streams_downstream_t *)values, values, 1, &sent, NULL), STREAMS_EHANDLE);
  assert_string_equal(record.text, "");
  probe_complete(&probe, 0);
  probe_release(&probe);
  release_record(&record);
}

/* With the last value that was asked for it is called, so that it can ask for the next. */
static void one_value_at_a_time_loses_nothing(void **state) {
  streams_value_t values[5];
  int way, i;
  (void)state;
  for (i = 0; i < 5; i++) values[i] = streams_int(i + 1);
  for (way = 0; way < 5; way++) {
    record_t record = { .first = 1, .more = 1 };
    streams_subject_t *subject = way == 1 ? streams_current_value_new(streams_int(0)) : streams_passthrough_new();
    streams_publisher_t *p = streams_subject_publisher(subject);
    if (way == 2) p = streams_share(p);
    if (way == 3) p = streams_buffer(p, 2, false, STREAMS_BUFFER_FAIL);
    if (way == 4) p = streams_map(p, same, NULL, NULL);
    subscribe_batches(p, &record);
    streams_subject_send_n(subject, values, 5);
    streams_subject_complete(subject, 0, NULL);
    assert_string_equal(record.text, way == 1 ? "[0] [1] [2] [3] [4] [5] |" : "[1] [2] [3] [4] [5] |");
    release_record(&record);
    streams_subject_release(subject);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(an_end_in_the_middle_stops_the_rest),
    TEST(a_current_value_subject_keeps_the_last),
    TEST(values_without_demand_are_lost_in_an_array_too),
    TEST(as_many_as_are_wanted_are_sent),
    TEST(a_cancel_in_the_middle_ends_an_array),
    TEST(an_array_sent_from_inside_comes_after),
    TEST(arrays_that_are_none),
    TEST(one_value_at_a_time_loses_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
