/* Demand. The recorder checks that no more comes than was asked for (C13), the probe that it is asked for more than
 * nothing (C15). */
#include "laws.h"

/* The same numbers for the same seed. */
static unsigned roll(uint64_t *dice, unsigned sides) {
  *dice = *dice * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((*dice >> 33) % sides);
}

static streams_demand_t asks_at_random(recorder_t *me, int64_t number) {
  (void)number;
  switch (roll(me->more, 8)) {
  case 0: return 1;
  case 1: return 2;
  case 2:
    request(me, 1); /* C21, C22: both count */
    return 1;
  default: return 0;
  }
}

static void demand_is_kept(const row_t *row) {
  for (uint64_t seed = 1; seed <= 12; seed++) {
    uint64_t dice = seed, answers = seed * 977;
    int64_t next = 1;
    bench_t *bench = open_bench(row, 0);
    bench->recorder.on_value = asks_at_random;
    bench->recorder.more = &answers;
    subscribe(bench);
    for (int i = 0; i < 60; i++) {
      if (roll(&dice, 4) == 0) request_more(bench, 1 + roll(&dice, 3));
      else if (demand_of(&bench->probe) > 0) EXPECT_INT(give(bench, next++), STREAMS_OK);
    }
    const int64_t *values = bench->recorder.values;
    for (size_t i = 1; i < bench->recorder.count; i++) EXPECT(values[i - 1] < values[i]);
    request_more(bench, STREAMS_UNLIMITED);
    finish(bench, 0);
    if (row->is_lossy) EXPECT_INT(bench->recorder.ends, 1);
    else FINISHES(bench, 1, next - 1);
    close_bench(bench);
  }
}

static streams_demand_t one_until_3(recorder_t *me, int64_t number) {
  (void)me;
  return number < 3 ? 1 : 0;
}

static void returned_demand_counts(const row_t *row) {
  bench_t *bench = open_bench(row, 1);
  bench->recorder.on_value = one_until_3;
  subscribe(bench);
  for (int64_t next = 1; next < 20 && demand_of(&bench->probe) > 0; next++) give(bench, next);
  EXPECT_SEEN(bench, "1 2 3");
  close_bench(bench);
}

static streams_demand_t everything(recorder_t *me, int64_t number) {
  (void)me, (void)number;
  return STREAMS_UNLIMITED;
}

static void unlimited_may_be_returned(const row_t *row) {
  bench_t *bench = open_bench(row, 1);
  bench->recorder.on_value = everything;
  subscribe(bench);
  for (int64_t next = 1; next <= 50; next++) give(bench, next);
  finish(bench, 0);
  FINISHES(bench, 1, 50);
  close_bench(bench);
}

static void unlimited_stays(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  for (int64_t next = 1; next <= 100; next++) {
    give(bench, next);
    if (bench->recorder.ends == 0) request_more(bench, 1);
  }
  finish(bench, 0);
  FINISHES(bench, 1, 100);
  close_bench(bench);
}

static void what_is_too_big_to_count_is_unlimited(const row_t *row) {
  bench_t *bench = open_bench(row, INT64_MAX - 1);
  subscribe(bench);
  request_more(bench, INT64_MAX - 1);
  request_more(bench, INT64_MAX - 1);
  for (int64_t next = 1; next <= 3; next++) give(bench, next);
  finish(bench, 0);
  FINISHES(bench, 1, 3);
  close_bench(bench);
}

static void nothing_is_no_demand(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  int asked = bench->probe.asked_count;
  EXPECT_INT(streams_subscription_request(bench->recorder.subscription, 0), STREAMS_EINVAL);
  EXPECT_INT(streams_subscription_request(bench->recorder.subscription, -1), STREAMS_EINVAL);
  EXPECT_INT(streams_subscription_request(bench->recorder.subscription, INT64_MIN), STREAMS_EINVAL);
  settle(bench);
  EXPECT_INT(bench->probe.asked_count, asked);
  EXPECT_INT(signals(&bench->recorder), 1);
  request_more(bench, 2);
  give(bench, 1);
  finish(bench, 0);
  FINISHES(bench, 1, 1);
  close_bench(bench);
}

static void what_nobody_asked_for_is_refused(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  bool asks_by_itself = demand_of(&bench->probe) > 0;
  if (!asks_by_itself) EXPECT_INT(give(bench, 9), STREAMS_EDEMAND);
  EXPECT_SEEN(bench, "");
  request_more(bench, STREAMS_UNLIMITED);
  if (!asks_by_itself) EXPECT_INT(give(bench, 1), STREAMS_OK);
  finish(bench, 0);
  FINISHES(bench, 1, asks_by_itself ? 0 : 1);
  close_bench(bench);
}

static bool is_lossless(const row_t *row) { return passes(row) && !row->is_lossy; }

const law_t demand_laws[] = {
  {"C13: no more comes than was asked for, in order and without loss", demand_is_kept, passes},
  {"C12: what on_value returns is added to what was asked for", returned_demand_counts, is_lossless},
  {"C12, C14: on_value may ask for everything", unlimited_may_be_returned, is_lossless},
  {"C14: unlimited stays unlimited", unlimited_stays, NULL},
  {"C17: what is too big to count is unlimited", what_is_too_big_to_count_is_unlimited, NULL},
  {"C15: a demand of nothing or less is refused", nothing_is_no_demand, NULL},
  {"C20: a value that nobody asked for is refused", what_nobody_asked_for_is_refused, NULL},
  {0}};
