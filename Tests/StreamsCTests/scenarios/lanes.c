/* What stands in the columns. */
#include "scenarios.h"

int is_input(const char *name) { return name[0] >= 'a' && name[0] <= 'h' && name[1] == 0; }

int is_lane(const char *name) {
  return is_input(name) || is(name, "demand") || is(name, "demand2") || is(name, "returns") || is(name, "returns2") ||
         is(name, "out") || is(name, "out2") || (name[0] >= 'a' && name[0] <= 'h' && is(name + 1, ".demand"));
}

lane_t *find_lane(scenario_t *scenario, const char *name) {
  for (int i = 0; i < scenario->lane_count; i++)
    if (is(scenario->lanes[i].name, name)) return &scenario->lanes[i];
  return NULL;
}

int event_at(lane_t *lane, int column, int index, char *word) {
  if (lane == NULL || is(lane->columns[column], "-")) return 0;
  const char *text = lane->columns[column];
  for (; index > 0 && text != NULL; index--) {
    text = strchr(text, '+');
    if (text != NULL) text++;
  }
  if (text == NULL) return 0;
  snprintf(word, TEXT, "%.*s", (int)strcspn(text, "+"), text);
  return 1;
}

int has_event(lane_t *lane, const char *event) {
  char word[TEXT];
  for (int i = 0; lane != NULL && i < lane->count; i++)
    for (int j = 0; event_at(lane, i, j, word); j++)
      if (is(word, event)) return 1;
  return 0;
}

streams_demand_t demand_of(const char *word) {
  char *end;
  if (is(word, "*")) return STREAMS_UNLIMITED;
  streams_demand_t demand = strtoll(word, &end, 10);
  return *end == 0 && demand > 0 ? demand : 0;
}
