/* Reads a file, and says what is wrong with it. */
#include <stdarg.h>

#include "scenarios.h"

void die(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  exit(2);
}

int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static void check_scenario(scenario_t *scenario) {
  lane_t *out = find_lane(scenario, "out");
  if (scenario->word_count == 0) die(scenario->file, scenario->line, "\"%s\" has no stream", scenario->name);
  if (out == NULL) die(scenario->file, scenario->line, "\"%s\" has no lane out", scenario->name);
  for (int i = 0; i < scenario->lane_count; i++)
    if (scenario->lanes[i].count != out->count)
      die(scenario->file, scenario->lanes[i].line, "lane %s has %d columns, out has %d", scenario->lanes[i].name,
          scenario->lanes[i].count, out->count);
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(2);
  }
  size_t size = 0, room = 1 << 20;
  char *text = malloc(room);
  size = fread(text, 1, room - 1, file);
  text[size] = 0;
  fclose(file);
  return text;
}

static int file_is_for_c; /* unless a scenario says otherwise */
static void (*play_scenario)(scenario_t *scenario);

static int reads_for_c(const char *file, int number) {
  char *language = strtok(NULL, " \t\r");
  if (language == NULL || (!is(language, "swift") && !is(language, "c")) || strtok(NULL, " \t\r") == NULL)
    die(file, number, "only swift|c and a reason");
  return is(language, "c");
}

static void end_scenario(scenario_t *scenario) {
  if (scenario->name[0] == 0) return;
  check_scenario(scenario);
  play_scenario(scenario);
  scenario->name[0] = 0;
}

static void read_line(scenario_t *scenario, const char *file, int number, char *line) {
  char *key = strtok(line, " \t\r"), *word;
  if (key == NULL || key[0] == '#') return;
  if (is(key, "scenario")) {
    end_scenario(scenario);
    memset(scenario, 0, sizeof *scenario);
    scenario->file = file;
    scenario->line = number;
    scenario->is_for_c = file_is_for_c;
    while ((word = strtok(NULL, " \t\r")) != NULL) {
      size_t length = strlen(scenario->name);
      snprintf(scenario->name + length, sizeof scenario->name - length, "%s%s", length ? " " : "", word);
    }
    if (scenario->name[0] == 0) die(file, number, "a scenario needs a sentence");
  } else if (is(key, "only")) {
    *(scenario->name[0] == 0 ? &file_is_for_c : &scenario->is_for_c) = reads_for_c(file, number);
  } else if (scenario->name[0] == 0) {
    die(file, number, "\"%s\" stands before the first scenario", key);
  } else if (is(key, "stream")) {
    if (scenario->word_count > 0) die(file, number, "a second stream");
    while ((word = strtok(NULL, " \t\r")) != NULL && scenario->word_count < MAX_WORDS)
      scenario->words[scenario->word_count++] = word;
  } else if (is_lane(key)) {
    if (find_lane(scenario, key) != NULL) die(file, number, "a second lane %s", key);
    if (scenario->lane_count == MAX_LANES) die(file, number, "too many lanes");
    lane_t *lane = &scenario->lanes[scenario->lane_count++];
    lane->name = key;
    lane->line = number;
    while ((word = strtok(NULL, " \t\r")) != NULL) {
      if (lane->count == MAX_COLUMNS) die(file, number, "too many columns");
      lane->columns[lane->count++] = word;
    }
  } else {
    die(file, number, "unknown word \"%s\"", key);
  }
}

void read_scenarios(const char *path, void (*play)(scenario_t *scenario)) {
  char *text = read_file(path), *line = text;
  scenario_t *scenario = calloc(1, sizeof *scenario);
  file_is_for_c = 1;
  play_scenario = play;
  for (int number = 1; line != NULL; number++) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = 0;
    read_line(scenario, path, number, line);
    line = end != NULL ? end + 1 : NULL;
  }
  end_scenario(scenario);
  free(scenario);
  free(text);
}
