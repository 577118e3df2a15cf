/* on_values: what comes in one call, and when. */
#include "support.h"

static streams_value_t numbers[1000];
static const streams_value_t *count_up(void) {
  int i;
  for (i = 0; i < 1000; i++) numbers[i] = streams_int(i + 1);
  return numbers;
}

/* Operators that pass values on one by one. */
static streams_publisher_t *one_by_one(streams_publisher_t *p) { return streams_remove_duplicates(p, NULL, NULL, NULL); }

static streams_value_t to_lent_text(void *context, streams_value_t value) {
  return streams_string_ref(context, (size_t)sprintf(context, "(%d)", (int)streams_int_of(value)));
}

typedef struct sizes {
  size_t each[40];
  int calls, ends, destroyed;
  int64_t sum;
} sizes_t;
static streams_demand_t take_sizes(void *context, const streams_value_t *values, size_t count) {
  sizes_t *sizes = context;
  size_t i;
  sizes->each[sizes->calls++] = count;
  for (i = 0; i < count; i++) sizes->sum += streams_int_of(values[i]);
  return 0;
}
static void take_end(void *context, const streams_error_t *error) {
  ((sizes_t *)context)->ends++;
  assert_null(error);
}
static void end_sizes(void *context) { ((sizes_t *)context)->destroyed++; }
static sizes_t sizes_of(streams_publisher_t *publisher) {
  sizes_t sizes = { { 0 }, 0, 0, 0, 0 };
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_values = take_sizes;
  subscriber.on_completion = take_end;
  assert_int_equal(streams_subscribe(publisher, &subscriber, &sizes, end_sizes), STREAMS_OK);
  assert_int_equal(sizes.ends, 1);
  assert_int_equal(sizes.destroyed, 1);
  return sizes;
}

static void an_array_comes_in_one_call_and_a_value_alone(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  streams_subject_t *subject = streams_passthrough_new();
  (void)state;
  subscribe_batches(streams_subject_publisher(subject), &record);
  assert_int_equal(streams_subject_send_n(subject, count_up(), 3), STREAMS_OK);
  assert_string_equal(record.text, "[1 2 3]");
  assert_int_equal(streams_subject_send(subject, streams_int(4)), STREAMS_OK);
  assert_int_equal(streams_subject_send_n(subject, numbers + 4, 1), STREAMS_OK);
  assert_int_equal(streams_subject_send_n(subject, NULL, 0), STREAMS_OK);
  streams_subject_complete(subject, 0, NULL);
  assert_string_equal(record.text, "[1 2 3] [4] [5] |");
  release_record(&record);
  streams_subject_release(subject);
}

static void arrays_pass_map_and_filter(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *p = streams_map(streams_subject_publisher(subject), twice, NULL, NULL);
  (void)state;
  p = streams_filter(streams_map(p, same, NULL, NULL), is_even, NULL, NULL);
  subscribe_batches(streams_map(p, same, NULL, NULL), &record);
  streams_subject_send_n(subject, count_up(), 3);
  streams_subject_send(subject, streams_null());
  streams_subject_complete(subject, -3, NULL);
  assert_string_equal(record.text, "[2 4 6] [0] x-3");
  release_record(&record);
  streams_subject_release(subject);
}

static void a_call_brings_at_most_256(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    streams_publisher_t *p = way < 2 ? streams_from_values(count_up(), 1000) : streams_range(1, 1000);
    sizes_t sizes = sizes_of(way % 2 == 0 ? p : one_by_one(p));
    assert_int_equal(sizes.calls, 4);
    assert_int_equal(sizes.each[0], 256);
    assert_int_equal(sizes.each[1], 256);
    assert_int_equal(sizes.each[2], 256);
    assert_int_equal(sizes.each[3], 232);
    assert_int_equal(sizes.sum, 500500);
  }
}

