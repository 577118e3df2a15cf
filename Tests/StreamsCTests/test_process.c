/* The library and its process: fork() and exec() while streams run, and exit() without cleaning up.
 *
 * What must be looked at from outside runs in a second process: this program again, with the name of a part to play. */
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static char self[4096];

static streams_demand_t count_value(void *context, streams_value_t value) {
  (void)value;
  __atomic_fetch_add((long *)context, 1, __ATOMIC_RELAXED);
  return 0;
}
static void wait_for_more(long *count, long more) {
  long before = __atomic_load_n(count, __ATOMIC_RELAXED);
  while (__atomic_load_n(count, __ATOMIC_RELAXED) < before + more) usleep(500);
}

/* A loop in a thread of its own with a timer and an endless file, and a thread that sends to a subject. */
typedef struct busy {
  streams_loop_t *loop;
  streams_subject_t *subject;
  streams_cancellable_t *running[3];
  pthread_t thread;
  long ticks, chunks, sent, over;
} busy_t;

static void *send_all_the_time(void *context) {
  busy_t *busy = context;
  while (!__atomic_load_n(&busy->over, __ATOMIC_ACQUIRE))
    assert_int_equal(streams_subject_send(busy->subject, streams_int(1)), STREAMS_OK);
  return NULL;
}
static void get_busy(busy_t *busy) {
  memset(busy, 0, sizeof *busy);
  busy->loop = streams_loop_new();
  assert_int_equal(streams_loop_start(busy->loop), STREAMS_OK);
  busy->subject = streams_passthrough_new();
  busy->running[0] = streams_sink(streams_timer(busy->loop, 1, 1), count_value, NULL, &busy->ticks, NULL);
  busy->running[1] = streams_sink(streams_fs_read(busy->loop, "/dev/zero", 64), count_value, NULL, &busy->chunks, NULL);
  busy->running[2] = streams_sink(streams_subject_publisher(busy->subject), count_value, NULL, &busy->sent, NULL);
  assert_int_equal(pthread_create(&busy->thread, NULL, send_all_the_time, busy), 0);
}
static void wait_for_all(busy_t *busy) {
  wait_for_more(&busy->ticks, 2);
  wait_for_more(&busy->chunks, 2);
  wait_for_more(&busy->sent, 2);
}
static void rest(busy_t *busy) {
  __atomic_store_n(&busy->over, 1, __ATOMIC_RELEASE);
  assert_int_equal(pthread_join(busy->thread, NULL), 0);
  for (int i = 0; i < 3; i++) assert_int_equal(streams_cancellable_release(busy->running[i]), STREAMS_OK);
  assert_int_equal(streams_subject_release(busy->subject), STREAMS_OK);
  assert_int_equal(streams_loop_close(busy->loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(busy->loop), STREAMS_OK);
}

/* How many descriptors are open that exec() leaves open; lists them if asked. */
static int inherited(bool tell) {
  DIR *all = opendir("/proc/self/fd");
  int count = 0;
  for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
    int fd = atoi(entry->d_name), flags;
    char path[64], target[200] = "";
    if (entry->d_name[0] == '.' || fd == dirfd(all)) continue;
    flags = fcntl(fd, F_GETFD);
    if (flags < 0 || flags & FD_CLOEXEC) continue;
    count++;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (tell && readlink(path, target, sizeof target - 1) > 0) print_error("  inherited: %d %s\n", fd, target);
  }
  closedir(all);
  return count;
}

