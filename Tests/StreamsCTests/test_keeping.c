/* Values that are hard to keep or to give up: items of lists, lists in lists, parts of parts, objects without a copy. */
#include "support.h"

static streams_value_t listed(void *context, streams_value_t value) {
  streams_value_t items[2], list;
  (void)context;
  items[0] = streams_value_string("text that lies on the heap", 26);
  items[1] = value;
  list = streams_value_list(items, 2);
  streams_value_clear(&items[0]);
  return list;
}
static streams_value_t first_item(void *context, streams_value_t value) {
  (void)context;
  return streams_list_of(value).items[0];
}

static void an_item_of_a_list_may_be_returned(void **state) {
  record_t record = { .first = STREAMS_UNLIMITED };
  streams_publisher_t *p = streams_map(streams_range(1, 2), listed, NULL, NULL);
  (void)state;
  subscribe_record(streams_map(p, first_item, NULL, NULL), &record);
  assert_string_equal(record.text, "text that lies on the heap text that lies on the heap |");
  release_record(&record);
}

static void items_of_a_list_are_lent(void **state) {
  streams_value_t list = listed(NULL, streams_int(1));
  (void)state;
  assert_true(streams_is_yours(list));
  assert_false(streams_is_yours(streams_list_of(list).items[0]));
  assert_int_equal(streams_span_of(streams_list_of(list).items[0]).size, 26);
  streams_value_clear(&list);
}

/* A list of a list of a list ... */
static streams_value_t nested(int depth) {
  streams_value_t list = streams_value_list(NULL, 0);
  int i;
  for (i = 0; i < depth; i++) {
    streams_value_t items[2], outer;
    items[0] = list;
    items[1] = streams_int(i);
    outer = streams_value_list(items, 2);
    streams_value_clear(&list);
    list = outer;
  }
  return list;
}

static void lists_may_lie_in_lists_as_deep_as_they_like(void **state) {
  streams_value_t one = nested(200000), other = nested(200000), copy = streams_value_copy(one);
  char text[20];
  int order = 5;
  (void)state;
  assert_true(streams_value_equal(one, copy));
  assert_false(streams_value_equal(one, other)); /* which is not found out */
  assert_int_equal(streams_value_compare(one, other, &order), STREAMS_EKIND);
  assert_true(streams_value_describe(one, text, sizeof text) > 2000);
  assert_string_equal(text, "[[[[[[[[[[[[[[[[[[[");
  streams_value_clear(&one);
  streams_value_clear(&other);
  streams_value_clear(&copy);
  one = nested(900);
  other = nested(900);
  assert_true(streams_value_equal(one, other));
  assert_int_equal(streams_value_compare(one, other, &order), STREAMS_OK);
  assert_int_equal(order, 0);
  streams_value_clear(&one);
  streams_value_clear(&other);
}

static void lent_lists_in_lists_are_copied_to_a_depth(void **state) {
  static streams_value_t levels[1200];
  streams_value_t copy;
  size_t i;
  (void)state;
  levels[0] = streams_int(7);
  for (i = 1; i < 1200; i++) levels[i] = streams_list_ref(&levels[i - 1], 1);
  copy = streams_value_copy(levels[900]);
  assert_true(streams_value_equal(copy, levels[900]));
  streams_value_clear(&copy);
  copy = streams_value_copy(levels[1199]);
  assert_int_equal(streams_status_of(copy), STREAMS_ENOMEM);
}

static int freed;
static void count_freed(void *context) {
  (void)context;
  freed++;
}

static void parts_of_parts_hold_the_whole_alone(void **state) {
  static char bytes[400000];
  streams_value_t rest = streams_value_bytes_adopt(bytes, sizeof bytes, NULL, count_freed);
  size_t left;
  (void)state;
  freed = 0;
  for (left = sizeof bytes; left > 300; left--) {
    streams_value_t part = streams_value_part(rest, 1, left - 1);
    assert_int_equal(streams_status_of(part), 0);
    streams_value_clear(&rest);
    rest = part;
  }
  assert_int_equal(freed, 0);
  streams_value_clear(&rest);
  assert_int_equal(freed, 1);
}

static void *no_copy(void *object) {
  (void)object;
  return NULL;
}
static const streams_type_t rare_type = STREAMS_TYPE_INIT("rare", no_copy, NULL);

static void an_object_that_cannot_be_copied_is_refused(void **state) {
  static int object;
  streams_value_t rare = streams_object_ref(&rare_type, &object), pair[2], list;
  streams_promise_t *promise;
  streams_publisher_t *publisher, *made[6];
  size_t i;
  (void)state;
  pair[0] = streams_value_string("given up again", 14);
  pair[1] = rare;
  assert_int_equal(streams_status_of(streams_value_copy(rare)), STREAMS_ENOMEM);
  assert_int_equal(streams_status_of(streams_value_list(pair, 2)), STREAMS_ENOMEM);
  list = streams_list_ref(pair, 2);
  made[0] = streams_just(rare);
  made[1] = streams_from_values(pair, 2);
  made[2] = streams_record(&list, 1, 0, NULL);
  made[3] = streams_replace_empty(streams_empty(), rare);
  made[4] = streams_contains(streams_empty(), list);
  made[5] = streams_scan(streams_empty(), rare, add, NULL, NULL);
  for (i = 0; i < 6; i++) assert_null(made[i]);
  assert_int_equal(streams_last_error()->code, STREAMS_ENOMEM);
  assert_null(streams_current_value_new(rare));
  assert_int_equal(streams_future(&promise, &publisher), STREAMS_OK);
  assert_int_equal(streams_promise_resolve(promise, rare), STREAMS_ENOMEM);
  assert_int_equal(streams_promise_resolve(promise, streams_int(1)), STREAMS_OK);
  streams_promise_release(promise);
  streams_publisher_release(publisher);
  streams_value_clear(&pair[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(an_item_of_a_list_may_be_returned),
    TEST(items_of_a_list_are_lent),
    TEST(lists_may_lie_in_lists_as_deep_as_they_like),
    TEST(lent_lists_in_lists_are_copied_to_a_depth),
    TEST(parts_of_parts_hold_the_whole_alone),
    TEST(an_object_that_cannot_be_copied_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
