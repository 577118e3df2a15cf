#include "words.h"

streams_publisher_t *filtering_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "filter")) return streams_filter(a, even, NULL, NULL);
  if (is(name, "tryFilter")) return streams_filter(a, even_up_to_9, NULL, NULL);
  if (is(name, "prefix")) return streams_prefix(a, (size_t)number_at(b, 2));
  if (is(name, "removeDuplicates")) return streams_remove_duplicates(a, NULL, NULL, NULL);
  if (is(name, "tryRemoveDuplicates")) return streams_remove_duplicates(a, same_up_to_9, NULL, NULL);
  if (is(name, "replaceError")) return streams_replace_error(a, value_at(b, 2));
  return NULL;
}
