/* Operators that answer once: first, last, min, max, contains, all_satisfy, each with its forms; and the order of
 * values. */
#include <math.h>

#include "support.h"

static int above_two(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) > 2;
}

static int fails_at_three(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) == 3 ? STREAMS_EUSER(3) : 0;
}

static void first_and_last(void **state) {
  (void)state;
  assert_all(streams_first(streams_range(4, 5)), "4 |");
  assert_all(streams_last(streams_range(4, 5)), "8 |");
  assert_all(streams_first_where(streams_range(1, 5), above_two, NULL, NULL), "3 |");
  assert_all(streams_last_where(streams_range(1, 5), above_two, NULL, NULL), "5 |");
  assert_stream(streams_first(streams_empty()), 0, "|");
  assert_stream(streams_last(streams_empty()), 0, "|");
  assert_stream(streams_first_where(streams_range(1, 2), above_two, NULL, NULL), 0, "|");
  assert_stream(streams_last_where(streams_range(1, 2), above_two, NULL, NULL), 0, "|");
  assert_stream(streams_first_where(streams_range(1, 5), fails_at_three, NULL, NULL), 0, "x-20003");
  assert_stream(streams_last_where(streams_range(1, 5), fails_at_three, NULL, NULL), 0, "x-20003");
  assert_stream(streams_last(streams_append(streams_range(1, 5), streams_fail(-5, NULL))), 0, "x-5");
}

static void an_answer_is_kept_until_it_is_asked_for(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  char text[] = "first";
  (void)state;
  assert_int_equal(subscribe_record(streams_first(probe_publisher(&probe)), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_string_ref(text, 5)), STREAMS_OK);
  memset(text, '#', sizeof text); /* it was only lent */
  assert_string_equal(probe.text, "* x");
  assert_string_equal(record.text, "");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "first |");
  release_record(&record);
  probe_release(&probe);
}

static void an_answer_that_nobody_takes_is_given_up(void **state) {
  streams_value_t tag = new_tag(1);
  record_t record = { 0 };
  (void)state;
  assert_int_equal(subscribe_record(streams_last(streams_just(tag)), &record), STREAMS_OK);
  streams_value_clear(&tag);
  assert_int_equal(live_tags, 1);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
  assert_string_equal(record.text, "");
  assert_int_equal(live_tags, 0);
}

static void contains_and_all_satisfy(void **state) {
  streams_value_t tags[2] = { new_tag(1), new_tag(2) }, like = new_tag(2);
  char text[] = "two";
  streams_publisher_t *p;
  (void)state;
  assert_all(streams_contains(streams_range(1, 5), streams_int(3)), "true |");
  assert_all(streams_contains(streams_range(1, 5), streams_double(3)), "false |"); /* another kind */
  assert_all(streams_contains(streams_empty(), streams_int(3)), "false |");
  assert_all(streams_contains(streams_from_values(tags, 2), like), "true |");
  p = streams_contains(streams_just(streams_string("two")), streams_string_ref(text, 3));
  memset(text, '#', sizeof text);
  assert_all(p, "true |");
  assert_all(streams_contains_where(streams_range(1, 5), above_two, NULL, NULL), "true |");
  assert_all(streams_contains_where(streams_range(1, 2), above_two, NULL, NULL), "false |");
  assert_all(streams_all_satisfy(streams_range(3, 5), above_two, NULL, NULL), "true |");
  assert_all(streams_all_satisfy(streams_range(1, 5), above_two, NULL, NULL), "false |");
  assert_all(streams_all_satisfy(streams_empty(), above_two, NULL, NULL), "true |");
  assert_stream(streams_contains_where(streams_range(1, 5), fails_at_three, NULL, NULL), 0, "x-20003");
  assert_null(streams_contains(streams_range(1, 2), streams_end()));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  streams_value_clear(&tags[0]);
  streams_value_clear(&tags[1]);
  streams_value_clear(&like);
  assert_int_equal(live_tags, 0);
}

static int by_number(void *context, streams_value_t a, streams_value_t b, int *order) {
  int x = ((tag_t *)streams_object_as(a, &tag_type))->number, y = ((tag_t *)streams_object_as(b, &tag_type))->number;
  (void)context;
  *order = x - y;
  return STREAMS_OK;
}

/* As for qsort(): not how it is meant. */
static int answers_like_qsort(void *context, streams_value_t a, streams_value_t b, int *order) {
  (void)context, (void)order;
  return streams_int_of(a) < streams_int_of(b) ? -1 : 1;
}

