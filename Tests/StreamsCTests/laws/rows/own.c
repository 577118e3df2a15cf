/* What stands between a source and its subscriber without changing anything. */
#include "../laws.h"

static streams_publisher_t *create(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return a;
}

static streams_publisher_t *dup(bench_t *b, streams_publisher_t *a) {
  (void)b;
  streams_publisher_t *second = streams_publisher_dup(a);
  streams_publisher_release(a);
  return second;
}

static streams_publisher_t *its_own(void *context) { return streams_publisher_dup(used(context)->publisher); }

static streams_publisher_t *deferred(bench_t *b, streams_publisher_t *a) {
  return streams_deferred(its_own, counted_with(b, a), count_destroy);
}

const row_t own_rows[] = {
  {.name = "streams_create", .make = create, .nests = true},
  {.name = "streams_publisher_dup", .make = dup, .nests = true},
  {.name = "streams_deferred", .make = deferred, .nests = true},
  {0}};
