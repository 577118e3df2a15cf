/* Where a stream begins, and what it has to give. text: all of it. */
#include <unistd.h>

#include "../laws.h"

#define SOURCE(name, call)                                                 \
  static streams_publisher_t *name(bench_t *b, streams_publisher_t *a) { \
    (void)a, (void)b;                                                      \
    return call;                                                           \
  }

static const streams_value_t numbers[] = {{1, STREAMS_KIND_INT}, {2, STREAMS_KIND_INT}, {3, STREAMS_KIND_INT}};

SOURCE(just, streams_just(streams_int(7)))
SOURCE(from_values, streams_from_values(numbers, 3))
SOURCE(from_no_values, streams_from_values(NULL, 0))
SOURCE(recorded, streams_record(numbers, 3, 0, NULL))
SOURCE(recorded_failure, streams_record(numbers, 3, FAILURE, "oops"))
SOURCE(recorded_end, streams_record(NULL, 0, FAILURE, "oops"))
SOURCE(range, streams_range(1, 3))
SOURCE(empty_range, streams_range(1, 0))
SOURCE(last_range, streams_range(INT64_MAX, 3))
SOURCE(empty, streams_empty())
SOURCE(never, streams_never())
SOURCE(fail, streams_fail(FAILURE, "oops"))

static streams_publisher_t *make_range(void *context) {
  used(context);
  return streams_range(1, 3);
}
static streams_publisher_t *make_none(void *context) {
  used(context);
  return streams_range(0, -1);
}
SOURCE(deferred, streams_deferred(make_range, counted(b), count_destroy))
SOURCE(deferred_none, streams_deferred(make_none, counted(b), count_destroy))

/* The context is shared by all subscribers; each gets one of its own here. */
static streams_value_t next_of_3(void *context) {
  counted_t *me = used(context);
  return me->number == 3 ? streams_end() : streams_int(++me->number);
}
static streams_value_t next_fails(void *context) {
  counted_t *me = used(context);
  return me->number == 2 ? streams_failure(FAILURE) : streams_int(++me->number);
}
static streams_value_t next_skips(void *context) {
  counted_t *me = used(context);
  return me->number == 6 ? streams_end() : ++me->number % 2 == 0 ? streams_int(me->number) : streams_skip();
}
static streams_publisher_t *generate_of_3(void *context) {
  return streams_generate(next_of_3, counted(used(context)->bench), count_destroy);
}
static streams_publisher_t *generate_that_fails(void *context) {
  return streams_generate(next_fails, counted(used(context)->bench), count_destroy);
}
static streams_publisher_t *generate_that_skips(void *context) {
  return streams_generate(next_skips, counted(used(context)->bench), count_destroy);
}
SOURCE(generate, streams_deferred(generate_of_3, counted(b), count_destroy))
SOURCE(generate_fails, streams_deferred(generate_that_fails, counted(b), count_destroy))
SOURCE(generate_skips, streams_deferred(generate_that_skips, counted(b), count_destroy))

/* Two at a time where there is room. */
static int64_t fill_3(void *context, streams_value_t *out, size_t room) {
  counted_t *me = used(context);
  size_t i = 0;
  for (; i < room && i < 2 && me->number < 3; i++) out[i] = streams_int(++me->number);
  return (int64_t)i;
}
static int64_t fill_fails(void *context, streams_value_t *out, size_t room) {
  counted_t *me = used(context);
  (void)room;
  out[0] = me->number == 2 ? streams_failure(FAILURE) : streams_int(++me->number);
  return 1;
}
static int64_t fill_skips(void *context, streams_value_t *out, size_t room) {
  counted_t *me = used(context);
  size_t i = 0;
  for (; i < room && i < 4 && me->number < 6; i++)
    out[i] = ++me->number % 2 == 0 ? streams_int(me->number) : streams_skip();
  return (int64_t)i;
}
static streams_publisher_t *fill_of_3(void *context) {
  return streams_generate_n(fill_3, counted(used(context)->bench), count_destroy);
}
static streams_publisher_t *fill_that_fails(void *context) {
  return streams_generate_n(fill_fails, counted(used(context)->bench), count_destroy);
}
static streams_publisher_t *fill_that_skips(void *context) {
  return streams_generate_n(fill_skips, counted(used(context)->bench), count_destroy);
}
SOURCE(generate_n, streams_deferred(fill_of_3, counted(b), count_destroy))
SOURCE(generate_n_fails, streams_deferred(fill_that_fails, counted(b), count_destroy))
SOURCE(generate_n_skips, streams_deferred(fill_that_skips, counted(b), count_destroy))

/* -- promises */

static streams_publisher_t *future(int64_t value, int code) {
  streams_promise_t *promise;
  streams_publisher_t *publisher;
  EXPECT_INT(streams_future(&promise, &publisher), STREAMS_OK);
  if (value > 0) EXPECT_INT(streams_promise_resolve(promise, streams_int(value)), STREAMS_OK);
  if (code < 0) EXPECT_INT(streams_promise_reject(promise, code, "oops"), STREAMS_OK);
  EXPECT_INT(streams_promise_release(promise), STREAMS_OK);
  return publisher;
}
SOURCE(kept, future(7, 0))
SOURCE(broken, future(0, FAILURE))
SOURCE(let_go_of, future(0, 0))

/* -- one of its own: counts to three for each subscriber */