static void what_a_filter_leaves_of_a_burst_comes_together(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    streams_publisher_t *p = way < 2 ? streams_from_values(count_up(), 1000) : streams_range(1, 1000);
    sizes_t sizes = sizes_of(streams_filter(way % 2 == 0 ? p : one_by_one(p), is_even, NULL, NULL));
    assert_int_equal(sizes.calls, 2);
    assert_int_equal(sizes.each[0], 256);
    assert_int_equal(sizes.each[1], 244);
    assert_int_equal(sizes.sum, 250500);
  }
}

static void no_more_comes_than_was_asked_for(void **state) {
  static const streams_demand_t answers[] = { 0, 2, 1, 0 };
  int way;
  (void)state;
  for (way = 0; way < 8; way++) {
    record_t record = { .first = 3, .answers = answers, .answer_count = 4 };
    streams_publisher_t *p = way & 1 ? streams_range(1, 9) : streams_from_values(count_up(), 9);
    if (way & 2) p = one_by_one(p);
    if (way & 4) p = streams_map(p, same, NULL, NULL);
    subscribe_batches(p, &record);
    assert_string_equal(record.text, "[1 2 3]");
    request_record(&record, 1);
    assert_string_equal(record.text, "[1 2 3] [4] [5 6] [7]");
    record.answer_count = 0;
    request_record(&record, 1);
    assert_string_equal(record.text, "[1 2 3] [4] [5 6] [7] [8]");
    request_record(&record, 5);
    assert_string_equal(record.text, "[1 2 3] [4] [5 6] [7] [8] [9] |");
    release_record(&record);
  }
}

static void what_a_filter_drops_is_asked_for_again_in_the_same_burst(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 2; way++) {
    record_t record = { .first = 3 };
    streams_publisher_t *p = way == 0 ? streams_range(1, 20) : one_by_one(streams_range(1, 20));
    subscribe_batches(streams_filter(p, is_even, NULL, NULL), &record);
    assert_string_equal(record.text, "[2 4 6]");
    streams_subscription_cancel(record.subscription);
    release_record(&record);
    assert_int_equal(record.destroyed, 1);
  }
}

static void one_value_at_a_time_takes_no_stack(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 3; way++) {
    record_t record = { .first = 1, .more = 1 };
    streams_publisher_t *p = streams_range(1, 50000);
    subscribe_batches(way == 0 ? p : way == 1 ? one_by_one(p) : streams_buffer(p, 4, true, 0), &record);
    assert_int_equal(record.values, 50000);
    assert_int_equal(record.completions, 1);
    release_record(&record);
  }
}

static void a_request_of_every_looping_source_is_one_burst(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = 2 };
    streams_publisher_t *p = streams_range(1, 5);
    if (way == 1) p = one_by_one(p);
    if (way == 2) p = streams_prefix(p, 5);
    if (way == 3) p = streams_buffer(p, 5, false, STREAMS_BUFFER_FAIL);
    subscribe_batches(p, &record);
    assert_string_equal(record.text, "[1 2]");
    request_record(&record, 3);
    if (way == 3) request_record(&record, 1); /* a buffer waits for demand to finish */
    assert_string_equal(record.text, "[1 2] [3 4 5] |");
    release_record(&record);
  }
}

static streams_value_t next_number(void *context) {
  int *number = context;
  return *number == 5 ? streams_end() : streams_int(++*number);
}

static void generated_values_come_as_they_were_asked_for(void **state) {
  record_t record = { .first = 3 };
  int number = 0;
  (void)state;
  subscribe_batches(streams_generate(next_number, &number, NULL), &record);
  assert_string_equal(record.text, "[1 2 3]");
  request_record(&record, STREAMS_UNLIMITED);
  assert_string_equal(record.text, "[1 2 3] [4 5] |");
  release_record(&record);
}

static streams_publisher_t *twins(void *context, streams_value_t value) {
  streams_value_t both[2];
  (void)context;
  both[0] = both[1] = value;
  return streams_from_values(both, 2);
}

