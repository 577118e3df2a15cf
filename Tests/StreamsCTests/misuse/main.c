/* Makes every call of the table, once good and once for every way in which an argument can be wrong. */
#include "misuse.h"

#include "callbacks.h"

/* ---- rows.h: each line a function of its own, and a row */
#define LENT(place, kind) handle_argument(call, place, kind, LENT)
#define TAKEN(place) handle_argument(call, place, PUBLISHER, TAKEN)
#define MOVED(place, kind) handle_argument(call, place, kind, MOVED)
#define RELEASED(place, kind) handle_argument(call, place, kind, RELEASED)
#define PUBLISHERS(place) publishers_argument(call, place), publishers_size(call, place)
#define FUNCTION(place, fn) is_null(call, place, "function", false) ? NULL : fn
#define OPTIONAL(place, fn) is_null(call, place, "function", true) ? NULL : fn
#define CONTEXT(place) context_argument(call, place), destroy_given
#define BARE_CONTEXT(place) is_null(call, place, "context", true) ? NULL : (void *)call
#define FLAG(place, good) flag_argument(call, place, good)
#define VALUE(place) value_argument(call, place, streams_int(1), false)
#define SIGNAL(place) value_argument(call, place, streams_int(1), true)
#define ITEMS(place) items_argument(call, place), items_size(call, place)
#define SIZE(place, good, for_zero, for_huge) size_argument(call, place, good, for_zero, for_huge)
#define DEMAND(place) number_argument(call, place, "demand", 1, 1, INT64_MAX)
#define NUMBER(place, type, good, lowest, highest) \
  (type) number_argument(call, place, sizeof(type) == 4 ? "int" : "int64", good, lowest, highest)
#define MS(place) NUMBER(place, uint64_t, 5, INT64_MIN, INT64_MAX)
#define STRUCT(place, name, least) struct_argument(call, place, &name, sizeof name, least)
#define SPAN(place) span_argument(call, place)
#define OBJECT(place) object_argument(call, place), destroy_given
#define BUFFER(place) buffer_argument(call, place), buffer_size(call, place)
#define CONNECTABLE(place, use) connectable_argument(call, place, use)
#define OWN_UV(place) uv_argument(call, place)
#define MEMORY(place) memory_argument(call, place, "memory+size"), memory_size(call, place)
#define UTF8(place) memory_argument(call, place, "text+size"), memory_size(call, place)
#define TEXT(place) text_argument(call, place, false)
#define OPTIONAL_TEXT(place) text_argument(call, place, true)
#define OUT(place, variable) is_null(call, place, "out", false) ? NULL : variable
#define OPTIONAL_OUT(place, variable) is_null(call, place, "out", true) ? NULL : variable
#define VIA(place) via_argument(call, place)

#define STATUS(name, ...) static void call_##name(call_t *call) { call->status = name(__VA_ARGS__); }
#define POINTER(kind, name, ...) static void call_##name(call_t *call) { call->pointer = name(__VA_ARGS__); }
#define PUBLISHES(name, ...) POINTER(PUBLISHER, name, __VA_ARGS__)
#define MAKES_VALUE(name, ...) static void call_##name(call_t *call) { call->value = name(__VA_ARGS__); }
#define ASKS(name, ...) static void call_##name(call_t *call) { call->status = (int)name(__VA_ARGS__); }
#define ANSWERS(name, ...) static void call_##name(call_t *call) { call->status = (name(__VA_ARGS__), STREAMS_OK); }
#include "rows.h"
#undef STATUS
#undef POINTER
#undef MAKES_VALUE
#undef ASKS
#undef ANSWERS
#define STATUS(name, ...) { #name, call_##name, A_STATUS, NOTHING },
#define POINTER(kind, name, ...) { #name, call_##name, A_POINTER, kind },
#define MAKES_VALUE(name, ...) { #name, call_##name, A_VALUE, NOTHING },
#define ASKS(name, ...) { #name, call_##name, A_DEMAND, NOTHING },
#define ANSWERS(name, ...) { #name, call_##name, AN_ANSWER, NOTHING },
const row_t rows[] = {
#include "rows.h"
};
const size_t row_count = sizeof rows / sizeof rows[0];

/* ---- one call */
static int status_of(const row_t *row, const call_t *call) {
  if (row->result == A_VALUE) return streams_status_of(call->value);
  if (row->result == A_POINTER) return call->pointer == NULL ? streams_last_error()->code : STREAMS_OK;
  if (row->result == A_DEMAND) return call->status < 0 ? STREAMS_EINVAL : STREAMS_OK;
  return call->status > 0 ? STREAMS_OK : call->status;
}

static void check_last_error(const call_t *call) {
  const streams_error_t *error = streams_last_error();
  assert_int_equal(error->code, call->keeps_error ? STREAMS_EUSER(9) : call->expected);
  assert_string_equal(error->message, words(error->code));
  if (call->keeps_error || call->name == NULL) return;
  assert_non_null(error->stream);
  assert_string_equal(error->stream, call->name);
}