static void min_and_max(void **state) {
  const char *words[] = { "pear", "apple", "plum", "apple" };
  streams_value_t texts[4], tags[3] = { new_tag(2), new_tag(9), new_tag(1) }, mixed[2];
  (void)state;
  for (int i = 0; i < 4; i++) texts[i] = streams_string(words[i]);
  assert_all(streams_min(streams_from_values(texts, 4), NULL, NULL, NULL), "apple |");
  assert_all(streams_max(streams_from_values(texts, 4), NULL, NULL, NULL), "plum |");
  assert_all(streams_min(streams_from_values(tags, 3), by_number, NULL, NULL), "tag1 |");
  assert_all(streams_max(streams_from_values(tags, 3), by_number, NULL, NULL), "tag9 |");
  assert_all(streams_max(streams_from_values(tags, 3), NULL, NULL, NULL), "x-10011"); /* objects have no order */
  mixed[0] = streams_int(1);
  mixed[1] = streams_string("1");
  assert_all(streams_min(streams_from_values(mixed, 2), NULL, NULL, NULL), "x-10011");
  assert_stream(streams_min(streams_empty(), NULL, NULL, NULL), 0, "|");
  assert_all(streams_max(streams_range(1, 2), answers_like_qsort, NULL, NULL), "x-1");
  assert_all(streams_max(streams_from_values((streams_value_t[]){ streams_int(2), streams_int(1) }, 2),
                         answers_like_qsort, NULL, NULL), "x-10001");
  for (int i = 0; i < 3; i++) streams_value_clear(&tags[i]);
  assert_int_equal(live_tags, 0);
}

static void of_equal_ones_the_first_is_kept(void **state) {
  streams_value_t pairs[2];
  (void)state;
  pairs[0] = streams_double(1);
  pairs[1] = streams_int(1);
  assert_all(streams_min(streams_from_values(pairs, 2), NULL, NULL, NULL), "1.0 |");
  assert_all(streams_max(streams_from_values(pairs, 2), NULL, NULL, NULL), "1.0 |");
}

static void assert_order(streams_value_t a, streams_value_t b, int expected) {
  int order = 99;
  assert_int_equal(streams_value_compare(a, b, &order), STREAMS_OK);
  assert_int_equal(order < 0 ? -1 : order > 0, expected);
  assert_int_equal(streams_value_compare(b, a, &order), STREAMS_OK);
  assert_int_equal(order < 0 ? -1 : order > 0, -expected);
}

static void values_have_an_order(void **state) {
  const int64_t large = (INT64_C(1) << 53) + 1;
  streams_value_t items[3], one, two;
  int order = 7;
  (void)state;
  for (int i = 0; i < 3; i++) items[i] = streams_int(i);
  one = streams_value_list(items, 2);
  two = streams_value_list(items, 3);
  assert_order(streams_null(), streams_null(), 0);
  assert_order(streams_bool(false), streams_bool(true), -1);
  assert_order(streams_int(-1), streams_int(1), -1);
  assert_order(streams_int(1), streams_double(1.5), -1);
  assert_order(streams_int(-1), streams_double(-1.5), 1);
  assert_order(streams_int(large), streams_double(9007199254740992.0), 1); /* no double is that integer */
  assert_order(streams_int(INT64_MAX), streams_double(9223372036854775808.0), -1);
  assert_order(streams_int(INT64_MIN), streams_double(-9223372036854775808.0), 0);
  assert_order(streams_int(INT64_MIN), streams_double(-INFINITY), 1);
  assert_order(streams_double(NAN), streams_int(3), 0);
  assert_order(streams_string("ab"), streams_string("abc"), -1);
  assert_order(streams_string("b"), streams_string("abc"), 1);
  assert_order(streams_string(""), streams_string(""), 0);
  assert_order(streams_bytes_ref("\xff", 1), streams_bytes_ref("\x01", 1), 1);
  assert_order(one, two, -1);
  assert_order(one, streams_list_ref(items, 2), 0);
  assert_order(streams_list_ref(items + 1, 1), two, 1);
  assert_int_equal(streams_value_compare(streams_int(1), streams_string("1"), &order), STREAMS_EKIND);
  assert_int_equal(streams_value_compare(streams_string("1"), streams_bytes_ref("1", 1), &order), STREAMS_EKIND);
  assert_int_equal(streams_value_compare(streams_skip(), streams_skip(), &order), STREAMS_EINVAL);
  assert_int_equal(order, 7);
  assert_int_equal(streams_value_compare(streams_int(1), streams_int(1), NULL), STREAMS_EINVAL);
  streams_value_clear(&one);
  streams_value_clear(&two);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(first_and_last),
    TEST(an_answer_is_kept_until_it_is_asked_for),
    TEST(an_answer_that_nobody_takes_is_given_up),
    TEST(contains_and_all_satisfy),
    TEST(min_and_max),
    TEST(of_equal_ones_the_first_is_kept),
    TEST(values_have_an_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
