/* Forms that end the stream by themselves: when 1, 2, 3, ... goes in, at the 2. text: what is seen then. */
#include "../laws.h"

static int64_t number(void *context, streams_value_t value) {
  used(context);
  return streams_int_of(value);
}

/* -- functions that fail, or end */

static streams_value_t fail_at_2(void *context, streams_value_t value) {
  return number(context, value) < 2 ? value : streams_failure(FAILURE);
}
static streams_value_t end_at_2(void *context, streams_value_t value) {
  return number(context, value) < 2 ? value : streams_end();
}
static streams_value_t fold_fail_at_2(void *context, streams_value_t accumulated, streams_value_t value) {
  (void)accumulated;
  return fail_at_2(context, value);
}
static streams_value_t fold_end_at_2(void *context, streams_value_t accumulated, streams_value_t value) {
  (void)accumulated;
  return end_at_2(context, value);
}
static int test_fail_at_2(void *context, streams_value_t value) {
  return number(context, value) < 2 ? 1 : FAILURE;
}
static int equal_fail_at_2(void *context, streams_value_t one, streams_value_t other) {
  (void)one;
  return number(context, other) < 2 ? 0 : FAILURE;
}

#define ENDER(name, call)                                                  \
  static streams_publisher_t *name(bench_t *b, streams_publisher_t *a) { \
    (void)b;                                                               \
    return call;                                                           \
  }
ENDER(map_fails, streams_map(a, fail_at_2, counted(b), count_destroy))
ENDER(map_ends, streams_map(a, end_at_2, counted(b), count_destroy))
ENDER(compact_map_fails, streams_compact_map(a, fail_at_2, counted(b), count_destroy))
ENDER(compact_map_ends, streams_compact_map(a, end_at_2, counted(b), count_destroy))
ENDER(filter_fails, streams_filter(a, test_fail_at_2, counted(b), count_destroy))
ENDER(scan_fails, streams_scan(a, streams_int(0), fold_fail_at_2, counted(b), count_destroy))
ENDER(scan_ends, streams_scan(a, streams_int(0), fold_end_at_2, counted(b), count_destroy))
ENDER(reduce_fails, streams_reduce(a, streams_int(0), fold_fail_at_2, counted(b), count_destroy))
ENDER(reduce_ends, streams_reduce(a, streams_int(0), fold_end_at_2, counted(b), count_destroy))
ENDER(duplicates_fails, streams_remove_duplicates(a, equal_fail_at_2, counted(b), count_destroy))
ENDER(prefix, streams_prefix(a, 2))

/* -- tests that say no, or fail, at 2 */

static int below_2(void *context, streams_value_t value) { return number(context, value) < 2; }
static int is_2(void *context, streams_value_t value) { return number(context, value) == 2; }
static int no_fail_at_2(void *context, streams_value_t value) { return number(context, value) < 2 ? 0 : FAILURE; }
static int compare_fail_at_2(void *context, streams_value_t one, streams_value_t other, int *order) {
  return number(context, other) < 2 ? streams_value_compare(one, other, order) : FAILURE;
}
ENDER(prefix_while, streams_prefix_while(a, below_2, counted(b), count_destroy))
ENDER(prefix_while_fails, streams_prefix_while(a, test_fail_at_2, counted(b), count_destroy))
ENDER(drop_while_fails, streams_drop_while(a, test_fail_at_2, counted(b), count_destroy))
ENDER(output_at, streams_output_at(a, 1))
ENDER(output_in, streams_output_in(a, 0, 2))
ENDER(first_where, streams_first_where(a, is_2, counted(b), count_destroy))
ENDER(first_where_fails, streams_first_where(a, no_fail_at_2, counted(b), count_destroy))
ENDER(last_where_fails, streams_last_where(a, test_fail_at_2, counted(b), count_destroy))
ENDER(min_fails, streams_min(a, compare_fail_at_2, counted(b), count_destroy))
ENDER(max_fails, streams_max(a, compare_fail_at_2, counted(b), count_destroy))
ENDER(contains_it, streams_contains(a, streams_int(2)))
static int is_less_than_2(void *context, streams_value_t value) { return number(context, value) < 2; }
ENDER(contains_where_it_is, streams_contains_where(a, is_2, counted(b), count_destroy))
ENDER(all_satisfy_no, streams_all_satisfy(a, is_less_than_2, counted(b), count_destroy))
ENDER(contains_where_fails, streams_contains_where(a, no_fail_at_2, counted(b), count_destroy))
ENDER(all_satisfy_fails, streams_all_satisfy(a, test_fail_at_2, counted(b), count_destroy))

