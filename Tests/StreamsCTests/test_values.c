/* Values: who keeps what, and for how long. */
#include <pthread.h>

#include "support.h"

/* An object that counts itself. */
typedef struct {
  int references, id;
} thing_t;
static int things, copies, clears;
static void *thing_copy(void *object) {
  ((thing_t *)object)->references++;
  copies++;
  return object;
}
static void thing_clear(void *object) {
  thing_t *thing = object;
  clears++;
  if (--thing->references > 0) return;
  free(thing);
  things--;
}
static bool thing_equal(void *a, void *b) { return ((thing_t *)a)->id == ((thing_t *)b)->id; }
static int thing_describe(void *object, char *buffer, size_t size) {
  return snprintf(buffer, size, "thing %d", ((thing_t *)object)->id);
}
static const streams_type_t thing_type = { sizeof(streams_type_t), STREAMS_KIND_OBJECT, 0, "thing", thing_copy,
                                           thing_clear, thing_equal, thing_describe };
static streams_value_t new_thing(int id) {
  thing_t *thing = malloc(sizeof *thing);
  thing->references = 1;
  thing->id = id;
  things++;
  return streams_value_counted(&thing_type, thing);
}

static void assert_text(streams_value_t value, const char *text) {
  streams_span_t span = streams_span_of(value);
  assert_int_equal(streams_kind_of(value), STREAMS_KIND_STRING);
  assert_int_equal(span.size, strlen(text));
  assert_true(span.size == 0 || memcmp(span.data, text, span.size) == 0);
}

static void assert_described(streams_value_t value, const char *text) {
  char buffer[200];
  assert_int_equal(streams_value_describe(value, buffer, sizeof buffer), strlen(text));
  assert_string_equal(buffer, text);
}

static int freed;
static void free_it(void *context) {
  free(context);
  freed++;
}

/* ---- looking at values */

static void plain_values_are_what_was_put_in(void **state) {
  (void)state;
  assert_int_equal(sizeof(streams_value_t), 16);
  assert_true(streams_int_of(streams_int(INT64_MIN)) == INT64_MIN);
  assert_true(streams_int_of(streams_int(INT64_MAX)) == INT64_MAX);
  assert_true(streams_double_of(streams_double(-0.25)) == -0.25);
  assert_true(streams_bool_of(streams_bool(true)) && !streams_bool_of(streams_bool(false)));
  assert_true(streams_is_null(streams_null()) && !streams_is_null(streams_int(0)));
  assert_int_equal(streams_kind_of(streams_null()), STREAMS_KIND_NULL);
  assert_int_equal(streams_kind_of(streams_bool(true)), STREAMS_KIND_BOOL);
  assert_int_equal(streams_kind_of(streams_double(1)), STREAMS_KIND_DOUBLE);
  assert_true(streams_is_null(streams_string(NULL)));
}

static void the_wrong_kind_gives_nothing(void **state) {
  (void)state;
  assert_int_equal(streams_int_of(streams_double(1)), 0);
  assert_false(streams_bool_of(streams_int(1)));
  assert_true(streams_double_of(streams_int(1)) == 0);
  assert_int_equal(streams_span_of(streams_int(5)).size, 0);
  assert_int_equal(streams_list_of(streams_string("no list")).count, 0);
  assert_true(streams_is_null(streams_list_at(streams_int(5), 0)));
  assert_null(streams_object_of(streams_int(5)));
  assert_null(streams_object_as(streams_string("x"), &thing_type));
  assert_null(streams_type_of(streams_bytes_ref("x", 1)));
  assert_int_equal(streams_status_of(streams_int(-3)), 0);
}