typedef struct counter {
  streams_downstream_t *downstream; /* owned */
  int64_t number;
} counter_t;

static void counter_request(void *context, streams_demand_t demand) {
  counter_t *me = context;
  while (demand-- > 0 && me->number < 3) {
    streams_demand_t more = 0;
    if (streams_downstream_send(me->downstream, streams_int(++me->number), &more) != STREAMS_OK) return;
    if (demand < STREAMS_UNLIMITED - more) demand += more;
    if (me->number == 3) streams_downstream_complete(me->downstream, 0, NULL);
  }
}
static void counter_destroy(void *context) {
  counter_t *me = context;
  streams_downstream_release(me->downstream);
  free(me);
}
static int counter_subscribe(void *context, streams_downstream_t *downstream) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  counter_t *me = calloc(1, sizeof *me);
  used(context);
  producer.request = counter_request;
  me->downstream = streams_downstream_dup(downstream);
  return streams_downstream_start(downstream, &producer, me, counter_destroy);
}
static streams_publisher_t *create(bench_t *b, streams_publisher_t *a) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  (void)a;
  source.subscribe = counter_subscribe;
  return streams_create(&source, counted(b), count_destroy);
}
static int refuses(void *context, streams_downstream_t *downstream) {
  (void)downstream;
  used(context);
  return FAILURE;
}
static streams_publisher_t *create_refusing(bench_t *b, streams_publisher_t *a) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  (void)a;
  source.subscribe = refuses;
  return streams_create(&source, counted(b), count_destroy);
}

/* -- subjects, and what a loop brings */

static streams_publisher_t *of_subject(bench_t *b, streams_subject_t *subject) {
  b->subject = subject;
  return streams_subject_publisher(subject);
}
SOURCE(passthrough, of_subject(b, streams_passthrough_new()))
SOURCE(current_value, of_subject(b, streams_current_value_new(streams_int(7))))

static streams_publisher_t *ended(bench_t *b, streams_publisher_t *a) {
  streams_publisher_t *publisher = passthrough(b, a);
  EXPECT_INT(streams_subject_complete(b->subject, FAILURE, "oops"), STREAMS_OK);
  return publisher;
}
SOURCE(timer, streams_timer(loop_of(b), 5, 0))

static streams_publisher_t *fs_read(bench_t *b, streams_publisher_t *a) {
  char path[] = "/tmp/streams-laws-XXXXXX";
  int file = mkstemp(path);
  (void)a;
  EXPECT_INT(write(file, "123", 3), 3);
  close(file);
  snprintf(b->path, sizeof b->path, "%s", path);
  return streams_fs_read(loop_of(b), path, 1);
}

const row_t source_rows[] = {
  {.name = "streams_just", .make = just, .text = "7 |"},
  {.name = "streams_from_values", .make = from_values, .text = "1 2 3 |"},
  {.name = "streams_from_values, of none", .make = from_no_values, .text = "|"},
  {.name = "streams_record", .make = recorded, .text = "1 2 3 |"},
  {.name = "streams_record, fails", .make = recorded_failure, .text = "1 2 3 !"},
  {.name = "streams_record, of none", .make = recorded_end, .text = "!"},
  {.name = "streams_future, kept", .make = kept, .text = "7 |"},
  {.name = "streams_future, broken", .make = broken, .text = "!"},
  {.name = "streams_future, let go of", .make = let_go_of, .text = "!-10007"},
  {.name = "streams_range", .make = range, .text = "1 2 3 |"},
  {.name = "streams_range, of none", .make = empty_range, .text = "|"},
  {.name = "streams_range, the last", .make = last_range, .text = "9223372036854775807 |"},
  {.name = "streams_empty", .make = empty, .text = "|"},
  {.name = "streams_never", .make = never, .text = ""},
  {.name = "streams_fail", .make = fail, .text = "!"},
  {.name = "streams_deferred", .make = deferred, .text = "1 2 3 |"},
  {.name = "streams_deferred, makes none", .make = deferred_none, .text = "!-10001"},
  {.name = "streams_generate", .make = generate, .text = "1 2 3 |", .ends_late = true},
  {.name = "streams_generate, fails", .make = generate_fails, .text = "1 2 !", .ends_late = true},
  {.name = "streams_generate, skips", .make = generate_skips, .text = "2 4 6 |", .ends_late = true},
  {.name = "streams_generate_n", .make = generate_n, .text = "1 2 3 |", .ends_late = true},
  {.name = "streams_generate_n, fails", .make = generate_n_fails, .text = "1 2 !", .ends_late = true},
  {.name = "streams_generate_n, skips", .make = generate_n_skips, .text = "2 4 6 |", .ends_late = true},
  {.name = "streams_create", .make = create, .text = "1 2 3 |"},
  {.name = "streams_create, refuses", .make = create_refusing, .text = "!"},
  {.name = "streams_subject_publisher, passthrough", .make = passthrough, .text = ""},
  {.name = "streams_subject_publisher, current value", .make = current_value, .text = "7"},
  {.name = "streams_subject_publisher, ended", .make = ended, .text = "!"},
  {.name = "streams_timer", .make = timer, .shape = LATER, .text = "1 |"},
  {.name = "streams_fs_read", .make = fs_read, .shape = LATER, .text = "1 2 3 |", .ends_late = true,
   .needs_dry_loop = true},
  {0}};
