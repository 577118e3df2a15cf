/* Handles of every type, used, doubled and given up by several threads at once. What cmocka asserts is asserted by the
 * test's own thread; the others count what is wrong. */
#include <pthread.h>

#include "support.h"

enum { threads = 4, rounds = 60, steps = 40 };

static int wrong; /* what the threads saw that may not be */
static void check(bool fine) { if (!fine) __atomic_add_fetch(&wrong, 1, __ATOMIC_SEQ_CST); }
static bool is_one_of(int status, int a, int b, int c) {
  return status == STREAMS_OK || status == a || status == b || status == c;
}

static void destroy_once(void *context) { __atomic_add_fetch((int *)context, 1, __ATOMIC_SEQ_CST); }

/* A subscriber that must never be entered twice. */
typedef struct {
  int inside, values, completions, destroyed;
} watched_t;

static void enter(watched_t *watched) {
  check(__atomic_add_fetch(&watched->inside, 1, __ATOMIC_SEQ_CST) == 1);
  check(__atomic_load_n(&watched->completions, __ATOMIC_SEQ_CST) == 0);
  check(__atomic_load_n(&watched->destroyed, __ATOMIC_SEQ_CST) == 0);
}
static void leave(watched_t *watched) { __atomic_sub_fetch(&watched->inside, 1, __ATOMIC_SEQ_CST); }
static streams_demand_t watch_value(void *context, streams_value_t value) {
  (void)value;
  enter(context);
  ((watched_t *)context)->values++; /* not atomic: nobody else is here */
  leave(context);
  return 1;
}
static void watch_completion(void *context, const streams_error_t *error) {
  (void)error;
  enter(context);
  leave(context);
  __atomic_add_fetch(&((watched_t *)context)->completions, 1, __ATOMIC_SEQ_CST);
}
static void watch_destroy(void *context) {
  check(__atomic_load_n(&((watched_t *)context)->inside, __ATOMIC_SEQ_CST) == 0);
  __atomic_add_fetch(&((watched_t *)context)->destroyed, 1, __ATOMIC_SEQ_CST);
}
static streams_subscription_t *subscription;
static void keep_subscription(void *context, streams_subscription_t *lent) {
  (void)context;
  subscription = streams_subscription_dup(lent);
  streams_subscription_request(lent, 1);
}
static void watch(streams_publisher_t *publisher, watched_t *watched) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = keep_subscription;
  subscriber.on_value = watch_value;
  subscriber.on_completion = watch_completion;
  memset(watched, 0, sizeof *watched);
  assert_int_equal(streams_subscribe(publisher, &subscriber, watched, watch_destroy), STREAMS_OK);
}

/* Everyone runs `body` with its own number, at the same time. */
typedef struct {
  void (*body)(int number);
  int number;
} part_t;
static pthread_barrier_t barrier;
static void *run_part(void *context) {
  part_t *part = context;
  pthread_barrier_wait(&barrier);
  part->body(part->number);
  return NULL;
}
static void together(void (*body)(int number)) {
  pthread_t ids[threads];
  part_t parts[threads];
  pthread_barrier_init(&barrier, NULL, threads);
  for (int i = 0; i < threads; i++) {
    parts[i] = (part_t){ body, i };
    assert_int_equal(pthread_create(&ids[i], NULL, run_part, &parts[i]), 0);
  }
  for (int i = 0; i < threads; i++) pthread_join(ids[i], NULL);
  pthread_barrier_destroy(&barrier);
  assert_int_equal(wrong, 0);
}

/* ---- a subject and a subscription to it: send, send_n, complete, request, cancel, dup, release */
static streams_subject_t *subject;

