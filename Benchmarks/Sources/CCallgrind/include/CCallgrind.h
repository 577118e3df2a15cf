// What a program that runs under callgrind can say to it. Does nothing elsewhere.
#ifndef CCALLGRIND_H
#define CCALLGRIND_H

#include <valgrind/callgrind.h>

// Counts from zero again.
static inline void callgrind_zero(void) { CALLGRIND_ZERO_STATS; }

// Writes what was counted since the last time under a label, and counts from zero again.
static inline void callgrind_dump(const char *label) { CALLGRIND_DUMP_STATS_AT(label); }

static inline int callgrind_is_running(void) { return RUNNING_ON_VALGRIND != 0; }

#endif
