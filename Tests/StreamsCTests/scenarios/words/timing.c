#include "words.h"

static int full_at(bench_t *bench, int place) {
  const char *word = word_at(bench, place);
  if (is(word, "dropNewest")) return STREAMS_BUFFER_DROP_NEWEST;
  if (is(word, "dropOldest")) return STREAMS_BUFFER_DROP_OLDEST;
  if (!is(word, "customError")) die(bench->scenario->file, bench->scenario->line, "unknown word \"%s\"", word);
  return STREAMS_BUFFER_FAIL;
}

streams_publisher_t *timing_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "debounce")) return streams_debounce(a, b->loop, ticks_at(b, 2));
  if (is(name, "receive")) return streams_receive_on(a, b->loop);
  if (is(name, "buffer"))
    return streams_buffer(a, (size_t)number_at(b, 2), is(word_at(b, 3), "keepFull"), full_at(b, 4));
  return NULL;
}
