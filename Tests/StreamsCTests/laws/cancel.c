/* Cancelling. The recorder checks that nothing comes after it (C61). */
#include <pthread.h>

#include "laws.h"

static void nothing_comes_after_cancel(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  give(bench, 1);
  if (bench->recorder.ends == 0) {
    leave(bench);
    int before = signals(&bench->recorder);
    EXPECT_INT(give(bench, 2), STREAMS_ECANCELED);
    EXPECT_INT(finish(bench, 0), STREAMS_ECANCELED);
    EXPECT_INT(give(bench, 3), STREAMS_ECANCELED);
    EXPECT_INT(signals(&bench->recorder), before);
  }
  close_bench(bench);
}

static void cancel_goes_upstream_once(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  leave(bench);
  leave(bench);
  EXPECT_INT(bench->probe.cancels, 1);
  request_more(bench, 1); /* C63: ECANCELED */
  EXPECT_INT(bench->probe.asked[bench->probe.asked_count - 1], CANCELLED);
  close_bench(bench);
}

static streams_demand_t cancels_at_2(recorder_t *me, int64_t number) {
  if (number == 2) cancel(me);
  return 1;
}
static streams_demand_t stops_at_2(recorder_t *me, int64_t number) {
  (void)me;
  return number == 2 ? STREAMS_STOP : 1;
}
static streams_demand_t returns_less_at_2(recorder_t *me, int64_t number) {
  (void)me;
  return number == 2 ? -5 : 1; /* misuse, and counts as STREAMS_STOP */
}

static void leaves_at_2(const row_t *row, streams_demand_t (*on_value)(recorder_t *, int64_t)) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  bench->recorder.on_value = on_value;
  subscribe(bench);
  for (int64_t next = 1; next <= 4; next++) give(bench, next);
  EXPECT_INT(finish(bench, 0), STREAMS_ECANCELED);
  EXPECT_SEEN(bench, "1 2");
  EXPECT_INT(bench->probe.cancels, 1);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static void cancel_inside_a_value(const row_t *row) { leaves_at_2(row, cancels_at_2); }
static void stop_is_cancel(const row_t *row) { leaves_at_2(row, stops_at_2); }
static void less_than_stop_is_cancel(const row_t *row) { leaves_at_2(row, returns_less_at_2); }

static void cancels_at_once(recorder_t *me, streams_subscription_t *subscription) {
  me->is_cancelled = true;
  EXPECT_INT(streams_subscription_cancel(subscription), STREAMS_OK);
  EXPECT_INT(streams_subscription_request(subscription, 1), STREAMS_ECANCELED);
}

static void cancel_inside_on_subscription(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  bench->recorder.on_subscription = cancels_at_once;
  subscribe(bench);
  give(bench, 1);
  EXPECT_INT(signals(&bench->recorder), 1);
  EXPECT_INT(live_feeds(&bench->probe), 0);
  EXPECT_INT(bench->probe.cancels, bench->probe.feed_count);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static streams_demand_t cancels_at_the_third(recorder_t *me, int64_t number) {
  (void)number;
  if (me->count == 3) cancel(me);
  return 0;
}

static void cancel_stops_a_synchronous_source(const row_t *row) {
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, streams_range(1, 1000));
  bench->recorder.on_value = cancels_at_the_third;
  subscribe(bench);
  EXPECT_SEEN(bench, "1 2 3");
  close_bench(bench);
}

static void cancel_stops_what_is_scheduled(const row_t *row) {
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  send_value(&bench->probe, streams_int(1));
  complete(&bench->probe, 0);
  leave(bench);
  EXPECT_INT(signals(&bench->recorder), 1);
  close_bench(bench);
}

static void cancel_drops_what_waits(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  subscribe(bench);
  if (demand_of(&bench->probe) > 0) give(bench, 1);
  finish(bench, 0);
  EXPECT_INT(signals(&bench->recorder), 1);
  leave(bench);
  request_more(bench, STREAMS_UNLIMITED);
  EXPECT_INT(signals(&bench->recorder), 1);
  EXPECT_INT(bench->probe.cancels, 0); /* C42 */
  close_bench(bench);
}

static void *cancel_here(void *context) {
  cancel(context);
  return NULL;
}

static void cancel_from_another_thread(const row_t *row) {
  pthread_t thread;
  bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
  subscribe(bench);
  EXPECT_INT(pthread_create(&thread, NULL, cancel_here, &bench->recorder), 0);
  pthread_join(thread, NULL);
  settle(bench);
  EXPECT_INT(bench->probe.cancels, 1);
  EXPECT_INT(bench->recorder.destroyed, 1);
  EXPECT_INT(give(bench, 1), STREAMS_ECANCELED);
  close_bench(bench);
}

static void a_released_cancellable_cancels(const row_t *row) {
  for (int i = 0; i < 3; i++) {
    streams_cancellable_t *token;
    bench_t *bench = open_bench(row, STREAMS_UNLIMITED);
    if (i == 0) {
      token = record_by_sink(&bench->recorder, streams_publisher_dup(bench->stream));
      settle(bench);
    } else {
      subscribe(bench);
      token = streams_cancellable_from_subscription(bench->recorder.subscription);
    }
    if (i == 2) EXPECT_INT(streams_cancellable_detach(token), STREAMS_OK);
    else EXPECT_INT(streams_cancellable_release(token), STREAMS_OK);
    bench->recorder.is_cancelled = i < 2;
    settle(bench);
    EXPECT_INT(bench->probe.cancels, i < 2);
    EXPECT_INT(bench->recorder.destroyed, i < 2);
    close_bench(bench);
  }
}

const law_t cancel_laws[] = {
  {"C61: nothing comes after cancel, and upstream is told so", nothing_comes_after_cancel, NULL},
  {"C60, C63: cancel goes upstream once, however often it is called", cancel_goes_upstream_once, NULL},
  {"C61: cancel inside on_value stops the stream", cancel_inside_a_value, passes},
  {"C61: STREAMS_STOP from on_value is cancel", stop_is_cancel, passes},
  {"C61: any other negative number from on_value is cancel", less_than_stop_is_cancel, passes},
  {"C60: cancel inside on_subscription reaches upstream and nothing comes", cancel_inside_on_subscription, NULL},
  {"C62: cancel reaches a synchronous source in the middle of its loop", cancel_stops_a_synchronous_source, is_each},
  {"C64: cancel also stops what the loop still has, after upstream has ended", cancel_stops_what_is_scheduled,
   is_later},
  {"C64: cancel drops what waits for demand after upstream has ended", cancel_drops_what_waits, holds_end},
  {"C32, C60: cancel from another thread", cancel_from_another_thread, NULL},
  {"C65: a cancellable cancels when it is released, and not when it is detached", a_released_cancellable_cancels,
   NULL},
  {0}};
