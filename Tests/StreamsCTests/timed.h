/* Every operator that has a loop, for tests that hold for all of them. */
#ifndef TIMED_H
#define TIMED_H
#include "support.h"

typedef struct timed {
  const char *name;
  streams_publisher_t *(*make)(streams_publisher_t *upstream, streams_loop_t *loop);
  const char *posted;  /* what a value "a" is when the loop closes right after it was sent */
  const char *waiting; /* the same, for a value "b" behind it */
} timed_t;

enum { HOUR = 3600000 };

static streams_publisher_t *make_debounce(streams_publisher_t *p, streams_loop_t *loop) {
  return streams_debounce(p, loop, HOUR);
}
static streams_publisher_t *make_throttle(streams_publisher_t *p, streams_loop_t *loop) {
  return streams_throttle(p, loop, HOUR, true);
}
static streams_publisher_t *make_delay(streams_publisher_t *p, streams_loop_t *loop) {
  return streams_delay(p, loop, HOUR);
}
static streams_publisher_t *make_timeout(streams_publisher_t *p, streams_loop_t *loop) {
  return streams_timeout(p, loop, HOUR, STREAMS_ETIMEOUT);
}
static streams_publisher_t *make_chunk_by_time(streams_publisher_t *p, streams_loop_t *loop) {
  return streams_chunk_by_time(p, loop, HOUR, 0);
}
static streams_publisher_t *make_chunk_by_time_or_count(streams_publisher_t *p, streams_loop_t *loop) {
  return streams_chunk_by_time(p, loop, HOUR, 3);
}

static const timed_t timed[] = {
  { "debounce", make_debounce, "", "" },
  { "throttle", make_throttle, "a ", "a " },
  { "delay", make_delay, "", "" },
  { "timeout", make_timeout, "a ", "a b " },
  { "chunk_by_time", make_chunk_by_time, "", "" },
  { "chunk_by_time max", make_chunk_by_time_or_count, "", "" },
  { "receive_on", streams_receive_on, "a ", "a b " },
  { "subscribe_on", streams_subscribe_on, "a ", "a b " },
  { "measure_interval", streams_measure_interval, NULL, NULL },
};
enum { timed_count = sizeof timed / sizeof timed[0] };
/* Without the last, which only reads the loop's clock and outlives the loop. */
enum { living_count = timed_count - 1 };

#endif
