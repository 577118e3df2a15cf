/* Lines of bytes that come in chunks. */
#include "support.h"

/* A publisher of `text` in chunks of `size` bytes. */
static streams_publisher_t *chunks(const char *text, size_t size) {
  streams_value_t values[200];
  size_t length = strlen(text), count = 0;
  for (size_t at = 0; at < length; at += size)
    values[count++] = streams_bytes_ref(text + at, length - at < size ? length - at : size);
  return streams_from_values(values, count);
}

static streams_value_t quoted(void *context, streams_value_t line) {
  char text[200];
  streams_span_t span = streams_span_of(line);
  (void)context;
  assert_int_equal(streams_kind_of(line), STREAMS_KIND_STRING);
  return streams_value_string(
    text, (size_t)snprintf(text, sizeof text, "'%.*s'", (int)span.size, span.size ? (const char *)span.data : ""));
}

static void assert_lines(streams_publisher_t *chunks, size_t max_length, const char *expected) {
  record_t record = { 0 };
  assert_int_equal(
    streams_cancellable_release(sink_record(streams_map(streams_lines(chunks, max_length), quoted, NULL, NULL), &record)),
    STREAMS_OK);
  assert_string_equal(record.text, expected);
  assert_int_equal(record.destroyed, 1);
}

static void lines_are_cut_wherever_the_chunks_end(void **state) {
  (void)state;
  for (size_t size = 1; size < 24; size++) {
    assert_lines(chunks("one\ntwo\n\nthree", size), 0, "'one' 'two' '' 'three' |");
    assert_lines(chunks("\n\na\n", size), 0, "'' '' 'a' |");
  }
  assert_lines(streams_empty(), 0, "|");
  assert_lines(streams_from_values(NULL, 0), 0, "|");
}

static void each_demand_brings_one_line(void **state) {
  record_t record = { .first = 1 };
  probe_t probe = { 0 };
  char text[] = "one\ntwo\nthr";
  (void)state;
  assert_int_equal(subscribe_record(streams_lines(probe_publisher(&probe), 0), &record), STREAMS_OK);
  assert_string_equal(probe.text, "1");
  assert_int_equal(probe_send(&probe, streams_bytes_ref(text, 11)), STREAMS_OK);
  memset(text, '#', sizeof text); /* the rest of the chunk has been copied */
  assert_string_equal(record.text, "one");
  assert_int_equal(request_record(&record, 1), STREAMS_OK);
  assert_string_equal(record.text, "one two");
  assert_string_equal(probe.text, "1");
  assert_int_equal(request_record(&record, 3), STREAMS_OK);
  assert_string_equal(probe.text, "1 1");
  assert_int_equal(probe_send(&probe, streams_string("ee\n")), STREAMS_OK);
  assert_string_equal(record.text, "one two three");
  assert_int_equal(probe_complete(&probe, 0), STREAMS_OK);
  assert_string_equal(record.text, "one two three |");
  release_record(&record);
  probe_release(&probe);
}

static int freed;
static void free_it(void *context) {
  free(context);
  freed++;
}

static void a_counted_chunk_is_kept_and_freed_once(void **state) {
  record_t record = { .first = 1 };
  probe_t probe = { 0 };
  char *memory = malloc(1000);
  streams_value_t chunk;
  (void)state;
  freed = 0;
  memset(memory, 'x', 1000);
  memory[2] = memory[500] = '\n';
  chunk = streams_value_bytes_adopt(memory, 1000, memory, free_it);
  assert_int_equal(subscribe_record(streams_lines(probe_publisher(&probe), 0), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, chunk), STREAMS_OK);
  streams_value_clear(&chunk);
  assert_int_equal(freed, 0);
  assert_string_equal(record.text, "xx");
  assert_int_equal(request_record(&record, 2), STREAMS_OK);
  assert_int_equal(record.values, 2);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(freed, 1);
  release_record(&record);
  probe_release(&probe);
}

static void a_line_that_is_too_long_fails_after_the_lines_before_it(void **state) {
  record_t record = { 0 };
  (void)state;
  assert_lines(chunks("ab\nabcd\nabcdefgh", 3), 4, "'ab' 'abcd' x-10012");
  assert_int_equal(
    streams_cancellable_release(sink_record(streams_lines(chunks("ab\nabcdefgh\n", 100), 4), &record)), STREAMS_OK);
  assert_string_equal(record.message, "the line at byte 3 is longer than 4 bytes");
}

static void other_values_are_refused(void **state) {
  record_t record = { 0 };
  (void)state;
  assert_int_equal(streams_cancellable_release(sink_record(streams_lines(streams_range(1, 3), 0), &record)), STREAMS_OK);
  assert_int_equal(record.code, STREAMS_EKIND);
  assert_int_equal(record.destroyed, 1);
}

static void a_failure_passes_and_drops_what_waits(void **state) {
  record_t record = { .first = 1 };
  probe_t probe = { 0 };
  (void)state;
  assert_int_equal(subscribe_record(streams_lines(probe_publisher(&probe), 0), &record), STREAMS_OK);
  assert_int_equal(probe_send(&probe, streams_string("a\nb\nc")), STREAMS_OK);
  assert_int_equal(probe_complete(&probe, -5), STREAMS_OK);
  assert_string_equal(record.text, "a x-5");
  release_record(&record);
  probe_release(&probe);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(lines_are_cut_wherever_the_chunks_end),
    TEST(each_demand_brings_one_line),
    TEST(a_counted_chunk_is_kept_and_freed_once),
    TEST(a_line_that_is_too_long_fails_after_the_lines_before_it),
    TEST(other_values_are_refused),
    TEST(a_failure_passes_and_drops_what_waits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
