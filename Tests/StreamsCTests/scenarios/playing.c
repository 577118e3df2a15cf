/* One scenario, column by column. */
#include "../virtual_clock.h"
#include "scenarios.h"
#include "words/words.h"

static void take(char *row, char *seen) {
  size_t length = strlen(row);
  snprintf(row + length, 4 * TEXT - length, "%s%s", length ? " " : "", seen[0] ? seen : "-");
  seen[0] = 0;
}

static void compare(bench_t *bench, const char *name, const char *got) {
  lane_t *lane = find_lane(bench->scenario, name);
  char expected[4 * TEXT] = "";
  if (lane == NULL) return;
  for (int i = 0; i < lane->count; i++) {
    size_t length = strlen(expected);
    snprintf(expected + length, sizeof expected - length, "%s%s", length ? " " : "", lane->columns[i]);
  }
  if (!is(expected, got)) fault(bench, name, expected, got);
}

/* Ends what still runs and gives every handle up. */
static void close_bench(bench_t *bench) {
  streams_cancellable_release(bench->connection);
  for (int i = 0; i < 2; i++) {
    subscriber_t *me = &bench->subscribers[i];
    if (me->subscription != NULL) {
      if (!me->is_over) cancel(me);
      streams_subscription_release(me->subscription);
    }
  }
  streams_publisher_release(bench->stream);
  streams_publisher_release(bench->connectable);
  close_inputs(bench);
  for (int i = 0; i < 3; i++) streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT);
  streams_loop_close(bench->loop);
  streams_loop_release(bench->loop);
}

/* What is due, and what that schedules for at once. */
static void run_due(bench_t *bench) {
  for (int i = 0; i < 4; i++) streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT);
}

/* Plays one scenario. 1: all is as it says. */
int play(scenario_t *scenario) {
  bench_t *bench = calloc(1, sizeof *bench);
  char event[TEXT], out[2][4 * TEXT] = {"", ""}, asked[8][4 * TEXT] = {""};
  lane_t *demands[2];
  bench->scenario = scenario;
  bench->is_setup = 1;
  bench->loop = streams_loop_new();
  streams_loop_hold(bench->loop, true);
  open_inputs(bench);
  bench->stream = build_stream(bench);
  if (bench->stream == NULL) die(scenario->file, scenario->line, "no stream: %s", streams_last_error()->message);
  for (int i = 0; i < 2; i++) {
    subscriber_t *me = &bench->subscribers[i];
    me->bench = bench;
    me->answer_column = -1;
    me->returns = find_lane(scenario, i == 0 ? "returns" : "returns2");
    demands[i] = find_lane(scenario, i == 0 ? "demand" : "demand2");
    if ((i == 0 || demands[i] != NULL) && !has_event(demands[i], "s")) subscribe(me);
  }
  bench->is_setup = 0;
  int columns = find_lane(scenario, "out")->count;
  for (bench->column = 0; bench->column < columns; bench->column++) {
    if (bench->column > 0) move_clock(TICK_MS);
    run_due(bench);
    for (int i = 0; i < 2; i++)
      for (int j = 0; event_at(demands[i], bench->column, j, event); j++)
        play_demand(&bench->subscribers[i], demands[i], event);
    for (int i = 0; i < bench->input_count; i++)
      for (int j = 0; event_at(bench->inputs[i].lane, bench->column, j, event); j++)
        play_input(&bench->inputs[i], event);
    for (int i = 0; i < 2; i++) take(out[i], bench->subscribers[i].seen);
    for (int i = 0; i < bench->input_count; i++) take(asked[i], bench->inputs[i].asked);
  }
  compare(bench, "out", out[0]);
  compare(bench, "out2", out[1]);
  for (int i = 0; i < bench->input_count; i++) {
    char name[TEXT];
    snprintf(name, sizeof name, "%s.demand", bench->inputs[i].lane->name);
    compare(bench, name, asked[i]);
  }
  close_bench(bench);
  size_t handles = streams_debug_live_handles(), running = streams_debug_live_streams();
  if (handles != 0 || running != 0) {
    snprintf(event, sizeof event, "%zu handles, %zu streams", handles, running);
    fault(bench, "out", "nothing left behind", event);
  }
  int is_good = bench->fault_count == 0;
  free(bench);
  return is_good;
}