static void signals_are_no_values(void **state) {
  streams_value_t kept;
  (void)state;
  assert_int_equal(streams_kind_of(streams_skip()), STREAMS_KIND_SIGNAL);
  assert_int_equal(streams_kind_of(streams_end()), STREAMS_KIND_SIGNAL);
  assert_int_equal(streams_kind_of(streams_failure(-3)), STREAMS_KIND_SIGNAL);
  assert_int_equal(streams_status_of(streams_failure(-3)), -3);
  assert_false(streams_is_yours(streams_end()));
  kept = streams_value_copy(streams_skip());
  assert_int_equal(streams_status_of(kept), STREAMS_EINVAL);
  assert_int_equal(streams_status_of(streams_value_copy(streams_failure(-7))), -7);
  assert_null(streams_just(streams_end()));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_null(streams_just(streams_failure(STREAMS_EUSER(4))));
  assert_int_equal(streams_last_error()->code, STREAMS_EUSER(4));
}

static void values_compare_deeply(void **state) {
  streams_value_t one = new_thing(3), other = new_thing(3), items[2], list, object;
  static int something;
  (void)state;
  assert_true(streams_value_equal(streams_null(), streams_null()));
  assert_false(streams_value_equal(streams_int(1), streams_bool(true)));
  assert_false(streams_value_equal(streams_int(1), streams_double(1)));
  assert_true(streams_value_equal(streams_double(0.0), streams_double(-0.0)));
  assert_true(streams_value_equal(streams_string("abc"), streams_string_ref("abcd", 3)));
  assert_false(streams_value_equal(streams_string("abc"), streams_bytes_ref("abc", 3)));
  assert_true(streams_value_equal(one, streams_lend(other)));
  items[0] = streams_string("x");
  items[1] = one;
  list = streams_value_list(items, 2);
  items[1] = other;
  assert_true(streams_value_equal(list, streams_list_ref(items, 2)));
  assert_false(streams_value_equal(list, streams_list_ref(items, 1)));
  items[0] = streams_int(1);
  assert_false(streams_value_equal(list, streams_list_ref(items, 2)));
  object = streams_value_object(&something, NULL);
  assert_true(streams_value_equal(object, streams_lend(object)));
  assert_false(streams_value_equal(object, one));
  streams_value_clear(&object);
  streams_value_clear(&list);
  streams_value_clear(&one);
  streams_value_clear(&other);
  assert_int_equal(things, 0);
}

static void values_are_described(void **state) {
  streams_value_t items[3], thing = new_thing(5);
  char few[4];
  (void)state;
  assert_described(streams_null(), "null");
  assert_described(streams_bool(true), "true");
  assert_described(streams_int(-12), "-12");
  assert_described(streams_double(1.5), "1.5");
  assert_described(streams_string("text"), "text");
  assert_described(streams_bytes_ref("abc", 3), "3 bytes");
  items[0] = streams_int(1);
  items[1] = streams_string("two");
  items[2] = thing;
  assert_described(streams_list_ref(items, 3), "[1, two, thing 5]");
  assert_described(streams_list_ref(NULL, 0), "[]");
  assert_int_equal(streams_value_describe(streams_string("abcdef"), few, sizeof few), 6);
  assert_string_equal(few, "abc");
  assert_int_equal(streams_value_describe(streams_string("abcdef"), NULL, 0), 6);
  assert_int_equal(streams_value_describe(streams_null(), NULL, 5), STREAMS_EINVAL);
  streams_value_clear(&thing);
}

/* ---- making and keeping */

static void copied_text_is_terminated_and_independent(void **state) {
  char text[] = "hello world";
  streams_value_t part = streams_value_string(text, 5), copy = streams_value_copy(streams_string_ref(text + 6, 5));
  (void)state;
  memset(text, '#', sizeof text);
  assert_true(streams_is_yours(part) && streams_is_yours(copy));
  assert_string_equal((const char *)streams_span_of(part).data, "hello");
  assert_string_equal((const char *)streams_span_of(copy).data, "world");
  streams_value_clear(&part);
  assert_true(streams_is_null(part));
  streams_value_clear(&part);
  streams_value_clear(&copy);
  streams_value_clear(NULL);
}

static void only_utf8_makes_text(void **state) {
  streams_value_t good = streams_value_string("gr\xc3\xbc\xc3\x9f" "e und mehr als acht", 26);
  (void)state;
  assert_true(streams_is_yours(good));
  streams_value_clear(&good);
  assert_int_equal(streams_status_of(streams_value_string("12345678\xff", 9)), STREAMS_EINVAL);
  assert_int_equal(streams_status_of(streams_value_string("\xc3", 1)), STREAMS_EINVAL);
  assert_int_equal(streams_status_of(streams_value_string(NULL, 1)), STREAMS_EINVAL);
  good = streams_value_string(NULL, 0);
  assert_text(good, "");
  streams_value_clear(&good);
}

