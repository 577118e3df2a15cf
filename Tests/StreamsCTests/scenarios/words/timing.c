#include "words.h"

static int full_at(bench_t *bench, int place) {
  const char *word = word_at(bench, place);
  if (is(word, "dropNewest")) return STREAMS_BUFFER_DROP_NEWEST;
  if (is(word, "dropOldest")) return STREAMS_BUFFER_DROP_OLDEST;
  if (!is(word, "customError")) die(bench->scenario->file, bench->scenario->line, "unknown word \"%s\"", word);
  return STREAMS_BUFFER_FAIL;
}

static streams_value_t in_ticks(void *context, streams_value_t ms) {
  (void)context;
  return streams_int(streams_int_of(ms) / TICK_MS);
}

streams_publisher_t *timing_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "debounce")) return streams_debounce(a, b->loop, ticks_at(b, 2));
  if (is(name, "throttle")) return streams_throttle(a, b->loop, ticks_at(b, 2), is(word_at(b, 3), "latest"));
  if (is(name, "delay")) return streams_delay(a, b->loop, ticks_at(b, 2));
  if (is(name, "timeout"))
    return streams_timeout(a, b->loop, ticks_at(b, 2), option_count(b) == 1 ? 0 : STREAMS_ETIMEOUT);
  if (is(name, "measureInterval")) return streams_map(streams_measure_interval(a, b->loop), in_ticks, NULL, NULL);
  if (is(name, "collectByTime")) return streams_chunk_by_time(a, b->loop, ticks_at(b, 2), 0);
  if (is(name, "collectByTimeOrCount"))
    return streams_chunk_by_time(a, b->loop, ticks_at(b, 2), (size_t)number_at(b, 3));
  if (is(name, "receive")) return streams_receive_on(a, b->loop);
  if (is(name, "subscribeOn")) return streams_subscribe_on(a, b->loop);
  if (is(name, "buffer"))
    return streams_buffer(a, (size_t)number_at(b, 2), is(word_at(b, 3), "keepFull"), full_at(b, 4));
  return NULL;
}
