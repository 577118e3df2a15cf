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

/* The words from the second on; the last one may say how it ends. */
static streams_publisher_t *record(bench_t *b) {
  streams_value_t values[MAX_WORDS];
  int count = 0, code = 0;
  const char *message = NULL;
  for (int i = 1; i < b->scenario->word_count; i++) {
    const char *word = word_at(b, i);
    if (word[0] == '!') {
      code = STREAMS_EUSER(0);
      message = word + 1;
    } else if (!is(word, "|")) {
      values[count++] = value_of(word);
    }
  }
  return streams_record(values, (size_t)count, code, message);
}

static streams_demand_t keep(void *context, streams_value_t value) {
  streams_promise_resolve(context, value);
  return 0;
}

static void break_it(void *context, const streams_error_t *error) {
  if (error != NULL) streams_promise_reject(context, error->code, error->message);
}

/* The lane keeps the promise, with its first value or its failure. */
static streams_publisher_t *future(input_t *input) {
  streams_publisher_t *publisher;
  streams_future(&input->promise, &publisher);
  input->keeping = streams_sink(streams_publisher_dup(input->publisher), keep, break_it, input->promise, NULL);
  return publisher;
}

/* A value, or a failure as "!e". */
static streams_publisher_t *result(bench_t *b) {
  const char *word = word_at(b, 1);
  return word[0] == '!' ? streams_fail(STREAMS_EUSER(0), word + 1) : streams_just(value_of(word));
}

streams_publisher_t *publisher_words(bench_t *b, const char *name) {
  if (is(name, "just")) return streams_just(value_at(b, 1));
  if (is(name, "values")) return values(b);
  if (is(name, "empty")) return streams_empty();
  if (is(name, "never")) return streams_never();
  if (is(name, "fail")) return streams_fail(STREAMS_EUSER(0), word_at(b, 1));
  if (is(name, "record")) return record(b);
  if (is(name, "future")) return future(input_at(b, 1));
  if (is(name, "optional")) return b->scenario->word_count == 1 ? streams_empty() : streams_just(value_at(b, 1));
  if (is(name, "result")) return result(b);
  if (is(name, "deferred")) return streams_deferred(for_each_subscriber, input_at(b, 1), NULL);
  return NULL;
}
