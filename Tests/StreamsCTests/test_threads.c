/* Several threads at once: nothing is lost, doubled or delivered by two at a time. The record checks that. */
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "support.h"

enum { rounds = 20000 };

static void *send_numbers(void *context) {
  for (int i = 0; i < rounds; i++) streams_subject_send(context, streams_int(i));
  return NULL;
}
static void *send_texts(void *context) {
  char text[20];
  for (int i = 0; i < rounds; i++) {
    int size = snprintf(text, sizeof text, "text %d", i);
    streams_subject_send(context, streams_string_ref(text, (size_t)size));
  }
  return NULL;
}
static void together(void *(*one)(void *), void *a, void *(*other)(void *), void *b) {
  pthread_t threads[2];
  assert_int_equal(pthread_create(&threads[0], NULL, one, a), 0);
  assert_int_equal(pthread_create(&threads[1], NULL, other, b), 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

typedef streams_publisher_t *(*join_fn)(streams_publisher_t *const *, size_t);
static void run_join(join_fn join, record_t *record) {
  streams_subject_t *subjects[2];
  streams_publisher_t *publishers[2];
  streams_cancellable_t *token;
  for (int i = 0; i < 2; i++) {
    subjects[i] = streams_passthrough_new();
    publishers[i] = streams_subject_publisher(subjects[i]);
  }
  token = sink_record(join(publishers, 2), record);
  together(send_numbers, subjects[0], send_texts, subjects[1]);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(streams_subject_complete(subjects[i], 0, NULL), STREAMS_OK);
    assert_int_equal(streams_subject_release(subjects[i]), STREAMS_OK);
  }
  assert_int_equal(record->completions, 1);
  assert_int_equal(record->destroyed, 1);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
}

static void check_pair(record_t *record, streams_value_t pair) {
  char expected[20];
  streams_span_t text = streams_span_of(streams_list_at(pair, 1));
  assert_int_equal(streams_int_of(streams_list_at(pair, 0)), record->values - 1);
  assert_int_equal(text.size, snprintf(expected, sizeof expected, "text %d", record->values - 1));
  assert_memory_equal(text.data, expected, text.size);
}

static void zip_pairs_what_two_threads_send(void **state) {
  record_t record = { .also = check_pair };
  (void)state;
  run_join(streams_zip, &record);
  assert_int_equal(record.values, rounds);
}

static int next_number, next_text;
static void check_order(record_t *record, streams_value_t value) {
  char text[20];
  (void)record;
  if (streams_is_int(value)) {
    assert_int_equal(streams_int_of(value), next_number++);
  } else {
    snprintf(text, sizeof text, "text %d", next_text++);
    assert_memory_equal(streams_span_of(value).data, text, strlen(text));
  }
}

static void merge_keeps_the_order_of_each_thread(void **state) {
  record_t record = { .also = check_order };
  (void)state;
  next_number = next_text = 0;
  run_join(streams_merge, &record);
  assert_int_equal(next_number, rounds);
  assert_int_equal(next_text, rounds);
}

static char last_pair[60];
static void remember_pair(record_t *record, streams_value_t pair) {
  (void)record;
  assert_true(streams_value_describe(pair, last_pair, sizeof last_pair) > 0);
}

static void combine_latest_ends_with_the_last_of_each(void **state) {
  record_t record = { .also = remember_pair };
  char expected[60];
  (void)state;
  run_join(streams_combine_latest, &record);
  snprintf(expected, sizeof expected, "[%d, text %d]", rounds - 1, rounds - 1);
  assert_string_equal(last_pair, expected);
}

/* ---- requests and cancelling from elsewhere */

static void *request_many(void *context) {
  for (int i = 0; i < rounds; i++) streams_subscription_request(context, 1);
  return NULL;
}

static void requests_of_two_threads_add_up(void **state) {
  record_t record = { 0 };
  (void)state;
  record.asked = -1; /* not counted: the threads ask by themselves */
  assert_int_equal(subscribe_record(streams_range(0, 3 * rounds), &record), STREAMS_OK);
  together(request_many, record.subscription, request_many, record.subscription);
  assert_int_equal(record.values, 2 * rounds);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

static streams_value_t endless(void *context) { return streams_int(++*(int64_t *)context); }
static void *cancel_soon(void *context) {
  record_t *record = context;
  while (__atomic_load_n(&record->values, __ATOMIC_RELAXED) < 1000) {}
  streams_subscription_cancel(__atomic_load_n(&record->subscription, __ATOMIC_RELAXED));
  return NULL;
}

static void an_endless_source_is_cancelled_from_another_thread(void **state) {
  static record_t record; /* not on the stack: `cancel_soon` watches it */
  int64_t number = 0;
  pthread_t thread;
  (void)state;
  memset(&record, 0, sizeof record);
  record.asked = -1;
  assert_int_equal(subscribe_record(streams_generate(endless, &number, NULL), &record), STREAMS_OK);
  assert_int_equal(pthread_create(&thread, NULL, cancel_soon, &record), 0);
  assert_int_equal(streams_subscription_request(record.subscription, STREAMS_UNLIMITED), STREAMS_OK);
  pthread_join(thread, NULL);
  assert_true(record.values >= 1000);
  assert_int_equal(record.completions, 0);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

/* ---- a sender that waits */

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void wait_at_gate(record_t *record, streams_value_t value) {
  (void)record, (void)value;
  __atomic_store_n(&inside, 1, __ATOMIC_RELEASE);
  pthread_mutex_lock(&gate);
  pthread_mutex_unlock(&gate);
}
static void *send_one(void *context) {
  streams_subject_send(context, streams_int(1));
  return NULL;
}
typedef struct {
  streams_subject_t *subject;
  double cpu_ms;
} waiting_t;
static void *send_and_measure(void *context) {
  waiting_t *waiting = context;
  struct timespec time;
  streams_subject_send(waiting->subject, streams_int(2));
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  waiting->cpu_ms = (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
  return NULL;
}

static void a_sender_that_waits_sleeps(void **state) {
  waiting_t waiting = { streams_passthrough_new(), 0 };
  record_t record = { .also = wait_at_gate };
  pthread_t first, second;
  streams_cancellable_t *token = sink_record(streams_subject_publisher(waiting.subject), &record);
  (void)state;
  inside = 0;
  pthread_mutex_lock(&gate);
  assert_int_equal(pthread_create(&first, NULL, send_one, waiting.subject), 0);
  while (__atomic_load_n(&inside, __ATOMIC_ACQUIRE) == 0) usleep(1000);
  assert_int_equal(pthread_create(&second, NULL, send_and_measure, &waiting), 0);
  usleep(200000); /* the second thread waits all the while */
  pthread_mutex_unlock(&gate);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert_string_equal(record.text, "1 2");
  assert_true(waiting.cpu_ms < 50);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_subject_release(waiting.subject), STREAMS_OK);
}

/* Two subjects that send into each other, from two threads. */
static streams_subject_t *ping, *pong;
static streams_demand_t to_pong(void *context, streams_value_t value) {
  (void)context;
  if (streams_int_of(value) > 0) streams_subject_send(pong, streams_int(streams_int_of(value) - 1));
  return 0;
}
static streams_demand_t to_ping(void *context, streams_value_t value) {
  (void)context;
  if (streams_int_of(value) > 0) streams_subject_send(ping, streams_int(streams_int_of(value) - 1));
  return 0;
}
static void *send_three(void *context) {
  for (int i = 0; i < 2000; i++) streams_subject_send(context, streams_int(3));
  return NULL;
}

static void a_cycle_of_subjects_cannot_deadlock(void **state) {
  streams_cancellable_t *tokens[2];
  (void)state;
  ping = streams_passthrough_new();
  pong = streams_passthrough_new();
  tokens[0] = streams_sink(streams_subject_publisher(ping), to_pong, NULL, NULL, NULL);
  tokens[1] = streams_sink(streams_subject_publisher(pong), to_ping, NULL, NULL, NULL);
  together(send_three, ping, send_three, pong);
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  assert_int_equal(streams_subject_release(ping), STREAMS_OK);
  assert_int_equal(streams_subject_release(pong), STREAMS_OK);
}

/* A handle that one thread releases while another uses it. */
static void *use_until_gone(void *context) {
  while (streams_subject_send(context, streams_int(1)) == STREAMS_OK) {}
  return NULL;
}

static void a_handle_may_be_released_while_another_thread_uses_it(void **state) {
  (void)state;
  for (int i = 0; i < 100; i++) {
    streams_subject_t *subject = streams_passthrough_new();
    record_t record = { 0 };
    pthread_t thread;
    streams_cancellable_t *token = sink_record(streams_subject_publisher(subject), &record);
    assert_int_equal(pthread_create(&thread, NULL, use_until_gone, subject), 0);
    while (__atomic_load_n(&record.values, __ATOMIC_RELAXED) == 0) {}
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
    pthread_join(thread, NULL);
    assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
    assert_int_equal(record.destroyed, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(zip_pairs_what_two_threads_send),
    TEST(merge_keeps_the_order_of_each_thread),
    TEST(combine_latest_ends_with_the_last_of_each),
    TEST(requests_of_two_threads_add_up),
    TEST(an_endless_source_is_cancelled_from_another_thread),
    TEST(a_sender_that_waits_sleeps),
    TEST(a_cycle_of_subjects_cannot_deadlock),
    TEST(a_handle_may_be_released_while_another_thread_uses_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
