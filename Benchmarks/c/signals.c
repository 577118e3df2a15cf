/* The same with GObject: a stage is an object that emits "value", and what follows is connected to that. A value goes
 * by its address, which GObject passes on by its shortest way (one pointer, one handler). */
#include <glib-object.h>

#include "callbacks.h"
#include "contenders.h"

typedef struct stage {
  GObject parent;
  streams_map_fn map;
  streams_test_fn test;
  streams_value_fn take;
  void *context;
  streams_demand_t wanted; /* of a buffer */
} Stage;
typedef GObjectClass StageClass;
G_DEFINE_TYPE(Stage, stage, G_TYPE_OBJECT)

typedef struct batch {
  const streams_value_t *values;
  size_t count;
} batch_t;

static guint value_signal, values_signal;

static void stage_class_init(StageClass *class) {
  const GType type = G_TYPE_FROM_CLASS(class);
  value_signal =
      g_signal_new("value", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  values_signal =
      g_signal_new("values", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
}
static void stage_init(Stage *stage) { (void)stage; }

static void on_map(Stage *upstream, const streams_value_t *value, Stage *stage) {
  (void)upstream;
  const streams_value_t result = stage->map(stage->context, *value);
  if (streams_kind_of(result) != STREAMS_KIND_SIGNAL) g_signal_emit(stage, value_signal, 0, &result);
}
static void on_filter(Stage *upstream, const streams_value_t *value, Stage *stage) {
  (void)upstream;
  if (stage->test(stage->context, *value) > 0) g_signal_emit(stage, value_signal, 0, value);
}
static void on_buffer(Stage *upstream, const streams_value_t *value, Stage *stage) {
  (void)upstream;
  if (stage->wanted == 0) g_error("the reader does not keep up");
  stage->wanted--;
  g_signal_emit(stage, value_signal, 0, value);
  stage->wanted++; /* the reader always asks for one more, but has no way to say so */
}
static void on_value(Stage *upstream, const streams_value_t *value, Stage *stage) {
  (void)upstream;
  stage->take(stage->context, *value);
}

static void on_map_all(Stage *upstream, const batch_t *batch, Stage *stage) {
  (void)upstream;
  streams_value_t results[BATCH];
  for (size_t i = 0; i < batch->count; i++) results[i] = stage->map(stage->context, batch->values[i]);
  const batch_t mapped = { results, batch->count };
  g_signal_emit(stage, values_signal, 0, &mapped);
}
static void on_filter_all(Stage *upstream, const batch_t *batch, Stage *stage) {
  (void)upstream;
  streams_value_t left[BATCH];
  batch_t kept = { left, 0 };
  for (size_t i = 0; i < batch->count; i++) {
    if (stage->test(stage->context, batch->values[i]) > 0) left[kept.count++] = batch->values[i];
  }
  g_signal_emit(stage, values_signal, 0, &kept);
}
static void on_values(Stage *upstream, const batch_t *batch, Stage *stage) {
  (void)upstream;
  add_all(stage->context, batch->values, batch->count);
}

enum { SOURCE, MAP, FILTER, BUFFER, SINK, STAGES };

static void make(Stage **stages, streams_map_fn map, streams_test_fn test, streams_value_fn take, int64_t *sum,
                 gboolean buffers) {
  for (size_t i = 0; i < STAGES; i++) stages[i] = g_object_new(stage_get_type(), NULL);
  stages[MAP]->map = map;
  stages[FILTER]->test = test;
  stages[BUFFER]->wanted = 1;
  stages[SINK]->take = take;
  stages[SINK]->context = sum;
  g_signal_connect(stages[SOURCE], "value", G_CALLBACK(on_map), stages[MAP]);
  g_signal_connect(stages[MAP], "value", G_CALLBACK(on_filter), stages[FILTER]);
  if (buffers) g_signal_connect(stages[FILTER], "value", G_CALLBACK(on_buffer), stages[BUFFER]);
  g_signal_connect(stages[buffers ? BUFFER : FILTER], "value", G_CALLBACK(on_value), stages[SINK]);
  g_signal_connect(stages[SOURCE], "values", G_CALLBACK(on_map_all), stages[MAP]);
  g_signal_connect(stages[MAP], "values", G_CALLBACK(on_filter_all), stages[FILTER]);
  g_signal_connect(stages[FILTER], "values", G_CALLBACK(on_values), stages[SINK]);
}
static void unmake(Stage **stages) {
  for (size_t i = 0; i < STAGES; i++) g_object_unref(stages[i]);
}

int64_t signals_one_by_one(size_t count) {
  Stage *stages[STAGES];
  int64_t sum = 0;
  make(stages, triple, is_even, add, &sum, FALSE);
  for (size_t i = 0; i < count; i++) {
    const streams_value_t value = streams_int((int64_t)i);
    g_signal_emit(stages[SOURCE], value_signal, 0, &value);
  }
  unmake(stages);
  return sum;
}

int64_t signals_batches(size_t count) {
  Stage *stages[STAGES];
  int64_t sum = 0;
  streams_value_t values[BATCH];
  const batch_t batch = { values, BATCH };
  make(stages, triple, is_even, add, &sum, FALSE);
  for (size_t i = 0; i < BATCH; i++) values[i] = streams_int((int64_t)i);
  for (size_t i = 0; i < count; i += BATCH) g_signal_emit(stages[SOURCE], values_signal, 0, &batch);
  unmake(stages);
  return sum;
}

static int64_t cut(size_t lines, streams_value_fn take, gboolean buffers) {
  Stage *stages[STAGES];
  int64_t sum = 0;
  const text_t text = text_of(lines);
  const char *next = text.start, *const end = text.start + text.size;
  make(stages, trim, is_long, take, &sum, buffers);
  while (next < end) {
    const char *stop = memchr(next, '\n', (size_t)(end - next));
    if (stop == NULL) stop = end;
    const streams_value_t line = streams_string_ref(next, (size_t)(stop - next));
    g_signal_emit(stages[SOURCE], value_signal, 0, &line);
    next = stop + 1;
  }
  unmake(stages);
  return sum;
}
int64_t signals_lines(size_t lines) { return cut(lines, measure, FALSE); }
int64_t signals_buffer(size_t lines) { return cut(lines, measure_one, TRUE); }
