/* A chain by hand: each node has a function that takes a value, and the node after it. What comes back is demand. */
#include <stdlib.h>

#include "callbacks.h"
#include "contenders.h"

typedef struct node node_t;
struct node {
  streams_demand_t (*push)(node_t *node, streams_value_t value);
  streams_demand_t (*push_all)(node_t *node, const streams_value_t *values, size_t count);
  node_t *next;
  void *context;
  streams_map_fn map;
  streams_test_fn test;
  streams_value_fn take;
  streams_values_fn take_all;
  streams_demand_t wanted; /* of a buffer */
};

static streams_demand_t map(node_t *node, streams_value_t value) {
  streams_value_t result = node->map(node->context, value);
  if (streams_kind_of(result) == STREAMS_KIND_SIGNAL) return 0;
  return node->next->push(node->next, result);
}

static streams_demand_t filter(node_t *node, streams_value_t value) {
  const int answer = node->test(node->context, value);
  if (answer > 0) return node->next->push(node->next, value);
  return answer == 0 ? 1 : 0;
}

static streams_demand_t sink(node_t *node, streams_value_t value) { return node->take(node->context, value); }

static streams_demand_t map_all(node_t *node, const streams_value_t *values, size_t count) {
  streams_value_t results[BATCH];
  for (size_t i = 0; i < count; i++) {
    results[i] = node->map(node->context, values[i]);
    if (streams_kind_of(results[i]) == STREAMS_KIND_SIGNAL) return 0;
  }
  return node->next->push_all(node->next, results, count);
}

static streams_demand_t filter_all(node_t *node, const streams_value_t *values, size_t count) {
  streams_value_t left[BATCH];
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    const int answer = node->test(node->context, values[i]);
    if (answer < 0) return 0;
    if (answer > 0) left[kept++] = values[i];
  }
  return node->next->push_all(node->next, left, kept) + (streams_demand_t)(count - kept);
}

static streams_demand_t sink_all(node_t *node, const streams_value_t *values, size_t count) {
  return node->take_all(node->context, values, count);
}

/* Of a reader that keeps up there is nothing to keep: one that does not ends the program. */
static streams_demand_t buffer(node_t *node, streams_value_t value) {
  if (node->wanted == 0) abort();
  node->wanted += node->next->push(node->next, value) - 1;
  return 1;
}

/* map → filter → sink, or with a buffer before the sink; in one allocation. */
static node_t *make(streams_map_fn fn, streams_test_fn test, streams_value_fn take, int64_t *sum, int buffers) {
  node_t *nodes = calloc(4, sizeof *nodes);
  if (nodes == NULL) abort();
  nodes[0] = (node_t){ .push = map, .push_all = map_all, .next = &nodes[1], .map = fn };
  nodes[1] = (node_t){ .push = filter, .push_all = filter_all, .next = &nodes[buffers ? 2 : 3], .test = test };
  nodes[2] = (node_t){ .push = buffer, .next = &nodes[3], .wanted = 1 };
  nodes[3] = (node_t){ .push = sink, .push_all = sink_all, .take = take, .take_all = add_all, .context = sum };
  return nodes;
}

int64_t chain_one_by_one(size_t count) {
  int64_t sum = 0;
  node_t *first = make(triple, is_even, add, &sum, 0);
  for (size_t i = 0; i < count; i++) first->push(first, streams_int((int64_t)i));
  free(first);
  return sum;
}

int64_t chain_batches(size_t count) {
  int64_t sum = 0;
  streams_value_t batch[BATCH];
  node_t *first = make(triple, is_even, add, &sum, 0);
  for (size_t i = 0; i < BATCH; i++) batch[i] = streams_int((int64_t)i);
  for (size_t i = 0; i < count; i += BATCH) first->push_all(first, batch, BATCH);
  free(first);
  return sum;
}

static int64_t cut(size_t lines, streams_value_fn take, int buffers) {
  int64_t sum = 0;
  const text_t text = text_of(lines);
  const char *next = text.start, *const end = text.start + text.size;
  node_t *first = make(trim, is_long, take, &sum, buffers);
  while (next < end) {
    const char *stop = memchr(next, '\n', (size_t)(end - next));
    if (stop == NULL) stop = end;
    first->push(first, streams_string_ref(next, (size_t)(stop - next)));
    next = stop + 1;
  }
  free(first);
  return sum;
}
int64_t chain_lines(size_t lines) { return cut(lines, measure, 0); }
int64_t chain_buffer(size_t lines) { return cut(lines, measure_one, 1); }
