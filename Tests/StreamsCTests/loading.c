/* The library, loaded by hand: loading LIBRARY PLUGIN
 *
 * This program is not linked with it. dlclose() keeps it, with all that runs; two copies of it live in one process and
 * know nothing of each other. */
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <streams.h>

static const char *self, *library, *plugin;
static char copy[] = "/tmp/libstreams-copy-XXXXXX"; /* of the file */

/* What the tests use of it. ISO C has no way from an object's address to a function's but through memory. */
typedef struct api {
  void *handle;
#define FUNCTIONS(F) \
  F(streams_version) F(streams_range) F(streams_map) F(streams_sink) F(streams_cancellable_release) \
  F(streams_passthrough_new) F(streams_subject_send) F(streams_subject_publisher) F(streams_subject_release) \
  F(streams_loop_new) F(streams_loop_start) F(streams_loop_close) F(streams_loop_release) F(streams_timer) \
  F(streams_publisher_release) F(streams_last_error) F(streams_debug_live_handles) F(streams_debug_live_streams)
#define DECLARE(name) __typeof__(&name) name;
  FUNCTIONS(DECLARE)
} api_t;

static api_t load_from(void *handle) {
  api_t api;
  if (handle == NULL) print_error("%s\n", dlerror());
  assert_non_null(handle);
  api.handle = handle;
#define LOOK_UP(name) *(void **)&api.name = dlsym(handle, #name); assert_non_null(*(void **)&api.name);
  FUNCTIONS(LOOK_UP)
  return api;
}
static api_t load(const char *path) { return load_from(dlopen(path, RTLD_NOW | RTLD_LOCAL)); }
static void unload(api_t *api) { assert_int_equal(dlclose(api->handle), 0); }

static void nothing_lives_in(api_t *api) {
  assert_int_equal(api->streams_debug_live_handles(), 0);
  assert_int_equal(api->streams_debug_live_streams(), 0);
}

static streams_value_t square(void *context, streams_value_t value) {
  (void)context;
  value.bits *= value.bits;
  return value;
}
static streams_demand_t add_up(void *context, streams_value_t value) {
  __atomic_fetch_add((long *)context, (long)value.bits, __ATOMIC_RELAXED);
  return 0;
}
static void mark(void *context) { ++*(int *)context; }

static void use(api_t *api) {
  long sum = 0;
  int destroyed = 0;
  streams_cancellable_t *running;
  assert_int_equal(api->streams_version(), STREAMS_VERSION_NUMBER);
  running = api->streams_sink(api->streams_map(api->streams_range(1, 5), square, NULL, NULL), add_up, NULL, &sum, NULL);
  assert_int_equal(sum, 55);
  assert_int_equal(api->streams_cancellable_release(running), STREAMS_OK);
  assert_null(api->streams_map(api->streams_range(1, 5), NULL, &destroyed, mark));
  assert_int_equal(api->streams_last_error()->code, STREAMS_EINVAL);
  assert_int_equal(destroyed, 1);
}

/* A loop in a thread of its own that ticks. */
typedef struct clockwork {
  streams_loop_t *loop;
  streams_cancellable_t *running;
  long sum;
} clockwork_t;
static void wind_up(api_t *api, clockwork_t *clockwork) {
  clockwork->sum = 0;
  clockwork->loop = api->streams_loop_new();
  assert_int_equal(api->streams_loop_start(clockwork->loop), STREAMS_OK);
  clockwork->running =
      api->streams_sink(api->streams_timer(clockwork->loop, 1, 1), add_up, NULL, &clockwork->sum, NULL);
  assert_non_null(clockwork->running);
}
static void wait_for_ticks(clockwork_t *clockwork) {
  const struct timespec pause = { 0, 500000 };
  long before = __atomic_load_n(&clockwork->sum, __ATOMIC_RELAXED);
  while (__atomic_load_n(&clockwork->sum, __ATOMIC_RELAXED) == before) nanosleep(&pause, NULL);
}
static void stop(api_t *api, clockwork_t *clockwork) {
  assert_int_equal(api->streams_cancellable_release(clockwork->running), STREAMS_OK);
  assert_int_equal(api->streams_loop_close(clockwork->loop), STREAMS_OK);
  assert_int_equal(api->streams_loop_release(clockwork->loop), STREAMS_OK);
}

/* ---- dlclose */

static void closing_the_library_keeps_it(void **state) {
  api_t first = load(library), second;
  clockwork_t clockwork;
  (void)state;
  use(&first);
  wind_up(&first, &clockwork);
  unload(&first);
  wait_for_ticks(&clockwork);
  assert_non_null(second.handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD)); /* it is still there */
  assert_int_equal(dlclose(second.handle), 0);
  second = load(library);
  assert_true(second.streams_sink == first.streams_sink);
  use(&second);
  wait_for_ticks(&clockwork);
  stop(&second, &clockwork); /* the handles are still good */
  nothing_lives_in(&second);
  unload(&second);
  use(&first); /* and so are the functions */
}

