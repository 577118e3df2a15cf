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

const row_t timing_rows[] = {
  {.name = "streams_buffer, prefetching", .make = buffer_prefetch, .holds_end = true},
  {.name = "streams_buffer, by request", .make = buffer_by_request, .holds_end = true, .is_lossy = true,
   .is_bounded = true},
  {.name = "streams_debounce", .make = debounce, .shape = LATER, .is_lossy = true},
  {.name = "streams_receive_on", .make = receive_on, .shape = LATER},
  {0}};
