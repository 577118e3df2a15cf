#include "callbacks.h"

#include <stdlib.h>

streams_value_t triple(void *context, streams_value_t value) {
  (void)context;
  if (!streams_is_int(value)) return streams_failure(STREAMS_EKIND);
  return streams_int(streams_int_of(value) * 3 + 1);
}

int is_even(void *context, streams_value_t value) {
  (void)context;
  if (!streams_is_int(value)) return STREAMS_EKIND;
  return (streams_int_of(value) & 1) == 0;
}

streams_demand_t add(void *context, streams_value_t value) {
  *(int64_t *)context += streams_int_of(value);
  return 0;
}

streams_demand_t add_all(void *context, const streams_value_t *values, size_t count) {
  int64_t sum = 0;
  for (size_t i = 0; i < count; i++) sum += streams_int_of(values[i]);
  *(int64_t *)context += sum;
  return 0;
}

streams_value_t trim(void *context, streams_value_t text) {
  (void)context;
  streams_span_t span = streams_span_of(text);
  const char *start = span.data;
  while (span.size > 0 && *start == ' ') {
    start++;
    span.size--;
  }
  return streams_string_ref(start, span.size);
}

int is_long(void *context, streams_value_t text) {
  (void)context;
  return streams_span_of(text).size > 20;
}

streams_demand_t measure(void *context, streams_value_t text) {
  *(int64_t *)context += (int64_t)streams_span_of(text).size;
  return 0;
}

streams_demand_t measure_one(void *context, streams_value_t text) {
  *(int64_t *)context += (int64_t)streams_span_of(text).size;
  return 1;
}

text_t text_of(size_t lines) {
  static char *start;
  static size_t *ends; /* of the first n lines */
  static size_t made;
  if (lines > made) {
    free(start);
    start = NULL;
    ends = realloc(ends, (lines + 1) * sizeof *ends);
    /* At the beginning of a page: how many steps memchr() takes depends on where a line begins. */
    if (ends == NULL || posix_memalign((void **)&start, 4096, lines * 80) != 0) abort();
    uint64_t random = 88172645463325252u; /* the same text each time */
    size_t size = 0;
    for (size_t line = 0; line < lines; line++) {
      ends[line] = size;
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      const size_t length = random % 80;
      for (size_t i = 0; i < length; i++) start[size++] = i < 2 ? ' ' : (char)('a' + (random >> (i & 31)) % 26);
      start[size++] = '\n';
    }
    ends[lines] = size;
    made = lines;
  }
  return (text_t){ start, ends[lines] };
}

streams_value_t next_chunk(void *context) {
  chunks_t *chunks = context;
  if (chunks->left == 0) return streams_end();
  const size_t size = chunks->left < CHUNK ? chunks->left : CHUNK;
  streams_value_t chunk = streams_bytes_ref(chunks->next, size);
  chunks->next += size;
  chunks->left -= size;
  return chunk;
}
