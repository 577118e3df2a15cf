/* Whether the tables are complete: the header says which functions there are. */
#include <ctype.h>

#include "laws.h"

enum { MOST = 200 };

static char names[MOST][60];
static int counts[MOST], name_count;

static void add_function(const char *name, size_t size) {
  if (name_count == MOST || size >= sizeof names[0]) fault(__FILE__, __LINE__, "more functions than there is room for");
  else snprintf(names[name_count++], sizeof names[0], "%.*s", (int)size, name);
}

/* "STREAMS_OWNED streams_publisher_t *streams_map("; and the one that hands it out otherwise. */
static void find_functions(const char *text) {
  static const char result[] = "STREAMS_OWNED streams_publisher_t *";
  for (const char *at = text; (at = strstr(at, result)) != NULL;) {
    at += sizeof result - 1;
    while (isspace((unsigned char)*at)) at++;
    size_t size = 0;
    while (isalnum((unsigned char)at[size]) || at[size] == '_') size++;
    if (size > 0 && at[size] == '(') add_function(at, size);
  }
  if (strstr(text, "int streams_future(") != NULL) add_function("streams_future", strlen("streams_future"));
}

static void count_row(const row_t *row) {
  size_t size = strcspn(row->name, ",");
  for (int i = 0; i < name_count; i++) {
    if (strlen(names[i]) != size || strncmp(names[i], row->name, size) != 0) continue;
    counts[i]++;
    return;
  }
  current_row = row->name;
  fault(__FILE__, __LINE__, "no such function in the header");
}

bool every_function_has_a_row(const char *header) {
  static char text[1 << 18];
  FILE *file = fopen(header, "rb");
  int before = fault_count;
  current_law = "every function that returns a publisher has a row";
  size_t size = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
  if (file != NULL) fclose(file);
  EXPECT(size > 0 && size < sizeof text - 1);
  find_functions(text);
  EXPECT(name_count > 30);
  for_each_row(count_row);
  for (int i = 0; i < name_count; i++) {
    current_row = names[i];
    EXPECT(counts[i] > 0);
  }
  printf("%d functions of streams.h return a publisher\n", name_count);
  return fault_count == before;
}
