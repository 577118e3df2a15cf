/* What the words of a stream mean: one file per group of operators, as Tests/StreamsTests/Scenarios/Words. */
#ifndef WORDS_H
#define WORDS_H
#include "../scenarios.h"

/* stream.c: the stream of a scenario. */
streams_publisher_t *build_stream(bench_t *bench);

/* Of a group: NULL for a name it does not know, or where the library gave NULL. */
streams_publisher_t *publisher_words(bench_t *bench, const char *name);
streams_publisher_t *subject_words(bench_t *bench, const char *name);

/* The same for operators, on the publisher of the first word. It is consumed if the name is known. */
typedef streams_publisher_t *(*words_fn)(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *transforming_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *filtering_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *folding_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *combining_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *flattening_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *timing_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *sharing_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *observing_words(bench_t *bench, const char *name, streams_publisher_t *a);
streams_publisher_t *erasure_words(bench_t *bench, const char *name, streams_publisher_t *a);

/* places.c: the words of a stream by their place; 0 is the first. A missing one is an error of the scenario. */
const char *word_at(bench_t *bench, int place);
streams_value_t value_at(bench_t *bench, int place);
int64_t number_at(bench_t *bench, int place);
uint64_t ticks_at(bench_t *bench, int place); /* in milliseconds */
input_t *input_at(bench_t *bench, int place);
/* A handle to its publisher: owned. */
streams_publisher_t *other(bench_t *bench, int place);
/* a, and the publishers of all words from the third on, put into `all`. */
size_t others(bench_t *bench, streams_publisher_t *a, streams_publisher_t **all);
/* How many words follow the operator's own. */
int option_count(bench_t *bench);

/* functions.c */
streams_value_t twice(void *context, streams_value_t value);
streams_value_t half(void *context, streams_value_t value); /* an odd one is skipped */
streams_value_t half_or_fail(void *context, streams_value_t value);
streams_value_t half_up_to_9(void *context, streams_value_t value);
int even(void *context, streams_value_t value);
int even_up_to_9(void *context, streams_value_t value);
int order_up_to_9(void *context, streams_value_t one, streams_value_t other, int *order);
int same_up_to_9(void *context, streams_value_t one, streams_value_t other);
streams_value_t add(void *context, streams_value_t sum, streams_value_t value);
streams_value_t add_up_to_9(void *context, streams_value_t sum, streams_value_t value);

#endif
