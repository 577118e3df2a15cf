/* Futures and their promises; records. */
#include <pthread.h>

#include "support.h"

static streams_promise_t *promise;
static streams_publisher_t *publisher;
static void make_pair(void) { assert_int_equal(streams_future(&promise, &publisher), STREAMS_OK); }
static void drop_pair(void) {
  assert_int_equal(streams_promise_release(promise), STREAMS_OK);
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
}
static void subscribe(record_t *record) {
  assert_int_equal(subscribe_record(streams_publisher_dup(publisher), record), STREAMS_OK);
}

static void a_value_goes_to_everybody_for_ever(void **state) {
  record_t early = { .first = 1 }, patient = { 0 }, late = { .first = STREAMS_UNLIMITED };
  char text[] = "seven";
  (void)state;
  make_pair();
  subscribe(&early);
  subscribe(&patient);
  assert_int_equal(streams_promise_resolve(promise, streams_string(text)), STREAMS_OK);
  memset(text, '#', sizeof text);
  assert_string_equal(early.text, "seven |");
  assert_string_equal(patient.text, ""); /* has not asked yet */
  assert_int_equal(streams_promise_resolve(promise, streams_int(8)), STREAMS_EDONE);
  assert_int_equal(streams_promise_reject(promise, STREAMS_EUSER(1), NULL), STREAMS_EDONE);
  assert_int_equal(request_record(&patient, 5), STREAMS_OK);
  assert_int_equal(streams_promise_release(promise), STREAMS_OK);
  subscribe(&late);
  assert_string_equal(patient.text, "seven |");
  assert_string_equal(late.text, "seven |");
  assert_int_equal(early.destroyed + patient.destroyed + late.destroyed, 3);
  release_record(&early);
  release_record(&patient);
  release_record(&late);
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
}

static void a_failure_needs_no_demand(void **state) {
  record_t early = { 0 }, late = { 0 };
  char text[] = "no luck";
  (void)state;
  make_pair();
  subscribe(&early);
  assert_int_equal(streams_promise_reject(promise, STREAMS_EUSER(4), text), STREAMS_OK);
  memset(text, '#', sizeof text);
  subscribe(&late);
  assert_string_equal(early.text, "x-20004");
  assert_string_equal(late.message, "no luck");
  assert_int_equal(early.destroyed + late.destroyed, 2);
  release_record(&early);
  release_record(&late);
  drop_pair();
}

static void the_last_handle_breaks_an_unkept_promise(void **state) {
  record_t record = { 0 };
  streams_promise_t *second;
  (void)state;
  make_pair();
  second = streams_promise_dup(promise);
  assert_ptr_not_equal(second, promise);
  subscribe(&record);
  assert_int_equal(streams_promise_release(promise), STREAMS_OK);
  assert_string_equal(record.text, "");
  assert_int_equal(streams_promise_release(second), STREAMS_OK);
  assert_string_equal(record.text, "x-10007");
  assert_string_equal(record.message, "the promise was given up");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
  record = (record_t){ 0 };
  subscribe(&record);
  assert_string_equal(record.text, "x-10007");
  release_record(&record);
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
}

static void who_leaves_before_gets_nothing(void **state) {
  record_t record = { .first = 1 };
  int destroyed = 0;
  streams_value_t object = streams_value_object(&destroyed, count_destroy);
  (void)state;
  make_pair();
  subscribe(&record);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(streams_promise_resolve(promise, object), STREAMS_OK);
  streams_value_clear(&object);
  assert_string_equal(record.text, "");
  release_record(&record);
  assert_int_equal(streams_promise_release(promise), STREAMS_OK);
  assert_int_equal(destroyed, 0);
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
  assert_int_equal(destroyed, 1);
}

static void a_promise_without_a_future_may_be_kept(void **state) {
  int destroyed = 0;
  streams_value_t object = streams_value_object(&destroyed, count_destroy);
  (void)state;
  make_pair();
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
  assert_int_equal(streams_promise_resolve(promise, object), STREAMS_OK);
  streams_value_clear(&object);
  assert_int_equal(streams_promise_release(promise), STREAMS_OK);
  assert_int_equal(destroyed, 1);
}

static int refusals;
static void count_misuse(void *context, int status, const char *function, const char *text) {
  (void)context, (void)text;
  assert_true(status < 0);
  assert_memory_equal(function, "streams_", 8);
  refusals++;
}

