/* C1 to C4 beside a hand-written chain and GLib's signals: scripts/bench --beside. */
#include "callbacks.h"
#include "contenders.h"
#include "measure.h"
#include "pipelines.h"

#define STREAMS "Streams"
#define CHAIN "hand-written chain"
#define SIGNALS "GLib signals"

static const row_t rows[] = {
  { "C1:" STREAMS, "subject → map → filter → subscriber", 200, 65536, send_one_by_one },
  { "C1:" CHAIN, "", 200, 65536, chain_one_by_one },
  { "C1:" SIGNALS, "", 200, 65536, signals_one_by_one },
  { "C2:" STREAMS, "range → map → filter → subscriber", 200, 65536, count_up },
  { "C2:" CHAIN, "", 200, 65536, chain_one_by_one },
  { "C2:" SIGNALS, "", 200, 65536, signals_one_by_one },
  { "C3:" STREAMS, "as C1, in batches of 256", 2560, 65536, send_batches },
  { "C3:" CHAIN, "", 2560, 65536, chain_batches },
  { "C3:" SIGNALS, "", 2560, 65536, signals_batches },
  { "C4:" STREAMS, "40 MB of text → lines → map → filter → subscriber", 2000, LINES_IN_40_MB, cut_lines },
  { "C4:" CHAIN, "", 2000, LINES_IN_40_MB, chain_lines },
  { "C4:" SIGNALS, "", 2000, LINES_IN_40_MB, signals_lines },
  { "C4-buffer:" STREAMS, "the same and a buffer, demand 1", 2000, LINES_IN_40_MB, cut_and_buffer },
  { "C4-buffer:" CHAIN, "", 2000, LINES_IN_40_MB, chain_buffer },
  { "C4-buffer:" SIGNALS, "", 2000, LINES_IN_40_MB, signals_buffer },
};

int main(int argc, char **argv) { return run(argc, argv, rows, sizeof rows / sizeof *rows); }
