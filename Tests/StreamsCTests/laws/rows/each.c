/* Each value. */
#include "../laws.h"

static streams_publisher_t *map(bench_t *b, streams_publisher_t *a) {
  return streams_map(a, same, counted(b), count_destroy);
}

/* What it returns is its own, and so the library's to clear. */
static streams_value_t copy(void *context, streams_value_t value) { return streams_value_copy(same(context, value)); }

static streams_publisher_t *map_to_copies(bench_t *b, streams_publisher_t *a) {
  return streams_map(a, copy, counted(b), count_destroy);
}

static streams_publisher_t *compact_map(bench_t *b, streams_publisher_t *a) {
  return streams_compact_map(a, same, counted(b), count_destroy);
}

static streams_publisher_t *filter(bench_t *b, streams_publisher_t *a) {
  return streams_filter(a, yes, counted(b), count_destroy);
}

static streams_publisher_t *scan(bench_t *b, streams_publisher_t *a) {
  return streams_scan(a, streams_string("initial"), latest, counted(b), count_destroy);
}

static streams_publisher_t *remove_duplicates(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_remove_duplicates(a, NULL, NULL, NULL);
}

static int are_equal(void *context, streams_value_t one, streams_value_t other) {
  used(context);
  return streams_value_equal(one, other);
}

static streams_publisher_t *remove_duplicates_by(bench_t *b, streams_publisher_t *a) {
  return streams_remove_duplicates(a, are_equal, counted(b), count_destroy);
}

static size_t none_of(const int64_t *values, size_t count, int64_t *out) {
  (void)values, (void)count, (void)out;
  return 0;
}

static streams_publisher_t *ignore_output(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_ignore_output(a);
}

const row_t each_rows[] = {
  {.name = "streams_map", .make = map, .nests = true},
  {.name = "streams_map, to copies", .make = map_to_copies, .nests = true},
  {.name = "streams_compact_map", .make = compact_map, .nests = true},
  {.name = "streams_filter", .make = filter, .nests = true},
  {.name = "streams_scan", .make = scan, .nests = true},
  {.name = "streams_remove_duplicates", .make = remove_duplicates, .nests = true},
  {.name = "streams_remove_duplicates, by a function", .make = remove_duplicates_by, .nests = true},
  {.name = "streams_ignore_output", .make = ignore_output, .shape = ONCE, .answer = none_of},
  {0}};
