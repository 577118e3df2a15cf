#include "scenarios.h"

static int passed, failed, left_out;

static void count(scenario_t *scenario) {
  if (!scenario->is_for_c) left_out++;
  else if (play(scenario)) passed++;
  else failed++;
}

int main(int argument_count, char **arguments) {
  for (int i = 1; i < argument_count; i++) read_scenarios(arguments[i], count);
  printf("%d passed, %d failed, %d not for C\n", passed, failed, left_out);
  return failed == 0 && passed > 0 ? 0 : 1;
}
