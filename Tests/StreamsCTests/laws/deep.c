/* Many streams one after the other take a bounded stack. */
#include "laws.h"

enum { MANY = 6000 };

static streams_publisher_t *in_an_array(void *context, streams_value_t value) {
  used(context);
  return streams_from_values(&value, 1);
}

static streams_value_t once(void *context) {
  counted_t *me = used(context);
  if (me->number < 0) return streams_end();
  streams_value_t value = streams_int(me->number);
  me->number = -1;
  return value;
}
/* One context serves for all: there is one stream at a time. */
static streams_publisher_t *generated(void *context, streams_value_t value) {
  used(context)->number = streams_int_of(value);
  return streams_generate(once, context, NULL);
}

#define DEEP(name, call)                                                   \
  static streams_publisher_t *name(bench_t *b, streams_publisher_t *a) { \
    (void)a, (void)b;                                                      \
    return call;                                                           \
  }
DEEP(flat_map, streams_flat_map(streams_range(1, MANY), STREAMS_UNLIMITED, just_it, counted(b), count_destroy))
DEEP(flat_map_one, streams_flat_map(streams_range(1, MANY), 1, just_it, counted(b), count_destroy))
DEEP(flat_map_arrays, streams_flat_map(streams_range(1, MANY), 1, in_an_array, counted(b), count_destroy))
DEEP(flat_map_generated, streams_flat_map(streams_range(1, MANY), 1, generated, counted(b), count_destroy))
DEEP(latest_of_many, streams_flat_map_latest(streams_range(1, MANY), just_it, counted(b), count_destroy))
DEEP(latest_arrays, streams_flat_map_latest(streams_range(1, MANY), in_an_array, counted(b), count_destroy))
DEEP(retry, streams_retry(streams_fail(FAILURE, "oops"), MANY))

/* Fails when it is asked. */
static void fail_it(void *context, streams_demand_t demand) {
  (void)demand;
  streams_downstream_complete(context, FAILURE, "oops");
}
static void let_go(void *context) { streams_downstream_release(context); }
static int fails_when_asked(void *context, streams_downstream_t *downstream) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  (void)context;
  producer.request = fail_it;
  return streams_downstream_start(downstream, &producer, streams_downstream_dup(downstream), let_go);
}
static streams_publisher_t *retry_when_asked(bench_t *b, streams_publisher_t *a) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  (void)a, (void)b;
  source.subscribe = fails_when_asked;
  return streams_retry(streams_create(&source, NULL, NULL), MANY);
}

/* text: how many values come, and the end. */
const row_t deep_rows[] = {
  {.name = "streams_flat_map", .make = flat_map, .text = "6000 |"},
  {.name = "streams_flat_map, one at a time", .make = flat_map_one, .text = "6000 |"},
  {.name = "streams_flat_map, of arrays", .make = flat_map_arrays, .text = "6000 |"},
  {.name = "streams_flat_map, of generators", .make = flat_map_generated, .text = "6000 |"},
  {.name = "streams_flat_map_latest", .make = latest_of_many, .text = "6000 |"},
  {.name = "streams_flat_map_latest, of arrays", .make = latest_arrays, .text = "6000 |"},
  {.name = "streams_retry", .make = retry, .text = "0 !"},
  {.name = "streams_retry, of what fails when it is asked", .make = retry_when_asked, .text = "0 !"},
  {0}};

static streams_demand_t returns_one(recorder_t *me, int64_t number) {
  (void)number;
  return me->asked < 0 ? 0 : 1;
}

static void subscribe_it(void *context) { subscribe(context); }

static void many_streams(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    char text[20];
    bench_t *bench = open_bench_on(row, i == 0 ? STREAMS_UNLIMITED : 1, NULL);
    bench->recorder.on_value = returns_one;
    on_a_small_stack(subscribe_it, bench);
    snprintf(text, sizeof text, "%d %s", (int)bench->recorder.count,
             bench->recorder.ends == 0 ? "" : bench->recorder.code == 0 ? "|" : "!");
    expect_text(text, row->text, __FILE__, __LINE__);
    close_bench(bench);
  }
}

const law_t deep_laws[] = {
  {"C21: many streams, one after the other, take a bounded stack", many_streams, NULL},
  {0}};
