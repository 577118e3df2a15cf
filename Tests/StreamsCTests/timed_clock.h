/* The same, in virtual time: nothing depends on the speed of the machine. */
#ifndef TIMED_CLOCK_H
#define TIMED_CLOCK_H
#include "timed.h"
#include "virtual_clock.h"

/* Lets time pass, and what is due run. */
static inline void pass(streams_loop_t *loop, int ms) {
  move_clock(ms);
  for (int i = 0; i < 4; i++) assert_true(streams_loop_run(loop, STREAMS_RUN_NOWAIT) >= 0);
}

static inline void close_loop(streams_loop_t *loop) {
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

#endif
