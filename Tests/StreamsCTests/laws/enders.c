#include "laws.h"

typedef struct ending {
  bench_t *bench;
  int cancels;
} ending_t;

static void is_dead(recorder_t *me) {
  ending_t *ending = me->more;
  ending->cancels = ending->bench->probe.cancels;
  request(me, 1); /* C41, C43: EDONE */
  cancel(me);
  EXPECT_INT(send_value(&ending->bench->probe, streams_int(8)), STREAMS_ECANCELED);
  EXPECT_INT(complete(&ending->bench->probe, FAILURE), STREAMS_ECANCELED);
}

static void cancel_goes_before_the_end(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    ending_t ending = {NULL, -1};
    bench_t *bench = ending.bench = open_bench(row, i == 0 ? STREAMS_UNLIMITED : 3);
    bench->recorder.on_completion = is_dead;
    bench->recorder.more = &ending;
    subscribe(bench);
    for (int64_t next = 1; next <= 3; next++) give(bench, next);
    EXPECT_SEEN(bench, row->text);
    EXPECT_INT(ending.cancels, 1);
    EXPECT_INT(finish(bench, 0), STREAMS_ECANCELED);
    EXPECT_INT(bench->probe.cancels, 1);
    EXPECT_SEEN(bench, row->text);
    close_bench(bench);
  }
}

static streams_value_t count_to_1000(void *context) {
  int64_t *taken = context;
  return *taken == 1000 ? streams_end() : streams_int(++*taken);
}

static void an_end_stops_a_synchronous_source(const row_t *row) {
  int64_t taken = 0;
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, streams_generate(count_to_1000, &taken, NULL));
  subscribe(bench);
  EXPECT_SEEN(bench, row->text);
  EXPECT_INT(taken, 2);
  close_bench(bench);
}

static void an_end_releases(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  drop_stream(bench);
  for (int64_t next = 1; next <= 3; next++) give(bench, next);
  EXPECT_SEEN(bench, row->text);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

/* Inside the function that ends it, and not before that has returned (C61, C65). */
static streams_demand_t cancels_at_1(recorder_t *me, int64_t number) {
  if (number == 1) cancel(me);
  return 0;
}

static void cancel_comes_before_the_end(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  bench->recorder.on_value = cancels_at_1;
  subscribe(bench);
  for (int64_t next = 1; next <= 3; next++) give(bench, next);
  EXPECT_SEEN(bench, "1");
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static bool sees_2(const row_t *row) { return !row->has_another; } /* otherwise the other is too late to stop it */
static bool sends_1(const row_t *row) { return row->text[0] == '1' && strstr(row->name, "contains") == NULL; }

const law_t ender_laws[] = {
  {"C42: who ends a stream cancels upstream, once, before the end goes down, and then is dead",
   cancel_goes_before_the_end, NULL},
  {"C42, C61: a synchronous source is stopped by who ends the stream", an_end_stops_a_synchronous_source, sees_2},
  {"C72: who ends a stream lets go of both sides, even while the handles are held", an_end_releases, NULL},
  {"C61: who was cancelled before does not end", cancel_comes_before_the_end, sends_1},
  {0}};
