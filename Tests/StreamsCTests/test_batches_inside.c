/* on_values: who keeps the values, and what callbacks do from inside. */
#include "support.h"

static streams_publisher_t *one_by_one(streams_publisher_t *p) { return streams_remove_duplicates(p, NULL, NULL, NULL); }
static streams_value_t numbers[6];
static const streams_value_t *one_to_six(void) {
  int i;
  for (i = 0; i < 6; i++) numbers[i] = streams_int(i + 1);
  return numbers;
}

static streams_value_t to_text(void *context, streams_value_t value) {
  char text[32];
  (void)context;
  return streams_value_string(text, (size_t)snprintf(text, sizeof text, "<%d>", (int)streams_int_of(value)));
}
/* Lends memory that the next call overwrites. */
static streams_value_t to_lent_text(void *context, streams_value_t value) {
  return streams_string_ref(context, (size_t)sprintf(context, "(%d)", (int)streams_int_of(value)));
}
static streams_value_t tail(void *context, streams_value_t value) {
  streams_span_t span = streams_span_of(value);
  (void)context;
  return streams_string_ref((const char *)span.data + 1, span.size - 1);
}
static int odds[6] = { 0, 1, 2, 3, 4, 5 };
static streams_value_t to_object(void *context, streams_value_t value) {
  (void)context;
  counted_alive++;
  return streams_value_counted(&counted_type, &odds[streams_int_of(value) % 6]);
}

static void what_functions_make_lives_until_the_call_returns(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = 4 };
    char text[32];
    streams_publisher_t *p = streams_from_values(one_to_six(), 6);
    if (way & 1) p = one_by_one(p);
    p = way & 2 ? streams_map(p, to_lent_text, text, NULL) : streams_map(p, to_text, NULL, NULL);
    p = streams_map(streams_map(p, same, NULL, NULL), tail, NULL, NULL);
    subscribe_batches(p, &record);
    assert_string_equal(record.text, way & 2 ? "[1) 2) 3) 4)]" : "[1> 2> 3> 4>]");
    request_record(&record, 9);
    assert_string_equal(record.text, way & 2 ? "[1) 2) 3) 4)] [5) 6)] |" : "[1> 2> 3> 4>] [5> 6>] |");
    release_record(&record);
  }
}

static int is_number(void *context, streams_value_t value) {
  (void)context;
  return streams_is_int(value);
}

static void objects_are_given_up_once(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 8; way++) {
    record_t record = { .first = way & 4 ? 3 : STREAMS_UNLIMITED };
    streams_publisher_t *p = streams_from_values(one_to_six(), 6);
    if (way & 1) p = one_by_one(p);
    p = streams_filter(streams_map(p, to_object, NULL, NULL), is_number, NULL, NULL); /* none of them is */
    p = streams_map(streams_append(p, streams_range(1, 5)), to_object, NULL, NULL);
    subscribe_batches(way & 2 ? one_by_one(p) : p, &record);
    assert_string_equal(record.text, way & 4 ? "[#1 #2 #3]" : "[#1 #2 #3 #4 #5] |");
    streams_subscription_cancel(record.subscription);
    release_record(&record);
    assert_int_equal(record.destroyed, 1);
    assert_int_equal(counted_alive, 0);
  }
}

typedef struct canceller {
  streams_subscription_t *subscription;
  int at, calls;
} canceller_t;
static streams_value_t cancel_at(void *context, streams_value_t value) {
  canceller_t *canceller = context;
  canceller->calls++;
  if (streams_int_of(value) == canceller->at)
    assert_int_equal(streams_subscription_cancel(canceller->subscription), STREAMS_OK);
  return to_object(NULL, value);
}

static void a_cancel_drops_what_has_not_been_handed_over(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = STREAMS_UNLIMITED };
    canceller_t canceller = { NULL, 3, 0 };
    streams_subject_t *subject = streams_passthrough_new();
    streams_publisher_t *p = streams_subject_publisher(subject);
    if (way & 1) p = one_by_one(p);
    p = streams_map(p, cancel_at, &canceller, NULL);
    subscribe_batches(way & 2 ? one_by_one(p) : p, &record);
    canceller.subscription = record.subscription;
    assert_int_equal(streams_subject_send_n(subject, one_to_six(), 6), STREAMS_OK);
    assert_string_equal(record.text, "");
    assert_int_equal(canceller.calls, 3); /* nothing more is called after a cancel */
    assert_int_equal(record.destroyed, 1);
    assert_int_equal(counted_alive, 0);
    release_record(&record);
    streams_subject_release(subject);
  }
}

