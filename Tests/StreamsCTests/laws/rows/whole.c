/* The whole stream becomes one value. */
#include "../laws.h"

static size_t last_of(const int64_t *values, size_t count, int64_t *out) {
  out[0] = count == 0 ? 0 : values[count - 1];
  return 1;
}

static streams_publisher_t *reduce(bench_t *b, streams_publisher_t *a) {
  return streams_reduce(a, streams_int(0), latest, counted(b), count_destroy);
}

static streams_publisher_t *collect(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_collect(a);
}

static streams_publisher_t *count(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_count(a);
}

const row_t whole_rows[] = {
  {.name = "streams_reduce", .make = reduce, .shape = ONCE, .holds_end = true, .answer = last_of},
  {.name = "streams_collect", .make = collect, .shape = ONCE, .holds_end = true, .makes_values = true},
  {.name = "streams_count", .make = count, .shape = ONCE, .holds_end = true, .makes_values = true},
  {0}};
