#include "words.h"

/* The publisher that a value names. */
static streams_publisher_t *named(void *context, streams_value_t value) {
  streams_span_t span = streams_span_of(value);
  return streams_publisher_dup(find_input(context, span.data, span.size)->publisher);
}

/* The publisher of the lane that is the context. */
static streams_publisher_t *instead(void *context, const streams_error_t *error) {
  (void)error;
  return streams_publisher_dup(((input_t *)context)->publisher);
}

/* The same; what is bad is followed by something worse. */
static streams_publisher_t *instead_unless_bad(void *context, const streams_error_t *error) {
  if (is(error->message, "bad")) return streams_fail(STREAMS_EUSER(0), "worse");
  return instead(context, error);
}

/* One after the other around what is before the third word. */
static streams_publisher_t *
around(bench_t *b, streams_publisher_t *a, streams_publisher_t *(*put)(streams_publisher_t *, streams_publisher_t *)) {
  for (int place = 2; place < b->scenario->word_count; place++) a = put(a, other(b, place));
  return a;
}

streams_publisher_t *flattening_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "flatMap"))
    return streams_flat_map(a, option_count(b) == 0 ? STREAMS_UNLIMITED : number_at(b, 2), named, b, NULL);
  if (is(name, "switchToLatest")) return streams_flat_map_latest(a, named, b, NULL);
  if (is(name, "append")) return around(b, a, streams_append);
  if (is(name, "prepend")) return around(b, a, streams_prepend);
  if (is(name, "catch")) return streams_catch(a, instead, input_at(b, 2), NULL);
  if (is(name, "tryCatch")) return streams_catch(a, instead_unless_bad, input_at(b, 2), NULL);
  if (is(name, "retry")) return streams_retry(a, number_at(b, 2));
  return NULL;
}
