/* streams_generate_n(): a source that fills arrays. */
#include "support.h"

/* Fills in what it is told to: `plan` gives for each call how many, 0 for the end, or a status. */
typedef struct plan {
  const int64_t *results;
  const streams_value_t *values; /* in this order; NULL: 1, 2, 3 ... */
  int next, calls, destroyed;
  size_t rooms[20];
} plan_t;
static int64_t fill(void *context, streams_value_t *out, size_t room) {
  plan_t *plan = context;
  int64_t result = plan->results[plan->calls], i;
  assert_in_range(room, 1, 256);
  plan->rooms[plan->calls++] = room;
  for (i = 0; i < result && i < (int64_t)room; i++, plan->next++)
    out[i] = plan->values == NULL ? streams_int(plan->next + 1) : plan->values[plan->next];
  return result;
}
static void end_plan(void *context) { ((plan_t *)context)->destroyed++; }
static streams_publisher_t *generate(plan_t *plan) { return streams_generate_n(fill, plan, end_plan); }

static void each_array_is_a_call_of_on_values(void **state) {
  static const int64_t results[] = { 2, 1, 3, 0 };
  int way;
  (void)state;
  for (way = 0; way < 4; way++) {
    record_t record = { .first = STREAMS_UNLIMITED };
    plan_t plan = { results, NULL, 0, 0, 0, { 0 } };
    streams_publisher_t *p = generate(&plan);
    if (way & 1) p = streams_remove_duplicates(p, NULL, NULL, NULL);
    if (way & 2) p = streams_map(p, twice, NULL, NULL);
    subscribe_batches(p, &record);
    assert_string_equal(record.text, way & 2 ? "[2 4] [6] [8 10 12] |" : "[1 2] [3] [4 5 6] |");
    assert_int_equal(plan.rooms[0], 256);
    assert_int_equal(plan.destroyed, 1);
    release_record(&record);
  }
}

static void no_more_room_than_demand(void **state) {
  static const int64_t results[] = { 1, 1, 1, 200, 100, 0 };
  static const streams_demand_t answers[] = { 0, 1 };
  record_t record = { .first = 2, .answers = answers, .answer_count = 2 };
  plan_t plan = { results, NULL, 0, 0, 0, { 0 } };
  (void)state;
  subscribe_record(generate(&plan), &record);
  assert_string_equal(record.text, "1 2 3");
  request_record(&record, 300);
  assert_int_equal(record.values, 303);
  assert_int_equal(record.completions, 0);
  request_record(&record, 1);
  assert_int_equal(record.completions, 1);
  assert_int_equal(plan.rooms[0], 2);
  assert_int_equal(plan.rooms[1], 1);
  assert_int_equal(plan.rooms[2], 1);
  assert_int_equal(plan.rooms[3], 256);
  assert_int_equal(plan.rooms[4], 100);
  assert_int_equal(plan.rooms[5], 1);
  release_record(&record);
}

/* Writes two owned values, then says that it has written more than it could, and has written none. */
static int64_t boasts(void *context, streams_value_t *out, size_t room) {
  int *calls = context;
  if ((*calls)++ > 0) return (int64_t)room + 1;
  out[0] = streams_value_string("a text of its own", 17);
  out[1] = streams_value_string("and one more of them", 20);
  return 2;
}

static void what_was_not_filled_in_is_not_given_up(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 2; way++) {
    int calls = 0;
    record_t record = { .first = 5 };
    streams_publisher_t *p = streams_generate_n(boasts, &calls, NULL);
    if (way == 0) subscribe_record(p, &record);
    else subscribe_batches(p, &record);
    assert_string_equal(record.text, way == 0 ? "a text of its own and one more of them x-10001"
                                              : "[a text of its own and one more of them] x-10001");
    release_record(&record);
  }
}

static void the_end_and_failures(void **state) {
  static const int64_t ends[] = { 2, 0 }, fails[] = { 2, STREAMS_EUSER(4) }, small[] = { 2, INT64_MIN };
  const int64_t *all[] = { ends, fails, small };
  static const char *texts[] = { "1 2 |", "1 2 x-20004", "1 2 x-2147483648" };
  size_t i;
  (void)state;
  for (i = 0; i < 3; i++) {
    record_t record = { .first = STREAMS_UNLIMITED };
    plan_t plan = { all[i], NULL, 0, 0, 0, { 0 } };
    subscribe_record(generate(&plan), &record);
    assert_string_equal(record.text, texts[i]);
    assert_int_equal(plan.destroyed, 1);
    release_record(&record);
  }
}

