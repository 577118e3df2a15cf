/* on_values with several threads: nothing is lost, doubled or out of order, and no two calls overlap. */
#include <pthread.h>
#include <sched.h>

#include "support.h"

enum { rounds = 400, size = 20 };

/* Two senders, each with its own numbers in order: 0, 1, 2 ... and 1000000, 1000001 ... */
typedef struct tally {
  int64_t next[2];
  int calls, inside, ends, destroyed, biggest;
  streams_demand_t answer;
  int overlaps;
} tally_t;

static void count_value(tally_t *tally, streams_value_t value) {
  int64_t i = streams_int_of(value), sender = i / 1000000;
  assert_int_equal(i % 1000000, tally->next[sender]);
  tally->next[sender]++;
}
static streams_demand_t take(void *context, const streams_value_t *values, size_t count) {
  tally_t *tally = context;
  size_t i;
  if (__atomic_fetch_add(&tally->inside, 1, __ATOMIC_ACQUIRE) != 0) tally->overlaps++;
  assert_int_equal(tally->ends + tally->destroyed, 0);
  for (i = 0; i < count; i++) count_value(tally, values[i]);
  if ((int)count > tally->biggest) tally->biggest = (int)count;
  tally->calls++;
  __atomic_fetch_sub(&tally->inside, 1, __ATOMIC_RELEASE);
  return tally->answer;
}
static void end(void *context, const streams_error_t *error) {
  tally_t *tally = context;
  (void)error;
  if (__atomic_load_n(&tally->inside, __ATOMIC_ACQUIRE) != 0) tally->overlaps++;
  tally->ends++;
}
static void destroy(void *context) { __atomic_fetch_add(&((tally_t *)context)->destroyed, 1, __ATOMIC_RELEASE); }
static void subscribe(streams_publisher_t *publisher, tally_t *tally) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_values = take;
  subscriber.on_completion = end;
  assert_int_equal(streams_subscribe(publisher, &subscriber, tally, destroy), STREAMS_OK);
}

typedef struct sender {
  streams_subject_t *subject;
  int64_t first;
} sender_t;
static void *send_all(void *context) {
  sender_t *sender = context;
  streams_value_t values[size];
  int64_t number = sender->first;
  int i, k;
  for (i = 0; i < rounds; i++) {
    for (k = 0; k < size - 1; k++) values[k] = streams_int(number++);
    streams_subject_send_n(sender->subject, values, size - 1);
    streams_subject_send(sender->subject, streams_int(number++));
  }
  return NULL;
}
static void send_from_two_threads(streams_subject_t *one, streams_subject_t *other) {
  sender_t senders[2] = { { NULL, 0 }, { NULL, 1000000 } };
  pthread_t threads[2];
  int i;
  senders[0].subject = one;
  senders[1].subject = other;
  for (i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, send_all, &senders[i]), 0);
  for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
static void check(const tally_t *tally) {
  assert_int_equal(tally->overlaps, 0);
  assert_int_equal(tally->next[0], rounds * size);
  assert_int_equal(tally->next[1], rounds * size);
  assert_int_equal(tally->ends, 1);
  assert_int_equal(tally->destroyed, 1);
  assert_in_range(tally->biggest, 2, 256);
  assert_true(tally->calls < 2 * rounds * size);
}

static void merge_of_two_subjects(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 2; way++) {
    streams_subject_t *subjects[2];
    streams_publisher_t *publishers[2];
    tally_t tally = { { 0, 0 }, 0, 0, 0, 0, 0, 0, 0 };
    int i;
    for (i = 0; i < 2; i++) {
      subjects[i] = streams_passthrough_new();
      publishers[i] = streams_subject_publisher(subjects[i]);
      if (way == 1) publishers[i] = streams_map(publishers[i], same, NULL, NULL);
    }
    subscribe(streams_merge(publishers, 2), &tally);
    send_from_two_threads(subjects[0], subjects[1]);
    for (i = 0; i < 2; i++) {
      streams_subject_complete(subjects[i], 0, NULL);
      streams_subject_release(subjects[i]);
    }
    check(&tally);
  }
}

static void two_threads_and_one_subject(void **state) {
  tally_t tallies[3];
  streams_subject_t *subject = streams_passthrough_new();
  int i;
  (void)state;
  memset(tallies, 0, sizeof tallies);
  for (i = 0; i < 3; i++) {
    streams_publisher_t *p = streams_subject_publisher(subject);
    if (i == 1) p = streams_map(p, same, NULL, NULL);
    if (i == 2) p = streams_remove_duplicates(p, NULL, NULL, NULL);
    subscribe(p, &tallies[i]);
  }
  send_from_two_threads(subject, subject);
  streams_subject_complete(subject, 0, NULL);
  for (i = 0; i < 3; i++) check(&tallies[i]);
  streams_subject_release(subject);
}