static void use_subject(int number) {
  const streams_value_t three[] = { { 1, STREAMS_KIND_INT }, { 2, STREAMS_KIND_INT }, { 3, STREAMS_KIND_INT } };
  for (int i = 0; i < steps; i++) {
    streams_subject_t *other = streams_subject_dup(subject);
    streams_subscription_t *mine = streams_subscription_dup(subscription);
    check(other != NULL && mine != NULL);
    check(is_one_of(streams_subject_send(other, streams_int(i)), STREAMS_EDONE, 0, 0));
    check(is_one_of(streams_subject_send_n(other, three, 3), STREAMS_EDONE, 0, 0));
    check(is_one_of(streams_subscription_request(mine, 1 + number), STREAMS_EDONE, STREAMS_ECANCELED, 0));
    if (i == steps / 2 && number == 0) check(is_one_of(streams_subject_complete(other, 0, NULL), STREAMS_EDONE, 0, 0));
    if (i == steps / 2 && number == 1) check(streams_subscription_cancel(mine) == STREAMS_OK);
    check(streams_subscription_release(mine) == STREAMS_OK);
    check(streams_subject_release(other) == STREAMS_OK);
  }
}

static void subjects_and_subscriptions(void **state) {
  watched_t watched;
  (void)state;
  for (int round = 0; round < rounds; round++) {
    subject = round % 2 == 0 ? streams_passthrough_new() : streams_current_value_new(streams_string("first"));
    watch(streams_subject_publisher(subject), &watched);
    together(use_subject);
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
    assert_int_equal(streams_subscription_release(subscription), STREAMS_OK);
    assert_int_equal(watched.destroyed, 1);
  }
}

/* ---- a source of the program's own: send, send_n, complete, dup, release from all, request and cancel from one */
static streams_downstream_t *downstream;
static int produced;
static void count_request(void *context, streams_demand_t demand) {
  (void)context;
  check(demand > 0);
}
static int keep_downstream(void *context, streams_downstream_t *lent) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  (void)context;
  producer.request = count_request;
  downstream = streams_downstream_dup(lent);
  return streams_downstream_start(lent, &producer, &produced, destroy_once);
}

static void use_downstream(int number) {
  for (int i = 0; i < steps; i++) {
    streams_downstream_t *other = streams_downstream_dup(downstream);
    streams_demand_t left;
    int status = streams_downstream_send(other, streams_int(i), NULL);
    check(status == STREAMS_EDEMAND || is_one_of(status, STREAMS_EDONE, STREAMS_ECANCELED, 0));
    check(streams_downstream_demand(other, &left) == STREAMS_OK && left >= 0);
    status = streams_subscription_request(subscription, 3);
    check(is_one_of(status, STREAMS_EDONE, STREAMS_ECANCELED, 0));
    if (i == steps / 2 && number == 0)
      check(is_one_of(streams_downstream_complete(other, -5, "enough"), STREAMS_EDONE, STREAMS_ECANCELED, 0));
    if (i == steps / 2 && number == 1) check(streams_subscription_cancel(subscription) == STREAMS_OK);
    check(streams_downstream_release(other) == STREAMS_OK);
  }
}

static void sources_of_ones_own(void **state) {
  watched_t watched;
  streams_source_t source = STREAMS_SOURCE_INIT;
  (void)state;
  source.subscribe = keep_downstream;
  for (int round = 0; round < rounds; round++) {
    produced = 0;
    watch(streams_create(&source, NULL, NULL), &watched);
    together(use_downstream);
    assert_int_equal(streams_downstream_release(downstream), STREAMS_OK);
    assert_int_equal(streams_subscription_release(subscription), STREAMS_OK);
    assert_int_equal(watched.destroyed, 1);
    assert_int_equal(produced, 1);
  }
}

/* ---- publishers, cancellables and a bag */
static streams_publisher_t *publisher;
static streams_bag_t *bag;
static streams_cancellable_t *token;
static int fired, gone, subscribed;
static void fire(void *context) { (void)context, __atomic_add_fetch(&fired, 1, __ATOMIC_SEQ_CST); }

static void use_publisher(int number) {
  char name[] = "sensor 0";
  name[7] = (char)('0' + number);
  for (int i = 0; i < steps; i++) {
    streams_publisher_t *mine = streams_publisher_dup(publisher);
    check(streams_publisher_set_name(publisher, i % 3 == 0 ? NULL : name) == STREAMS_OK);
    check(streams_bag_add(bag, streams_sink(mine, NULL, NULL, &subscribed, destroy_once)) == STREAMS_OK);
    check(streams_bag_add(bag, streams_cancellable_new(fire, &gone, destroy_once)) == STREAMS_OK);
    check(streams_cancellable_cancel(token) == STREAMS_OK);
    if (i % 8 == 0) check(streams_bag_cancel(bag) == STREAMS_OK);
    check(streams_debug_live_handles() >= 3);
  }
}

