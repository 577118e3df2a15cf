/* The functions that all contenders call, and the text they read. Not inline: each calls them through a pointer. */
#ifndef CALLBACKS_H
#define CALLBACKS_H

#include <streams.h>

#define BATCH 256
#define CHUNK 65536

/* v * 3 + 1; fails for what is no integer. */
streams_value_t triple(void *context, streams_value_t value);
int is_even(void *context, streams_value_t value);
/* context: an int64_t that the values are added to. */
streams_demand_t add(void *context, streams_value_t value);
/* The same for several. */
streams_demand_t add_all(void *context, const streams_value_t *values, size_t count);

/* A text without the blanks at its start, where it lies. */
streams_value_t trim(void *context, streams_value_t text);
/* Longer than 20 bytes. */
int is_long(void *context, streams_value_t text);
/* context: an int64_t that the lengths are added to. */
streams_demand_t measure(void *context, streams_value_t text);
/* The same, and asks for one more. */
streams_demand_t measure_one(void *context, streams_value_t text);

/* Lines of 0 to 79 bytes, at most two blanks first. */
typedef struct text {
  const char *start;
  size_t size;
} text_t;
/* Lines enough for 40 MB. */
#define LINES_IN_40_MB 1035167
text_t text_of(size_t lines);

/* Hands out a text in chunks. */
typedef struct chunks {
  const char *next;
  size_t left;
} chunks_t;
/* The next chunk, or streams_end(). context: a chunks_t. */
streams_value_t next_chunk(void *context);

#endif
