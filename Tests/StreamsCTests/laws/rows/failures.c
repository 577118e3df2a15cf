/* Failures. */
#include "../laws.h"

static streams_publisher_t *nothing_instead(void *context, const streams_error_t *error) {
  used(context);
  EXPECT_INT(error->code, FAILURE);
  return streams_empty();
}

static streams_publisher_t *its_own(void *context, const streams_error_t *error) {
  (void)error;
  return streams_publisher_dup(used(context)->publisher);
}

static streams_publisher_t *the_same_failure(void *context, const streams_error_t *error) {
  used(context);
  return streams_fail(error->code, error->message);
}

static streams_publisher_t *catch(bench_t *b, streams_publisher_t *a) {
  return streams_catch(a, nothing_instead, counted(b), count_destroy);
}

static streams_publisher_t *catch_again(bench_t *b, streams_publisher_t *a) {
  return streams_catch(a, the_same_failure, counted(b), count_destroy);
}

static streams_publisher_t *catch_replacement(bench_t *b, streams_publisher_t *a) {
  return streams_catch(streams_fail(FAILURE, NULL), its_own, counted_with(b, a), count_destroy);
}

static streams_publisher_t *retry(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_retry(a, 0);
}

static streams_publisher_t *replace_error(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_replace_error(a, streams_int(-1));
}

static streams_publisher_t *replace_empty(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_replace_empty(a, streams_int(-1));
}

static size_t all_or_minus_one(const int64_t *values, size_t count, int64_t *out) {
  out[0] = -1;
  memcpy(out, values, count * sizeof *values);
  return count == 0 ? 1 : count;
}

static int the_same_code(void *context, const streams_error_t *error) {
  used(context);
  streams_set_error_message(error->message);
  return error->code;
}

static streams_publisher_t *map_error(bench_t *b, streams_publisher_t *a) {
  return streams_map_error(a, the_same_code, counted(b), count_destroy);
}

const row_t failure_rows[] = {
  {.name = "streams_catch", .make = catch, .changes_failure = true},
  {.name = "streams_catch, with another failure", .make = catch_again},
  {.name = "streams_catch, the replacement", .make = catch_replacement},
  {.name = "streams_retry", .make = retry},
  {.name = "streams_map_error", .make = map_error, .nests = true},
  {.name = "streams_replace_empty", .make = replace_empty, .holds_end = true, .nests = true,
   .answer = all_or_minus_one},
  {.name = "streams_replace_error", .make = replace_error, .changes_failure = true, .nests = true},
  {0}};