static streams_subject_t *inner, *outer;
static record_t inner_record;

static streams_value_t send_inside(void *context, streams_value_t value) {
  char expected[40];
  (void)context;
  sprintf(expected, "[%d]", (int)streams_int_of(value));
  memset(inner_record.text, 0, sizeof inner_record.text);
  assert_int_equal(streams_subject_send(inner, value), STREAMS_OK);
  assert_string_equal(inner_record.text, expected); /* it has arrived */
  return value;
}

static void a_send_from_within_a_burst_is_no_part_of_it(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = STREAMS_UNLIMITED };
    streams_publisher_t *p = streams_from_values(one_to_six(), 3);
    memset(&inner_record, 0, sizeof inner_record);
    inner_record.first = STREAMS_UNLIMITED;
    inner = way & 2 ? streams_current_value_new(streams_int(0)) : streams_passthrough_new();
    subscribe_batches(streams_subject_publisher(inner), &inner_record);
    subscribe_batches(streams_map(way & 1 ? one_by_one(p) : p, send_inside, NULL, NULL), &record);
    assert_string_equal(record.text, "[1 2 3] |");
    streams_subject_complete(inner, 0, NULL);
    release_record(&inner_record);
    release_record(&record);
    streams_subject_release(inner);
  }
}

/* Answers 1 and 2 with ten times that, into the subject it listens to. */
static void send_ten_times(record_t *record, streams_value_t value) {
  int64_t i = streams_int_of(value);
  (void)record;
  if (i < 3) assert_int_equal(streams_subject_send(outer, streams_int(i * 10)), STREAMS_OK);
}

static void what_on_values_sends_to_its_own_subject_comes_next(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 2; way++) {
    record_t record = { .first = STREAMS_UNLIMITED, .also = send_ten_times };
    record_t second = { .first = STREAMS_UNLIMITED }, third = { .first = STREAMS_UNLIMITED };
    outer = streams_passthrough_new();
    subscribe_batches(streams_subject_publisher(outer), &second);
    subscribe_batches(streams_subject_publisher(outer), &record);
    if (way == 0) subscribe_batches(streams_subject_publisher(outer), &third);
    else subscribe_record(streams_subject_publisher(outer), &third);
    assert_int_equal(streams_subject_send_n(outer, one_to_six(), 3), STREAMS_OK);
    assert_string_equal(record.text, "[1 2 3] [10] [20]");
    assert_string_equal(second.text, "[1 2 3] [10] [20]"); /* none sees an older value after a newer one */
    assert_string_equal(third.text, way == 0 ? "[1 2 3] [10] [20]" : "1 2 3 10 20");
    streams_subject_complete(outer, 0, NULL);
    release_record(&record);
    release_record(&second);
    release_record(&third);
    streams_subject_release(outer);
  }
}

/* Sends 10 for 1 to the subject it is below of. */
static streams_value_t feed_back(void *context, streams_value_t value) {
  (void)context;
  if (streams_int_of(value) == 2) assert_int_equal(streams_subject_send(outer, streams_int(20)), STREAMS_OK);
  if (streams_int_of(value) == 5) assert_int_equal(streams_subject_complete(outer, 0, NULL), STREAMS_OK);
  return value;
}

static void what_a_function_sends_comes_after_the_values_before_it(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  outer = streams_passthrough_new();
  subscribe_batches(streams_map(streams_subject_publisher(outer), feed_back, NULL, NULL), &record);
  /* As with on_value: 20 is sent within the function of 2, which has not got its own result yet. The end from within
   * comes after what came out before it. */
  assert_int_equal(streams_subject_send_n(outer, one_to_six(), 6), STREAMS_OK);
  assert_string_equal(record.text, "[1] [20] [2 3 4] |");
  release_record(&record);
  streams_subject_release(outer);
}

static streams_subscription_t *other;
static void cancel_other(record_t *record, streams_value_t value) {
  (void)record;
  if (streams_int_of(value) == 2) assert_int_equal(streams_subscription_cancel(other), STREAMS_OK);
}