static int misuses;
static void count_misuse(void *context, int status, const char *function, const char *text) {
  (void)text;
  if (strcmp(function, context) != 0) return; /* the record releases what is borrowed, on purpose */
  assert_true(status == STREAMS_EINVAL || status == STREAMS_EDEMAND);
  misuses++;
}

static int marks[4] = { 1, 2, 3, 4 };
static streams_value_t object(int i) {
  counted_alive++;
  return streams_value_counted(&counted_type, &marks[i - 1]);
}

static void more_than_there_is_room_for_is_misuse(void **state) {
  static const int64_t results[] = { 1, 3 };
  streams_value_t values[3];
  record_t record = { .first = 3 };
  plan_t plan = { results, values, 0, 0, 0, { 0 } };
  (void)state;
  values[0] = object(1);
  values[1] = object(2);
  values[2] = object(3);
  misuses = 0;
  streams_set_misuse_handler(count_misuse, "streams_generate_n");
  subscribe_record(generate(&plan), &record);
  streams_set_misuse_handler(NULL, NULL);
  assert_int_equal(misuses, 1);
  assert_string_equal(record.text, "#1 x-10001");
  assert_int_equal(counted_alive, 0);
  release_record(&record);
}

static void signals_among_the_values(void **state) {
  static const int64_t results[] = { 4, 2, 0 }, only[] = { 4 };
  int way;
  (void)state;
  for (way = 0; way < 6; way++) {
    streams_value_t values[6];
    record_t record = { .first = STREAMS_UNLIMITED };
    plan_t plan = { way < 2 ? results : only, values, 0, 0, 0, { 0 } };
    values[0] = way < 2 ? streams_skip() : object(1);
    values[1] = way < 2 ? object(2) : way < 4 ? streams_end() : streams_failure(STREAMS_EUSER(2));
    values[2] = way < 2 ? streams_skip() : object(3);
    values[3] = object(4);
    values[4] = values[5] = streams_skip();
    if (way % 2 == 0) subscribe_batches(generate(&plan), &record);
    else subscribe_record(generate(&plan), &record);
    if (way < 2) assert_string_equal(record.text, way == 0 ? "[#2 #4] |" : "#2 #4 |");
    else if (way < 4) assert_string_equal(record.text, way == 2 ? "[#1] |" : "#1 |");
    else assert_string_equal(record.text, way == 4 ? "[#1] x-20002" : "#1 x-20002");
    assert_int_equal(counted_alive, 0);
    assert_int_equal(plan.destroyed, 1);
    release_record(&record);
  }
}

static void what_a_cancel_leaves_of_an_array_is_cleared(void **state) {
  static const int64_t results[] = { 4 };
  int way;
  (void)state;
  for (way = 0; way < 2; way++) {
    streams_value_t values[4];
    record_t record = { .first = STREAMS_UNLIMITED, .stop_after = way == 0 ? 2 : 1 };
    plan_t plan = { results, values, 0, 0, 0, { 0 } };
    int i;
    for (i = 0; i < 4; i++) values[i] = object(i + 1);
    if (way == 0) subscribe_record(generate(&plan), &record);
    else subscribe_batches(generate(&plan), &record);
    assert_string_equal(record.text, way == 0 ? "#1 #2" : "[#1 #2 #3 #4]");
    assert_int_equal(counted_alive, 0);
    assert_int_equal(record.destroyed, 1);
    assert_int_equal(plan.destroyed, 1);
    release_record(&record);
  }
}

static void a_generator_needs_a_function(void **state) {
  int destroyed = 0;
  (void)state;
  assert_null(streams_generate_n(NULL, &destroyed, count_destroy));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_int_equal(destroyed, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(each_array_is_a_call_of_on_values),
    TEST(no_more_room_than_demand),
    TEST(the_end_and_failures),
    TEST(what_was_not_filled_in_is_not_given_up),
    TEST(more_than_there_is_room_for_is_misuse),
    TEST(signals_among_the_values),
    TEST(what_a_cancel_leaves_of_an_array_is_cleared),
    TEST(a_generator_needs_a_function),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
