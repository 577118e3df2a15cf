#include <stdarg.h>

#include "laws.h"

const char *current_law = "", *current_row = "";
bench_t *current_bench;
int fault_count;

void fault(const char *file, int line, const char *format, ...) {
  va_list arguments;
  const char *name = strrchr(file, '/');
  if (__atomic_add_fetch(&fault_count, 1, __ATOMIC_RELAXED) > 200) return; /* enough to see what is wrong */
  va_start(arguments, format);
  printf("%s:%d: %s\n  %s\n  ", name == NULL ? file : name + 1, line, current_law, current_row);
  vprintf(format, arguments);
  printf("\n");
  va_end(arguments);
  if (current_bench == NULL) return;
  printf("  downstream saw: %.100s\n  upstream saw:", seen(&current_bench->recorder));
  for (int i = 0; i < current_bench->probe.asked_count; i++) {
    int64_t asked = current_bench->probe.asked[i];
    if (asked == CANCELLED) printf(" x");
    else if (asked == STREAMS_UNLIMITED) printf(" *");
    else printf(" %" PRId64, asked);
  }
  printf("\n");
}

void expect_int(int64_t got, int64_t expected, const char *what, const char *file, int line) {
  if (got != expected) fault(file, line, "%s is %" PRId64 ", not %" PRId64, what, got, expected);
}

void expect_text(const char *got, const char *expected, const char *file, int line) {
  if (strcmp(got, expected) != 0) fault(file, line, "seen: \"%s\", not \"%s\"", got, expected);
}
