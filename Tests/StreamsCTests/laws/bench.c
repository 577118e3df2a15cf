#include "laws.h"

#include <fcntl.h>
#include <unistd.h>

#include "../virtual_clock.h"

/* Standard error, while something loud is tested. */
static int kept_error = -1;

static void hush(void) {
  int nothing = open("/dev/null", O_WRONLY);
  kept_error = dup(2);
  dup2(nothing, 2);
  close(nothing);
}

static void speak(void) {
  if (kept_error < 0) return;
  dup2(kept_error, 2);
  close(kept_error);
  kept_error = -1;
}

static bench_t *make(const row_t *row, streams_demand_t first, bool is_late, streams_publisher_t *a, bool has_own) {
  bench_t *bench = calloc(1, sizeof *bench);
  current_bench = bench;
  if (row->is_loud) hush();
  bench->row = row;
  bench->probe.is_late = is_late;
  bench->recorder.first = first;
  bench->recorder.item = row->item;
  bench->recorder.nests = row->nests;
  bench->stream = row->make(bench, has_own ? a : probe_publisher(&bench->probe));
  return bench;
}

bench_t *open_bench(const row_t *row, streams_demand_t first) { return make(row, first, false, NULL, false); }
bench_t *open_late_bench(const row_t *row, streams_demand_t first) { return make(row, first, true, NULL, false); }
bench_t *open_bench_on(const row_t *row, streams_demand_t first, streams_publisher_t *a) {
  return make(row, first, false, a, true);
}

/* What the loop still has to do may need more of it. */
void settle(bench_t *bench) {
  if (bench->loop == NULL || streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT) == STREAMS_ECLOSED) return;
  if (bench->row->needs_dry_loop) EXPECT_INT(streams_loop_run(bench->loop, STREAMS_RUN_DEFAULT), 0);
  for (int i = 0; i < 8; i++) {
    if (i == 4) move_clock(100);
    EXPECT(streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT) >= 0);
  }
}

void subscribe(bench_t *bench) {
  EXPECT_INT(record(&bench->recorder, streams_publisher_dup(bench->stream)), STREAMS_OK);
  settle(bench);
}

void begin(bench_t *bench) {
  for (int i = 0; i < bench->probe.feed_count; i++)
    if (!bench->probe.feeds[i].is_started) EXPECT_INT(start_feed(&bench->probe.feeds[i]), STREAMS_OK);
  settle(bench);
}

int give(bench_t *bench, int64_t number) {
  int status = send_value(&bench->probe, streams_int(number));
  settle(bench);
  return status;
}

int finish(bench_t *bench, int code) {
  int status = complete(&bench->probe, code);
  settle(bench);
  return status;
}

void request_more(bench_t *bench, streams_demand_t demand) {
  request(&bench->recorder, demand);
  settle(bench);
}

void leave(bench_t *bench) {
  cancel(&bench->recorder);
  settle(bench);
}

void drop_stream(bench_t *bench) {
  if (bench->stream != NULL) EXPECT_INT(streams_publisher_release(bench->stream), STREAMS_OK);
  bench->stream = NULL;
}

/* Cancels what goes on, and checks that every context was destroyed once. */
void close_bench(bench_t *bench) {
  if (bench->recorder.ends == 0) leave(bench);
  settle(bench);
  drop_stream(bench);
  if (bench->subject != NULL) EXPECT_INT(streams_subject_release(bench->subject), STREAMS_OK);
  close_recorder(&bench->recorder);
  bool is_open = live_feeds(&bench->probe) + live_feeds(&bench->second) > 0;
  if (is_open) fault(__FILE__, __LINE__, "upstream goes on");
  close_probe(&bench->probe);
  close_probe(&bench->second);
  if (bench->loop != NULL) {
    EXPECT_INT(streams_loop_close(bench->loop), STREAMS_OK);
    EXPECT_INT(streams_loop_release(bench->loop), STREAMS_OK);
  }
  for (int i = 0; i < bench->context_count; i++) EXPECT_INT(bench->contexts[i].destroyed, 1);
  if (bench->path[0] != 0) unlink(bench->path);
  if (bench->row->is_loud) speak();
  current_bench = NULL;
  if (is_open) return; /* it may still call back */
  free(bench);
}

bool is_all_destroyed(const bench_t *bench) {
  const probe_t *probe = &bench->probe;
  bool is_all = probe->destroyed == probe->is_made && bench->recorder.destroyed == bench->recorder.is_subscribed;
  for (int i = 0; i < probe->feed_count; i++)
    if (probe->feeds[i].destroyed != probe->feeds[i].is_started) is_all = false;
  for (int i = 0; i < bench->context_count; i++)
    if (bench->contexts[i].destroyed != 1) is_all = false;
  return is_all;
}
