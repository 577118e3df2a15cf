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

static streams_publisher_t *drop_first(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_drop_first(a, 3);
}
static streams_publisher_t *output_at(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_output_at(a, 4);
}

/* The other one sends just before the 1 goes on. */
static streams_value_t other_sends_at_1(void *context, streams_value_t value) {
  counted_t *me = used(context);
  if (streams_int_of(value) == 1) streams_subject_send(me->bench->subject, value);
  return value;
}
static streams_publisher_t *drop_until(bench_t *b, streams_publisher_t *a) {
  b->subject = streams_passthrough_new();
  a = streams_map(a, other_sends_at_1, counted(b), count_destroy);
  return streams_drop_until(a, streams_subject_publisher(b->subject));
}

const row_t suppressor_rows[] = {
  {.name = "streams_map", .make = map, .text = "1 2"},
  {.name = "streams_compact_map", .make = compact_map, .text = "1 2"},
  {.name = "streams_filter", .make = filter, .text = "1 2"},
  {.name = "streams_remove_duplicates", .make = remove_duplicates, .text = "0 1 2"},
  {.name = "streams_drop_while", .make = drop_while, .text = "1 2"},
  {.name = "streams_drop_first", .make = drop_first, .text = "1 2"},
  {.name = "streams_drop_until", .make = drop_until, .text = "1 2"},
  {.name = "streams_output_at", .make = output_at, .text = "2 |"},
  {.name = "streams_output_in", .make = output_in, .text = "1 2"},
  {0}};
