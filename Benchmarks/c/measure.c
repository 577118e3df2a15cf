#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <valgrind/callgrind.h>

#define ROUNDS 51

static int usage(void) {
  fprintf(stderr, "usage: --counted | --count | --ns | --once ID N\n");
  return 2;
}

/* How long the name of a row is without that of the contender. */
static size_t row_length(const char *id) { return strcspn(id, ":"); }

static int is_contender(const char *a, const char *b) {
  return row_length(a) == row_length(b) && strncmp(a, b, row_length(a)) == 0;
}

/* 0 if the contenders for one row agree. */
static int compare(const row_t *rows, const int64_t *results, size_t count) {
  for (size_t i = 0; i < count; i++) {
    for (size_t k = 0; k < i; k++) {
      if (is_contender(rows[i].id, rows[k].id) && results[i] != results[k]) {
        const long long a = results[k], b = results[i];
        fprintf(stderr, "%s gives %lld, %s %lld\n", rows[k].id, a, rows[i].id, b);
        return 1;
      }
    }
  }
  return 0;
}

static int count_all(const row_t *rows, int64_t *results, size_t count) {
  if (!RUNNING_ON_VALGRIND) {
    fprintf(stderr, "--count only makes sense under callgrind\n");
    return 2;
  }
  for (size_t i = 0; i < count; i++) {
    /* The first run makes what is made once: texts, the allocator's lists, the names of functions. */
    results[i] = rows[i].body(6 * rows[i].length);
    for (size_t factor = 1; factor <= 6; factor += 5) {
      char label[100];
      snprintf(label, sizeof label, "%s\t%zu", rows[i].id, factor * rows[i].length);
      CALLGRIND_ZERO_STATS;
      rows[i].body(factor * rows[i].length);
      CALLGRIND_DUMP_STATS_AT(label);
    }
  }
  return compare(rows, results, count);
}

/* The processor time of this process, so that other programs do not count. */
static double processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* By turns: what the machine does meanwhile hits all alike. */
static int time_all(const row_t *rows, int64_t *results, size_t count) {
  double(*times)[ROUNDS] = malloc(count * sizeof *times);
  if (times == NULL) return 1;
  for (size_t i = 0; i < count; i++) results[i] = rows[i].body(rows[i].timed);
  for (size_t round = 0; round < ROUNDS; round++) {
    for (size_t i = 0; i < count; i++) {
      const double start = processor_time();
      rows[i].body(rows[i].timed);
      times[i][round] = (processor_time() - start) / (double)rows[i].timed;
    }
  }
  for (size_t i = 0; i < count; i++) {
    qsort(times[i], ROUNDS, sizeof(double), by_size);
    printf("%s\t%.2f\t%.2f\t%s\n", rows[i].id, times[i][0], times[i][ROUNDS / 2], rows[i].name);
  }
  free(times);
  return compare(rows, results, count);
}

int run(int argc, char **argv, const row_t *rows, size_t count) {
  if (argc == 2 && strcmp(argv[1], "--counted") == 0) {
    for (size_t i = 0; i < count; i++) printf("%s\t%s\n", rows[i].id, rows[i].name);
    return 0;
  }
  if (argc == 4 && strcmp(argv[1], "--once") == 0) {
    for (size_t i = 0; i < count; i++) {
      if (strcmp(rows[i].id, argv[2]) != 0) continue;
      printf("%lld\n", (long long)rows[i].body((size_t)strtoull(argv[3], NULL, 10)));
      return 0;
    }
    return usage();
  }
  if (argc != 2) return usage();
  int64_t *results = calloc(count, sizeof *results);
  if (results == NULL) return 1;
  int status = 2;
  if (strcmp(argv[1], "--count") == 0) status = count_all(rows, results, count);
  else if (strcmp(argv[1], "--ns") == 0) status = time_all(rows, results, count);
  else usage();
  free(results);
  return status;
}
