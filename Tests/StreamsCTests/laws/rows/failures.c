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

const row_t failure_rows[] = {
  {.name = "streams_catch", .make = catch, .changes_failure = true},
  {.name = "streams_catch, with another failure", .make = catch_again},
  {.name = "streams_catch, the replacement", .make = catch_replacement},
  {.name = "streams_retry", .make = retry},
  {.name = "streams_replace_error", .make = replace_error, .changes_failure = true, .nests = true},
  {0}};
