#include <stdarg.h>

#include "scenarios.h"

void note(char *text, const char *format, ...) {
  size_t length = strlen(text);
  va_list arguments;
  if (length > 0) text[length++] = '+';
  va_start(arguments, format);
  vsnprintf(text + length, TEXT - length, format, arguments);
  va_end(arguments);
}

void note_demand(char *text, const char *sign, streams_demand_t demand) {
  if (demand == STREAMS_UNLIMITED) note(text, "%s*", sign);
  else note(text, "%s%" PRId64, sign, demand);
}

void fault(bench_t *bench, const char *lane, const char *expected, const char *got) {
  lane_t *found = find_lane(bench->scenario, lane);
  bench->fault_count++;
  printf("%s:%d: %s: lane %s\n  expected  %s\n  got       %s\n", bench->scenario->file,
          found ? found->line : bench->scenario->line, bench->scenario->name, lane, expected, got);
}
