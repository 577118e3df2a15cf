#include "words.h"

static streams_publisher_t *for_each_subscriber(void *context) {
  return streams_publisher_dup(((input_t *)context)->publisher);
}

/* The words from the second on. */
static streams_publisher_t *values(bench_t *b) {
  streams_value_t values[MAX_WORDS];
  int count = b->scenario->word_count - 1;
  for (int i = 0; i < count; i++) values[i] = value_at(b, i + 1);
  return streams_from_values(values, (size_t)count);
}

streams_publisher_t *publisher_words(bench_t *b, const char *name) {
  if (is(name, "just")) return streams_just(value_at(b, 1));
  if (is(name, "values")) return values(b);
  if (is(name, "empty")) return streams_empty();
  if (is(name, "never")) return streams_never();
  if (is(name, "fail")) return streams_fail(STREAMS_EUSER(0), word_at(b, 1));
  if (is(name, "deferred")) return streams_deferred(for_each_subscriber, input_at(b, 1), NULL);
  return NULL;
}
