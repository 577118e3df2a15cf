/* The rows through C that are held against thresholds.tsv: scripts/bench --check. */
#include "measure.h"
#include "pipelines.h"
#include "shapes.h"

static const row_t rows[] = {
  { "C1", "subject → map → filter → subscriber, by handle", 200, 65536, send_one_by_one },
  { "C2", "range → map → filter → subscriber", 200, 65536, count_up },
  { "C3", "as C1, in batches of 256", 2560, 65536, send_batches },
  { "C4", "text → lines → map → filter → subscriber, per line", 2000, 65536, cut_lines },
  { "C4-buffer", "the same and a buffer, demand 1", 2000, 65536, cut_and_buffer },
  { "C8", "make, subscribe and cancel: subject → map → filter → map → subscriber", 40, 4096, make_and_cancel },
  { "C8-subscribe", "subscribe and cancel: the same, made before", 40, 4096, subscribe_and_cancel },
  { "C-map-1", "1 map through C", 200, 65536, map_1 },
  { "C-map-3", "3 maps through C", 200, 65536, map_3 },
  { "C-map-12", "12 maps through C", 200, 65536, map_12 },
  { "C-zip-nested-1", "zip of a subject with itself, through C", 200, 16384, zip_nested_1 },
  { "C-zip-nested-2", "zip nested 2 deep, through C", 200, 16384, zip_nested_2 },
  { "C-zip-nested-4", "zip nested 4 deep, through C", 200, 16384, zip_nested_4 },
  { "C-flatMap-nested-1", "flatMap of just, one at a time, through C", 200, 4096, flat_map_nested_1 },
  { "C-flatMap-nested-2", "flatMap nested 2 deep, through C", 200, 4096, flat_map_nested_2 },
  { "C-flatMap-nested-3", "flatMap nested 3 deep, through C", 200, 4096, flat_map_nested_3 },
  { "C-subject-1", "send to 1 subscriber, through C", 200, 65536, subject_1 },
  { "C-subject-10", "send to 10 subscribers, through C", 100, 8192, subject_10 },
  { "C-subject-1000", "send to 1,000 subscribers, through C", 4, 128, subject_1000 },
};

int main(int argc, char **argv) { return run(argc, argv, rows, sizeof rows / sizeof *rows); }
