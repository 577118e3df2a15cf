/* Several streams. */
#include "../laws.h"

/* The other side of a zip: enough for the short laws. Not endless, since unlimited demand takes all of it. */
static streams_publisher_t *zeroes(void) {
  streams_value_t values[200];
  for (int i = 0; i < 200; i++) values[i] = streams_int(0);
  return streams_from_values(values, 200);
}

static streams_publisher_t *a_zero(void) { return streams_just(streams_int(0)); }

typedef streams_publisher_t *(*join_fn)(streams_publisher_t *const *, size_t);

/* `a` as number `place` of `count`. */
static streams_publisher_t *
join(join_fn fn, streams_publisher_t *a, size_t place, size_t count, streams_publisher_t *(*another)(void)) {
  streams_publisher_t *all[24];
  for (size_t i = 0; i < count; i++) all[i] = i + 1 == place ? a : another();
  return fn(all, count);
}

#define JOIN(name, fn, place, count, another)                       \
  static streams_publisher_t *name(bench_t *b, streams_publisher_t *a) { \
    (void)b;                                                        \
    return join(fn, a, place, count, another);                      \
  }

JOIN(zip, streams_zip, 1, 2, zeroes)
JOIN(zip_second, streams_zip, 2, 2, zeroes)
JOIN(zip_of_five, streams_zip, 4, 5, zeroes)
JOIN(zip_of_one, streams_zip, 1, 1, zeroes)
JOIN(combine_latest, streams_combine_latest, 2, 2, a_zero)
JOIN(combine_latest_of_four, streams_combine_latest, 4, 4, a_zero)
JOIN(combine_latest_of_one, streams_combine_latest, 1, 1, a_zero)
JOIN(merge, streams_merge, 1, 2, streams_empty)
JOIN(merge_second, streams_merge, 2, 2, streams_empty)
JOIN(merge_of_many, streams_merge, 21, 21, streams_empty)
JOIN(merge_of_one, streams_merge, 1, 1, streams_empty)

static streams_publisher_t *flat_map(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map(a, STREAMS_UNLIMITED, just_it, counted(b), count_destroy);
}

static streams_publisher_t *flat_map_one_at_a_time(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map(a, 1, just_it, counted(b), count_destroy);
}

/* The publisher of the context. */
static streams_publisher_t *its_own(void *context, streams_value_t value) {
  (void)value;
  return streams_publisher_dup(used(context)->publisher);
}

static streams_publisher_t *flat_map_inner(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map(a_zero(), STREAMS_UNLIMITED, its_own, counted_with(b, a), count_destroy);
}

static streams_publisher_t *latest_outer(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map_latest(a, just_it, counted(b), count_destroy);
}

static streams_publisher_t *latest_inner(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map_latest(a_zero(), its_own, counted_with(b, a), count_destroy);
}

static streams_publisher_t *append_first(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_append(a, streams_empty());
}

static streams_publisher_t *append_second(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_append(streams_append(streams_empty(), streams_empty()), a);
}

static streams_publisher_t *prepend_first(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_prepend(streams_empty(), a);
}

static streams_publisher_t *prepend_second(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_prepend(a, streams_empty());
}

const row_t several_rows[] = {
  {.name = "streams_zip", .make = zip, .item = 1, .is_bounded = true},
  {.name = "streams_zip, second side", .make = zip_second, .item = 2, .is_bounded = true},
  {.name = "streams_zip, of five", .make = zip_of_five, .item = 4, .is_bounded = true},
  {.name = "streams_zip, of one", .make = zip_of_one, .item = 1},
  {.name = "streams_combine_latest", .make = combine_latest, .item = 2, .holds_end = true, .is_lossy = true,
   .has_another = true},
  {.name = "streams_combine_latest, of four", .make = combine_latest_of_four, .item = 4, .holds_end = true,
   .is_lossy = true, .has_another = true},
  {.name = "streams_combine_latest, of one", .make = combine_latest_of_one, .item = 1, .is_lossy = true},
  {.name = "streams_merge", .make = merge},
  {.name = "streams_merge, second side", .make = merge_second},
  {.name = "streams_merge, of many", .make = merge_of_many},
  {.name = "streams_merge, of one", .make = merge_of_one},
  {.name = "streams_flat_map", .make = flat_map},
  {.name = "streams_flat_map, one at a time", .make = flat_map_one_at_a_time, .is_one_at_a_time = true},
  {.name = "streams_flat_map, the inner stream", .make = flat_map_inner},
  {.name = "streams_flat_map_latest, the outer stream", .make = latest_outer, .is_lossy = true, .has_another = true},
  {.name = "streams_flat_map_latest, the inner stream", .make = latest_inner},
  {.name = "streams_append", .make = append_first},
  {.name = "streams_append, second", .make = append_second},
  {.name = "streams_prepend", .make = prepend_first},
  {.name = "streams_prepend, second", .make = prepend_second},
  {0}};
