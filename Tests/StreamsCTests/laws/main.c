#include "laws.h"

typedef struct table {
  const row_t *rows;
  const char *of;
} table_t;

static const table_t operators[] = {{each_rows, ""},    {part_rows, ""},   {whole_rows, ""},   {several_rows, ""},
                                    {failure_rows, ""}, {timing_rows, ""}, {sharing_rows, ""}, {own_rows, ""},
                                    {0}};
static const table_t followers[] = {{follower_rows, "that goes on with another stream: "}, {0}};
static const table_t enders[] = {{ender_rows, "that ends by itself: "}, {0}};
static const table_t suppressors[] = {{suppressor_rows, "that drops: "}, {0}};
static const table_t sources[] = {{source_rows, "a source: "}, {0}};
static const table_t subjects[] = {{subject_rows, "a subject: "}, {0}};
static const table_t pairs[] = {{pair_rows, "of two: "}, {0}};
static const table_t deep[] = {{deep_rows, "of many streams: "}, {0}};

/* What is checked for what. */
static const struct {
  const law_t *laws;
  const table_t *tables;
} chapters[] = {
  {beginning_laws, operators}, {demand_laws, operators},        {reentrancy_laws, operators},
  {end_laws, operators},       {after_the_end_laws, operators}, {cancel_laws, operators},
  {release_laws, operators},   {destroy_laws, operators},       {value_laws, operators},
  {loop_laws, operators},      {thread_laws, operators},        {follower_laws, followers},
  {ender_laws, enders},        {suppressor_laws, suppressors},  {source_laws, sources},
  {subject_laws, subjects},    {deep_laws, deep},            {pair_laws, pairs},
};
enum { CHAPTERS = sizeof chapters / sizeof chapters[0] };

static const char *word = "";
static int case_count;
bool takes_arrays;

static void check(const law_t *law, const table_t *table, const row_t *row) {
  static char name[200];
  if (law->holds_for != NULL && !law->holds_for(row)) return;
  snprintf(name, sizeof name, "%s%s%s", table->of, row->name, takes_arrays ? ", to on_values" : "");
  if (strstr(law->name, word) == NULL && strstr(name, word) == NULL) return;
  current_law = law->name;
  current_row = name;
  if (getenv("LAWS_VERBOSE") != NULL) {
    printf("%s / %s\n", law->name, name);
    fflush(stdout);
  }
  size_t handles = streams_debug_live_handles(), streams = streams_debug_live_streams();
  case_count++;
  law->check(row);
  /* Nothing is left behind; but if it was before, that is one fault and not many. */
  EXPECT_INT((int64_t)streams_debug_live_handles(), (int64_t)handles);
  EXPECT_INT((int64_t)streams_debug_live_streams(), (int64_t)streams);
}

void for_each_row(void (*each)(const row_t *row)) {
  static const table_t *const all[] = {operators, followers, enders, suppressors, sources, subjects, deep, pairs};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    for (const table_t *table = all[i]; table->rows != NULL; table++)
      for (const row_t *row = table->rows; row->name != NULL; row++) each(row);
}

static int row_count;
static void count_row(const row_t *row) {
  (void)row;
  row_count++;
}

int main(int argument_count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  int law_count = 0;
  if (argument_count < 2) return 2;
  if (argument_count > 2) word = arguments[2];
  bool is_complete = every_function_has_a_row(arguments[1]);
  for (int i = 0; i < CHAPTERS; i++) {
    for (const law_t *law = chapters[i].laws; law->name != NULL; law++) {
      law_count++;
      for (const table_t *table = chapters[i].tables; table->rows != NULL; table++)
        for (const row_t *row = table->rows; row->name != NULL; row++)
          for (int way = 0; way < 2; way++) {
            takes_arrays = way == 1;
            check(law, table, row);
          }
    }
  }
  for_each_row(count_row);
  printf("%d laws over %d rows: %d cases, %d faults\n", law_count, row_count, case_count, fault_count);
  return is_complete && fault_count == 0 && case_count > 0 ? 0 : 1;
}
