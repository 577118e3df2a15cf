/* Functions with two publishers that run at once: what one does tells on the other. */
#include "laws.h"

static streams_publisher_t *second(bench_t *b) { return probe_publisher(&b->second); }

static streams_publisher_t *
join(bench_t *b, streams_publisher_t *a, streams_publisher_t *(*fn)(streams_publisher_t *const *, size_t)) {
  streams_publisher_t *both[2] = {a, second(b)};
  return fn(both, 2);
}
static streams_publisher_t *zip(bench_t *b, streams_publisher_t *a) { return join(b, a, streams_zip); }
static streams_publisher_t *merge(bench_t *b, streams_publisher_t *a) { return join(b, a, streams_merge); }
static streams_publisher_t *combine_latest(bench_t *b, streams_publisher_t *a) {
  return join(b, a, streams_combine_latest);
}

static streams_publisher_t *its_own(void *context, streams_value_t value) {
  (void)value;
  return streams_publisher_dup(used(context)->publisher);
}
static streams_publisher_t *flat_map(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map(a, 1, its_own, counted_with(b, second(b)), count_destroy);
}
static streams_publisher_t *flat_map_latest(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map_latest(a, its_own, counted_with(b, second(b)), count_destroy);
}
static streams_publisher_t *prefix_until(bench_t *b, streams_publisher_t *a) {
  return streams_prefix_until(a, second(b));
}
static streams_publisher_t *drop_until(bench_t *b, streams_publisher_t *a) { return streams_drop_until(a, second(b)); }

/* text: what is seen when the second one fails after the first one's 1; has_another: the first is cancelled first. */
const row_t pair_rows[] = {
  {.name = "streams_zip", .make = zip, .text = "!", .has_another = true},
  {.name = "streams_merge", .make = merge, .text = "1 !", .has_another = true},
  {.name = "streams_combine_latest", .make = combine_latest, .text = "!", .has_another = true},
  {.name = "streams_flat_map", .make = flat_map, .text = "!"},
  {.name = "streams_flat_map_latest", .make = flat_map_latest, .text = "!"},
  {.name = "streams_prefix_until", .make = prefix_until, .text = "1", .has_another = true},
  {.name = "streams_drop_until", .make = drop_until, .text = "!"},
  {0}};

/* Both run, and the first one has sent a 1. */
static bench_t *open_pair(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  EXPECT_INT(give(bench, 1), STREAMS_OK);
  EXPECT_INT(live_feeds(&bench->probe), 1);
  EXPECT_INT(live_feeds(&bench->second), 1);
  drop_stream(bench);
  return bench;
}

static void cancel_reaches_both(const row_t *row) {
  bench_t *bench = open_pair(row);
  leave(bench);
  leave(bench);
  EXPECT_INT(bench->probe.cancels, 1);
  EXPECT_INT(bench->second.cancels, 1);
  bool is_first_first = bench->probe.cancel_order < bench->second.cancel_order;
  if (strncmp(row->name, "streams_drop_until", 18) != 0) EXPECT_INT(is_first_first, row->has_another); /* C62 */
  EXPECT_INT(give(bench, 2), STREAMS_ECANCELED);
  EXPECT_INT(send_value(&bench->second, streams_int(2)), STREAMS_ECANCELED);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void a_failure_of_the_first_cancels_the_second(const row_t *row) {
  bench_t *bench = open_pair(row);
  EXPECT_INT(finish(bench, FAILURE), STREAMS_OK);
  EXPECT_INT(bench->recorder.code, FAILURE);
  EXPECT_INT(bench->probe.cancels, 0); /* C42 */
  EXPECT_INT(bench->second.cancels, 1);
  EXPECT_INT(complete(&bench->second, FAILURE), STREAMS_ECANCELED);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void a_failure_of_the_second(const row_t *row) {
  bench_t *bench = open_pair(row);
  bool ends = strchr(row->text, '!') != NULL;
  EXPECT_INT(complete(&bench->second, FAILURE), STREAMS_OK);
  EXPECT_SEEN(bench, row->text);
  EXPECT_INT(bench->second.cancels, 0);
  EXPECT_INT(bench->probe.cancels, ends);
  EXPECT_INT(finish(bench, 0), ends ? STREAMS_ECANCELED : STREAMS_OK);
  EXPECT_INT(bench->recorder.ends, 1);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void both_finish(const row_t *row) {
  for (int order = 0; order < 2; order++) {
    bench_t *bench = open_pair(row);
    complete(order == 0 ? &bench->probe : &bench->second, 0);
    complete(order == 0 ? &bench->second : &bench->probe, 0);
    EXPECT_INT(bench->recorder.ends, 1);
    EXPECT_INT(bench->recorder.code, 0);
    EXPECT(is_all_destroyed(bench));
    close_bench(bench);
  }
}

const law_t pair_laws[] = {
  {"C60, C62: cancel reaches both upstreams, once, in their order", cancel_reaches_both, NULL},
  {"C45, C42: a failure of the first upstream cancels the second", a_failure_of_the_first_cancels_the_second, NULL},
  {"C45, C42: a failure of the second upstream cancels the first, or changes nothing", a_failure_of_the_second, NULL},
  {"C40, C72: both upstreams may finish, in any order", both_finish, NULL},
  {0}};
