/* Functions that subscribe to a second publisher when the first one's 1 has come and it has ended as said. */
#include "laws.h"

static streams_publisher_t *second(bench_t *b) { return probe_publisher(&b->second); }

static streams_publisher_t *for_a_value(void *context, streams_value_t value) {
  (void)value;
  return streams_publisher_dup(used(context)->publisher);
}

static streams_publisher_t *for_a_failure(void *context, const streams_error_t *error) {
  (void)error;
  return streams_publisher_dup(used(context)->publisher);
}

static streams_publisher_t *catch(bench_t *b, streams_publisher_t *a) {
  return streams_catch(a, for_a_failure, counted_with(b, second(b)), count_destroy);
}
static streams_publisher_t *append(bench_t *b, streams_publisher_t *a) { return streams_append(a, second(b)); }
static streams_publisher_t *prepend(bench_t *b, streams_publisher_t *a) { return streams_prepend(second(b), a); }
static streams_publisher_t *flat_map(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map(a, 1, for_a_value, counted_with(b, second(b)), count_destroy);
}
static streams_publisher_t *flat_map_latest(bench_t *b, streams_publisher_t *a) {
  return streams_flat_map_latest(a, for_a_value, counted_with(b, second(b)), count_destroy);
}

/* text: how the first one ends. */
const row_t follower_rows[] = {
  {.name = "streams_catch", .make = catch, .text = "!"},
  {.name = "streams_append", .make = append, .text = "|"},
  {.name = "streams_prepend", .make = prepend, .text = "|"},
  {.name = "streams_flat_map", .make = flat_map, .text = ""},
  {.name = "streams_flat_map_latest", .make = flat_map_latest, .text = ""},
  {0}};

static void reach_the_second(bench_t *bench) {
  subscribe(bench);
  give(bench, 1);
  if (bench->row->text[0] != 0) finish(bench, bench->row->text[0] == '|' ? 0 : FAILURE);
  EXPECT_INT(bench->second.feed_count, 1);
}

static void cancel_while_the_second_begins(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  bench->second.is_late = true;
  reach_the_second(bench);
  leave(bench);
  EXPECT_INT(start_feed(&bench->second.feeds[0]), STREAMS_OK);
  EXPECT_INT(bench->second.asked_count, 1);
  EXPECT_INT(bench->second.asked[0], CANCELLED);
  close_bench(bench);
}

static void cancels_the_stream(probe_t *me) { cancel(&((bench_t *)me->more)->recorder); }

static void cancel_inside_the_second_subscription(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  bench->second.on_subscribe = cancels_the_stream;
  bench->second.more = bench;
  reach_the_second(bench);
  EXPECT_INT(live_feeds(&bench->second), 0);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static void the_rest_of_the_demand_is_for_the_second(const row_t *row) {
  bench_t *bench = open_bench(row, 2);
  reach_the_second(bench);
  int64_t left = 2 - (int64_t)bench->recorder.count;
  EXPECT(bench->second.asked[0] > 0 && bench->second.asked[0] <= left);
  EXPECT_INT(send_value(&bench->second, streams_int(5)), STREAMS_OK);
  EXPECT_INT(complete(&bench->second, FAILURE), STREAMS_OK);
  EXPECT_INT(bench->recorder.values[bench->recorder.count - 1], 5);
  EXPECT_INT(bench->recorder.code, FAILURE);
  close_bench(bench);
}

const law_t follower_laws[] = {
  {"C11, C64: cancel while the second stream has not sent its subscription", cancel_while_the_second_begins, NULL},
  {"C64: cancel inside the second stream's subscribing stops it", cancel_inside_the_second_subscription, NULL},
  {"C12: the second stream is asked for what is left of the demand", the_rest_of_the_demand_is_for_the_second, NULL},
  {0}};