static int mark = 5;
static streams_value_t to_object(void *context, streams_value_t value) {
  (void)context;
  (void)value;
  __atomic_fetch_add(&counted_alive, 1, __ATOMIC_RELAXED);
  return streams_value_counted(&counted_type, &mark);
}
static streams_demand_t ignore(void *context, const streams_value_t *values, size_t count) {
  (void)values;
  __atomic_fetch_add((int *)context, (int)count, __ATOMIC_RELEASE);
  return 0;
}
static void count_end(void *context) { __atomic_fetch_add((int *)context, 1000000000, __ATOMIC_RELEASE); }

static streams_subscription_t *running;
static void keep(void *context, streams_subscription_t *subscription) {
  (void)context;
  running = streams_subscription_dup(subscription);
  streams_subscription_request(subscription, STREAMS_UNLIMITED);
}

static void cancelling_while_a_thread_sends(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 8; way++) {
    sender_t sender = { NULL, 0 };
    streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
    streams_publisher_t *p;
    pthread_t thread;
    int seen = 0;
    sender.subject = streams_passthrough_new();
    subscriber.on_subscription = keep;
    subscriber.on_values = ignore;
    p = streams_map(streams_subject_publisher(sender.subject), to_object, NULL, NULL);
    if (way & 1) p = streams_scan(p, streams_null(), add, NULL, NULL);
    streams_subscribe(streams_map(p, to_object, NULL, NULL), &subscriber, &seen, count_end);
    assert_int_equal(pthread_create(&thread, NULL, send_all, &sender), 0);
    while (__atomic_load_n(&seen, __ATOMIC_ACQUIRE) < 100 * way) sched_yield();
    streams_subscription_cancel(running);
    pthread_join(thread, NULL);
    assert_true(__atomic_load_n(&seen, __ATOMIC_ACQUIRE) >= 1000000000);
    assert_int_equal(counted_alive, 0);
    streams_subscription_release(running);
    streams_subject_release(sender.subject);
  }
}

static void *ask_for_all(void *context) {
  int i;
  (void)context;
  for (i = 0; i < rounds; i++)
    if (streams_subscription_request(running, 5) != STREAMS_OK) break;
  return NULL;
}
static void keep_only(void *context, streams_subscription_t *subscription) {
  (void)context;
  running = streams_subscription_dup(subscription);
}

static void demand_from_two_threads(void **state) {
  int way;
  (void)state;
  for (way = 0; way < 3; way++) {
    tally_t tally = { { 0, 0 }, 0, 0, 0, 0, 0, 1, 0 };
    streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
    streams_publisher_t *p = streams_range(0, 900000);
    pthread_t threads[2];
    int i;
    subscriber.on_subscription = keep_only;
    subscriber.on_values = take;
    if (way == 1) p = streams_remove_duplicates(p, NULL, NULL, NULL);
    if (way == 2) p = streams_buffer(p, 8, true, 0);
    tally.answer = 0;
    streams_subscribe(p, &subscriber, &tally, destroy);
    for (i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, ask_for_all, NULL), 0);
    for (i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert_int_equal(tally.next[0], 2 * rounds * 5);
    assert_int_equal(tally.overlaps, 0);
    streams_subscription_cancel(running);
    assert_int_equal(tally.destroyed, 1);
    streams_subscription_release(running);
  }
}

static void a_hop_brings_what_waits_in_one_call(void **state) {
  tally_t tally = { { 0, 0 }, 0, 0, 0, 0, 0, 0, 0 };
  sender_t sender = { NULL, 0 };
  streams_loop_t *loop = streams_loop_new();
  (void)state;
  sender.subject = streams_passthrough_new();
  subscribe(streams_receive_on(streams_subject_publisher(sender.subject), loop), &tally);
  assert_true(streams_loop_run(loop, STREAMS_RUN_NOWAIT) >= 0);
  send_all(&sender); /* the loop does not run meanwhile */
  assert_int_equal(tally.calls, 0);
  streams_subject_complete(sender.subject, 0, NULL);
  while (tally.ends == 0) assert_true(streams_loop_run(loop, STREAMS_RUN_ONCE) >= 0);
  assert_int_equal(tally.next[0], rounds * size);
  assert_int_equal(tally.biggest, 256);
  assert_true(tally.calls <= rounds * size / 256 + 2);
  assert_int_equal(tally.destroyed, 1);
  streams_subject_release(sender.subject);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  streams_loop_release(loop);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(merge_of_two_subjects),
    TEST(two_threads_and_one_subject),
    TEST(cancelling_while_a_thread_sends),
    TEST(demand_from_two_threads),
    TEST(a_hop_brings_what_waits_in_one_call),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
