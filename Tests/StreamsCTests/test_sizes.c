/* SIZE_MAX where a size says "at most": no limit, and the stream runs as with a great one. */
#include <unistd.h>

#include "support.h"

static const size_t sizes[] = { SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2, SIZE_MAX / 8, SIZE_MAX / 16 };
enum { size_count = sizeof sizes / sizeof sizes[0] };

/* What comes, with everything asked for; and with 2 asked for and one more for each. */
static void assert_heard(streams_publisher_t *publisher, const char *expected) {
  record_t all = { 0 }, few = { .first = 2, .more = 1 };
  assert_non_null(publisher);
  assert_int_equal(streams_cancellable_release(sink_record(streams_publisher_dup(publisher), &all)), STREAMS_OK);
  assert_string_equal(all.text, expected);
  assert_int_equal(all.destroyed, 1);
  assert_int_equal(subscribe_record(publisher, &few), STREAMS_OK);
  assert_string_equal(few.text, expected);
  assert_int_equal(few.destroyed, 1);
  release_record(&few);
}

static void counts_have_no_limit(void **state) {
  (void)state;
  for (int i = 0; i < size_count; i++) {
    assert_heard(streams_prefix(streams_range(1, 5), sizes[i]), "1 2 3 4 5 |");
    assert_heard(streams_drop_first(streams_range(1, 5), sizes[i]), "|");
    assert_heard(streams_output_at(streams_range(1, 5), sizes[i]), "|");
    assert_heard(streams_output_in(streams_range(1, 5), 3, sizes[i]), "4 5 |");
    assert_heard(streams_output_in(streams_range(1, 5), sizes[i], sizes[i]), "|");
    assert_heard(streams_chunk(streams_range(1, 5), sizes[i]), "[1, 2, 3, 4, 5] |");
    assert_heard(streams_lines(streams_just(streams_string("a\nb\nc")), sizes[i]), "a b c |");
  }
}

static void buffers_have_no_limit(void **state) {
  (void)state;
  for (int i = 0; i < size_count; i++) {
    for (int full = STREAMS_BUFFER_DROP_NEWEST; full <= STREAMS_BUFFER_FAIL; full++) {
      assert_heard(streams_buffer(streams_range(1, 5), sizes[i], false, full), "1 2 3 4 5 |");
      assert_heard(streams_buffer(streams_range(1, 5), sizes[i], true, full), "1 2 3 4 5 |");
    }
  }
}

static void a_chunk_of_a_file_is_at_most_the_file(void **state) {
  char path[] = "/tmp/streams-sizes-XXXXXX";
  int file = mkstemp(path);
  (void)state;
  assert_true(file >= 0 && write(file, "abc\ndef\n", 8) == 8);
  assert_int_equal(close(file), 0);
  for (int i = 0; i < size_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    record_t record = { 0 };
    streams_cancellable_t *token = sink_record(streams_lines(streams_fs_read(loop, path, sizes[i]), 0), &record);
    assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
    assert_string_equal(record.text, "abc def |");
    assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
  unlink(path);
}

static void a_group_by_time_has_no_limit(void **state) {
  (void)state;
  for (int i = 0; i < size_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    record_t record = { 0 };
    streams_cancellable_t *token = sink_record(streams_chunk_by_time(streams_range(1, 5), loop, 1, sizes[i]), &record);
    assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
    assert_string_equal(record.text, "[1, 2, 3, 4, 5] |");
    assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(counts_have_no_limit),
    TEST(buffers_have_no_limit),
    TEST(a_chunk_of_a_file_is_at_most_the_file),
    TEST(a_group_by_time_has_no_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
