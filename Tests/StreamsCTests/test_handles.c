/* Handles, status, failures and misuse. */
#include <pthread.h>
#include <unistd.h>

#include "support.h"

static int heard, heard_status;
static char heard_function[60];
static void hear(void *context, int status, const char *function, const char *text) {
  (void)context;
  assert_non_null(text);
  heard++;
  heard_status = status;
  snprintf(heard_function, sizeof heard_function, "%s", function);
}

static void listen_to_misuse(void) {
  heard = 0;
  assert_int_equal(streams_set_misuse_handler(hear, NULL), STREAMS_OK);
}
static void assert_misuse(int status, const char *function) {
  assert_int_equal(heard, 1);
  assert_int_equal(heard_status, status);
  assert_string_equal(heard_function, function);
  heard = 0;
}

static void the_version_is_that_of_the_header(void **state) {
  (void)state;
  assert_int_equal(streams_version(), STREAMS_VERSION_NUMBER);
  assert_string_equal(streams_version_string(), STREAMS_VERSION_STRING);
}

static void every_status_has_a_name_and_a_sentence(void **state) {
  (void)state;
  assert_string_equal(streams_status_name(STREAMS_OK), "STREAMS_OK");
  assert_string_equal(streams_status_name(STREAMS_EHANDLE), "STREAMS_EHANDLE");
  assert_string_equal(streams_status_name(STREAMS_ETIMEOUT), "STREAMS_ETIMEOUT");
  assert_string_equal(streams_status_name(-111), "ECONNREFUSED");
  assert_string_equal(streams_status_message(-111), "connection refused");
  assert_string_equal(streams_status_name(STREAMS_EUSER(5)), "STREAMS_EUSER");
  assert_string_equal(streams_status_name(-9999), "unknown");
  assert_non_null(streams_status_message(12345));
  for (int status = STREAMS_ETIMEOUT; status <= STREAMS_EINVAL; status++)
    assert_string_not_equal(streams_status_name(status), "unknown");
}

static void a_released_handle_is_unknown(void **state) {
  streams_publisher_t *p = streams_range(1, 3);
  (void)state;
  listen_to_misuse();
  assert_int_equal(streams_publisher_release(p), STREAMS_OK);
  assert_int_equal(streams_publisher_release(p), STREAMS_EHANDLE);
  assert_misuse(STREAMS_EHANDLE, "streams_publisher_release");
  assert_null(streams_publisher_dup(p));
  assert_misuse(STREAMS_EHANDLE, "streams_publisher_dup");
  assert_int_equal(streams_last_error()->code, STREAMS_EHANDLE);
  assert_null(streams_map(p, twice, NULL, NULL));
  assert_misuse(STREAMS_EHANDLE, "streams_map");
  streams_set_misuse_handler(NULL, NULL);
}

static void a_slot_that_is_used_again_does_not_know_the_old_handle(void **state) {
  streams_publisher_t *old = streams_range(1, 3), *new;
  (void)state;
  assert_int_equal(streams_publisher_release(old), STREAMS_OK);
  new = streams_range(1, 3);
  assert_ptr_not_equal(old, new);
  assert_int_equal(streams_publisher_release(old), STREAMS_EHANDLE);
  assert_int_equal(streams_publisher_release(new), STREAMS_OK);
}

static void a_handle_of_another_type_is_refused(void **state) {
  streams_publisher_t *p = streams_range(1, 3);
  streams_bag_t *bag = streams_bag_new();
  (void)state;
  assert_int_equal(streams_subscription_cancel((streams_subscription_t *)(void *)p), STREAMS_EHANDLE);
  assert_int_equal(streams_publisher_release((streams_publisher_t *)(void *)bag), STREAMS_EHANDLE);
  assert_int_equal(streams_publisher_release(p), STREAMS_OK);
  assert_int_equal(streams_bag_release(bag), STREAMS_OK);
}

static void any_other_pointer_is_refused(void **state) {
  int local = 0;
  (void)state;
  assert_int_equal(streams_publisher_release((streams_publisher_t *)(void *)&local), STREAMS_EHANDLE);
  for (uintptr_t bits = 1; bits != 0; bits <<= 1)
    assert_int_equal(streams_publisher_release((streams_publisher_t *)bits), STREAMS_EHANDLE);
  assert_int_equal(streams_publisher_release((streams_publisher_t *)UINTPTR_MAX), STREAMS_EHANDLE);
  assert_int_equal(streams_bag_cancel((streams_bag_t *)(uintptr_t)0x12345678), STREAMS_EHANDLE);
}