static void publishers_and_bags(void **state) {
  (void)state;
  for (int round = 0; round < rounds; round++) {
    fired = gone = subscribed = 0;
    publisher = streams_never();
    bag = streams_bag_new();
    token = streams_cancellable_new(fire, &gone, destroy_once);
    together(use_publisher);
    assert_int_equal(streams_bag_release(bag), STREAMS_OK);
    assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
    assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
    assert_int_equal(fired, threads * steps + 1);
    assert_int_equal(gone, threads * steps + 1);
    assert_int_equal(subscribed, threads * steps);
  }
}

/* ---- a loop: post, hold, dup, release, and a stream that hops to it */
static streams_loop_t *loop;
static int ran;
static void run_posted(void *context) { (void)context, ran++; /* in the loop's thread only */ }

static void use_loop(int number) {
  for (int i = 0; i < steps; i++) {
    streams_loop_t *mine = streams_loop_dup(loop);
    uint64_t now;
    check(streams_loop_post(mine, run_posted, &gone, destroy_once) == STREAMS_OK);
    check(streams_loop_hold(mine, true) == STREAMS_OK && streams_loop_hold(mine, false) == STREAMS_OK);
    check(streams_loop_is_current(mine) == 0 && streams_loop_now(mine, &now) == STREAMS_OK);
    check(is_one_of(streams_subject_send(subject, streams_int(i)), STREAMS_EDONE, 0, 0));
    check(is_one_of(streams_subscription_request(subscription, 2), STREAMS_EDONE, STREAMS_ECANCELED, 0));
    if (i == steps - 3 && number == 0) check(streams_subject_complete(subject, 0, NULL) == STREAMS_OK);
    check(streams_loop_release(mine) == STREAMS_OK);
  }
}

static void loops(void **state) {
  watched_t watched;
  (void)state;
  for (int round = 0; round < rounds; round++) {
    ran = gone = 0;
    loop = streams_loop_new();
    subject = streams_passthrough_new();
    watch(streams_receive_on(streams_subject_publisher(subject), loop), &watched);
    assert_int_equal(streams_loop_start(loop), STREAMS_OK);
    together(use_loop);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK); /* joins the thread */
    assert_int_equal(streams_subscription_cancel(subscription), STREAMS_OK);
    assert_int_equal(ran, threads * steps);
    assert_int_equal(gone, threads * steps);
    assert_int_equal(watched.completions, 1);
    assert_int_equal(watched.destroyed, 1);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
    assert_int_equal(streams_subscription_release(subscription), STREAMS_OK);
  }
}

/* ---- a promise that all want to keep */
static streams_promise_t *promise;
static int kept;
static void use_promise(int number) {
  streams_promise_t *mine = streams_promise_dup(promise);
  int status = number % 2 == 0 ? streams_promise_resolve(mine, streams_string("value"))
                               : streams_promise_reject(mine, STREAMS_EUSER(number), NULL);
  if (status == STREAMS_OK) __atomic_add_fetch(&kept, 1, __ATOMIC_SEQ_CST);
  else check(status == STREAMS_EDONE);
  check(is_one_of(streams_subscription_request(subscription, 1), STREAMS_EDONE, STREAMS_ECANCELED, 0));
  check(streams_promise_release(mine) == STREAMS_OK);
}

static void promises(void **state) {
  watched_t watched;
  (void)state;
  for (int round = 0; round < rounds; round++) {
    kept = 0;
    assert_int_equal(streams_future(&promise, &publisher), STREAMS_OK);
    watch(publisher, &watched);
    together(use_promise);
    assert_int_equal(kept, 1);
    assert_int_equal(watched.completions, 1);
    assert_int_equal(watched.destroyed, 1);
    assert_int_equal(streams_promise_release(promise), STREAMS_OK);
    assert_int_equal(streams_subscription_release(subscription), STREAMS_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(subjects_and_subscriptions), TEST(sources_of_ones_own), TEST(publishers_and_bags), TEST(loops), TEST(promises),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
