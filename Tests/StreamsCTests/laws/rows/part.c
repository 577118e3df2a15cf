/* A part of the stream. */
#include "../laws.h"

static streams_publisher_t *prefix(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_prefix(a, 10000000);
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
  {.name = "streams_chunk", .make = chunk, .nests = true, .item = 1},
  {.name = "streams_lines", .make = lines, .makes_values = true},
  {0}};
