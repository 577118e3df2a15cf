/* Who keeps whom: at the end and on cancel everything is destroyed, even while all handles are held. */
#include "laws.h"

/* Also of those whose publisher still keeps them: that is given up first. */
static bench_t *open_without_its_stream(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  drop_stream(bench);
  give(bench, 1);
  return bench;
}

static void everything_goes_after_cancel(const row_t *row) {
  bench_t *bench = open_without_its_stream(row);
  leave(bench);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void everything_goes_after_the_end(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    bench_t *bench = open_without_its_stream(row);
    finish(bench, i == 0 ? 0 : FAILURE);
    EXPECT_INT(bench->recorder.ends, 1);
    EXPECT(is_all_destroyed(bench));
    close_bench(bench);
  }
}

static streams_demand_t cancels(recorder_t *me, int64_t number) {
  (void)number;
  cancel(me);
  EXPECT_INT(me->destroyed, 0);
  return 0;
}

static void everything_goes_after_cancel_inside_a_value(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  bench->recorder.on_value = cancels;
  subscribe(bench);
  drop_stream(bench);
  give(bench, 1);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void the_publisher_may_go_first(const row_t *row) {
  bench_t *bench = open_without_its_stream(row);
  give(bench, 2);
  finish(bench, 0);
  FINISHES(bench, 1, 2);
  close_bench(bench);
}

static void what_nobody_can_ask_for_goes(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  drop_subscription(&bench->recorder);
  drop_stream(bench);
  finish(bench, 0);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void a_dropped_subscription_cancels_nothing(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  drop_subscription(&bench->recorder);
  drop_stream(bench);
  give(bench, 1);
  if (!row->ends_itself) EXPECT_INT(bench->probe.cancels, 0);
  finish(bench, 0);
  FINISHES(bench, 1, 1);
  close_bench(bench);
}

/* What waits for demand itself when the handle goes stays in memory, as streams_subscription_release() says. */
static bool waits_for_nothing(const row_t *row) { return !row->has_another && !row->holds_end; }

const law_t release_laws[] = {
  {"C72, C73: after cancel every context is destroyed, even while the handles are held", everything_goes_after_cancel,
   NULL},
  {"C72, C73: after the end every context is destroyed, even while the handles are held",
   everything_goes_after_the_end, NULL},
  {"C72: cancel inside on_value destroys everything after the call", everything_goes_after_cancel_inside_a_value,
   passes},
  {"C71: a running stream goes on without its publisher", the_publisher_may_go_first, NULL},
  {"C66, C71: a stream that nobody can ask is let go of when upstream ends", what_nobody_can_ask_for_goes,
   waits_for_nothing},
  {"C66: a subscription that is let go of cancels nothing", a_dropped_subscription_cancels_nothing, NULL},
  {0}};
