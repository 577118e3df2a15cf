#include <ctype.h>

#include "words.h"

/* The failure in capitals. */
static int in_capitals(void *context, const streams_error_t *error) {
  char text[TEXT];
  (void)context;
  snprintf(text, sizeof text, "%s", error->message);
  for (char *letter = text; *letter != 0; letter++) *letter = (char)toupper(*letter);
  streams_set_error_message(text);
  return error->code;
}

static streams_value_t square(streams_value_t value) {
  return streams_int(streams_int_of(value) * streams_int_of(value));
}

/* What a key path does in Swift, a function does in C: the double, both, or all three. */
static streams_value_t double_and_square(void *context, streams_value_t value) {
  streams_value_t items[2] = {twice(context, value), square(value)};
  return streams_value_list(items, 2);
}
static streams_value_t with_double_and_square(void *context, streams_value_t value) {
  streams_value_t items[3] = {value, twice(context, value), square(value)};
  return streams_value_list(items, 3);
}
static streams_map_fn path_at(bench_t *b, int place) {
  switch (number_at(b, place)) {
  case 1: return twice;
  case 2: return double_and_square;
  default: return with_double_and_square;
  }
}

/* What is missing is null. */
static streams_value_t half_or_null(void *context, streams_value_t value) {
  return even(context, value) ? half(context, value) : streams_null();
}
static streams_value_t null_to_number(void *context, streams_value_t value) {
  return streams_is_null(value) ? value_of(context) : value;
}

streams_publisher_t *transforming_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "map")) return streams_map(a, twice, NULL, NULL);
  if (is(name, "tryMap")) return streams_map(a, half_or_fail, NULL, NULL);
  if (is(name, "mapKeyPath")) return streams_map(a, path_at(b, 2), NULL, NULL);
  if (is(name, "replaceNil"))
    return streams_map(streams_map(a, half_or_null, NULL, NULL), null_to_number, b->scenario->words[2], NULL);
  /* A coder is a function that may fail. */
  if (is(name, "encode") || is(name, "decode")) return streams_map(a, half_or_fail, NULL, NULL);
  if (is(name, "compactMap")) return streams_compact_map(a, half, NULL, NULL);
  if (is(name, "tryCompactMap")) return streams_compact_map(a, half_up_to_9, NULL, NULL);
  if (is(name, "mapError")) return streams_map_error(a, in_capitals, NULL, NULL);
  if (is(name, "eraseToAnyPublisher")) return a; /* as every publisher of C is */
  if (is(name, "scan")) return streams_scan(a, value_at(b, 2), add, NULL, NULL);
  if (is(name, "tryScan")) return streams_scan(a, value_at(b, 2), add_up_to_9, NULL, NULL);
  if (is(name, "collect") && option_count(b) == 0) return streams_collect(a);
  if (is(name, "collect")) return streams_chunk(a, (size_t)number_at(b, 2));
  return NULL;
}
