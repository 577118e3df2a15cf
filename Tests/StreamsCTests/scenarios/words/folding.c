#include "words.h"

streams_publisher_t *folding_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "reduce")) return streams_reduce(a, value_at(b, 2), add, NULL, NULL);
  if (is(name, "tryReduce")) return streams_reduce(a, value_at(b, 2), add_up_to_9, NULL, NULL);
  if (is(name, "count")) return streams_count(a);
  return NULL;
}