/* For whoever reads why a test failed. */
static char last_call[200];

static void run_call(const row_t *row, call_t *call) {
  size_t handles = streams_debug_live_handles(), streams = streams_debug_live_streams();
  char text[200];
  int status;
  call->function = row->function;
  check_beside();
  assert_null(streams_just(streams_failure(STREAMS_EUSER(9)))); /* the failure before */
  listen_to_misuse();
  source.subscribe = on_subscribe;
  snprintf(last_call, sizeof last_call, "%s: argument %d, way %d", row->function, call->place, call->how);
  row->call(call);
  if (call->wrong != NULL) snprintf(last_call, sizeof last_call, "%s: argument %d: %s", row->function, call->place, call->wrong);
  if (call->is_nameless) call->name = NULL;
  status = status_of(row, call);
  if (call->keeps_error) call->expected = row->result == A_POINTER || status == STREAMS_EUSER(9) ? STREAMS_EUSER(9) : 0;
  snprintf(text, sizeof text, "%s%s%s%s", call->name == NULL ? "" : "\"", call->name == NULL ? "" : call->name,
           call->name == NULL ? "" : "\": ", words(call->expected));
  expect(row->function, status, call->expected, call->expected == STREAMS_OK || call->is_silent ? NULL : text);
  if (row->result == A_POINTER && call->expected != STREAMS_OK) check_last_error(call);
  if (row->result == A_POINTER && call->pointer != NULL) give_up(call->pointer, row->kind);
  if (row->result == A_VALUE) streams_value_clear(&call->value);
  give_up_what_came();
  release_made(call);
  for (int i = 0; i < places; i++) assert_int_equal(call->contexts[i].destroyed, call->contexts[i].given);
  assert_int_equal(streams_debug_live_handles(), handles);
  assert_int_equal(streams_debug_live_streams(), streams);
  check_beside();
  last_call[0] = 0;
}

/* A good call, and then a wrong one for each way. */
static void run_row(const row_t *row, bool is_named) {
  call_t good = { .place = -1, .is_named = is_named };
  run_call(row, &good);
  for (int place = 0; place < good.count; place++) {
    for (int how = 0; how < good.ways[place]; how++) {
      call_t call = { .place = place, .how = how, .is_named = is_named };
      run_call(row, &call);
    }
  }
}

static void run_rows(bool is_named) {
  begin_beside();
  for (size_t i = 0; i < row_count; i++) run_row(&rows[i], is_named);
  end_beside();
}
static void every_wrong_argument_is_refused(void **state) { (void)state, run_rows(false); }
static void reports_name_the_stream(void **state) { (void)state, run_rows(true); }

static int moment_count;
static void run_moments(const moment_t *moments) {
  begin_beside();
  for (; moments->name != NULL; moments++, moment_count++) {
    listen_to_misuse();
    snprintf(last_call, sizeof last_call, "%s", moments->name);
    moments->run();
    check_beside();
  }
  last_call[0] = 0;
  end_beside();
}
static void streams_at_the_wrong_moment(void **state) { (void)state, run_moments(moments_of_streams); }
static void loops_at_the_wrong_moment(void **state) { (void)state, run_moments(moments_of_loops); }
static void callbacks_that_return_nonsense(void **state) { (void)state, run_moments(moments_of_callbacks); }

/* --list: what each row says of its function's arguments, for Tests/Header/misuse.py. */
static int list(void) {
  for (size_t i = 0; i < row_count; i++) {
    call_t call = { .place = -1 };
    rows[i].call(&call);
    printf("%s", rows[i].function);
    for (int place = 0; place < call.count; place++) printf(" %s", call.types[place] ? call.types[place] : "?");
    printf("\n");
    if (rows[i].result == A_POINTER && call.pointer != NULL) give_up(call.pointer, rows[i].kind);
    if (rows[i].result == A_VALUE) streams_value_clear(&call.value);
    give_up_what_came();
    release_made(&call);
  }
  return 0;
}

static int nothing_is_left(void **state) {
  if (last_call[0] != 0) print_message("the last call: %s\n", last_call);
  return nothing_lives(state);
}
#define MISUSE_TEST(function) cmocka_unit_test_setup_teardown(function, nothing_lives, nothing_is_left)

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
    MISUSE_TEST(every_wrong_argument_is_refused),
    MISUSE_TEST(reports_name_the_stream),
    MISUSE_TEST(streams_at_the_wrong_moment),
    MISUSE_TEST(loops_at_the_wrong_moment),
    MISUSE_TEST(callbacks_that_return_nonsense),
  };
  int failed;
  if (count == 2 && strcmp(arguments[1], "--list") == 0) return list();
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  printf("%d calls of %zu functions, %d moments\n", cases, row_count, moment_count); /* for scripts/count-tests */
  return failed;
}
