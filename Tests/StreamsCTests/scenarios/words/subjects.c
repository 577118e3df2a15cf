#include "words.h"

/* The lane moves the subject from now on. */
static streams_publisher_t *moved_by(input_t *input, streams_subject_t *subject) {
  input->subject = subject;
  return streams_subject_publisher(subject);
}

streams_publisher_t *subject_words(bench_t *b, const char *name) {
  if (is(name, "passthrough")) return moved_by(input_at(b, 1), streams_passthrough_new());
  if (is(name, "current")) return moved_by(input_at(b, 1), streams_current_value_new(value_at(b, 2)));
  return NULL;
}
