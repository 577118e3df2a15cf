/* What is done to a stream that has ended. */
#include "laws.h"

static void nothing_after_the_first_completion(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  give(bench, 1);
  int status = row->ends_itself ? STREAMS_ECANCELED : STREAMS_EDONE;
  EXPECT_INT(finish(bench, 0), row->ends_itself ? STREAMS_ECANCELED : STREAMS_OK);
  int before = signals(&bench->recorder);
  EXPECT_INT(give(bench, 2), status);
  EXPECT_INT(finish(bench, 0), status);
  EXPECT_INT(finish(bench, FAILURE), status);
  EXPECT_INT(signals(&bench->recorder), before);
  FINISHES(bench, 1, 1);
  close_bench(bench);
}

static void a_spent_subscription_does_nothing(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  give(bench, 1);
  finish(bench, 0);
  int asked = bench->probe.asked_count;
  streams_subscription_t *subscription = bench->recorder.subscription;
  streams_subscription_t *second = streams_subscription_dup(subscription);
  EXPECT_INT(streams_subscription_request(subscription, 1), STREAMS_EDONE);
  EXPECT_INT(streams_subscription_request(second, STREAMS_UNLIMITED), STREAMS_EDONE);
  EXPECT_INT(streams_subscription_request(second, 0), STREAMS_EINVAL);
  EXPECT_INT(streams_subscription_cancel(subscription), STREAMS_OK);
  EXPECT_INT(streams_subscription_cancel(second), STREAMS_OK);
  EXPECT_INT(streams_subscription_request(second, 1), STREAMS_EDONE);
  EXPECT_INT(streams_subscription_release(second), STREAMS_OK);
  settle(bench);
  EXPECT_INT(bench->probe.asked_count, asked);
  FINISHES(bench, 1, 1);
  close_bench(bench);
}

static void a_completion_does_not_cancel_upstream(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
    subscribe(bench);
    give(bench, 1);
    finish(bench, i == 0 ? 0 : FAILURE);
    EXPECT_INT(bench->recorder.ends, 1);
    EXPECT_INT(bench->probe.cancels, 0);
    close_bench(bench);
  }
}

static bool waits_for_upstream(const row_t *row) { return !row->ends_itself; }

const law_t after_the_end_laws[] = {
  {"C44: only the first completion goes down; what comes after it is refused", nothing_after_the_first_completion,
   NULL},
  {"C41: after the end request says so, cancel does nothing, and neither reaches anybody",
   a_spent_subscription_does_nothing, NULL},
  {"C42: a completion is received without cancelling upstream", a_completion_does_not_cancel_upstream,
   waits_for_upstream},
  {0}};
