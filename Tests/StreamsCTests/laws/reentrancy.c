/* What callbacks do to the stream they are called for. */
#include "laws.h"

enum { MANY = 3000 };

static void everything_may_come_inside_on_subscription(const row_t *row) {
  bench_t *bench = open_bench_on(row, 3, streams_range(1, 3));
  subscribe(bench);
  if (bench->recorder.ends == 0) request(&bench->recorder, 1); /* where the end waits for demand (C47) */
  EXPECT_SEEN(bench, "1 2 3 |");
  close_bench(bench);
}

static streams_demand_t requests_one(recorder_t *me, int64_t number) {
  (void)number;
  request(me, 1);
  return 0;
}

static streams_demand_t returns_one(recorder_t *me, int64_t number) {
  (void)me, (void)number;
  return 1;
}

static void subscribe_it(void *context) { subscribe(context); }

static void takes_a_bounded_stack(const row_t *row, streams_demand_t (*on_value)(recorder_t *, int64_t)) {
  bench_t *bench = open_bench_on(row, 1, streams_range(1, MANY));
  bench->recorder.on_value = on_value;
  on_a_small_stack(subscribe_it, bench);
  EXPECT_INT((int64_t)bench->recorder.count, MANY);
  EXPECT_INT(bench->recorder.ends, 1);
  close_bench(bench);
}

static void a_request_inside_a_value_does_not_recurse(const row_t *row) { takes_a_bounded_stack(row, requests_one); }
static void returned_demand_does_not_recurse(const row_t *row) { takes_a_bounded_stack(row, returns_one); }

/* -- a probe that sends inside of request */

static void sends_what_is_asked_for(probe_t *me, streams_demand_t demand) {
  int64_t *next = me->more;
  while (demand > 0 && *next < MANY && live_feeds(me) > 0) {
    streams_demand_t more = 0;
    send_for_more(me, streams_int(++*next), &more);
    demand = demand == STREAMS_UNLIMITED || more == STREAMS_UNLIMITED ? STREAMS_UNLIMITED : demand - 1 + more;
  }
  if (*next == MANY && live_feeds(me) > 0) complete(me, 0);
}

static void subscribe_and_ask(void *context) {
  bench_t *bench = context;
  subscribe(bench);
  request(&bench->recorder, 1);
}

static void a_source_that_sends_inside_of_request(const row_t *row) {
  int64_t next = 0;
  bench_t *bench = open_bench(row, 0);
  bench->probe.on_request = sends_what_is_asked_for;
  bench->probe.more = &next;
  bench->recorder.on_value = requests_one;
  on_a_small_stack(subscribe_and_ask, bench);
  if (!row->is_lossy) EXPECT_INT((int64_t)bench->recorder.count, MANY);
  EXPECT_INT(bench->recorder.ends, 1);
  close_bench(bench);
}

/* -- a subject, sent to by those who listen to it */

static streams_demand_t sends_up_to_3(recorder_t *me, int64_t number) {
  if (number < 3) EXPECT_INT(streams_subject_send(me->more, streams_int(number + 1)), STREAMS_OK);
  return 0;
}

static bench_t *open_on_a_subject(const row_t *row, streams_subject_t **subject) {
  *subject = streams_passthrough_new();
  bench_t *bench = open_bench_on(row, STREAMS_UNLIMITED, streams_subject_publisher(*subject));
  bench->recorder.more = *subject;
  return bench;
}

static void a_value_sent_from_inside_comes(const row_t *row) {
  streams_subject_t *subject;
  bench_t *bench = open_on_a_subject(row, &subject);
  bench->recorder.nests = row->nests;
  bench->recorder.on_value = sends_up_to_3;
  subscribe(bench);
  EXPECT_INT(streams_subject_send(subject, streams_int(1)), STREAMS_OK);
  EXPECT_INT(streams_subject_send(subject, streams_int(9)), STREAMS_OK);
  EXPECT_INT(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  EXPECT_SEEN(bench, "1 2 3 9 |");
  streams_subject_release(subject);
  close_bench(bench);
}

static streams_demand_t ends_the_subject(recorder_t *me, int64_t number) {
  (void)number;
  EXPECT_INT(streams_subject_complete(me->more, 0, NULL), STREAMS_OK);
  EXPECT_INT(streams_subject_send(me->more, streams_int(2)), STREAMS_EDONE);
  return 0;
}

static void an_end_sent_from_inside_comes(const row_t *row) {
  streams_subject_t *subject;
  bench_t *bench = open_on_a_subject(row, &subject);
  bench->recorder.nests = true;
  bench->recorder.on_value = ends_the_subject;
  subscribe(bench);
  streams_subject_send(subject, streams_int(1));
  EXPECT_SEEN(bench, "1 |");
  streams_subject_release(subject);
  close_bench(bench);
}

static bool has_many_at_a_time(const row_t *row) { return is_each(row) && !row->is_one_at_a_time; }

const law_t reentrancy_laws[] = {
  {"C7: a request inside on_subscription may bring everything at once", everything_may_come_inside_on_subscription,
   is_each},
  {"C21: a request inside on_value is honoured once and does not recurse", a_request_inside_a_value_does_not_recurse,
   is_endless},
  {"C22: demand that is returned does not recurse either", returned_demand_does_not_recurse, is_endless},
  {"C21: a source may send inside of request, and does not recurse", a_source_that_sends_inside_of_request,
   is_endless},
  {"C34: a value sent from inside on_value comes, after the one under way where there is a turn",
   a_value_sent_from_inside_comes, has_many_at_a_time},
  {"C43: an end sent from inside on_value comes after the value", an_end_sent_from_inside_comes, is_each},
  {0}};
