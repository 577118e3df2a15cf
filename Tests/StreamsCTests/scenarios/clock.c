/* Virtual time: libuv's timers follow the columns. */
#include <time.h>

#include "scenarios.h"

static int64_t now_ms = 1000000;

void move_clock(void) { now_ms += TICK_MS; }

/* Every clock of the process shows the scenario's time. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  time->tv_sec = (time_t)(now_ms / 1000);
  time->tv_nsec = (long)(now_ms % 1000) * 1000000;
  return 0;
}
