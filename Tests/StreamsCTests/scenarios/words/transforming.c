#include "words.h"

streams_publisher_t *transforming_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "map")) return streams_map(a, twice, NULL, NULL);
  if (is(name, "tryMap")) return streams_map(a, half_or_fail, NULL, NULL);
  if (is(name, "compactMap")) return streams_compact_map(a, half, NULL, NULL);
  if (is(name, "tryCompactMap")) return streams_compact_map(a, half_up_to_9, NULL, NULL);
  if (is(name, "scan")) return streams_scan(a, value_at(b, 2), add, NULL, NULL);
  if (is(name, "tryScan")) return streams_scan(a, value_at(b, 2), add_up_to_9, NULL, NULL);
  if (is(name, "collect") && option_count(b) == 0) return streams_collect(a);
  if (is(name, "collect")) return streams_chunk(a, (size_t)number_at(b, 2));
  return NULL;
}
