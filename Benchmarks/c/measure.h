/* Rows written in C, and the program around them: what Sources/Measuring is for Swift. */
#ifndef MEASURE_H
#define MEASURE_H

#include <stddef.h>
#include <stdint.h>

typedef struct row {
  const char *id; /* "C1"; contenders for one row add a colon and who they are: "C1:GLib signals" */
  const char *name;
  size_t length; /* of the shorter of the two runs that are counted; the longer one has six times as many values */
  size_t timed;  /* values of one run that is timed */
  int64_t (*body)(size_t count); /* takes so many values through the pipeline; returns what they add up to */
} row_t;

/* --counted     names the rows
 * --count       runs each in two lengths for callgrind, which writes what it counted for each
 * --ns          runs all by turns, many times, and prints the least and the median CPU time per value
 * --once ID N   runs one row once, for a profiler
 * Contenders for one row must agree in what the values add up to. Returns what main() shall return. */
int run(int argc, char **argv, const row_t *rows, size_t count);

#endif
