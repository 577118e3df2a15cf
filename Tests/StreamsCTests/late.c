/* A plugin that opens the library without being linked with it, after the library was opened. So its destructor runs
 * when the library and libuv have said farewell: reading a file fails then, and nothing hangs or aborts.
 * It ends the process with 3 if all is as it must be. */
#include <dlfcn.h>
#include <unistd.h>

#include <streams.h>

static void *library;
static int code = 1;

void use_late(const char *path);
void use_late(const char *path) { library = dlopen(path, RTLD_NOW | RTLD_LOCAL); }

static void note(void *context, const streams_error_t *error) {
  (void)context;
  code = error == NULL ? 0 : error->code;
}
static streams_demand_t ignore(void *context, streams_value_t value) {
  (void)context;
  (void)value;
  return 0;
}

#define LOOK_UP(name) \
  __typeof__(&name) its_##name; \
  *(void **)&its_##name = dlsym(library, #name)

__attribute__((destructor)) static void read_a_file(void) {
  LOOK_UP(streams_loop_new);
  LOOK_UP(streams_loop_run);
  LOOK_UP(streams_loop_close);
  LOOK_UP(streams_fs_read);
  LOOK_UP(streams_sink);
  LOOK_UP(streams_cancellable_release);
  streams_loop_t *loop = its_streams_loop_new();
  streams_cancellable_t *running =
      its_streams_sink(its_streams_fs_read(loop, "/dev/null", 0), ignore, note, NULL, NULL);
  if (its_streams_loop_run(loop, STREAMS_RUN_DEFAULT) != 0) _exit(4);
  if (code != -125) _exit(5); /* ECANCELED, as libuv has it */
  if (its_streams_cancellable_release(running) != STREAMS_OK || its_streams_loop_close(loop) != STREAMS_OK) _exit(6);
  _exit(3);
}
