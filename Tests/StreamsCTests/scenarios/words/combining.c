#include "words.h"

streams_publisher_t *combining_words(bench_t *b, const char *name, streams_publisher_t *a) {
  streams_publisher_t *all[MAX_WORDS];
  if (is(name, "zip")) return streams_zip(all, others(b, a, all));
  if (is(name, "combineLatest")) return streams_combine_latest(all, others(b, a, all));
  if (is(name, "merge") || is(name, "mergeMany")) return streams_merge(all, others(b, a, all));
  if (is(name, "prefixUntilOutput")) return streams_prefix_until(a, other(b, 2));
  if (is(name, "dropUntilOutput")) return streams_drop_until(a, other(b, 2));
  return NULL;
}