static void *load_use_unload(void *context) {
  (void)context;
  for (int i = 0; i < 50; i++) {
    api_t api = load(library);
    use(&api);
    unload(&api);
  }
  return NULL;
}
static void threads_open_and_close_it(void **state) {
  pthread_t threads[4];
  (void)state;
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, load_use_unload, NULL), 0);
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* ---- two copies */

static void two_copies_live_side_by_side(void **state) {
  api_t one = load(library), two = load(copy);
  clockwork_t clockworks[2];
  (void)state;
  assert_true(one.streams_sink != two.streams_sink);
  use(&one);
  use(&two);
  wind_up(&one, &clockworks[0]);
  wind_up(&two, &clockworks[1]);
  for (int i = 0; i < 2; i++) wait_for_ticks(&clockworks[i]);
  stop(&one, &clockworks[0]);
  nothing_lives_in(&one);
  assert_int_equal(two.streams_debug_live_handles(), 2);
  wait_for_ticks(&clockworks[1]);
  stop(&two, &clockworks[1]);
  nothing_lives_in(&two);
  unload(&one);
  unload(&two);
}

static void a_copy_refuses_handles_of_the_other(void **state) {
  api_t one = load(library), two = load(copy);
  enum { count = 100 };
  streams_subject_t *of_one[count], *of_two[count];
  (void)state;
  for (int i = 0; i < count; i++) {
    of_one[i] = one.streams_passthrough_new();
    of_two[i] = two.streams_passthrough_new();
  }
  for (int i = 0; i < count; i++) {
    assert_int_equal(two.streams_subject_send(of_one[i], streams_int(1)),
                     STREAMS_EHANDLE);
    assert_int_equal(two.streams_subject_release(of_one[i]), STREAMS_EHANDLE);
    assert_int_equal(one.streams_subject_release(of_two[i]), STREAMS_EHANDLE);
    assert_null(one.streams_subject_publisher(of_two[i]));
    assert_int_equal(one.streams_last_error()->code, STREAMS_EHANDLE);
  }
  for (int i = 0; i < count; i++) {
    assert_int_equal(one.streams_subject_release(of_one[i]), STREAMS_OK);
    assert_int_equal(two.streams_subject_release(of_two[i]), STREAMS_OK);
  }
  nothing_lives_in(&one);
  nothing_lives_in(&two);
  unload(&one);
  unload(&two);
}

/* ---- a namespace of its own, with another C library. A sanitizer's runtime cannot be in two. */

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
static void a_namespace_of_its_own_has_a_library_of_its_own(void **state) {
  api_t one = load(library), two = load_from(dlmopen(LM_ID_NEWLM, library, RTLD_NOW | RTLD_LOCAL));
  clockwork_t clockwork;
  (void)state;
  assert_true(one.streams_sink != two.streams_sink);
  use(&one);
  use(&two);
  wind_up(&two, &clockwork);
  wait_for_ticks(&clockwork);
  nothing_lives_in(&one);
  stop(&two, &clockwork);
  nothing_lives_in(&two);
  unload(&one);
  unload(&two);
}
#endif

/* ---- a destructor that comes after the library's, in a process of its own */

static int end_late(void) {
  api_t api = load(library);
  void *late = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
  void (*use_late)(const char *);
  if (late == NULL) return 8;
  *(void **)&use_late = dlsym(late, "use_late");
  use_late(library);
  use(&api);
  return 9; /* the plugin's destructor knows better */
}
static void a_destructor_may_come_after_the_librarys(void **state) {
  pid_t child = fork();
  int status;
  (void)state;
  if (child == 0) {
    execl(self, self, library, plugin, "late", (char *)NULL);
    _exit(127);
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 3);
}

static int make_copy(void) {
  static char buffer[65536];
  FILE *from = fopen(library, "rb"), *to = fdopen(mkstemp(copy), "wb");
  size_t size;
  if (from == NULL || to == NULL) return -1;
  while ((size = fread(buffer, 1, sizeof buffer, from)) > 0)
    if (fwrite(buffer, 1, size, to) != size) return -1;
  fclose(from);
  return fclose(to);
}

int main(int argc, char **argv) {
  int failed;
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(closing_the_library_keeps_it),
    cmocka_unit_test(threads_open_and_close_it),
    cmocka_unit_test(two_copies_live_side_by_side),
    cmocka_unit_test(a_copy_refuses_handles_of_the_other),
#ifndef SANITIZED
    cmocka_unit_test(a_namespace_of_its_own_has_a_library_of_its_own),
#endif
    cmocka_unit_test(a_destructor_may_come_after_the_librarys),
  };
  if (argc < 3) return 2;
  self = argv[0];
  library = argv[1];
  plugin = argv[2];
  if (argc == 4) return end_late();
  if (make_copy() != 0) return 2;
  failed = cmocka_run_group_tests(tests, NULL, NULL);
  unlink(copy);
  return failed;
}
