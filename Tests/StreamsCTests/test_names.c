/* The names of streams: in failures, in reports of misuse, and in the list of handles. */
#include "support.h"

static char stream[60], report[200];

static void remember(void *context, const streams_error_t *error) {
  (void)context;
  snprintf(stream, sizeof stream, "%s", error == NULL ? "finished" : error->stream == NULL ? "none" : error->stream);
}
static const char *stream_of(streams_publisher_t *publisher) {
  stream[0] = 0;
  assert_int_equal(streams_cancellable_release(streams_sink(publisher, NULL, remember, NULL, NULL)), STREAMS_OK);
  return stream;
}
static streams_publisher_t *named(streams_publisher_t *publisher, const char *name) {
  assert_int_equal(streams_publisher_set_name(publisher, name), STREAMS_OK);
  return publisher;
}
static streams_publisher_t *failing(void) { return streams_fail(STREAMS_EUSER(1), "no"); }

static void a_failure_has_the_name_it_came_through_first(void **state) {
  (void)state;
  assert_string_equal(stream_of(failing()), "none");
  assert_string_equal(stream_of(named(failing(), "sensor")), "sensor");
  assert_string_equal(stream_of(streams_map(named(failing(), "sensor"), twice, NULL, NULL)), "sensor");
  assert_string_equal(stream_of(named(streams_map(failing(), twice, NULL, NULL), "outer")), "outer");
  assert_string_equal(
    stream_of(named(streams_map(named(failing(), "inner"), twice, NULL, NULL), "outer")), "inner");
  assert_string_equal(stream_of(named(named(failing(), "sensor"), NULL)), "none");
  assert_string_equal(stream_of(named(streams_range(1, 3), "sensor")), "finished");
}

static int other_code(void *context, const streams_error_t *error) {
  return (void)context, (void)error, STREAMS_EUSER(7);
}
static void another_code_is_the_same_failure(void **state) {
  (void)state;
  assert_string_equal(stream_of(streams_map_error(named(failing(), "sensor"), other_code, NULL, NULL)), "sensor");
  assert_string_equal(stream_of(streams_retry(named(failing(), "sensor"), 2)), "sensor");
  assert_string_equal(stream_of(named(streams_map_error(failing(), other_code, NULL, NULL), "outer")), "outer");
}

/* Each stream has the name that its publisher had when it began, also where chains are made flat. */
static void names_of_parts(void **state) {
  streams_publisher_t *p = named(failing(), "first");
  (void)state;
  assert_string_equal(stream_of(streams_publisher_dup(p)), "first");
  assert_string_equal(stream_of(named(streams_publisher_dup(p), "second")), "second"); /* the same publisher */
  assert_string_equal(stream_of(p), "second");
  p = named(streams_append(streams_range(1, 2), failing()), "both");
  assert_string_equal(stream_of(streams_append(streams_range(1, 2), p)), "both");
  p = named(streams_append(streams_range(1, 2), failing()), "both");
  assert_string_equal(stream_of(streams_append(p, streams_range(1, 2))), "both");
  p = streams_append(named(streams_range(1, 2), "fine"), failing());
  assert_string_equal(stream_of(p), "none");
}

static streams_publisher_t *make_of(void *context, streams_value_t value) {
  return (void)value, named(failing(), context);
}
static streams_publisher_t *make_wrong(void *context, streams_value_t value) {
  return (void)value, streams_connect(context) == NULL ? NULL : streams_empty();
}

static void names_of_inner_streams(void **state) {
  char name[] = "inner";
  streams_publisher_t *plain = named(streams_range(1, 2), "plain");
  (void)state;
  assert_string_equal(stream_of(streams_flat_map(streams_range(1, 2), 1, make_of, name, NULL)), "inner");
  /* What a function leaves in streams_last_error() has its name, too. */
  assert_string_equal(stream_of(streams_flat_map(streams_range(1, 2), 1, make_wrong, plain, NULL)), "plain");
  assert_int_equal(streams_last_error()->code, STREAMS_ENOTSUP);
  assert_string_equal(streams_last_error()->stream, "plain");
  assert_null(streams_range(0, -1));
  assert_null(streams_last_error()->stream);
  assert_int_equal(streams_publisher_release(plain), STREAMS_OK);
}

