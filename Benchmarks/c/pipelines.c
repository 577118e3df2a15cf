#include "pipelines.h"

#include "callbacks.h"

static streams_publisher_t *calculate(streams_publisher_t *numbers) {
  streams_publisher_t *p = streams_map(numbers, triple, NULL, NULL);
  return streams_filter(p, is_even, NULL, NULL);
}

int64_t send_one_by_one(size_t count) {
  int64_t sum = 0;
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *p = calculate(streams_subject_publisher(subject));
  streams_cancellable_t *token = streams_sink(p, add, NULL, &sum, NULL);
  for (size_t i = 0; i < count; i++) streams_subject_send(subject, streams_int((int64_t)i));
  streams_cancellable_release(token);
  streams_subject_release(subject);
  return sum;
}

int64_t count_up(size_t count) {
  int64_t sum = 0;
  streams_publisher_t *p = calculate(streams_range(0, (int64_t)count));
  streams_cancellable_release(streams_sink(p, add, NULL, &sum, NULL));
  return sum;
}

int64_t send_batches(size_t count) {
  int64_t sum = 0;
  streams_value_t batch[BATCH];
  streams_subject_t *subject = streams_passthrough_new();
  streams_subscriber_t in_batches = STREAMS_SUBSCRIBER_INIT;
  in_batches.on_values = add_all;
  streams_subscribe(calculate(streams_subject_publisher(subject)), &in_batches, &sum, NULL);
  for (size_t i = 0; i < BATCH; i++) batch[i] = streams_int((int64_t)i);
  for (size_t i = 0; i < count; i += BATCH) streams_subject_send_n(subject, batch, BATCH);
  streams_subject_complete(subject, 0, NULL);
  streams_subject_release(subject);
  return sum;
}

static streams_publisher_t *long_lines(chunks_t *chunks) {
  streams_publisher_t *p = streams_generate(next_chunk, chunks, NULL);
  p = streams_lines(p, 0);
  p = streams_map(p, trim, NULL, NULL);
  return streams_filter(p, is_long, NULL, NULL);
}

int64_t cut_lines(size_t lines) {
  int64_t sum = 0;
  const text_t text = text_of(lines);
  chunks_t chunks = { text.start, text.size };
  streams_cancellable_release(streams_sink(long_lines(&chunks), measure, NULL, &sum, NULL));
  return sum;
}

static void ask_for_one(void *context, streams_subscription_t *subscription) {
  (void)context;
  streams_subscription_request(subscription, 1);
}

int64_t cut_and_buffer(size_t lines) {
  int64_t sum = 0;
  const text_t text = text_of(lines);
  chunks_t chunks = { text.start, text.size };
  streams_publisher_t *p = streams_buffer(long_lines(&chunks), 100, true, STREAMS_BUFFER_FAIL);
  streams_subscriber_t one_by_one = STREAMS_SUBSCRIBER_INIT;
  one_by_one.on_subscription = ask_for_one;
  one_by_one.on_value = measure_one;
  streams_subscribe(p, &one_by_one, &sum, NULL);
  return sum;
}
