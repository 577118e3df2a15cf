/* A clock that stands still until it is moved: what libuv's timers of this program follow. */
#ifndef VIRTUAL_CLOCK_H
#define VIRTUAL_CLOCK_H
#include <stdint.h>

void move_clock(int64_t ms);

#endif
