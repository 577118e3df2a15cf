/* What lives on a loop fails when that closes: STREAMS_ECLOSED. */
#include <uv.h>

#include "timed.h"

/* Upstream: a source that is told of the cancel before its subscriber hears of the end. */
typedef struct spring {
  probe_t probe;
  record_t record;
  bool is_told;
} spring_t;

static void expect_cancel_before_end(void *context) {
  spring_t *spring = context;
  assert_int_equal(spring->probe.cancels++, 0);
  assert_int_equal(spring->record.completions, 0);
  spring->is_told = true;
}
static void ask_nothing(void *context, streams_demand_t demand) { (void)context, (void)demand; }

static int spring_subscribe(void *context, streams_downstream_t *downstream) {
  spring_t *spring = context;
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  producer.request = ask_nothing;
  producer.cancel = expect_cancel_before_end;
  spring->probe.downstream = streams_downstream_dup(downstream);
  spring->probe.starts++;
  return streams_downstream_start(downstream, &producer, spring, NULL);
}

static void subscribe_spring(spring_t *spring, const timed_t *operator, streams_loop_t *loop) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = spring_subscribe;
  spring->record.first = STREAMS_UNLIMITED;
  assert_int_equal(
    subscribe_record(operator->make(streams_create(&source, spring, NULL), loop), &spring->record), STREAMS_OK);
}

static void expect_closed(spring_t *spring, const char *values) {
  char expected[80];
  snprintf(expected, sizeof expected, "%sx-10010", values);
  assert_string_equal(spring->record.text, expected);
  assert_string_equal(spring->record.message, "the loop is closed");
  assert_int_equal(spring->record.destroyed, 1);
  assert_int_equal(spring->record.subscriptions, 1);
  assert_true(spring->is_told);
  assert_int_equal(streams_subscription_request(spring->record.subscription, 1), STREAMS_EDONE);
  assert_int_equal(streams_debug_live_streams(), 0);
  release_record(&spring->record);
  probe_release(&spring->probe);
}

