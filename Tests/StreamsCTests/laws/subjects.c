/* Subjects, and what feeds them. */
#include "laws.h"

static streams_publisher_t *passthrough(bench_t *b, streams_publisher_t *a) {
  (void)a;
  b->subject = streams_passthrough_new();
  return streams_subject_publisher(b->subject);
}

/* Without the value it begins with, so that both can be told the same. */
static int is_not_zero(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) != 0;
}
static streams_publisher_t *current_value(bench_t *b, streams_publisher_t *a) {
  (void)a;
  b->subject = streams_current_value_new(streams_int(0));
  return streams_filter(streams_subject_publisher(b->subject), is_not_zero, NULL, NULL);
}

/* holds_end: it remembers a value. */
const row_t subject_rows[] = {
  {.name = "streams_subject_publisher, passthrough", .make = passthrough},
  {.name = "streams_subject_publisher, current value", .make = current_value, .holds_end = true},
  {0}};

static int tell(bench_t *bench, int64_t number) { return streams_subject_send(bench->subject, streams_int(number)); }
static int end_it(bench_t *bench, int code) { return streams_subject_complete(bench->subject, code, "oops"); }
static void join(bench_t *bench, recorder_t *recorder) {
  EXPECT_INT(record(recorder, streams_publisher_dup(bench->stream)), STREAMS_OK);
}
static void expect_seen(recorder_t *recorder, const char *text) {
  expect_text(seen(recorder), text, __FILE__, __LINE__);
}

static void each_subscriber_has_its_own_demand(const row_t *row) {
  recorder_t other = {.first = 1};
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, NULL);
  subscribe(bench);
  join(bench, &other);
  EXPECT_INT(tell(bench, 1), STREAMS_OK);
  EXPECT_INT(tell(bench, 2), STREAMS_OK);
  EXPECT_SEEN(bench, "1 2");
  expect_seen(&other, "1");
  EXPECT_INT(end_it(bench, 0), STREAMS_OK);
  EXPECT_SEEN(bench, "1 2 |");
  expect_seen(&other, "1 |");
  close_recorder(&other);
  close_bench(bench);
}

typedef struct guests {
  bench_t *bench;
  recorder_t leaving, late;
} guests_t;

static streams_demand_t comes_and_goes(recorder_t *me, int64_t number) {
  guests_t *guests = me->more;
  if (number == 1) {
    cancel(&guests->leaving);
    join(guests->bench, &guests->late);
  }
  return 0;
}

static void subscribers_come_and_go_during_a_send(const row_t *row) {
  guests_t guests = {.leaving = {.first = STREAMS_UNLIMITED}, .late = {.first = STREAMS_UNLIMITED}};
  bench_t *bench = guests.bench = open_bench_on(row, STREAMS_UNLIMITED, NULL);
  bench->recorder.on_value = comes_and_goes;
  bench->recorder.more = &guests;
  subscribe(bench);
  join(bench, &guests.leaving);
  EXPECT_INT(tell(bench, 1), STREAMS_OK);
  EXPECT_INT(tell(bench, 2), STREAMS_OK);
  EXPECT_SEEN(bench, "1 2");
  expect_seen(&guests.leaving, "");
  expect_seen(&guests.late, row->holds_end ? "1 2" : "2");
  EXPECT_INT(end_it(bench, 0), STREAMS_OK);
  close_recorder(&guests.leaving);
  close_recorder(&guests.late);
  close_bench(bench);
}

enum { GUESTS = 20 };
static char order[GUESTS + 1];

static streams_demand_t notes_its_letter(recorder_t *me, int64_t number) {
  (void)number;
  strncat(order, me->more, 1);
  return 0;
}

static void subscribers_are_served_in_their_order(const row_t *row) {
  static char letters[] = "abcdefghijklmnopqrst";
  recorder_t guests[GUESTS] = {{0}};
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, NULL);
  subscribe(bench);
  for (int i = 0; i < GUESTS; i++) {
    guests[i].first = STREAMS_UNLIMITED;
    guests[i].on_value = notes_its_letter;
    guests[i].more = &letters[i];
    join(bench, &guests[i]);
  }
  order[0] = 0;
  tell(bench, 1);
  expect_text(order, letters, __FILE__, __LINE__);
  cancel(&guests[7]);
  order[0] = 0;
  tell(bench, 2);
  expect_text(order, "abcdefgijklmnopqrst", __FILE__, __LINE__);
  end_it(bench, 0);
  for (int i = 0; i < GUESTS; i++) close_recorder(&guests[i]);
  close_bench(bench);
}

