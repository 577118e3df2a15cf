#include "laws.h"

/* How many values are left. */
static int left_of(const row_t *row) { return (int)(strcspn(row->text, "|") + 1) / 2; }

static streams_demand_t one_while_some_are_left(recorder_t *me, int64_t number) {
  (void)number;
  return (int)me->count < *(int *)me->more;
}

static void dropped_values_are_replenished(const row_t *row) {
  static const int64_t values[] = {0, 0, 0, 1, 2};
  int left = left_of(row);
  for (int is_one_at_a_time = 0; is_one_at_a_time < 2; is_one_at_a_time++) {
    bench_t *bench = open_bench(row, is_one_at_a_time ? 1 : left);
    if (is_one_at_a_time) bench->recorder.on_value = one_while_some_are_left;
    bench->recorder.more = &left;
    subscribe(bench);
    for (int i = 0; i < 5; i++) {
      EXPECT(demand_of(&bench->probe) > 0);
      EXPECT_INT(give(bench, values[i]), STREAMS_OK);
    }
    EXPECT_SEEN(bench, row->text);
    EXPECT_INT(demand_of(&bench->probe), 0);
    finish(bench, 0);
    EXPECT_INT(bench->recorder.ends, 1);
    close_bench(bench);
  }
}

static streams_value_t some_zeroes(void *context) {
  static const int64_t values[] = {0, 0, 0, 1, 2, 3, 0, 3};
  return streams_int(values[(*(int *)context)++]);
}

static void replenishing_stops_with_the_demand(const row_t *row) {
  int taken = 0;
  bench_t *bench = open_bench_on(row, left_of(row), streams_generate(some_zeroes, &taken, NULL));
  subscribe(bench);
  EXPECT_SEEN(bench, row->text);
  EXPECT_INT(taken, 5);
  close_bench(bench);
}

const law_t suppressor_laws[] = {
  {"C23: a value that is dropped costs downstream no demand, and no more is asked for", dropped_values_are_replenished,
   NULL},
  {"C23: without demand nothing is asked for in place of a dropped value", replenishing_stops_with_the_demand, NULL},
  {0}};