static void adopted_bytes_are_freed_with_the_last_value(void **state) {
  char *memory = malloc(5000);
  streams_value_t whole, part, few, again;
  (void)state;
  freed = 0;
  memset(memory, 'x', 5000);
  whole = streams_value_bytes_adopt(memory, 5000, memory, free_it);
  assert_ptr_equal(streams_span_of(whole).data, memory);
  part = streams_value_part(whole, 1000, 2000);
  assert_ptr_equal(streams_span_of(part).data, memory + 1000);
  few = streams_value_part(whole, 1000, 20);
  assert_ptr_not_equal(streams_span_of(few).data, memory + 1000);
  assert_int_equal(streams_status_of(streams_value_part(whole, 4999, 2)), STREAMS_EINVAL);
  assert_int_equal(streams_status_of(streams_value_part(streams_int(1), 0, 0)), STREAMS_EKIND);
  streams_value_clear(&whole);
  assert_int_equal(freed, 0);
  again = streams_value_copy(part);
  assert_true(again.bits == part.bits && again.type == part.type);
  streams_value_clear(&part);
  assert_int_equal(freed, 0);
  assert_int_equal(((const char *)streams_span_of(again).data)[1999], 'x');
  streams_value_clear(&again);
  assert_int_equal(freed, 1);
  assert_int_equal(streams_span_of(few).size, 20);
  streams_value_clear(&few);
  assert_int_equal(streams_status_of(streams_value_bytes_adopt(NULL, 5, malloc(1), free_it)), STREAMS_EINVAL);
  assert_int_equal(freed, 2);
}

static void a_part_of_lent_bytes_is_lent(void **state) {
  streams_value_t part = streams_value_part(streams_bytes_ref("abcdef", 6), 2, 3);
  (void)state;
  assert_false(streams_is_yours(part));
  assert_int_equal(streams_span_of(part).size, 3);
  assert_memory_equal(streams_span_of(part).data, "cde", 3);
}

static void a_list_owns_copies_and_lends_its_items(void **state) {
  streams_value_t items[3], list, copy, item;
  (void)state;
  items[0] = streams_string("x");
  items[1] = new_thing(7);
  items[2] = streams_value_list(items, 2);
  list = streams_value_list(items, 3);
  streams_value_clear(&items[1]);
  streams_value_clear(&items[2]);
  assert_int_equal(things, 1);
  copy = streams_value_copy(list);
  assert_true(copy.bits == list.bits);
  streams_value_clear(&list);
  item = streams_list_at(copy, 1);
  assert_false(streams_is_yours(item));
  assert_int_equal(((thing_t *)streams_object_as(item, &thing_type))->id, 7);
  streams_value_clear(&item);
  item = streams_value_copy(streams_list_at(streams_list_at(copy, 2), 0));
  streams_value_clear(&copy);
  assert_int_equal(things, 0);
  assert_text(item, "x");
  streams_value_clear(&item);
  assert_int_equal(streams_status_of(streams_value_list(NULL, 1)), STREAMS_EINVAL);
  items[0] = streams_end();
  assert_int_equal(streams_status_of(streams_value_list(items, 1)), STREAMS_EINVAL);
}

static void objects_are_counted(void **state) {
  int destroyed = 0;
  streams_value_t object = streams_value_object(&destroyed, count_destroy), copy;
  (void)state;
  assert_ptr_equal(streams_object_of(object), &destroyed);
  copy = streams_value_copy(object);
  streams_value_clear(&object);
  assert_int_equal(destroyed, 0);
  assert_ptr_equal(streams_object_of(copy), &destroyed);
  streams_value_clear(&copy);
  assert_int_equal(destroyed, 1);
  assert_int_equal(streams_status_of(streams_value_object(NULL, NULL)), STREAMS_EINVAL);
}