/* -- other streams */

static streams_publisher_t *failing_at_2(void *context, streams_value_t value) {
  return number(context, value) < 2 ? streams_just(value) : streams_fail(FAILURE, NULL);
}
static streams_publisher_t *none_at_2(void *context, streams_value_t value) {
  if (number(context, value) < 2) return streams_just(value);
  return streams_fail(1, NULL); /* EINVAL: a code is negative */
}
ENDER(flat_map_inner_fails, streams_flat_map(a, STREAMS_UNLIMITED, failing_at_2, counted(b), count_destroy))
ENDER(flat_map_no_inner, streams_flat_map(a, STREAMS_UNLIMITED, none_at_2, counted(b), count_destroy))
ENDER(latest_inner_fails, streams_flat_map_latest(a, failing_at_2, counted(b), count_destroy))
ENDER(latest_no_inner, streams_flat_map_latest(a, none_at_2, counted(b), count_destroy))

/* The other stream does something just before this one's 2 goes on. */
static streams_value_t other_fails_at_2(void *context, streams_value_t value) {
  counted_t *me = used(context);
  if (streams_int_of(value) == 2) streams_subject_complete(me->bench->subject, FAILURE, NULL);
  return value;
}
static streams_value_t other_finishes_at_2(void *context, streams_value_t value) {
  counted_t *me = used(context);
  if (streams_int_of(value) == 2) streams_subject_complete(me->bench->subject, 0, NULL);
  return value;
}

static streams_publisher_t *
beside(bench_t *b, streams_publisher_t *a, streams_map_fn at_2,
       streams_publisher_t *(*join)(streams_publisher_t *const *, size_t)) {
  streams_publisher_t *all[2];
  b->subject = streams_passthrough_new();
  all[0] = streams_map(a, at_2, counted(b), count_destroy);
  all[1] = streams_subject_publisher(b->subject);
  return join(all, 2);
}
ENDER(zip_other_fails, beside(b, a, other_fails_at_2, streams_zip))
ENDER(merge_other_fails, beside(b, a, other_fails_at_2, streams_merge))
ENDER(combine_latest_other_fails, beside(b, a, other_fails_at_2, streams_combine_latest))

/* The other stream sends something just before this one's 2 goes on. */
static streams_value_t other_sends_at_2(void *context, streams_value_t value) {
  counted_t *me = used(context);
  if (streams_int_of(value) == 2) streams_subject_send(me->bench->subject, value);
  return value;
}
static streams_publisher_t *until(streams_publisher_t *const *both, size_t count) {
  (void)count;
  return streams_prefix_until(both[0], both[1]);
}
static streams_publisher_t *from(streams_publisher_t *const *both, size_t count) {
  (void)count;
  return streams_drop_until(both[0], both[1]);
}
ENDER(prefix_until, beside(b, a, other_sends_at_2, until))
ENDER(drop_until_other_fails, beside(b, a, other_fails_at_2, from))
ENDER(drop_until_other_finishes, beside(b, a, other_finishes_at_2, from))

static streams_publisher_t *zip_other_is_over(bench_t *b, streams_publisher_t *a) {
  streams_publisher_t *all[2] = {streams_just(streams_int(0)), a};
  (void)b;
  return streams_zip(all, 2);
}

/* -- limits */

static streams_value_t long_at_2(void *context, streams_value_t value) {
  return streams_string(number(context, value) < 2 ? "1\n" : "2 and more\n");
}
static streams_value_t line_until_2(void *context, streams_value_t value) {
  return number(context, value) < 2 ? streams_string("1\n") : value;
}
ENDER(lines_too_long, streams_lines(streams_map(a, long_at_2, counted(b), count_destroy), 5))
ENDER(lines_of_numbers, streams_lines(streams_map(a, line_until_2, counted(b), count_destroy), 5))

