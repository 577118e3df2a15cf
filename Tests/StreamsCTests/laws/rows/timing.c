/* Demand, time and threads. */
#include "../laws.h"

static streams_publisher_t *buffer_prefetch(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_buffer(a, 5, true, STREAMS_BUFFER_DROP_NEWEST);
}

static streams_publisher_t *buffer_by_request(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_buffer(a, 5, false, STREAMS_BUFFER_DROP_NEWEST);
}

static streams_publisher_t *debounce(bench_t *b, streams_publisher_t *a) { return streams_debounce(a, loop_of(b), 1); }

static streams_publisher_t *receive_on(bench_t *b, streams_publisher_t *a) { return streams_receive_on(a, loop_of(b)); }

static streams_publisher_t *throttle_latest(bench_t *b, streams_publisher_t *a) {
  return streams_throttle(a, loop_of(b), 1, true);
}

static streams_publisher_t *throttle_first(bench_t *b, streams_publisher_t *a) {
  return streams_throttle(a, loop_of(b), 1, false);
}

static streams_publisher_t *delay(bench_t *b, streams_publisher_t *a) { return streams_delay(a, loop_of(b), 5); }

static streams_publisher_t *timeout(bench_t *b, streams_publisher_t *a) {
  return streams_timeout(a, loop_of(b), 1000000, STREAMS_ETIMEOUT);
}

static streams_publisher_t *chunk_by_time(bench_t *b, streams_publisher_t *a) {
  return streams_chunk_by_time(a, loop_of(b), 10, 0);
}

static streams_publisher_t *chunk_by_time_or_count(bench_t *b, streams_publisher_t *a) {
  return streams_chunk_by_time(a, loop_of(b), 10, 1);
}

static streams_publisher_t *subscribe_on(bench_t *b, streams_publisher_t *a) {
  return streams_subscribe_on(a, loop_of(b));
}

/* What it tells is how long a value took; the value is the one that went in last. */
static streams_value_t note_number(void *context, streams_value_t value) {
  used(context)->bench->number = streams_int_of(value);
  return value;
}
static streams_value_t noted_number(void *context, streams_value_t ms) {
  EXPECT(streams_int_of(ms) >= 0);
  return streams_int(used(context)->bench->number);
}
static streams_publisher_t *measure_interval(bench_t *b, streams_publisher_t *a) {
  a = streams_map(a, note_number, counted(b), count_destroy);
  return streams_map(streams_measure_interval(a, loop_of(b)), noted_number, counted(b), count_destroy);
}

const row_t timing_rows[] = {
  {.name = "streams_buffer, prefetching", .make = buffer_prefetch, .holds_end = true},
  {.name = "streams_buffer, by request", .make = buffer_by_request, .holds_end = true, .is_lossy = true,
   .is_bounded = true},
  {.name = "streams_debounce", .make = debounce, .shape = LATER, .is_lossy = true},
  {.name = "streams_throttle, latest", .make = throttle_latest, .shape = LATER, .is_lossy = true},
  {.name = "streams_throttle, first", .make = throttle_first, .shape = LATER, .is_lossy = true},
  {.name = "streams_delay", .make = delay, .shape = LATER},
  {.name = "streams_timeout", .make = timeout, .shape = LATER},
  {.name = "streams_chunk_by_time", .make = chunk_by_time, .shape = LATER, .is_lossy = true, .item = 1},
  {.name = "streams_chunk_by_time, or count", .make = chunk_by_time_or_count, .shape = LATER, .item = 1},
  {.name = "streams_subscribe_on", .make = subscribe_on, .shape = REMOTE, .nests = true},
  {.name = "streams_measure_interval", .make = measure_interval, .nests = true, .makes_values = true},
  {.name = "streams_receive_on", .make = receive_on, .shape = LATER},
  {0}};
