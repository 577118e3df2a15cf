/* A context is destroyed once, also if nothing ever runs; the streams that end are in release.c. */
#include "laws.h"

static void a_publisher_that_nobody_subscribes_to(const row_t *row) {
  bench_t *bench = open_bench(row, 0);
  drop_stream(bench);
  EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void calls_that_fail_consume(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    streams_subscriber_t unknown = {.size = 3};
    bench_t *bench = open_bench(row, 0);
    counted_t *context = counted(bench);
    EXPECT_INT(streams_subscribe(bench->stream, i == 0 ? NULL : &unknown, context, count_destroy),
               i == 0 ? STREAMS_EINVAL : STREAMS_EVERSION);
    EXPECT_INT(context->destroyed, 1);
    EXPECT(is_all_destroyed(bench));
    /* It is gone now. */
    context = counted(bench);
    EXPECT(streams_sink(bench->stream, NULL, NULL, context, count_destroy) == NULL);
    EXPECT_INT(streams_last_error()->code, STREAMS_EHANDLE);
    EXPECT_INT(context->destroyed, 1);
    bench->stream = NULL;
    close_bench(bench);
  }
}

/* What it makes is NULL, unless it asks for the publisher later. */
static void a_publisher_that_is_none(const row_t *row) {
  streams_publisher_t *gone = streams_empty();
  EXPECT_INT(streams_publisher_release(gone), STREAMS_OK);
  close_bench(open_bench_on(row, 0, gone));
  close_bench(open_bench_on(row, 0, NULL));
}

static bool takes_a_publisher(const row_t *row) { return strcmp(row->name, "streams_create") != 0; }

const law_t destroy_laws[] = {
  {"a publisher that nobody subscribes to destroys its contexts", a_publisher_that_nobody_subscribes_to, NULL},
  {"a call that fails consumes the publisher, and destroys all contexts", calls_that_fail_consume, NULL},
  {"a form over a publisher that is none destroys its contexts", a_publisher_that_is_none, takes_a_publisher},
  {0}};