static void null_is_accepted_by_release_only(void **state) {
  (void)state;
  assert_int_equal(streams_publisher_release(NULL), STREAMS_OK);
  assert_int_equal(streams_subscription_release(NULL), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(NULL), STREAMS_OK);
  assert_int_equal(streams_bag_release(NULL), STREAMS_OK);
  assert_int_equal(streams_downstream_release(NULL), STREAMS_OK);
  assert_int_equal(streams_subscription_cancel(NULL), STREAMS_EINVAL);
  assert_int_equal(streams_cancellable_cancel(NULL), STREAMS_EINVAL);
  assert_int_equal(streams_cancellable_detach(NULL), STREAMS_EINVAL);
  assert_null(streams_publisher_dup(NULL));
  assert_null(streams_subscription_dup(NULL));
  assert_int_equal(streams_publisher_set_name(NULL, "x"), STREAMS_EINVAL);
  assert_int_equal(streams_set_error_message(NULL), STREAMS_EINVAL);
}

static void the_first_failure_of_a_pipeline_is_kept(void **state) {
  int destroyed = 0;
  streams_publisher_t *p = streams_range(0, -1);
  (void)state;
  assert_null(p);
  assert_non_null(streams_last_error()->message);
  p = streams_fail(STREAMS_OK, NULL);
  p = streams_map(p, twice, &destroyed, count_destroy);
  p = streams_filter(p, is_even, &destroyed, count_destroy);
  assert_null(p);
  assert_int_equal(streams_last_error()->code, STREAMS_EINVAL);
  assert_int_equal(destroyed, 2);
  assert_null(streams_sink(p, NULL, NULL, &destroyed, count_destroy));
  assert_int_equal(streams_subscribe(p, NULL, &destroyed, count_destroy), STREAMS_EINVAL);
  assert_int_equal(destroyed, 4);
}

static void publishers_and_contexts_are_consumed_on_failure(void **state) {
  int destroyed = 0;
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  (void)state;
  assert_null(streams_map(streams_range(1, 3), NULL, &destroyed, count_destroy));
  assert_null(streams_filter(streams_range(1, 3), NULL, &destroyed, count_destroy));
  assert_null(streams_scan(streams_range(1, 3), streams_null(), NULL, &destroyed, count_destroy));
  assert_null(streams_reduce(streams_range(1, 3), streams_end(), add, &destroyed, count_destroy));
  assert_null(streams_chunk(streams_range(1, 3), 0));
  assert_int_equal(destroyed, 4);
  assert_int_equal(streams_subscribe(streams_range(1, 3), NULL, &destroyed, count_destroy), STREAMS_EINVAL);
  subscriber.size = 3;
  assert_int_equal(streams_subscribe(streams_range(1, 3), &subscriber, &destroyed, count_destroy), STREAMS_EVERSION);
  assert_int_equal(destroyed, 6);
  assert_null(streams_generate(NULL, &destroyed, count_destroy));
  assert_null(streams_deferred(NULL, &destroyed, count_destroy));
  assert_null(streams_create(NULL, &destroyed, count_destroy));
  assert_int_equal(destroyed, 9);
}

static void *fail_elsewhere(void *context) {
  int *codes = context;
  codes[0] = streams_last_error()->code;
  if (streams_range(0, -1) == NULL) codes[1] = streams_last_error()->code;
  return NULL;
}

static void each_thread_has_its_own_last_error(void **state) {
  pthread_t thread;
  int codes[2] = { 1, 1 };
  (void)state;
  assert_null(streams_just(streams_failure(STREAMS_EUSER(1))));
  assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, codes), 0);
  pthread_join(thread, NULL);
  assert_int_equal(codes[0], STREAMS_OK);
  assert_int_equal(codes[1], STREAMS_EINVAL);
  assert_int_equal(streams_last_error()->code, STREAMS_EUSER(1));
}

static int find_name(void *context, const char *type, const char *name, const void *handle) {
  if (strcmp(type, "publisher") == 0 && strcmp(name, "the one") == 0) *(const void **)context = handle;
  return 0;
}
static int stop_at_once(void *context, const char *type, const char *name, const void *handle) {
  (void)type, (void)name, (void)handle;
  ++*(int *)context;
  return 7;
}

