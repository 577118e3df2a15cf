#include "scenarios.h"

static int passed, failed, left_out;
static int file_count;
static bool is_file_counted;

static void count(scenario_t *scenario) {
  if (!scenario->is_for_c) {
    left_out++;
    return;
  }
  if (play(scenario)) passed++;
  else failed++;
  if (!is_file_counted) file_count++;
  is_file_counted = true;
}

int main(int argument_count, char **arguments) {
  for (int i = 1; i < argument_count; i++) {
    is_file_counted = false;
    read_scenarios(arguments[i], count);
  }
  printf("%d scenarios of %d files passed, %d failed; %d scenarios are not for C\n", passed, file_count, failed,
         left_out);
  return failed == 0 && passed > 0 ? 0 : 1;
}
