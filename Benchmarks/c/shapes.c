#include "shapes.h"

#include <stdlib.h>

#include "callbacks.h"

/* What `count` numbers come to that go through a subject to what listens to it. */
static int64_t feed(streams_subject_t *subject, streams_publisher_t *p, const int64_t *sum, size_t count) {
  streams_cancellable_t *token = streams_sink(p, add, NULL, (void *)sum, NULL);
  for (size_t i = 0; i < count; i++) streams_subject_send(subject, streams_int((int64_t)i));
  streams_cancellable_release(token);
  streams_subject_release(subject);
  return *sum;
}

/* -- equal operators in a row */

static int64_t map_in_a_row(size_t maps, size_t count) {
  int64_t sum = 0;
  streams_publisher_t *p = streams_range(0, (int64_t)count);
  for (size_t i = 0; i < maps; i++) p = streams_map(p, triple, NULL, NULL);
  streams_cancellable_release(streams_sink(p, add, NULL, &sum, NULL));
  return sum;
}
int64_t map_1(size_t count) { return map_in_a_row(1, count); }
int64_t map_3(size_t count) { return map_in_a_row(3, count); }
int64_t map_12(size_t count) { return map_in_a_row(12, count); }

/* -- one in another */

static streams_value_t add_pair(void *context, streams_value_t pair) {
  (void)context;
  return streams_int(streams_int_of(streams_list_at(pair, 0)) + streams_int_of(streams_list_at(pair, 1)));
}

static int64_t zip_nested(size_t depth, size_t count) {
  int64_t sum = 0;
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *p = streams_subject_publisher(subject);
  for (size_t i = 0; i < depth; i++) {
    streams_publisher_t *const both[] = { p, streams_subject_publisher(subject) };
    p = streams_map(streams_zip(both, 2), add_pair, NULL, NULL);
  }
  return feed(subject, p, &sum, count);
}
int64_t zip_nested_1(size_t count) { return zip_nested(1, count); }
int64_t zip_nested_2(size_t count) { return zip_nested(2, count); }
int64_t zip_nested_4(size_t count) { return zip_nested(4, count); }

static streams_publisher_t *just_more(void *context, streams_value_t value) {
  (void)context;
  return streams_just(streams_int(streams_int_of(value) + 1));
}

static int64_t flat_map_nested(size_t depth, size_t count) {
  int64_t sum = 0;
  streams_publisher_t *p = streams_range(0, (int64_t)count);
  for (size_t i = 0; i < depth; i++) p = streams_flat_map(p, 1, just_more, NULL, NULL);
  streams_cancellable_release(streams_sink(p, add, NULL, &sum, NULL));
  return sum;
}
int64_t flat_map_nested_1(size_t count) { return flat_map_nested(1, count); }
int64_t flat_map_nested_2(size_t count) { return flat_map_nested(2, count); }
int64_t flat_map_nested_3(size_t count) { return flat_map_nested(3, count); }

/* -- one for many */

static int64_t send_to_many(size_t subscribers, size_t count) {
  int64_t sum = 0;
  streams_subject_t *subject = streams_passthrough_new();
  streams_bag_t *bag = streams_bag_new();
  for (size_t i = 0; i < subscribers; i++) {
    streams_publisher_t *p = streams_map(streams_subject_publisher(subject), triple, NULL, NULL);
    streams_bag_add(bag, streams_sink(p, add, NULL, &sum, NULL));
  }
  for (size_t i = 0; i < count; i++) streams_subject_send(subject, streams_int((int64_t)i));
  streams_bag_release(bag);
  streams_subject_release(subject);
  return sum;
}
int64_t subject_1(size_t count) { return send_to_many(1, count); }
int64_t subject_10(size_t count) { return send_to_many(10, count); }
int64_t subject_1000(size_t count) { return send_to_many(1000, count); }

/* -- coming and going */

static streams_publisher_t *three_operators(streams_subject_t *subject) {
  streams_publisher_t *p = streams_map(streams_subject_publisher(subject), triple, NULL, NULL);
  p = streams_filter(p, is_even, NULL, NULL);
  return streams_map(p, triple, NULL, NULL);
}

int64_t make_and_cancel(size_t count) {
  int64_t sum = 0;
  streams_subject_t *subject = streams_passthrough_new();
  for (size_t i = 0; i < count; i++) {
    streams_cancellable_release(streams_sink(three_operators(subject), add, NULL, &sum, NULL));
  }
  streams_subject_release(subject);
  return sum;
}

int64_t subscribe_and_cancel(size_t count) {
  int64_t sum = 0;
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *p = three_operators(subject);
  for (size_t i = 0; i < count; i++) {
    streams_cancellable_release(streams_sink(streams_publisher_dup(p), add, NULL, &sum, NULL));
  }
  streams_publisher_release(p);
  streams_subject_release(subject);
  return sum;
}
