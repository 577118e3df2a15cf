#include "words.h"

static const words_fn tables[] = {transforming_words, filtering_words, folding_words,
                                  combining_words,    flattening_words, timing_words,
                                  sharing_words,      observing_words,  erasure_words};

streams_publisher_t *build_stream(bench_t *bench) {
  const char *name = word_at(bench, 0);
  streams_publisher_t *stream = publisher_words(bench, name);
  if (stream == NULL) stream = subject_words(bench, name);
  if (stream != NULL) return stream;
  streams_publisher_t *a = other(bench, 0);
  name = word_at(bench, 1);
  for (size_t i = 0; stream == NULL && i < sizeof tables / sizeof tables[0]; i++) stream = tables[i](bench, name, a);
  if (stream == NULL)
    die(bench->scenario->file, bench->scenario->line, "operator \"%s\" is unknown, or: %s", name,
        streams_last_error()->message);
  return stream;
}
