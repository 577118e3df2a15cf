/* Timers and files on a loop. */
#include <pthread.h>
#include <unistd.h>

#include "support.h"

/* A file with the given contents; its name is good until the next call. */
static const char *file_with(const char *contents, size_t size) {
  static char path[] = "/tmp/streams-test-XXXXXX";
  int file;
  strcpy(path, "/tmp/streams-test-XXXXXX");
  file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, contents, size), (ssize_t)size);
  assert_int_equal(close(file), 0);
  return path;
}

static void run_and_close(streams_loop_t *loop) {
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static streams_value_t as_text(void *context, streams_value_t bytes) {
  streams_span_t span = streams_span_of(bytes);
  (void)context;
  assert_int_equal(streams_kind_of(bytes), STREAMS_KIND_BYTES);
  return streams_string_ref(span.data, span.size);
}

static void a_timer_ticks_as_often_as_it_is_asked(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = STREAMS_UNLIMITED };
  uint64_t before, after;
  (void)state;
  assert_int_equal(streams_loop_now(loop, &before), STREAMS_OK);
  assert_int_equal(subscribe_record(streams_prefix(streams_timer(loop, 20, 5), 3), &record), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_int_equal(streams_loop_now(loop, &after), STREAMS_OK);
  assert_true(after - before >= 29); /* the clock's own milliseconds may round off one */
  assert_int_equal(record.values, 3);
  assert_int_equal(record.completions, 1);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  run_and_close(loop);
}

static void a_timer_without_an_interval_ticks_once(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_timer(loop, 1, 0), &record), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "1 |");
  release_record(&record);
  run_and_close(loop);
  assert_null(streams_timer(NULL, 1, 1));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
}

static void closing_the_loop_fails_what_lives_on_it(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_timer(loop, 3600000, 0), &record), STREAMS_OK);
  assert_true(streams_loop_run(loop, STREAMS_RUN_NOWAIT) > 0);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(record.code, STREAMS_ECLOSED);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void a_file_comes_in_chunks_one_for_each_demand(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = 2 };
  const char *path = file_with("abcdefgh", 8);
  (void)state;
  assert_int_equal(subscribe_record(streams_map(streams_fs_read(loop, path, 3), as_text, NULL, NULL), &record), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "abc def");
  assert_int_equal(request_record(&record, STREAMS_UNLIMITED), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "abc def gh |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  run_and_close(loop);
  unlink(path);
}

static void a_file_that_is_not_there_fails_with_the_systems_code(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = 1 };
  (void)state;
  assert_int_equal(subscribe_record(streams_fs_read(loop, "/no/such/file", 0), &record), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(record.text, "x-2");
  assert_non_null(strstr(record.message, "/no/such/file"));
  release_record(&record);
  assert_null(streams_fs_read(loop, NULL, 0));
  run_and_close(loop);
}

static streams_value_t kept[10];
static int kept_count;
static streams_demand_t keep(void *context, streams_value_t value) {
  (void)context;
  kept[kept_count++] = streams_value_copy(value);
  return 0;
}

static void the_name_of_a_file_is_bytes(void **state) {
  static const char path[] = "/tmp/streams-test-\xff\xfe";
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .first = STREAMS_UNLIMITED };
  (void)state;
  assert_int_equal(rename(file_with("there", 5), path), 0);
  assert_int_equal(subscribe_record(streams_map(streams_fs_read(loop, path, 0), as_text, NULL, NULL), &record),
                   STREAMS_OK);
  run_and_close(loop);
  assert_string_equal(record.text, "there |");
  release_record(&record);
  assert_int_equal(unlink(path), 0);
}

static void chunks_may_be_kept(void **state) {
  streams_loop_t *loop = streams_loop_new();
  char contents[2500];
  const char *path;
  streams_cancellable_t *token;
  (void)state;
  for (size_t i = 0; i < sizeof contents; i++) contents[i] = (char)('a' + i / 1000);
  path = file_with(contents, sizeof contents);
  kept_count = 0;
  token = streams_sink(streams_fs_read(loop, path, 1000), keep, NULL, NULL, NULL);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_int_equal(kept_count, 3);
  for (int i = 0; i < 3; i++) {
    streams_span_t span = streams_span_of(kept[i]);
    assert_int_equal(span.size, i < 2 ? 1000 : 500);
    assert_memory_equal(span.data, contents + i * 1000, span.size);
    streams_value_clear(&kept[i]);
  }
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  run_and_close(loop);
  unlink(path);
}

static void the_lines_of_a_file_are_all_there(void **state) {
  enum { count = 20000 };
  streams_loop_t *loop = streams_loop_new();
  record_t lines = { 0 }, bytes = { 0 };
  char *contents = malloc(count * 12), expected[40];
  size_t size = 0;
  const char *path;
  streams_cancellable_t *tokens[2];
  (void)state;
  for (int i = 0; i < count; i++) size += (size_t)sprintf(contents + size, "line %d\n", i);
  path = file_with(contents, size);
  tokens[0] = sink_record(streams_count(streams_lines(streams_fs_read(loop, path, 4096), 0)), &lines);
  tokens[1] = sink_record(streams_prefix(streams_lines(streams_fs_read(loop, path, 100), 0), 3), &bytes);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  snprintf(expected, sizeof expected, "%d |", count);
  assert_string_equal(lines.text, expected);
  assert_string_equal(bytes.text, "line 0 line 1 line 2 |");
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  run_and_close(loop);
  unlink(path);
  free(contents);
}

static pthread_t thread_of_value;
static void look_at_thread(record_t *record, streams_value_t value) {
  (void)record, (void)value;
  thread_of_value = pthread_self();
}

static void values_come_in_the_loops_own_thread(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { .also = look_at_thread };
  const char *path = file_with("text", 4);
  streams_cancellable_t *token;
  (void)state;
  thread_of_value = pthread_self();
  assert_int_equal(streams_loop_start(loop), STREAMS_OK);
  token = sink_record(streams_fs_read(loop, path, 0), &record);
  while (__atomic_load_n(&record.destroyed, __ATOMIC_ACQUIRE) == 0) usleep(1000);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_string_equal(record.text, "4 bytes |");
  assert_false(pthread_equal(thread_of_value, pthread_self()));
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  unlink(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_timer_ticks_as_often_as_it_is_asked),
    TEST(a_timer_without_an_interval_ticks_once),
    TEST(closing_the_loop_fails_what_lives_on_it),
    TEST(a_file_comes_in_chunks_one_for_each_demand),
    TEST(a_file_that_is_not_there_fails_with_the_systems_code),
    TEST(the_name_of_a_file_is_bytes),
    TEST(chunks_may_be_kept),
    TEST(the_lines_of_a_file_are_all_there),
    TEST(values_come_in_the_loops_own_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