static void *copy_and_clear(void *context) {
  streams_value_t *list = context;
  for (int i = 0; i < 20000; i++) {
    streams_value_t a = streams_value_copy(*list), b = streams_value_copy(streams_list_at(a, 1));
    streams_value_clear(&a);
    streams_value_clear(&b);
  }
  return NULL;
}

static void values_are_counted_across_threads(void **state) {
  streams_value_t items[2], list;
  pthread_t threads[2];
  (void)state;
  items[0] = streams_int(1);
  items[1] = streams_string("shared");
  list = streams_value_list(items, 2);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, copy_and_clear, &list), 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert_text(streams_list_at(list, 1), "shared");
  streams_value_clear(&list);
}

/* ---- what callbacks may return */

static streams_value_t many_kinds(void *context, streams_value_t value) {
  streams_value_t items[2];
  char made[8];
  (void)context;
  switch (streams_int_of(value)) {
    case 0: return value;
    case 1: return streams_null();
    case 2: return streams_string("static");
    case 3: strcpy(made, "made"); return streams_value_string(made, 4);
    case 4: return streams_skip();
    case 5: return new_thing(5);
    case 6: return streams_double(1.5);
    case 7: items[0] = streams_int(1); items[1] = streams_string("two"); return streams_value_list(items, 2);
    case 8: return streams_bool(true);
    case 9: streams_set_error_message("nine is too much"); return streams_failure(STREAMS_EUSER(9));
    default: return streams_end();
  }
}

static void map_may_return_anything(void **state) {
  record_t record = { 0 };
  int destroyed = 0;
  (void)state;
  assert_int_equal(
    streams_cancellable_release(
      sink_record(streams_map(streams_range(0, 20), many_kinds, &destroyed, count_destroy), &record)),
    STREAMS_OK);
  assert_string_equal(record.text, "0 null static made thing 5 1.5 [1, two] true x-20009");
  assert_string_equal(record.message, "nine is too much");
  assert_int_equal(destroyed, 1);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(things, 0);
}

static void end_in_a_map_finishes(void **state) {
  record_t record = { 0 };
  probe_t probe = { 0 };
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(streams_map(probe_publisher(&probe), many_kinds, NULL, NULL), &record);
  assert_int_equal(probe_send(&probe, streams_int(10)), STREAMS_OK);
  assert_string_equal(record.text, "|");
  assert_string_equal(probe.text, "* x");
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  probe_release(&probe);
}

static streams_value_t rest(void *context, streams_value_t value) {
  streams_span_t span = streams_span_of(value);
  (void)context;
  return streams_string_ref((const char *)span.data + 1, span.size - 1);
}

static streams_value_t copied(void *context, streams_value_t value) {
  (void)context;
  return streams_value_copy(value);
}

static void lent_text_goes_through_map_whole_and_in_part(void **state) {
  record_t record = { 0 };
  probe_t probe = { 0 };
  char text[] = "hello";
  streams_value_t owned = streams_value_string("owned", 5);
  streams_publisher_t *p = streams_map(probe_publisher(&probe), same, NULL, NULL);
  streams_cancellable_t *token;
  (void)state;
  token = sink_record(streams_map(streams_map(p, copied, NULL, NULL), rest, NULL, NULL), &record);
  assert_int_equal(probe_send(&probe, streams_string_ref(text, 5)), STREAMS_OK);
  assert_int_equal(probe_send(&probe, owned), STREAMS_OK);
  assert_int_equal(probe_send(&probe, owned), STREAMS_OK);
  streams_value_clear(&owned);
  assert_string_equal(record.text, "ello wned wned");
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  probe_release(&probe);
}

static void objects_balance_through_a_pipeline(void **state) {
  record_t record = { 0 };
  streams_value_t items[3];
  streams_publisher_t *p;
  (void)state;
  copies = clears = 0;
  for (int i = 0; i < 3; i++) items[i] = new_thing(i);
  p = streams_map(streams_from_values(items, 3), copied, NULL, NULL);
  for (int i = 0; i < 3; i++) streams_value_clear(&items[i]);
  p = streams_collect(streams_remove_duplicates(p, NULL, NULL, NULL));
  assert_int_equal(streams_cancellable_release(sink_record(p, &record)), STREAMS_OK);
  assert_string_equal(record.text, "[thing 0, thing 1, thing 2] |");
  assert_int_equal(things, 0);
  assert_int_equal(copies + 3, clears);
}

