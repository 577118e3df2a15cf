/* The functions that scenarios name, see docs/scenarios.md. */
#include "words.h"

streams_value_t twice(void *context, streams_value_t value) {
  (void)context;
  return streams_int(streams_int_of(value) * 2);
}

int even(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) % 2 == 0;
}

streams_value_t half(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) % 2 == 0 ? streams_int(streams_int_of(value) / 2) : streams_skip();
}

streams_value_t half_or_fail(void *context, streams_value_t value) {
  (void)context;
  if (streams_int_of(value) % 2 == 0) return streams_int(streams_int_of(value) / 2);
  streams_set_error_message("odd");
  return streams_failure(STREAMS_EUSER(0));
}

streams_value_t add(void *context, streams_value_t sum, streams_value_t value) {
  (void)context;
  return streams_int(streams_int_of(sum) + streams_int_of(value));
}

streams_value_t add_up_to_9(void *context, streams_value_t sum, streams_value_t value) {
  streams_value_t next = add(context, sum, value);
  if (streams_int_of(next) <= 9) return next;
  streams_set_error_message("big");
  return streams_failure(STREAMS_EUSER(0));
}

/* Fails the `try` forms for a number of two digits. */
static int is_big(streams_value_t value) {
  if (streams_int_of(value) <= 9) return 0;
  streams_set_error_message("big");
  return 1;
}

int order_up_to_9(void *context, streams_value_t one, streams_value_t other, int *order) {
  (void)context;
  return is_big(one) || is_big(other) ? STREAMS_EUSER(0) : streams_value_compare(one, other, order);
}

int even_up_to_9(void *context, streams_value_t value) {
  return is_big(value) ? STREAMS_EUSER(0) : even(context, value);
}

streams_value_t half_up_to_9(void *context, streams_value_t value) {
  return is_big(value) ? streams_failure(STREAMS_EUSER(0)) : half(context, value);
}

int same_up_to_9(void *context, streams_value_t one, streams_value_t other) {
  (void)context;
  return is_big(one) || is_big(other) ? STREAMS_EUSER(0) : streams_value_equal(one, other);
}