static int status_of(pid_t child) {
  int status = 0;
  assert_true(child > 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
/* Starts this program again: its exit code, or the negative number of the signal that ended it. */
static int play(const char *part) {
  pid_t child = fork();
  if (child == 0) {
    execl(self, self, part, (char *)NULL);
    _exit(127);
  }
  return status_of(child);
}

/* ---- fork */

static void a_child_that_execs_inherits_no_descriptor_of_a_loop(void **state) {
  int before = inherited(false);
  busy_t busy;
  (void)state;
  get_busy(&busy);
  wait_for_all(&busy);
  if (inherited(false) != before) inherited(true);
  assert_int_equal(inherited(false), before);
  assert_int_equal(play("count descriptors"), before);
  wait_for_all(&busy);
  rest(&busy);
}

/* In a process of its own: valgrind would look for leaks in each child, which has no longer the threads' stacks. */
static int fork_while_streams_run(void) {
  busy_t busy;
  get_busy(&busy);
  wait_for_all(&busy);
  for (int i = 0; i < 50; i++) {
    pid_t child = fork();
    if (child == 0) _exit(i);
    if (status_of(child) != i) return 4;
  }
  wait_for_all(&busy);
  rest(&busy);
  return streams_debug_live_streams() == 0 && streams_debug_live_handles() == 0 ? 3 : 5;
}
static void forking_while_streams_run_disturbs_nobody(void **state) {
  (void)state;
  assert_int_equal(play("fork"), 3);
}

/* ---- exit: nothing is cancelled, closed or released before it */

static busy_t left_busy;

static streams_demand_t leave(void *context, streams_value_t value) {
  (void)context;
  (void)value;
  exit(3);
}
/* A handler of the program's own comes first and may use everything. */
static void read_a_file(void) {
  streams_loop_t *loop = streams_loop_new();
  record_t record = { 0 };
  streams_cancellable_t *running = sink_record(streams_fs_read(loop, "/dev/null", 0), &record);
  if (streams_loop_run(loop, STREAMS_RUN_DEFAULT) != 0 || strcmp(record.text, "|") != 0) _exit(5);
  if (streams_cancellable_release(running) != STREAMS_OK || streams_loop_close(loop) != STREAMS_OK) _exit(6);
}
static void leave_by_exit(void) {
  if (atexit(read_a_file) != 0) exit(4);
  get_busy(&left_busy);
  wait_for_all(&left_busy);
  exit(3);
}
/* Several readers, so that one is about to ask for its next chunk when the process ends. */
static void leave_while_files_are_read(void) {
  streams_loop_t *loop = streams_loop_new();
  static long chunks;
  assert_int_equal(streams_loop_start(loop), STREAMS_OK);
  for (int i = 0; i < 4; i++)
    if (streams_sink(streams_fs_read(loop, "/dev/zero", 64), count_value, NULL, &chunks, NULL) == NULL) exit(4);
  while (__atomic_load_n(&chunks, __ATOMIC_RELAXED) < 200) {}
  exit(3);
}
static void leave_from_a_callback_of_the_loop(void) {
  get_busy(&left_busy);
  wait_for_all(&left_busy);
  if (streams_sink(streams_timer(left_busy.loop, 1, 0), leave, NULL, NULL, NULL) == NULL) exit(4);
  for (;;) pause();
}

static void exit_ends_a_process_whose_streams_run(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) assert_int_equal(play("exit"), 3);
}
static void exit_ends_a_process_that_reads_files(void **state) {
  (void)state;
  for (int i = 0; i < 20; i++) assert_int_equal(play("exit while reading"), 3);
}
static void exit_ends_the_process_from_a_callback(void **state) {
  (void)state;
  for (int i = 0; i < 5; i++) assert_int_equal(play("exit from a callback"), 3);
}

/* ---- a program that is linked with the library, and opens it too */

static void opening_the_linked_library_gives_the_same_one(void **state) {
  void *library = dlopen("libstreams.so.0", RTLD_NOW | RTLD_LOCAL);
  uint32_t (*version)(void);
  (void)state;
  assert_non_null(library);
  *(void **)&version = dlsym(library, "streams_version");
  assert_true(version == streams_version);
  assert_null(dlvsym(library, "streams_version", "STREAMS_1"));
  assert_non_null(dlvsym(library, "streams_version", "STREAMS_0"));
  assert_int_equal(dlclose(library), 0);
  assert_int_equal(streams_version(), STREAMS_VERSION_NUMBER);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
    TEST(a_child_that_execs_inherits_no_descriptor_of_a_loop),
    TEST(forking_while_streams_run_disturbs_nobody),
    TEST(exit_ends_a_process_whose_streams_run),
    TEST(exit_ends_a_process_that_reads_files),
    TEST(exit_ends_the_process_from_a_callback),
    TEST(opening_the_linked_library_gives_the_same_one),
  };
  if (argc == 2 && strcmp(argv[1], "count descriptors") == 0) return inherited(false);
  if (argc == 2 && strcmp(argv[1], "fork") == 0) return fork_while_streams_run();
  if (argc == 2 && strcmp(argv[1], "exit") == 0) leave_by_exit();
  if (argc == 2 && strcmp(argv[1], "exit while reading") == 0) leave_while_files_are_read();
  if (argc == 2 && strcmp(argv[1], "exit from a callback") == 0) leave_from_a_callback_of_the_loop();
  if (realpath("/proc/self/exe", self) == NULL) return 1;
  return cmocka_run_group_tests(tests, NULL, NULL);
}