static void subjects_give_their_name_to_their_publishers(void **state) {
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *before = streams_subject_publisher(subject), *after;
  streams_cancellable_t *tokens[2];
  char other[60];
  (void)state;
  assert_int_equal(streams_subject_set_name(subject, "sensor"), STREAMS_OK);
  after = streams_subject_publisher(subject);
  tokens[0] = streams_sink(before, NULL, remember, NULL, NULL);
  assert_int_equal(streams_subject_complete(subject, STREAMS_EUSER(2), "broken"), STREAMS_OK);
  snprintf(other, sizeof other, "%s", stream);
  tokens[1] = streams_sink(after, NULL, remember, NULL, NULL); /* a late subscriber gets the same end */
  assert_string_equal(other, "none");
  assert_string_equal(stream, "sensor");
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
}

/* ---- reports */

/* What is written to standard error with STREAMS_DEBUG=1 while `call` runs. */
static const char *written(void (*call)(void *context), void *context) {
  const char *text;
  setenv("STREAMS_DEBUG", "1", 1);
  text = written_by(call, context);
  unsetenv("STREAMS_DEBUG");
  return text;
}

static void send_without_demand(void *context) { streams_downstream_send(context, streams_int(1), NULL); }
static probe_t *reentrant;
static void send_within_a_value(record_t *record, streams_value_t value) {
  (void)record;
  if (streams_int_of(value) == 1) /* comes after this one, and by then nobody has asked */
    assert_int_equal(streams_downstream_send(reentrant->downstream, streams_int(2), NULL), 0);
}

static void a_line_of_debugging_has_the_name(void **state) {
  probe_t probe = { 0 };
  record_t record = { 0 };
  (void)state;
  assert_int_equal(subscribe_record(named(probe_publisher(&probe), "sensor"), &record), STREAMS_OK);
  assert_string_equal(written(send_without_demand, probe.downstream),
    "streams: streams_downstream_send: STREAMS_EDEMAND: \"sensor\": a value was sent that nobody has asked for\n");
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  release_record(&record);
  probe_release(&probe);
}

static void hear(void *context, int status, const char *function, const char *text) {
  (void)context, (void)status, (void)function;
  snprintf(report, sizeof report, "%s", text);
}
static void a_value_that_waited_is_reported_with_the_name(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 1, .also = send_within_a_value };
  (void)state;
  reentrant = &probe;
  streams_set_misuse_handler(hear, NULL);
  assert_int_equal(subscribe_record(named(probe_publisher(&probe), "sensor"), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_int(1)), STREAMS_OK);
  assert_string_equal(report, "\"sensor\": a value was sent that nobody has asked for");
  assert_string_equal(record.text, "1");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  release_record(&record);
  probe_release(&probe);
  streams_set_misuse_handler(NULL, NULL);
}

/* ---- the list of handles */
static int note(void *context, const char *type, const char *name, const void *handle) {
  char *text = context;
  (void)handle;
  snprintf(text + strlen(text), 200 - strlen(text), "%s \"%s\"; ", type, name);
  return 0;
}

static void handles_have_the_name_of_their_stream(void **state) {
  probe_t probe = { 0 };
  record_t record = { .first = 1 };
  char text[200] = "";
  streams_subject_t *subject = streams_passthrough_new();
  streams_cancellable_t *token;
  (void)state;
  assert_int_equal(streams_subject_set_name(subject, "news"), STREAMS_OK);
  assert_int_equal(subscribe_record(named(probe_publisher(&probe), "sensor"), &record), STREAMS_OK);
  token = streams_cancellable_from_subscription(record.subscription);
  assert_int_equal(streams_debug_each_handle(note, text), 0);
  assert_non_null(strstr(text, "subject \"news\"; "));
  assert_non_null(strstr(text, "subscription \"sensor\"; "));
  assert_non_null(strstr(text, "cancellable \"sensor\"; "));
  assert_non_null(strstr(text, "downstream \"sensor\"; "));
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  release_record(&record);
  probe_release(&probe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_failure_has_the_name_it_came_through_first),
    TEST(another_code_is_the_same_failure),
    TEST(names_of_parts),
    TEST(names_of_inner_streams),
    TEST(subjects_give_their_name_to_their_publishers),
    TEST(a_line_of_debugging_has_the_name),
    TEST(a_value_that_waited_is_reported_with_the_name),
    TEST(handles_have_the_name_of_their_stream),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
