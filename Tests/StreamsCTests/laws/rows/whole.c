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

/* There is no such item of an empty list. */
static size_t first_or_none(const int64_t *values, size_t count, int64_t *out) {
  out[0] = count == 0 ? NO_NUMBER : values[0];
  return 1;
}

static size_t newest_of(const int64_t *values, size_t count, int64_t *out) {
  if (count > 0) out[0] = values[count - 1];
  return count > 0;
}

static size_t first_of(const int64_t *values, size_t count, int64_t *out) {
  if (count > 0) out[0] = values[0];
  return count > 0;
}

/* 1, 2, 3, ... go in. */
static size_t least_of(const int64_t *values, size_t count, int64_t *out) {
  for (size_t i = 0; i < count; i++)
    if (i == 0 || values[i] < out[0]) out[0] = values[i];
  return count > 0;
}

static size_t greatest_of(const int64_t *values, size_t count, int64_t *out) {
  for (size_t i = 0; i < count; i++)
    if (i == 0 || values[i] > out[0]) out[0] = values[i];
  return count > 0;
}

static size_t zero_of(const int64_t *values, size_t count, int64_t *out) {
  (void)values, (void)count;
  out[0] = 0;
  return 1;
}

static size_t one_of(const int64_t *values, size_t count, int64_t *out) {
  (void)values, (void)count;
  out[0] = 1;
  return 1;
}

static int all_level(void *context, streams_value_t one, streams_value_t other, int *order) {
  used(context);
  (void)one, (void)other;
  *order = 0;
  return STREAMS_OK;
}

#define WHOLE(name, call)                                                \
  static streams_publisher_t *name(bench_t *b, streams_publisher_t *a) { \
    (void)b;                                                             \
    return call;                                                         \
  }
WHOLE(first, streams_first(a))
WHOLE(first_where, streams_first_where(a, yes, counted(b), count_destroy))
WHOLE(last, streams_last(a))
WHOLE(last_where, streams_last_where(a, yes, counted(b), count_destroy))
WHOLE(min, streams_min(a, NULL, NULL, NULL))
WHOLE(min_by, streams_min(a, all_level, counted(b), count_destroy))
WHOLE(max, streams_max(a, NULL, NULL, NULL))
WHOLE(max_by, streams_max(a, all_level, counted(b), count_destroy))
WHOLE(contains, streams_contains(a, streams_int(-1)))
WHOLE(contains_where, streams_contains_where(a, no, counted(b), count_destroy))
WHOLE(all_satisfy, streams_all_satisfy(a, yes, counted(b), count_destroy))

const row_t whole_rows[] = {
  {.name = "streams_reduce", .make = reduce, .shape = ONCE, .holds_end = true, .answer = last_of},
  {.name = "streams_collect", .make = collect, .shape = ONCE, .holds_end = true, .makes_values = true},
  {.name = "streams_collect, its first item", .make = collect, .shape = ONCE, .holds_end = true, .item = 1,
   .answer = first_or_none},
  {.name = "streams_count", .make = count, .shape = ONCE, .holds_end = true, .makes_values = true},
  {.name = "streams_first", .make = first, .shape = ONCE, .ends_itself = true, .answer = first_of},
  {.name = "streams_first_where", .make = first_where, .shape = ONCE, .ends_itself = true, .answer = first_of},
  {.name = "streams_last", .make = last, .shape = ONCE, .answer = newest_of},
  {.name = "streams_last_where", .make = last_where, .shape = ONCE, .answer = newest_of},
  {.name = "streams_min", .make = min, .shape = ONCE, .answer = least_of, .makes_values = true},
  {.name = "streams_min, by a function", .make = min_by, .shape = ONCE, .answer = first_of},
  {.name = "streams_max", .make = max, .shape = ONCE, .answer = greatest_of, .makes_values = true},
  {.name = "streams_max, by a function", .make = max_by, .shape = ONCE, .answer = first_of},
  {.name = "streams_contains", .make = contains, .shape = ONCE, .holds_end = true, .answer = zero_of,
   .makes_values = true},
  {.name = "streams_contains_where", .make = contains_where, .shape = ONCE, .holds_end = true, .answer = zero_of,
   .makes_values = true},
  {.name = "streams_all_satisfy", .make = all_satisfy, .shape = ONCE, .holds_end = true, .answer = one_of,
   .makes_values = true},
  {0}};
