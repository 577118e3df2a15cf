/* The words of a stream, by their place. */
#include "words.h"

const char *word_at(bench_t *bench, int place) {
  if (place >= bench->scenario->word_count) die(bench->scenario->file, bench->scenario->line, "a word is missing");
  return bench->scenario->words[place];
}

streams_value_t value_at(bench_t *bench, int place) { return value_of(word_at(bench, place)); }

int64_t number_at(bench_t *bench, int place) { return strtoll(word_at(bench, place), NULL, 10); }

uint64_t ticks_at(bench_t *bench, int place) { return (uint64_t)number_at(bench, place) * TICK_MS; }

input_t *input_at(bench_t *bench, int place) {
  const char *word = word_at(bench, place);
  return find_input(bench, word, strlen(word));
}

streams_publisher_t *other(bench_t *bench, int place) {
  return streams_publisher_dup(input_at(bench, place)->publisher);
}

size_t others(bench_t *bench, streams_publisher_t *a, streams_publisher_t **all) {
  size_t count = 0;
  all[count++] = a;
  for (int place = 2; place < bench->scenario->word_count; place++) all[count++] = other(bench, place);
  return count;
}

int option_count(bench_t *bench) { return bench->scenario->word_count - 2; }