static void a_subject_asks_what_feeds_it(const row_t *row) {
  bench_t *bench = open_bench_on(row, 1, NULL);
  streams_cancellable_t *feed = streams_subject_feed(bench->subject, probe_publisher(&bench->probe));
  EXPECT_INT(bench->probe.asked_count, row->holds_end ? 1 : 0);
  subscribe(bench);
  EXPECT_INT(bench->probe.asked_count, 1);
  EXPECT_INT(bench->probe.asked[0], STREAMS_UNLIMITED);
  EXPECT_INT(give(bench, 5), STREAMS_OK);
  EXPECT_SEEN(bench, "5");
  EXPECT_INT(finish(bench, FAILURE), STREAMS_OK);
  EXPECT_SEEN(bench, "5 !");
  EXPECT_INT(tell(bench, 6), STREAMS_EDONE);
  EXPECT_INT(streams_cancellable_release(feed), STREAMS_OK);
  close_bench(bench);
}

static void a_feed_that_is_released_stops(const row_t *row) {
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, NULL);
  streams_cancellable_t *feed = streams_subject_feed(bench->subject, probe_publisher(&bench->probe));
  subscribe(bench);
  EXPECT_INT(streams_cancellable_release(feed), STREAMS_OK);
  EXPECT_INT(bench->probe.cancels, 1);
  EXPECT_INT(tell(bench, 7), STREAMS_OK); /* the subject goes on */
  EXPECT_SEEN(bench, "7");
  close_bench(bench);
}

static void an_ended_subject_says_so_for_ever(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    recorder_t late = {.first = STREAMS_UNLIMITED};
    int code = i == 0 ? 0 : FAILURE;
    bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, NULL);
    subscribe(bench);
    EXPECT_INT(end_it(bench, code), STREAMS_OK);
    EXPECT_INT(tell(bench, 1), STREAMS_EDONE);
    EXPECT_INT(end_it(bench, 0), STREAMS_EDONE);
    join(bench, &late);
    EXPECT_SEEN(bench, i == 0 ? "|" : "!");
    expect_seen(&late, i == 0 ? "|" : "!");
    close_recorder(&late);
    close_bench(bench);
  }
}

static void a_subject_lives_as_long_as_its_subscribers(const row_t *row) {
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, NULL);
  subscribe(bench);
  streams_subject_t *second = streams_subject_dup(bench->subject);
  EXPECT_INT(streams_subject_release(bench->subject), STREAMS_OK);
  bench->subject = NULL;
  drop_stream(bench);
  EXPECT_INT(streams_subject_send(second, streams_int(3)), STREAMS_OK);
  EXPECT_INT(streams_subject_release(second), STREAMS_OK);
  EXPECT_SEEN(bench, "3"); /* and no end: nobody says so any more */
  leave(bench);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

const law_t subject_laws[] = {
  {"C12: each subscriber of a subject has a demand of its own", each_subscriber_has_its_own_demand, NULL},
  {"C38: who subscribes during a send does not get that value; who leaves gets nothing more",
   subscribers_come_and_go_during_a_send, NULL},
  {"C39: a subject serves its subscribers in the order they came", subscribers_are_served_in_their_order, NULL},
  {"C84: a passthrough subject asks its upstream once somebody asks it, a current value at once",
   a_subject_asks_what_feeds_it, NULL},
  {"C62: a feed that is released cancels upstream and ends nothing", a_feed_that_is_released_stops, NULL},
  {"C85: a subject that has ended sends nothing more and tells who comes that it has",
   an_ended_subject_says_so_for_ever, NULL},
  {"C66: a subject that is let go of says no end", a_subject_lives_as_long_as_its_subscribers, NULL},
  {0}};
