#include "words.h"

streams_publisher_t *folding_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "reduce")) return streams_reduce(a, value_at(b, 2), add, NULL, NULL);
  if (is(name, "tryReduce")) return streams_reduce(a, value_at(b, 2), add_up_to_9, NULL, NULL);
  if (is(name, "count")) return streams_count(a);
  if (is(name, "first")) return streams_first(a);
  if (is(name, "firstWhere")) return streams_first_where(a, even, NULL, NULL);
  if (is(name, "tryFirst")) return streams_first_where(a, even_up_to_9, NULL, NULL);
  if (is(name, "last")) return streams_last(a);
  if (is(name, "lastWhere")) return streams_last_where(a, even, NULL, NULL);
  if (is(name, "tryLast")) return streams_last_where(a, even_up_to_9, NULL, NULL);
  if (is(name, "min")) return streams_min(a, NULL, NULL, NULL);
  if (is(name, "max")) return streams_max(a, NULL, NULL, NULL);
  if (is(name, "tryMin")) return streams_min(a, order_up_to_9, NULL, NULL);
  if (is(name, "tryMax")) return streams_max(a, order_up_to_9, NULL, NULL);
  if (is(name, "contains")) return streams_contains(a, value_at(b, 2));
  if (is(name, "containsWhere")) return streams_contains_where(a, even, NULL, NULL);
  if (is(name, "tryContains")) return streams_contains_where(a, even_up_to_9, NULL, NULL);
  if (is(name, "allSatisfy")) return streams_all_satisfy(a, even, NULL, NULL);
  if (is(name, "tryAllSatisfy")) return streams_all_satisfy(a, even_up_to_9, NULL, NULL);
  return NULL;
}