static void misuse_has_a_status(void **state) {
  record_t record = { .first = 1 };
  streams_promise_t *gone;
  (void)state;
  make_pair();
  gone = streams_promise_dup(promise);
  subscribe(&record);
  refusals = 0;
  streams_set_misuse_handler(count_misuse, NULL);
  assert_int_equal(streams_promise_release(gone), STREAMS_OK);
  assert_int_equal(streams_promise_release(gone), STREAMS_EHANDLE);
  assert_int_equal(streams_promise_resolve(gone, streams_int(1)), STREAMS_EHANDLE);
  assert_int_equal(streams_promise_reject(gone, -1, NULL), STREAMS_EHANDLE);
  assert_null(streams_promise_dup(gone));
  assert_int_equal(streams_promise_resolve((streams_promise_t *)publisher, streams_int(1)), STREAMS_EHANDLE);
  assert_int_equal(streams_promise_resolve(NULL, streams_int(1)), STREAMS_EINVAL);
  assert_int_equal(streams_promise_reject(NULL, -1, NULL), STREAMS_EINVAL);
  assert_null(streams_promise_dup(NULL));
  assert_int_equal(streams_promise_reject(promise, 0, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_promise_reject(promise, 1, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_promise_resolve(promise, streams_skip()), STREAMS_EINVAL);
  assert_int_equal(streams_promise_resolve(promise, streams_end()), STREAMS_EINVAL);
  assert_int_equal(streams_promise_resolve(promise, streams_failure(STREAMS_ENOMEM)), STREAMS_ENOMEM);
  assert_int_equal(refusals, 13);
  assert_int_equal(streams_promise_release(NULL), STREAMS_OK);
  assert_string_equal(record.text, ""); /* none of this kept it */
  assert_int_equal(streams_promise_resolve(promise, streams_int(1)), STREAMS_OK);
  assert_string_equal(record.text, "1 |");
  release_record(&record);
  drop_pair();
  publisher = (streams_publisher_t *)&record;
  assert_int_equal(streams_future(NULL, &publisher), STREAMS_EINVAL);
  assert_null(publisher);
  promise = (streams_promise_t *)&record;
  assert_int_equal(streams_future(&promise, NULL), STREAMS_EINVAL);
  assert_null(promise);
  streams_set_misuse_handler(NULL, NULL);
}

static void release_inside(record_t *record, streams_value_t value) {
  (void)record, (void)value;
  assert_int_equal(streams_promise_resolve(promise, streams_int(2)), STREAMS_EDONE);
  assert_int_equal(streams_promise_release(promise), STREAMS_OK);
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
}

static void everything_may_be_released_inside_the_value(void **state) {
  record_t record = { .first = 1, .also = release_inside };
  (void)state;
  make_pair();
  subscribe(&record);
  assert_int_equal(streams_promise_resolve(promise, streams_string("text")), STREAMS_OK);
  assert_string_equal(record.text, "text |");
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

/* ---- threads */

static void *keep_in_a_thread(void *number) {
  int status = streams_promise_resolve(promise, streams_int((intptr_t)number));
  assert_true(status == STREAMS_OK || status == STREAMS_EDONE);
  return (void *)(intptr_t)status;
}

static void *drop_in_a_thread(void *handle) {
  assert_int_equal(streams_promise_release(handle), STREAMS_OK);
  return NULL;
}

static void of_many_threads_one_keeps_it(void **state) {
  (void)state;
  for (int round = 0; round < 200; round++) {
    record_t early = { .first = 1 }, late = { .first = 1 };
    pthread_t threads[3];
    void *results[2];
    make_pair();
    subscribe(&early);
    for (intptr_t i = 0; i < 2; i++) pthread_create(&threads[i], NULL, keep_in_a_thread, (void *)(i + 1));
    subscribe(&late); /* meanwhile */
    for (int i = 0; i < 2; i++) pthread_join(threads[i], &results[i]);
    assert_int_equal((int)(intptr_t)results[0] + (int)(intptr_t)results[1], STREAMS_EDONE);
    assert_string_equal(early.text, results[0] == NULL ? "1 |" : "2 |");
    assert_string_equal(late.text, early.text);
    release_record(&early);
    release_record(&late);
    drop_pair();
  }
}

static void of_many_threads_the_last_breaks_it(void **state) {
  (void)state;
  for (int round = 0; round < 200; round++) {
    record_t record = { 0 };
    pthread_t threads[2];
    make_pair();
    subscribe(&record);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, drop_in_a_thread, streams_promise_dup(promise));
    assert_int_equal(streams_promise_release(promise), STREAMS_OK);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    assert_string_equal(record.text, "x-10007");
    assert_int_equal(record.destroyed, 1);
    release_record(&record);
    assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
  }
}

/* ---- records */

static void a_record_ends_as_it_says(void **state) {
  char text[] = "a", message[] = "no luck";
  int destroyed = 0;
  streams_value_t values[3];
  (void)state;
  for (int code = 0; code >= STREAMS_EUSER(2); code += STREAMS_EUSER(2)) {
    record_t record = { .first = 2 };
    values[0] = streams_string(text);
    values[1] = streams_int(2);
    values[2] = streams_value_object(&destroyed, count_destroy);
    publisher = streams_record(values, 3, code, message);
    streams_value_clear(&values[2]);
    memset(text, '#', 1);
    memset(message, '#', 7);
    subscribe(&record);
    assert_string_equal(record.text, "a 2");
    assert_int_equal(request_record(&record, 1), STREAMS_OK);
    assert_int_equal(record.values, 3);
    assert_int_equal(record.completions, 1);
    assert_int_equal(record.code, code);
    assert_string_equal(record.message, code == 0 ? "" : "no luck");
    release_record(&record);
    assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
    memcpy(text, "a", 1);
    memcpy(message, "no luck", 7);
  }
  assert_int_equal(destroyed, 2);
}

static void an_empty_record_ends_at_once(void **state) {
  record_t record = { 0 };
  (void)state;
  publisher = streams_record(NULL, 0, STREAMS_EUSER(2), NULL);
  subscribe(&record);
  assert_string_equal(record.text, "x-20002");
  release_record(&record);
  assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
  streams_value_t bad = streams_skip();
  assert_null(streams_record(NULL, 1, 0, NULL));
  assert_null(streams_record(&bad, 1, 0, NULL));
  assert_null(streams_record(NULL, SIZE_MAX, 0, NULL));
  assert_null(streams_record(NULL, 0, 1, NULL));
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_value_goes_to_everybody_for_ever),
    TEST(a_failure_needs_no_demand),
    TEST(the_last_handle_breaks_an_unkept_promise),
    TEST(who_leaves_before_gets_nothing),
    TEST(a_promise_without_a_future_may_be_kept),
    TEST(misuse_has_a_status),
    TEST(everything_may_be_released_inside_the_value),
    TEST(of_many_threads_one_keeps_it),
    TEST(of_many_threads_the_last_breaks_it),
    TEST(a_record_ends_as_it_says),
    TEST(an_empty_record_ends_at_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
