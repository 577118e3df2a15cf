#include "words.h"

streams_publisher_t *filtering_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "filter")) return streams_filter(a, even, NULL, NULL);
  if (is(name, "tryFilter")) return streams_filter(a, even_up_to_9, NULL, NULL);
  if (is(name, "dropFirst")) return streams_drop_first(a, (size_t)number_at(b, 2));
  if (is(name, "dropWhile")) return streams_drop_while(a, even, NULL, NULL);
  if (is(name, "tryDropWhile")) return streams_drop_while(a, even_up_to_9, NULL, NULL);
  if (is(name, "prefixWhile")) return streams_prefix_while(a, even, NULL, NULL);
  if (is(name, "tryPrefixWhile")) return streams_prefix_while(a, even_up_to_9, NULL, NULL);
  if (is(name, "output") && option_count(b) == 1) return streams_output_at(a, (size_t)number_at(b, 2));
  if (is(name, "output")) return streams_output_in(a, (size_t)number_at(b, 2), (size_t)number_at(b, 3));
  if (is(name, "ignoreOutput")) return streams_ignore_output(a);
  if (is(name, "replaceEmpty")) return streams_replace_empty(a, value_at(b, 2));
  if (is(name, "prefix")) return streams_prefix(a, (size_t)number_at(b, 2));
  if (is(name, "removeDuplicates")) return streams_remove_duplicates(a, NULL, NULL, NULL);
  if (is(name, "tryRemoveDuplicates")) return streams_remove_duplicates(a, same_up_to_9, NULL, NULL);
  if (is(name, "replaceError")) return streams_replace_error(a, value_at(b, 2));
  return NULL;
}