static void a_subscriber_may_cancel_another_in_the_middle(void **state) {
  record_t first = { .first = STREAMS_UNLIMITED, .also = cancel_other }, second = { .first = STREAMS_UNLIMITED };
  (void)state;
  outer = streams_passthrough_new();
  subscribe_batches(streams_subject_publisher(outer), &first);
  subscribe_batches(streams_subject_publisher(outer), &second);
  other = second.subscription;
  streams_subject_send_n(outer, one_to_six(), 4);
  streams_subject_complete(outer, 0, NULL);
  assert_string_equal(first.text, "[1 2 3 4] |");
  assert_string_equal(second.text, "");
  assert_int_equal(second.destroyed, 1);
  release_record(&first);
  release_record(&second);
  streams_subject_release(outer);
}

static void ask_inside(record_t *record, streams_value_t value) {
  if (streams_int_of(value) <= 2) request_record(record, 1);
}

static void what_is_asked_for_inside_comes_after_the_call(void **state) {
  record_t record = { .first = 1, .also = ask_inside };
  (void)state;
  subscribe_batches(one_by_one(streams_range(1, 9)), &record);
  assert_string_equal(record.text, "[1] [2] [3]");
  assert_int_equal(streams_subscription_request(record.subscription, 0), STREAMS_EINVAL);
  streams_subscription_cancel(record.subscription);
  assert_int_equal(streams_subscription_request(record.subscription, 1), STREAMS_ECANCELED);
  release_record(&record);
}

static int misuses;
static void count_misuse(void *context, int status, const char *function, const char *text) {
  (void)context;
  (void)function;
  (void)text;
  if (status == STREAMS_EINVAL) misuses++;
}

static void a_negative_answer_other_than_stop_is_misuse(void **state) {
  record_t record = { .first = 2, .more = -7 };
  (void)state;
  misuses = 0;
  streams_set_misuse_handler(count_misuse, NULL);
  subscribe_batches(streams_range(1, 9), &record);
  streams_set_misuse_handler(NULL, NULL);
  assert_int_equal(misuses, 1);
  assert_string_equal(record.text, "[1 2]");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

/* -- the size of the struct */

struct future { streams_subscriber_t now; void *more[2]; };

static streams_demand_t only_count(void *context, streams_value_t value) {
  (void)value;
  ++*(int *)context;
  return 0;
}
static streams_demand_t only_count_n(void *context, const streams_value_t *values, size_t count) {
  (void)values;
  *(int *)context += 100 * (int)count;
  return 0;
}
static int start_with(size_t size, void *tail_word, int *seen) {
  struct future future = { STREAMS_SUBSCRIBER_INIT, { NULL, NULL } };
  future.now.size = size;
  future.now.on_value = only_count;
  future.now.on_values = only_count_n;
  future.more[0] = tail_word;
  return streams_subscribe(streams_range(1, 3), &future.now, seen, NULL);
}

static void structs_of_other_sizes(void **state) {
  size_t now = sizeof(streams_subscriber_t), old = offsetof(streams_subscriber_t, on_values);
  int seen = 0;
  (void)state;
  assert_int_equal(start_with(now, NULL, &seen), STREAMS_OK);
  assert_int_equal(seen, 300);
  seen = 0;
  assert_int_equal(start_with(old, &seen, &seen), STREAMS_OK); /* what is behind an older struct is not read */
  assert_int_equal(seen, 3);
  seen = 0;
  assert_int_equal(start_with(now + 2 * sizeof(void *), NULL, &seen), STREAMS_OK);
  assert_int_equal(seen, 300);
  assert_int_equal(start_with(now + sizeof(void *), &seen, &seen), STREAMS_EVERSION);
  assert_int_equal(start_with(old - sizeof(void *), NULL, &seen), STREAMS_EVERSION);
  assert_int_equal(start_with(now + 1, NULL, &seen), STREAMS_EVERSION);
  assert_int_equal(start_with(0, NULL, &seen), STREAMS_EVERSION);
  assert_int_equal(start_with((size_t)-8, NULL, &seen), STREAMS_EVERSION);
  assert_int_equal(start_with((size_t)1 << 40, NULL, &seen), STREAMS_EVERSION);
  assert_int_equal(seen, 300);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(what_functions_make_lives_until_the_call_returns),
    TEST(objects_are_given_up_once),
    TEST(a_cancel_drops_what_has_not_been_handed_over),
    TEST(a_send_from_within_a_burst_is_no_part_of_it),
    TEST(what_on_values_sends_to_its_own_subject_comes_next),
    TEST(what_a_function_sends_comes_after_the_values_before_it),
    TEST(a_subscriber_may_cancel_another_in_the_middle),
    TEST(what_is_asked_for_inside_comes_after_the_call),
    TEST(a_negative_answer_other_than_stop_is_misuse),
    TEST(structs_of_other_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