const row_t ender_rows[] = {
  {.name = "streams_map, fails", .make = map_fails, .text = "1 !"},
  {.name = "streams_map, ends", .make = map_ends, .text = "1 |"},
  {.name = "streams_compact_map, fails", .make = compact_map_fails, .text = "1 !"},
  {.name = "streams_compact_map, ends", .make = compact_map_ends, .text = "1 |"},
  {.name = "streams_filter, fails", .make = filter_fails, .text = "1 !"},
  {.name = "streams_scan, fails", .make = scan_fails, .text = "1 !"},
  {.name = "streams_scan, ends", .make = scan_ends, .text = "1 |"},
  {.name = "streams_reduce, fails", .make = reduce_fails, .text = "!"},
  {.name = "streams_reduce, ends", .make = reduce_ends, .text = "|"},
  {.name = "streams_remove_duplicates, fails", .make = duplicates_fails, .text = "1 !"},
  {.name = "streams_prefix", .make = prefix, .text = "1 2 |"},
  {.name = "streams_prefix_while, says no", .make = prefix_while, .text = "1 |"},
  {.name = "streams_prefix_while, fails", .make = prefix_while_fails, .text = "1 !"},
  {.name = "streams_drop_while, fails", .make = drop_while_fails, .text = "!"},
  {.name = "streams_output_at", .make = output_at, .text = "2 |"},
  {.name = "streams_output_in", .make = output_in, .text = "1 2 |"},
  {.name = "streams_first_where", .make = first_where, .text = "2 |"},
  {.name = "streams_first_where, fails", .make = first_where_fails, .text = "!"},
  {.name = "streams_last_where, fails", .make = last_where_fails, .text = "!"},
  {.name = "streams_min, fails", .make = min_fails, .text = "!"},
  {.name = "streams_max, fails", .make = max_fails, .text = "!"},
  {.name = "streams_contains", .make = contains_it, .text = "1 |"},
  {.name = "streams_contains_where, says yes", .make = contains_where_it_is, .text = "1 |"},
  {.name = "streams_all_satisfy, says no", .make = all_satisfy_no, .text = "0 |"},
  {.name = "streams_contains_where, fails", .make = contains_where_fails, .text = "!"},
  {.name = "streams_all_satisfy, fails", .make = all_satisfy_fails, .text = "!"},
  {.name = "streams_flat_map, an inner stream fails", .make = flat_map_inner_fails, .text = "1 !"},
  {.name = "streams_flat_map, no inner stream", .make = flat_map_no_inner, .text = "1 !-10001"},
  {.name = "streams_flat_map_latest, an inner stream fails", .make = latest_inner_fails, .text = "1 !"},
  {.name = "streams_flat_map_latest, no inner stream", .make = latest_no_inner, .text = "1 !-10001"},
  {.name = "streams_zip, the other side fails", .make = zip_other_fails, .text = "!", .has_another = true},
  {.name = "streams_zip, the other side is over", .make = zip_other_is_over, .text = "1 |", .item = 2,
   .has_another = true},
  {.name = "streams_merge, the other side fails", .make = merge_other_fails, .text = "1 !", .has_another = true},
  {.name = "streams_combine_latest, the other side fails", .make = combine_latest_other_fails, .text = "!",
   .has_another = true},
  {.name = "streams_prefix_until", .make = prefix_until, .text = "1 |", .has_another = true},
  {.name = "streams_drop_until, the other side is over", .make = drop_until_other_finishes, .text = "|",
   .has_another = true},
  {.name = "streams_drop_until, the other side fails", .make = drop_until_other_fails, .text = "!",
   .has_another = true},
  {.name = "streams_lines, one is too long", .make = lines_too_long, .text = "1 !-10012"},
  {.name = "streams_lines, of what is no text", .make = lines_of_numbers, .text = "1 !-10011"},
  {0}};