static void a_running_stream_fails(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    spring_t spring = { .is_told = false };
    subscribe_spring(&spring, &timed[i], loop);
    if (timed[i].make == streams_subscribe_on) streams_loop_run(loop, STREAMS_RUN_DEFAULT); /* subscribes and asks */
    probe_send_text(&spring.probe, "a"); /* what was posted before is not lost */
    if (timed[i].make != make_throttle) probe_send_text(&spring.probe, "b");
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    expect_closed(&spring, timed[i].waiting);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static void a_stream_that_nothing_came_from_fails(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    spring_t spring = { .is_told = false };
    subscribe_spring(&spring, &timed[i], loop);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK); /* subscribe_on has not subscribed before that */
    expect_closed(&spring, "");
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static void a_stream_subscribed_to_later_fails_at_once(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    probe_t probe = { 0 };
    record_t record = { 0 };
    streams_publisher_t *publisher = timed[i].make(probe_publisher(&probe), loop);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    assert_int_equal(subscribe_record(publisher, &record), STREAMS_OK);
    assert_string_equal(record.text, "x-10010");
    assert_int_equal(record.destroyed, 1);
    assert_int_equal(probe.starts, 0);
    release_record(&record);
    assert_int_equal(streams_publisher_release(timed[i].make(streams_never(), loop)), STREAMS_OK);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

/* An upstream that does not answer until the loop is closed. */
static int answer_late(void *context, streams_downstream_t *downstream) {
  ((spring_t *)context)->probe.downstream = streams_downstream_dup(downstream);
  return STREAMS_OK;
}

static void a_stream_without_a_subscription_gets_one_to_fail(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    spring_t spring = { .is_told = false };
    streams_source_t source = STREAMS_SOURCE_INIT;
    streams_producer_t producer = STREAMS_PRODUCER_INIT;
    source.subscribe = answer_late;
    producer.cancel = expect_cancel_before_end;
    streams_publisher_t *publisher = timed[i].make(streams_create(&source, &spring, NULL), loop);
    assert_int_equal(subscribe_record(publisher, &spring.record), STREAMS_OK);
    assert_int_equal(spring.record.subscriptions, 0);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    assert_string_equal(spring.record.text, "x-10010");
    spring.record.completions = 0; /* for what follows: the late subscription is cancelled */
    assert_int_equal(streams_downstream_start(spring.probe.downstream, &producer, &spring, NULL), STREAMS_OK);
    assert_true(spring.is_told);
    assert_int_equal(spring.record.destroyed, 1);
    assert_string_equal(spring.record.text, "x-10010");
    release_record(&spring.record);
    probe_release(&spring.probe);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static void an_adopted_loop_fails_what_lives_on_it_too(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    uv_loop_t uv;
    spring_t spring = { .is_told = false };
    assert_int_equal(uv_loop_init(&uv), 0);
    streams_loop_t *loop = streams_loop_adopt(&uv);
    subscribe_spring(&spring, &timed[i], loop);
    for (int j = 0; j < 2; j++) uv_run(&uv, UV_RUN_NOWAIT); /* subscribe_on subscribes and asks */
    probe_send_text(&spring.probe, "a");
    uv_run(&uv, UV_RUN_NOWAIT);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    expect_closed(&spring, timed[i].posted);
    uv_run(&uv, UV_RUN_DEFAULT);
    assert_int_equal(uv_loop_close(&uv), 0);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

/* ---- who keeps a loop open */

static void only_handles_keep_a_loop_open(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    streams_publisher_t *timer = streams_timer(loop, 1, 1), *file = streams_fs_read(loop, "/dev/null", 0);
    streams_publisher_t *unused = timed[i].make(streams_never(), loop);
    record_t ticks = { .first = 1 }, bytes = { .first = 1 };
    spring_t spring = { .is_told = false };
    subscribe_spring(&spring, &timed[i], loop);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
    expect_closed(&spring, "");
    assert_int_equal(subscribe_record(timer, &ticks), STREAMS_OK);
    assert_string_equal(ticks.text, "x-10010");
    release_record(&ticks);
    assert_int_equal(subscribe_record(file, &bytes), STREAMS_OK);
    assert_string_equal(bytes.text, "x-10010");
    release_record(&bytes);
    assert_int_equal(streams_publisher_release(unused), STREAMS_OK);
  }
}

static streams_loop_t *running;
static void release_the_loop(record_t *record, streams_value_t value) {
  (void)value;
  if (record->values == 3) assert_int_equal(streams_loop_release(running), STREAMS_OK);
}

static void the_last_handle_given_up_inside_ends_the_run(void **state) {
  record_t record = { .also = release_the_loop };
  (void)state;
  running = streams_loop_new();
  streams_cancellable_t *token = sink_record(streams_timer(running, 1, 1), &record);
  assert_int_equal(streams_loop_run(running, STREAMS_RUN_DEFAULT), 0);
  assert_int_equal(record.code, STREAMS_ECLOSED);
  assert_true(record.values >= 3);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
}

static void the_last_handle_of_an_adopted_loop_may_go_inside_too(void **state) {
  record_t ticks = { .also = release_the_loop }, waiting = { 0 };
  uv_loop_t uv;
  (void)state;
  assert_int_equal(uv_loop_init(&uv), 0);
  running = streams_loop_adopt(&uv);
  streams_cancellable_t *tokens[2] = {
    sink_record(streams_timer(running, 1, 1), &ticks),
    sink_record(streams_delay(streams_never(), running, HOUR), &waiting),
  };
  assert_int_equal(uv_run(&uv, UV_RUN_DEFAULT), 0);
  assert_int_equal(uv_loop_close(&uv), 0);
  assert_int_equal(ticks.code, STREAMS_ECLOSED);
  assert_string_equal(waiting.text, "x-10010");
  assert_int_equal(ticks.destroyed + waiting.destroyed, 2);
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
}

/* ---- callbacks that do more */

typedef struct again {
  streams_loop_t *loop;
  record_t *next;
  int busy, code;
} again_t;
static void subscribe_again(void *context, const streams_error_t *error) {
  again_t *again = context;
  again->code = error->code;
  again->busy = streams_loop_close(again->loop);
  assert_int_equal(subscribe_record(streams_receive_on(streams_range(1, 3), again->loop), again->next), STREAMS_OK);
}

static void one_that_subscribes_anew_on_the_way_fails_again(void **state) {
  record_t next = { .first = 1 };
  again_t again = { .loop = streams_loop_new(), .next = &next };
  (void)state;
  streams_cancellable_t *token =
    streams_sink(streams_delay(streams_never(), again.loop, HOUR), NULL, subscribe_again, &again, NULL);
  assert_int_equal(streams_loop_close(again.loop), STREAMS_OK);
  assert_int_equal(again.code, STREAMS_ECLOSED);
  assert_int_equal(again.busy, STREAMS_EBUSY);
  assert_string_equal(next.text, "x-10010");
  assert_int_equal(next.destroyed, 1);
  release_record(&next);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_loop_release(again.loop), STREAMS_OK);
}

static void a_closed_loop_is_not_tried_again(void **state) {
  (void)state;
  for (int i = 0; i <= living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    record_t record = { .first = 1 };
    streams_publisher_t *living =
      i == living_count ? streams_timer(loop, HOUR, HOUR) : timed[i].make(streams_never(), loop);
    assert_int_equal(subscribe_record(streams_retry(living, -1), &record), STREAMS_OK);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK); /* returns */
    assert_string_equal(record.text, "x-10010");
    assert_int_equal(record.destroyed, 1);
    release_record(&record);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static void cancel_other(void *context, const streams_error_t *error) {
  (void)error;
  assert_int_equal(streams_cancellable_cancel(*(streams_cancellable_t **)context), STREAMS_OK);
}

static void one_that_is_cancelled_on_the_way_hears_nothing(void **state) {
  streams_loop_t *loop = streams_loop_new();
  streams_cancellable_t *tokens[2];
  record_t record = { 0 };
  (void)state;
  tokens[0] = streams_sink(streams_delay(streams_never(), loop, HOUR), NULL, cancel_other, &tokens[1], NULL);
  tokens[1] = sink_record(streams_delay(streams_never(), loop, HOUR), &record);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(record.destroyed, 1);
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void a_stream_that_is_over_is_forgotten(void **state) {
  streams_loop_t *loop = streams_loop_new();
  record_t done = { 0 }, cancelled = { 0 };
  streams_cancellable_t *tokens[2];
  (void)state;
  tokens[0] = sink_record(streams_receive_on(streams_range(1, 2), loop), &done);
  tokens[1] = sink_record(streams_receive_on(streams_never(), loop), &cancelled);
  streams_loop_run(loop, STREAMS_RUN_DEFAULT);
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  assert_int_equal(done.destroyed + cancelled.destroyed, 2); /* not kept until the loop closes */
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_string_equal(done.text, "1 2 |");
  assert_string_equal(cancelled.text, "");
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_running_stream_fails),
    TEST(a_stream_that_nothing_came_from_fails),
    TEST(a_stream_subscribed_to_later_fails_at_once),
    TEST(a_stream_without_a_subscription_gets_one_to_fail),
    TEST(an_adopted_loop_fails_what_lives_on_it_too),
    TEST(only_handles_keep_a_loop_open),
    TEST(the_last_handle_given_up_inside_ends_the_run),
    TEST(the_last_handle_of_an_adopted_loop_may_go_inside_too),
    TEST(one_that_subscribes_anew_on_the_way_fails_again),
    TEST(a_closed_loop_is_not_tried_again),
    TEST(one_that_is_cancelled_on_the_way_hears_nothing),
    TEST(a_stream_that_is_over_is_forgotten),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