static void live_handles_can_be_listed(void **state) {
  streams_publisher_t *p = streams_range(1, 3);
  streams_bag_t *bag = streams_bag_new();
  const void *found = NULL;
  int calls = 0;
  (void)state;
  assert_int_equal(streams_debug_live_handles(), 2);
  assert_int_equal(streams_publisher_set_name(p, "the one"), STREAMS_OK);
  assert_int_equal(streams_debug_each_handle(find_name, &found), 0);
  assert_ptr_equal(found, p);
  assert_int_equal(streams_debug_each_handle(stop_at_once, &calls), 7);
  assert_int_equal(calls, 1);
  assert_int_equal(streams_debug_each_handle(NULL, NULL), STREAMS_EINVAL);
  assert_int_equal(streams_publisher_release(p), STREAMS_OK);
  assert_int_equal(streams_bag_release(bag), STREAMS_OK);
}

static void there_is_room_for_many_handles(void **state) {
  enum { count = 5000 };
  static streams_publisher_t *all[count];
  (void)state;
  for (int i = 0; i < count; i++) assert_non_null(all[i] = streams_range(i, 1));
  assert_int_equal(streams_debug_live_handles(), count);
  for (int i = 0; i < count; i++) assert_int_equal(streams_publisher_release(all[(i * 7) % count]), STREAMS_OK);
}

static void call_wrongly(void *context) {
  (void)context;
  streams_bag_cancel(NULL);
}
/* What is written to standard error by a wrong call, with STREAMS_DEBUG set to `wish`. */
static void assert_written(const char *wish, const char *expected) {
  if (wish == NULL) unsetenv("STREAMS_DEBUG");
  else setenv("STREAMS_DEBUG", wish, 1);
  assert_string_equal(written_by(call_wrongly, NULL), expected);
  unsetenv("STREAMS_DEBUG");
}

static void misuse_is_written_if_the_environment_says_so(void **state) {
  (void)state;
  assert_written(NULL, "");
  assert_written("0", "");
  assert_written("1", "streams: streams_bag_cancel: STREAMS_EINVAL: invalid argument\n");
  listen_to_misuse(); /* a handler hears of it instead */
  assert_written("1", "");
  assert_misuse(STREAMS_EINVAL, "streams_bag_cancel");
  streams_set_misuse_handler(NULL, NULL);
}

static streams_demand_t minus_five(void *context, streams_value_t value) {
  (void)context, (void)value;
  return -5;
}

static void other_negative_results_stop_and_are_misuse(void **state) {
  streams_cancellable_t *token;
  (void)state;
  listen_to_misuse();
  token = streams_sink(streams_range(1, 5), minus_five, NULL, NULL, NULL);
  assert_misuse(STREAMS_EINVAL, "streams_sink");
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  streams_set_misuse_handler(NULL, NULL);
}

static streams_publisher_t *contested;
static int released;
static pthread_barrier_t barrier;
static void *release_contested(void *context) {
  (void)context;
  pthread_barrier_wait(&barrier);
  if (streams_publisher_release(contested) == STREAMS_OK) __atomic_add_fetch(&released, 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void only_one_of_two_threads_releases(void **state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    pthread_t threads[2];
    released = 0;
    contested = streams_range(1, 3);
    pthread_barrier_init(&barrier, NULL, 2);
    for (int t = 0; t < 2; t++) assert_int_equal(pthread_create(&threads[t], NULL, release_contested, NULL), 0);
    for (int t = 0; t < 2; t++) pthread_join(threads[t], NULL);
    pthread_barrier_destroy(&barrier);
    assert_int_equal(released, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(the_version_is_that_of_the_header),
    TEST(every_status_has_a_name_and_a_sentence),
    TEST(a_released_handle_is_unknown),
    TEST(a_slot_that_is_used_again_does_not_know_the_old_handle),
    TEST(a_handle_of_another_type_is_refused),
    TEST(any_other_pointer_is_refused),
    TEST(null_is_accepted_by_release_only),
    TEST(the_first_failure_of_a_pipeline_is_kept),
    TEST(publishers_and_contexts_are_consumed_on_failure),
    TEST(each_thread_has_its_own_last_error),
    TEST(live_handles_can_be_listed),
    TEST(there_is_room_for_many_handles),
    TEST(misuse_is_written_if_the_environment_says_so),
    TEST(other_negative_results_stop_and_are_misuse),
    TEST(only_one_of_two_threads_releases),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
