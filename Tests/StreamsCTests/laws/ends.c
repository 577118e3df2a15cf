/* The end. The recorder checks that there is one, and nothing after it (C40). */
#include "laws.h"

static void a_failure_needs_no_demand(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  EXPECT_INT(finish(bench, FAILURE), STREAMS_OK);
  EXPECT_SEEN(bench, "!");
  expect_text(bench->recorder.message, "oops", __FILE__, __LINE__);
  close_bench(bench);
}

static void a_failure_drops_what_waits(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  for (int64_t next = 1; next <= 3 && demand_of(&bench->probe) > 0; next++) give(bench, next);
  finish(bench, FAILURE);
  EXPECT_SEEN(bench, "!");
  close_bench(bench);
}

static void finishing_needs_no_demand(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  EXPECT_INT(finish(bench, 0), STREAMS_OK);
  EXPECT_INT(bench->recorder.ends, !row->holds_end);
  if (bench->recorder.ends == 0) request_more(bench, 1);
  FINISHES(bench, 1, 0);
  close_bench(bench);
}

static void is_dead(recorder_t *me) {
  bench_t *bench = me->more;
  request(me, 1); /* EDONE */
  cancel(me);
  EXPECT_INT(send_value(&bench->probe, streams_int(9)), STREAMS_EDONE);
  EXPECT_INT(complete(&bench->probe, 0), STREAMS_EDONE);
}

static void the_stream_is_dead_inside_its_completion(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  bench->recorder.on_completion = is_dead;
  bench->recorder.more = bench;
  subscribe(bench);
  finish(bench, 0);
  FINISHES(bench, 1, 0);
  EXPECT_INT(bench->probe.cancels, 0);
  close_bench(bench);
}

typedef struct anew {
  bench_t *bench;
  recorder_t second;
} anew_t;

static void begins_anew(recorder_t *me) {
  anew_t *anew = me->more;
  EXPECT_INT(record(&anew->second, streams_publisher_dup(anew->bench->stream)), STREAMS_OK);
}

static void whoever_hears_of_the_end_may_begin_anew(const row_t *row) {
  anew_t anew = {.second = {.first = STREAMS_UNLIMITED, .item = row->item}};
  bench_t *bench = anew.bench = open_bench(row, STREAMS_UNLIMITED);
  bench->recorder.on_completion = begins_anew;
  bench->recorder.more = &anew;
  subscribe(bench);
  give(bench, 1);
  finish(bench, FAILURE);
  EXPECT_INT(bench->recorder.ends, 1);
  EXPECT_INT(bench->probe.feed_count, 2);
  give(bench, 1);
  finish(bench, 0);
  expect_text(seen(&anew.second), output(row, 1, 1, "|"), __FILE__, __LINE__);
  close_recorder(&anew.second);
  close_bench(bench);
}

static void let_go_of_everything(recorder_t *me) {
  bench_t *bench = me->more;
  drop_subscription(me);
  drop_stream(bench);
}

static void everything_may_be_released_inside_the_end(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
    bench->recorder.on_completion = let_go_of_everything;
    bench->recorder.more = bench;
    subscribe(bench);
    give(bench, 1);
    finish(bench, i == 0 ? 0 : FAILURE);
    EXPECT_INT(bench->recorder.ends, 1);
    EXPECT(is_all_destroyed(bench));
    close_bench(bench);
  }
}

/* What has ended by itself does not hear upstream's end. */
static bool has_its_own_stream(const row_t *row) { return !row->is_shared && !row->ends_itself; }
static bool hears_failure(const row_t *row) { return passes_failure(row) && !row->ends_itself; }

const law_t end_laws[] = {
  {"C46: a failure needs no demand, and comes as it is", a_failure_needs_no_demand, passes_failure},
  {"C45: a failure drops what waits", a_failure_drops_what_waits, hears_failure},
  {"C46: finishing needs no demand, except where C47 says so", finishing_needs_no_demand, NULL},
  {"C43: request, cancel and send inside the completion find a dead stream", the_stream_is_dead_inside_its_completion,
   NULL},
  {"C43: whoever hears of the end may begin anew at once", whoever_hears_of_the_end_may_begin_anew,
   has_its_own_stream},
  {"C37, C72: everything may be released inside the end", everything_may_be_released_inside_the_end, NULL},
  {0}};
