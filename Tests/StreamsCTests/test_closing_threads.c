/* A loop closes in one thread while others send, cancel and subscribe. */
#include <pthread.h>

#include "timed.h"

enum { rounds = 60 };

static pthread_t loops_thread;
static void note_thread(void *context) {
  (void)context;
  loops_thread = pthread_self();
}

static pthread_t ended_in;
static void note_end(void *context, const streams_error_t *error) {
  ended_in = pthread_self();
  record_completion(context, error);
}

static void a_loop_with_a_thread_fails_them_there(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    streams_loop_t *loop = streams_loop_new();
    record_t record = { .asked = -1 };
    assert_int_equal(streams_loop_start(loop), STREAMS_OK);
    assert_int_equal(streams_loop_post(loop, note_thread, NULL, NULL), STREAMS_OK);
    streams_cancellable_t *token =
      streams_sink(timed[i].make(streams_never(), loop), record_value, note_end, &record, record_destroy);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    assert_string_equal(record.text, "x-10010");
    assert_int_equal(record.destroyed, 1);
    assert_true(pthread_equal(ended_in, loops_thread));
    assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static void *cancel_all(void *context) {
  streams_cancellable_t **tokens = context;
  for (int i = 0; i < living_count; i++) assert_int_equal(streams_cancellable_cancel(tokens[i]), STREAMS_OK);
  return NULL;
}

static void cancel_and_close_at_the_same_time(void **state) {
  (void)state;
  for (int round = 0; round < rounds; round++) {
    streams_loop_t *loop = streams_loop_new();
    streams_subject_t *subject = streams_passthrough_new();
    streams_cancellable_t *tokens[living_count];
    record_t records[living_count];
    pthread_t thread;
    memset(records, 0, sizeof records);
    if (round % 2 == 0) assert_int_equal(streams_loop_start(loop), STREAMS_OK);
    for (int i = 0; i < living_count; i++)
      tokens[i] = sink_record(timed[i].make(streams_subject_publisher(subject), loop), &records[i]);
    assert_int_equal(streams_subject_send(subject, streams_string("a")), STREAMS_OK);
    assert_int_equal(pthread_create(&thread, NULL, cancel_all, tokens), 0);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    pthread_join(thread, NULL);
    for (int i = 0; i < living_count; i++) {
      assert_int_equal(records[i].destroyed, 1);
      if (records[i].completions > 0) assert_int_equal(records[i].code, STREAMS_ECLOSED);
      assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
    }
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static bool stops;
static void *send_all_the_time(void *subject) {
  while (!__atomic_load_n(&stops, __ATOMIC_RELAXED)) {
    char copy[] = "text"; /* gone after the call */
    assert_int_equal(streams_subject_send(subject, streams_string(copy)), STREAMS_OK);
    memset(copy, '#', sizeof copy);
  }
  return NULL;
}

static streams_demand_t expect_text(void *context, streams_value_t value) {
  streams_value_t text = streams_kind_of(value) == STREAMS_KIND_LIST ? streams_list_at(value, 0) : value;
  streams_span_t span = streams_span_of(text);
  record_t *record = context;
  assert_int_equal(record->inside++, 0);
  assert_int_equal(record->completions + record->destroyed, 0);
  assert_int_equal(span.size, 4);
  assert_memory_equal(span.data, "text", 4);
  record->inside--;
  return 0;
}

static void close_while_another_thread_sends(void **state) {
  (void)state;
  for (int round = 0; round < rounds; round++) {
    streams_loop_t *loop = streams_loop_new();
    streams_subject_t *subject = streams_passthrough_new();
    streams_cancellable_t *tokens[living_count];
    record_t records[living_count];
    pthread_t thread;
    memset(records, 0, sizeof records);
    __atomic_store_n(&stops, false, __ATOMIC_RELAXED);
    assert_int_equal(streams_loop_start(loop), STREAMS_OK);
    for (int i = 0; i < living_count; i++)
      tokens[i] = streams_sink(
        timed[i].make(streams_subject_publisher(subject), loop), expect_text, record_completion, &records[i],
        record_destroy);
    assert_int_equal(pthread_create(&thread, NULL, send_all_the_time, subject), 0);
    assert_int_equal(streams_loop_close(loop), STREAMS_OK);
    __atomic_store_n(&stops, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    for (int i = 0; i < living_count; i++) {
      assert_string_equal(records[i].text, "x-10010");
      assert_int_equal(records[i].destroyed, 1);
      assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
    }
    assert_int_equal(streams_subject_release(subject), STREAMS_OK);
    assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  }
}

static streams_loop_t *shared;
static int subscribed;
static record_t *subscribe_until_it_is_closed(const timed_t *operator, record_t *records, int most) {
  for (int i = 0; i < most; i++) {
    records[i].first = 1;
    assert_int_equal(subscribe_record(operator->make(streams_never(), shared), &records[i]), STREAMS_OK);
    __atomic_add_fetch(&subscribed, 1, __ATOMIC_RELAXED);
    if (streams_loop_post(shared, note_thread, NULL, NULL) == STREAMS_ECLOSED) return &records[i];
  }
  return &records[most - 1];
}

enum { most = 400 };
typedef struct crowd {
  const timed_t *operator;
  record_t *records, *last;
} crowd_t;
static void *join_in(void *context) {
  crowd_t *crowd = context;
  crowd->last = subscribe_until_it_is_closed(crowd->operator, crowd->records, most);
  return NULL;
}

static void close_while_another_thread_subscribes(void **state) {
  (void)state;
  for (int i = 0; i < living_count; i++) {
    crowd_t crowd = { .operator = &timed[i], .records = calloc(most, sizeof(record_t)) };
    pthread_t thread;
    shared = streams_loop_new();
    __atomic_store_n(&subscribed, 0, __ATOMIC_RELAXED);
    assert_int_equal(streams_loop_start(shared), STREAMS_OK);
    assert_int_equal(pthread_create(&thread, NULL, join_in, &crowd), 0);
    while (__atomic_load_n(&subscribed, __ATOMIC_RELAXED) < 20) {}
    assert_int_equal(streams_loop_close(shared), STREAMS_OK);
    pthread_join(thread, NULL);
    for (record_t *record = crowd.records; record <= crowd.last; record++) {
      assert_string_equal(record->text, "x-10010");
      assert_int_equal(record->destroyed, 1);
      release_record(record);
    }
    free(crowd.records);
    assert_int_equal(streams_loop_release(shared), STREAMS_OK);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(a_loop_with_a_thread_fails_them_there),
    TEST(cancel_and_close_at_the_same_time),
    TEST(close_while_another_thread_sends),
    TEST(close_while_another_thread_subscribes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