static streams_value_t concatenate(void *context, streams_value_t sum, streams_value_t value) {
  streams_span_t a = streams_span_of(sum), b = streams_span_of(value);
  char text[100];
  (void)context;
  if (b.size == 0) return sum;
  if (b.size > 5) return streams_string_ref(a.data, a.size / 2); /* a part of what it was given */
  memcpy(text, a.data, a.size);
  memcpy(text + a.size, b.data, b.size);
  return streams_value_string(text, a.size + b.size);
}

static const char *const lines[] = { "a", "b", "", "c", "longer text", "d" };

static void scan_keeps_what_it_is_given(void **state) {
  record_t record = { 0 };
  streams_value_t values[6];
  int destroyed = 0;
  (void)state;
  for (int i = 0; i < 6; i++) values[i] = streams_string(lines[i]);
  assert_int_equal(
    streams_cancellable_release(sink_record(
      streams_scan(streams_from_values(values, 6), streams_string(">"), concatenate, &destroyed, count_destroy), &record)),
    STREAMS_OK);
  assert_string_equal(record.text, ">a >ab >ab >abc >a >ad |");
  assert_int_equal(destroyed, 1);
}

static streams_value_t text_of_number(void *context) {
  int *number = context;
  char text[20];
  if (++*number > 4) return streams_end();
  return streams_value_string(text, (size_t)snprintf(text, sizeof text, "n%d", *number));
}

static void generated_text_is_handed_over(void **state) {
  record_t record = { 0 };
  int number = 0;
  (void)state;
  assert_int_equal(
    streams_cancellable_release(
      sink_record(streams_map(streams_generate(text_of_number, &number, NULL), rest, NULL, NULL), &record)),
    STREAMS_OK);
  assert_string_equal(record.text, "1 2 3 4 |");
}

/* ---- adapters */

static int via_map(void *context, const streams_value_t *value, streams_value_t *out) {
  (void)context;
  if (streams_int_of(*value) == 2) return STREAMS_SKIP;
  if (streams_int_of(*value) == 4) return STREAMS_EDONE;
  *out = streams_int(streams_int_of(*value) * 10);
  return STREAMS_OK;
}
static streams_demand_t via_value(void *context, const streams_value_t *value) { return record_value(context, *value); }

static void adapters_pass_values_by_pointer(void **state) {
  record_t record = { .asked = -1 };
  streams_via_t via = { 0 }, sink = { 0 };
  streams_cancellable_t *token;
  (void)state;
  via.map = via_map;
  sink.value = via_value;
  sink.context = &record;
  token = streams_sink(streams_map(streams_range(1, 9), streams_via_map, &via, NULL), streams_via_value, NULL, &sink, NULL);
  assert_string_equal(record.text, "10 30");
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_via_test(&via, streams_null()), STREAMS_EINVAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(plain_values_are_what_was_put_in),
    TEST(the_wrong_kind_gives_nothing),
    TEST(signals_are_no_values),
    TEST(values_compare_deeply),
    TEST(values_are_described),
    TEST(copied_text_is_terminated_and_independent),
    TEST(only_utf8_makes_text),
    TEST(adopted_bytes_are_freed_with_the_last_value),
    TEST(a_part_of_lent_bytes_is_lent),
    TEST(a_list_owns_copies_and_lends_its_items),
    TEST(objects_are_counted),
    TEST(values_are_counted_across_threads),
    TEST(map_may_return_anything),
    TEST(end_in_a_map_finishes),
    TEST(lent_text_goes_through_map_whole_and_in_part),
    TEST(objects_balance_through_a_pipeline),
    TEST(scan_keeps_what_it_is_given),
    TEST(generated_text_is_handed_over),
    TEST(adapters_pass_values_by_pointer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
