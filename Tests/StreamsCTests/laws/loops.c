/* What becomes of a stream whose loop is closed (docs/decisions/105-closing-a-loop.md). */
#include "laws.h"

static void close_loop(bench_t *bench) {
  EXPECT_INT(streams_loop_close(bench->loop), STREAMS_OK);
  settle(bench);
}

static void closing_ends_the_stream(const row_t *row) {
  for (int asks = 0; asks < 2; asks++) {
    bench_t *bench = open_bench(row, asks ? STREAMS_UNLIMITED : 0);
    subscribe(bench);
    close_loop(bench);
    expect_text(seen(&bench->recorder), "!-10010", __FILE__, __LINE__);
    EXPECT_INT(bench->probe.cancels, 1);
    EXPECT_INT(bench->recorder.destroyed, 1);
    EXPECT_INT(give(bench, 1), STREAMS_ECANCELED);
    close_bench(bench);
  }
}

static void what_is_under_way_ends_too(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  send_value(&bench->probe, streams_int(1));
  complete(&bench->probe, 0);
  close_loop(bench);
  EXPECT_INT(bench->recorder.ends, 1);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static void a_closed_loop_fails_who_subscribes(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  close_loop(bench);
  subscribe(bench);
  EXPECT_SEEN(bench, "!-10010");
  EXPECT_INT(bench->probe.feed_count, 0);
  close_bench(bench);
}

static void cancel_and_close(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  cancel(&bench->recorder);
  close_loop(bench);
  EXPECT_INT(signals(&bench->recorder), 1);
  EXPECT_INT(bench->probe.cancels, 1);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static bool lives_on_a_loop(const row_t *row) { return row->shape == LATER || row->shape == REMOTE; }

const law_t loop_laws[] = {
  {"a loop that closes fails what lives on it, cancelling upstream", closing_ends_the_stream, lives_on_a_loop},
  {"a loop that closes ends what is under way", what_is_under_way_ends_too, lives_on_a_loop},
  {"a closed loop fails who subscribes, and upstream is not asked", a_closed_loop_fails_who_subscribes,
   lives_on_a_loop},
  {"C60: what was cancelled hears nothing of a loop that closes", cancel_and_close, lives_on_a_loop},
  {0}};
