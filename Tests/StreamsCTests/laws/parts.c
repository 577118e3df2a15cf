/* What rows are made of, and what laws ask of them. */
#include <pthread.h>

#include "laws.h"

streams_loop_t *loop_of(bench_t *bench) {
  if (bench->loop == NULL) bench->loop = streams_loop_new();
  return bench->loop;
}

counted_t *counted_with(bench_t *bench, streams_publisher_t *publisher) {
  counted_t *context = &bench->contexts[bench->context_count++];
  context->bench = bench;
  context->publisher = publisher;
  return context;
}

counted_t *counted(bench_t *bench) { return counted_with(bench, NULL); }

void count_destroy(void *context) {
  counted_t *me = context;
  if (++me->destroyed > 1) fault(__FILE__, __LINE__, "destroy of a context, a second time");
  if (me->destroyed == 1) streams_publisher_release(me->publisher);
}

counted_t *used(void *context) {
  counted_t *me = context;
  if (me->destroyed > 0) fault(__FILE__, __LINE__, "a callback after destroy");
  return me;
}

int64_t number_of(streams_value_t value, int item) {
  if (item > 0) value = streams_list_at(value, (size_t)item - 1);
  streams_span_t span = streams_span_of(value);
  char text[24];
  switch (streams_kind_of(value)) {
  case STREAMS_KIND_INT: return streams_int_of(value);
  case STREAMS_KIND_BOOL: return streams_bool_of(value);
  case STREAMS_KIND_LIST: return (int64_t)streams_list_of(value).count;
  case STREAMS_KIND_STRING:
  case STREAMS_KIND_BYTES:
    snprintf(text, sizeof text, "%.*s", (int)span.size, span.size > 0 ? (const char *)span.data : "");
    return strtoll(text, NULL, 10);
  default: return NO_NUMBER;
  }
}

streams_value_t same(void *context, streams_value_t value) {
  used(context);
  return value;
}

streams_value_t latest(void *context, streams_value_t accumulated, streams_value_t value) {
  (void)accumulated;
  return same(context, value);
}

int yes(void *context, streams_value_t value) {
  (void)value;
  used(context);
  return 1;
}

int no(void *context, streams_value_t value) {
  (void)value;
  used(context);
  return 0;
}

streams_publisher_t *just_it(void *context, streams_value_t value) {
  used(context);
  return streams_just(value);
}

const char *output(const row_t *row, int64_t first, int64_t last, const char *end) {
  static char text[8000];
  int64_t values[400], out[400];
  size_t count = 0, length = 0;
  for (int64_t value = first; value <= last; value++) values[count++] = value;
  if (row->answer != NULL) {
    count = row->answer(values, count, out);
  } else if (row->shape == ONCE) {
    out[0] = (int64_t)count;
    count = 1;
  } else {
    memcpy(out, values, sizeof out);
  }
  text[0] = 0;
  for (size_t i = 0; i < count; i++)
    length += (size_t)snprintf(text + length, 30, "%s%" PRId64, i > 0 ? " " : "", out[i]);
  snprintf(text + length, 30, "%s%s", length > 0 && end[0] != 0 ? " " : "", end);
  return text;
}

/* -- what laws hold for -------------------------------------------------------------------------------------------- */

bool passes(const row_t *row) { return row->shape != ONCE; }
bool is_each(const row_t *row) { return row->shape == EACH; }
bool is_later(const row_t *row) { return row->shape == LATER; }
bool is_endless(const row_t *row) { return row->shape == EACH && !row->is_bounded; }
bool passes_failure(const row_t *row) { return !row->changes_failure; }
bool holds_end(const row_t *row) { return row->holds_end; }

/* -- a small stack ------------------------------------------------------------------------------------------------- */

typedef struct job {
  void (*work)(void *context);
  void *context;
} job_t;

static void *run(void *context) {
  job_t *job = context;
  job->work(job->context);
  return NULL;
}

void on_a_small_stack(void (*work)(void *context), void *context) {
  pthread_t thread;
  pthread_attr_t attributes;
  job_t job = {work, context};
  pthread_attr_init(&attributes);
  EXPECT_INT(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  EXPECT_INT(pthread_create(&thread, &attributes, run, &job), 0);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}
