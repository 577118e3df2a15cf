/* The event loop. */
#include <pthread.h>
#include <uv.h>

#include "support.h"

static char order[200];
static void note_letter(void *context) { strncat(order, context, 1); }

static void posts_run_in_order_when_the_loop_runs(void **state) {
  streams_loop_t *loop = streams_loop_new();
  (void)state;
  assert_non_null(loop);
  order[0] = 0;
  assert_int_equal(streams_loop_post(loop, note_letter, "a", NULL), STREAMS_OK);
  assert_int_equal(streams_loop_post(loop, note_letter, "b", NULL), STREAMS_OK);
  assert_string_equal(order, "");
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_string_equal(order, "ab");
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void closing_runs_what_was_posted_and_destroys_contexts(void **state) {
  streams_loop_t *loop = streams_loop_new();
  int destroyed = 0, ran = 0;
  (void)state;
  assert_int_equal(streams_loop_post(loop, count_destroy, &ran, NULL), STREAMS_OK);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(ran, 1);
  assert_int_equal(streams_loop_post(loop, count_destroy, &ran, NULL), STREAMS_ECLOSED);
  assert_int_equal(streams_loop_post(loop, NULL, &destroyed, count_destroy), STREAMS_EINVAL);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_ONCE), STREAMS_ECLOSED);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  assert_int_equal(ran, 1);
  assert_int_equal(destroyed, 1);
}

typedef struct {
  streams_loop_t *loop;
  int current, busy, close, clock, stop;
  uint64_t now;
} inside_t;

static void look_inside(void *context) {
  inside_t *inside = context;
  inside->current = streams_loop_is_current(inside->loop);
  inside->busy = streams_loop_run(inside->loop, STREAMS_RUN_ONCE);
  inside->close = streams_loop_close(inside->loop);
  inside->clock = streams_loop_now(inside->loop, &inside->now);
  inside->stop = streams_loop_stop(inside->loop);
}

static void a_started_loop_has_a_thread_of_its_own(void **state) {
  inside_t inside = { .close = 1, .clock = 1, .stop = 1 };
  (void)state;
  inside.loop = streams_loop_new();
  assert_int_equal(streams_loop_is_current(inside.loop), 0);
  assert_int_equal(streams_loop_start(inside.loop), STREAMS_OK);
  assert_int_equal(streams_loop_post(inside.loop, look_inside, &inside, NULL), STREAMS_OK);
  assert_int_equal(streams_loop_close(inside.loop), STREAMS_OK); /* joins the thread */
  assert_int_equal(inside.current, 1);
  assert_int_equal(inside.busy, STREAMS_EBUSY);
  assert_int_equal(inside.close, STREAMS_EBUSY);
  assert_int_equal(inside.clock, STREAMS_OK);
  assert_true(inside.now > 0);
  assert_int_equal(streams_loop_release(inside.loop), STREAMS_OK);
}

static void holding_keeps_the_loop_running(void **state) {
  streams_loop_t *loop = streams_loop_new();
  (void)state;
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_NOWAIT), 0);
  assert_int_equal(streams_loop_hold(loop, true), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_NOWAIT), 1);
  assert_int_equal(streams_loop_hold(loop, false), STREAMS_OK);
  assert_int_equal(streams_loop_hold(loop, false), STREAMS_ESTATE);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), 0);
  assert_int_equal(streams_loop_run(loop, 3), STREAMS_EINVAL);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

static void an_adopted_loop_is_run_by_its_owner(void **state) {
  uv_loop_t uv;
  streams_loop_t *loop;
  (void)state;
  assert_int_equal(uv_loop_init(&uv), 0);
  loop = streams_loop_adopt(&uv);
  assert_non_null(loop);
  assert_ptr_equal(streams_loop_uv(loop), &uv);
  order[0] = 0;
  assert_int_equal(streams_loop_post(loop, note_letter, "x", NULL), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_DEFAULT), STREAMS_ENOTSUP);
  assert_int_equal(streams_loop_stop(loop), STREAMS_ENOTSUP);
  assert_int_equal(uv_run(&uv, UV_RUN_NOWAIT), 0);
  assert_string_equal(order, "x");
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_null(streams_loop_uv(loop));
  assert_int_equal(streams_last_error()->code, STREAMS_ECLOSED);
  assert_int_equal(uv_run(&uv, UV_RUN_DEFAULT), 0);
  assert_int_equal(uv_loop_close(&uv), 0);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  assert_null(streams_loop_adopt(NULL));
}

static void the_last_handle_closes_the_loop(void **state) {
  streams_loop_t *loop = streams_loop_new(), *second = streams_loop_dup(loop);
  int ran = 0;
  (void)state;
  assert_int_equal(streams_loop_post(loop, count_destroy, &ran, NULL), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  assert_int_equal(ran, 0);
  assert_int_equal(streams_loop_release(second), STREAMS_OK);
  assert_int_equal(ran, 1);
  assert_int_equal(streams_loop_run(second, STREAMS_RUN_ONCE), STREAMS_EHANDLE);
}

enum { posts = 2000 };
static int received, destroyed;
static void receive(void *context) {
  (void)context;
  received++;
}
static void destroy(void *context) {
  (void)context;
  destroyed++;
}
static void *post_many(void *context) {
  for (int i = 0; i < posts; i++) streams_loop_post(context, receive, NULL, destroy);
  return NULL;
}

static void every_post_of_every_thread_arrives(void **state) {
  streams_loop_t *loop = streams_loop_new();
  pthread_t threads[2];
  (void)state;
  received = destroyed = 0;
  assert_int_equal(streams_loop_start(loop), STREAMS_OK);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, post_many, loop), 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(received, 2 * posts);
  assert_int_equal(destroyed, 2 * posts);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(posts_run_in_order_when_the_loop_runs),
    TEST(closing_runs_what_was_posted_and_destroys_contexts),
    TEST(a_started_loop_has_a_thread_of_its_own),
    TEST(holding_keeps_the_loop_running),
    TEST(an_adopted_loop_is_run_by_its_owner),
    TEST(the_last_handle_closes_the_loop),
    TEST(every_post_of_every_thread_arrives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
