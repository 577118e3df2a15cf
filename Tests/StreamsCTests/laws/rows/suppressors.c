/* Forms that drop some of 0, 0, 0, 1, 2. text: what is left. */
#include "../laws.h"

static streams_value_t skip_zero(void *context, streams_value_t value) {
  used(context);
  return streams_int_of(value) == 0 ? streams_skip() : value;
}

static int is_not_zero(void *context, streams_value_t value) {
  used(context);
  return streams_int_of(value) != 0;
}

static streams_publisher_t *map(bench_t *b, streams_publisher_t *a) {
  return streams_map(a, skip_zero, counted(b), count_destroy);
}
static streams_publisher_t *compact_map(bench_t *b, streams_publisher_t *a) {
  return streams_compact_map(a, skip_zero, counted(b), count_destroy);
}
static streams_publisher_t *filter(bench_t *b, streams_publisher_t *a) {
  return streams_filter(a, is_not_zero, counted(b), count_destroy);
}
static streams_publisher_t *remove_duplicates(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_remove_duplicates(a, NULL, NULL, NULL);
}

static int is_zero(void *context, streams_value_t value) {
  used(context);
  return streams_int_of(value) == 0;
}
static streams_publisher_t *drop_while(bench_t *b, streams_publisher_t *a) {
  return streams_drop_while(a, is_zero, counted(b), count_destroy);
}
static streams_publisher_t *output_in(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_output_in(a, 3, 9);
}

const row_t suppressor_rows[] = {
  {.name = "streams_map", .make = map, .text = "1 2"},
  {.name = "streams_compact_map", .make = compact_map, .text = "1 2"},
  {.name = "streams_filter", .make = filter, .text = "1 2"},
  {.name = "streams_remove_duplicates", .make = remove_duplicates, .text = "0 1 2"},
  {.name = "streams_drop_while", .make = drop_while, .text = "1 2"},
  {.name = "streams_output_in", .make = output_in, .text = "1 2"},
  {0}};
