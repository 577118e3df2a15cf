/* A part of the stream. */
#include "../laws.h"

static streams_publisher_t *prefix(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_prefix(a, 10000000);
}

static streams_publisher_t *prefix_while(bench_t *b, streams_publisher_t *a) {
  return streams_prefix_while(a, yes, counted(b), count_destroy);
}

static streams_publisher_t *prefix_until(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_prefix_until(a, streams_never());
}

static streams_publisher_t *drop_first(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_drop_first(a, 0);
}

static streams_publisher_t *drop_while(bench_t *b, streams_publisher_t *a) {
  return streams_drop_while(a, no, counted(b), count_destroy);
}

static streams_publisher_t *drop_until(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_drop_until(a, streams_just(streams_int(0)));
}

static size_t first_of(const int64_t *values, size_t count, int64_t *out) {
  if (count > 0) out[0] = values[0];
  return count > 0;
}

static streams_publisher_t *output_at(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_output_at(a, 0);
}

static streams_publisher_t *output_in(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_output_in(a, 0, SIZE_MAX);
}

static streams_publisher_t *chunk(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_chunk(a, 1);
}

static streams_value_t line_of(void *context, streams_value_t value) {
  char text[30];
  (void)context;
  int size = snprintf(text, sizeof text, "%lld\n", (long long)streams_int_of(value));
  return streams_value_string(text, (size_t)size);
}

static streams_publisher_t *lines(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_lines(streams_map(a, line_of, NULL, NULL), 0);
}

const row_t part_rows[] = {
  {.name = "streams_prefix", .make = prefix, .nests = true},
  {.name = "streams_prefix_while", .make = prefix_while, .nests = true},
  {.name = "streams_prefix_until", .make = prefix_until},
  {.name = "streams_drop_first", .make = drop_first, .nests = true},
  {.name = "streams_drop_while", .make = drop_while, .nests = true},
  {.name = "streams_drop_until", .make = drop_until},
  {.name = "streams_output_at", .make = output_at, .shape = ONCE, .ends_itself = true, .answer = first_of},
  {.name = "streams_output_in", .make = output_in, .nests = true},
  {.name = "streams_chunk", .make = chunk, .nests = true, .item = 1},
  {.name = "streams_lines", .make = lines, .makes_values = true},
  {0}};