static void marks_cross_operators_that_know_nothing_of_them(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED }, shared = { .first = STREAMS_UNLIMITED };
  streams_subject_t *subject = streams_passthrough_new();
  (void)state;
  subscribe_batches(streams_flat_map(streams_subject_publisher(subject), 1, twins, NULL, NULL), &record);
  subscribe_batches(streams_scan(streams_share(streams_subject_publisher(subject)), streams_int(0), add, NULL, NULL),
                    &shared);
  streams_subject_send(subject, streams_int(7));
  streams_subject_send_n(subject, count_up(), 3);
  streams_subject_complete(subject, 0, NULL);
  assert_string_equal(record.text, "[7 7] [1 1] [2 2] [3 3] |");
  assert_string_equal(shared.text, "[7] [8 10 13] |");
  release_record(&record);
  release_record(&shared);
  streams_subject_release(subject);
}

static int fails_at_3(void *context, streams_value_t value) {
  int64_t i = streams_int_of(value);
  (void)context;
  return i == 3 ? STREAMS_EUSER(1) : 1;
}
static streams_value_t ends_at_3(void *context, streams_value_t value) {
  int64_t i = streams_int_of(value);
  (void)context;
  return i == 3 ? streams_end() : value;
}

static void what_came_before_an_end_is_handed_over_first(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = STREAMS_UNLIMITED };
    streams_publisher_t *p = streams_from_values(count_up(), 5);
    if (way & 1) p = one_by_one(p);
    p = way & 2 ? streams_map(p, ends_at_3, NULL, NULL) : streams_filter(p, fails_at_3, NULL, NULL);
    subscribe_batches(p, &record);
    assert_string_equal(record.text, way & 2 ? "[1 2] |" : "[1 2] x-20001");
    release_record(&record);
  }
}

static streams_value_t odd_or_skip(void *context, streams_value_t value) {
  int64_t i = streams_int_of(value);
  (void)context;
  if (i == 7) {
    streams_set_error_message("seven");
    return streams_failure(STREAMS_EUSER(7));
  }
  return i % 2 != 0 ? value : i == 4 ? streams_null() : streams_skip();
}

static void skipped_values_are_asked_for_again(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 2; way++) {
    record_t record = { .first = 2 };
    streams_publisher_t *p = way == 0 ? streams_range(1, 20) : one_by_one(streams_range(1, 20));
    subscribe_batches(streams_compact_map(p, odd_or_skip, NULL, NULL), &record);
    assert_string_equal(record.text, "[1 3]");
    request_record(&record, 5);
    assert_string_equal(record.text, "[1 3] [null 5] x-20007");
    assert_string_equal(record.message, "seven");
    release_record(&record);
  }
}

static void on_value_keeps_its_order(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  char text[32];
  (void)state;
  /* Memory that the next call overwrites will do: the value has gone down by then. */
  subscribe_record(streams_map(streams_from_values(count_up(), 3), to_lent_text, text, NULL), &record);
  assert_string_equal(record.text, "(1) (2) (3) |");
  release_record(&record);
}

static void stopping_in_a_call_ends_it(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = STREAMS_UNLIMITED, .stop_after = 1 };
    streams_publisher_t *p = streams_from_values(count_up(), way & 2 ? 1000 : 5);
    subscribe_batches(way & 1 ? one_by_one(p) : p, &record);
    assert_int_equal(record.calls, 1);
    assert_int_equal(record.values, way & 2 ? 256 : 5);
    assert_int_equal(record.completions, 0); /* also when the end would have come right after the call */
    assert_int_equal(record.destroyed, 1);
    release_record(&record);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(an_array_comes_in_one_call_and_a_value_alone),
    TEST(arrays_pass_map_and_filter),
    TEST(a_call_brings_at_most_256),
    TEST(what_a_filter_leaves_of_a_burst_comes_together),
    TEST(no_more_comes_than_was_asked_for),
    TEST(what_a_filter_drops_is_asked_for_again_in_the_same_burst),
    TEST(one_value_at_a_time_takes_no_stack),
    TEST(a_request_of_every_looping_source_is_one_burst),
    TEST(generated_values_come_as_they_were_asked_for),
    TEST(marks_cross_operators_that_know_nothing_of_them),
    TEST(what_came_before_an_end_is_handed_over_first),
    TEST(skipped_values_are_asked_for_again),
    TEST(on_value_keeps_its_order),
    TEST(stopping_in_a_call_ends_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
