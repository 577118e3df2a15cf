/* How a stream begins. The recorder checks that the subscription comes once and first (C2). */
#include "laws.h"

static void nothing_runs_before_the_subscription(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  settle(bench);
  EXPECT_INT(bench->probe.feed_count, 0);
  close_bench(bench);
}

static void each_subscriber_has_its_own_stream(const row_t *row) {
  recorder_t other = {.item = row->item};
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  EXPECT_INT(record(&other, streams_publisher_dup(bench->stream)), STREAMS_OK);
  settle(bench);
  EXPECT_INT(bench->probe.feed_count, row->is_shared ? 1 : 2);
  EXPECT_INT(other.subscriptions, 1);
  leave(bench);
  EXPECT_INT(live_feeds(&bench->probe), 1);
  request(&other, STREAMS_UNLIMITED);
  settle(bench);
  give(bench, 1);
  finish(bench, 0);
  expect_text(seen(&other), output(row, 1, 1, "|"), __FILE__, __LINE__);
  EXPECT_INT(other.destroyed, 1);
  close_recorder(&other);
  close_bench(bench);
}

static void early_demand_is_kept(const row_t *row) {
  bench_t *bench = open_late_bench(row, 2);
  subscribe(bench);
  begin(bench);
  EXPECT(demand_of(&bench->probe) > 0);
  EXPECT_INT(give(bench, 1), STREAMS_OK);
  finish(bench, 0);
  FINISHES(bench, 1, 1);
  close_bench(bench);
}

static void nothing_comes_unasked(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  /* Some ask again for each value that they keep. */
  for (int i = 0; i < 20 && demand_of(&bench->probe) > 0 && demand_of(&bench->probe) < 10; i++) give(bench, 1);
  for (int i = 0; i < 3 && demand_of(&bench->probe) == STREAMS_UNLIMITED; i++) give(bench, 1);
  EXPECT_SEEN(bench, "");
  close_bench(bench);
}

static void a_second_subscription_is_refused(const row_t *row) {
  counted_t *context;
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  bench_t *bench = open_bench(row, 1);
  subscribe(bench);
  context = counted(bench);
  EXPECT_INT(streams_downstream_start(bench->probe.feeds[0].downstream, &producer, context, count_destroy),
             STREAMS_ESTATE);
  EXPECT_INT(context->destroyed, 1);
  EXPECT_INT(bench->recorder.subscriptions, 1);
  EXPECT_INT(give(bench, 1), STREAMS_OK);
  if (row->shape != ONCE || row->ends_itself) EXPECT_INT((int64_t)bench->recorder.count, 1);
  close_bench(bench);
}

static void what_comes_before_the_start_is_refused(const row_t *row) {
  bench_t *bench = open_late_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  EXPECT_INT(give(bench, 1), STREAMS_ESTATE);
  EXPECT_INT((int64_t)bench->recorder.count, 0);
  EXPECT_INT(finish(bench, 0), STREAMS_OK); /* an end begins the stream */
  FINISHES(bench, 1, 0);
  EXPECT_INT(start_feed(&bench->probe.feeds[0]), STREAMS_EDONE);
  close_bench(bench);
}

static void cancel_before_the_start_is_remembered(const row_t *row) {
  bench_t *bench = open_late_bench(row, 0);
  subscribe(bench);
  /* Some send their own when upstream's has come: nothing to cancel yet. */
  if (bench->recorder.subscription != NULL) {
    leave(bench);
    begin(bench);
    EXPECT_INT(live_feeds(&bench->probe), 0);
    EXPECT_INT(signals(&bench->recorder), 1);
  } else {
    begin(bench);
  }
  close_bench(bench);
}

static void an_upstream_that_ends_at_once(const row_t *row) {
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, streams_empty());
  subscribe(bench);
  FINISHES(bench, 1, 0);
  close_bench(bench);
}

static void an_upstream_that_is_let_go_of(const row_t *row) {
  bench_t *bench = open_late_bench(row, STREAMS_UNLIMITED);
  feed_t *feed = &bench->probe.feeds[0];
  subscribe(bench);
  EXPECT_INT(streams_downstream_release(feed->downstream), STREAMS_OK);
  feed->downstream = NULL;
  feed->is_over = true;
  settle(bench);
  EXPECT_INT(bench->recorder.code, STREAMS_ECANCELED);
  EXPECT_INT(bench->recorder.ends, 1);
  close_bench(bench);
}

const law_t beginning_laws[] = {
  {"C70: nothing runs before somebody subscribes", nothing_runs_before_the_subscription, NULL},
  {"C70, C62: each subscriber has its own stream, or all share one", each_subscriber_has_its_own_stream, NULL},
  {"C5: demand that comes before upstream's subscription is kept", early_demand_is_kept, NULL},
  {"C4: nothing but the end comes before the first request", nothing_comes_unasked, NULL},
  {"C8: a second start is refused and the first kept", a_second_subscription_is_refused, NULL},
  {"C10: a value before the start is refused, an end begins the stream", what_comes_before_the_start_is_refused,
   NULL},
  {"C11: cancel before upstream's subscription is remembered", cancel_before_the_start_is_remembered, NULL},
  {"C3: an upstream that ends while it subscribes ends the stream", an_upstream_that_ends_at_once, NULL},
  {"a source that lets go of its subscriber fails it", an_upstream_that_is_let_go_of, passes_failure},
  {0}};
