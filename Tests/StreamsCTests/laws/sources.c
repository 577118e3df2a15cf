/* Sources. */
#include <pthread.h>

#include "laws.h"

static bench_t *open_source(const row_t *row, streams_demand_t first) { return open_bench_on(row, first, NULL); }

static const char *end_of(const row_t *row) { return row->text + strcspn(row->text, "|!"); }
static bool is_full(const row_t *row) { return row->text[0] != 0 && end_of(row) != row->text; }
static bool is_at_once(const row_t *row) { return is_full(row) && row->shape == EACH; }

/* The first `count` values of it: "1 2". */
static const char *part_of(const row_t *row, size_t count) {
  static char text[200];
  size_t size = 0;
  for (size_t i = 0; i < count; i++) size += strcspn(row->text + size, " ") + (i + 1 < count);
  snprintf(text, sizeof text, "%.*s", (int)size, row->text);
  return text;
}
static size_t count_of(const row_t *row) {
  size_t count = 0;
  for (const char *at = row->text; at != end_of(row); at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' '))
    if (at[0] != 0) count++;
  return count;
}

static void all_of_it_comes_each_time(const row_t *row) {
  recorder_t second = {.first = STREAMS_UNLIMITED};
  bench_t *bench = open_source(row, STREAMS_UNLIMITED);
  subscribe(bench);
  EXPECT_SEEN(bench, row->text);
  EXPECT_INT(record(&second, streams_publisher_dup(bench->stream)), STREAMS_OK);
  settle(bench);
  expect_text(seen(&second), row->text, __FILE__, __LINE__);
  if (bench->recorder.code == FAILURE && strcmp(row->text, "!") == 0)
    EXPECT(strlen(bench->recorder.message) > 0);
  close_recorder(&second);
  close_bench(bench);
}

static void without_demand_only_the_end_comes(const row_t *row) {
  bench_t *bench = open_source(row, 0);
  subscribe(bench);
  EXPECT_SEEN(bench, is_full(row) ? "" : row->text);
  close_bench(bench);
}

static void as_many_come_as_were_asked_for(const row_t *row) {
  bench_t *bench = open_source(row, 0);
  subscribe(bench);
  for (size_t count = 1; count <= count_of(row); count++) {
    EXPECT_INT(bench->recorder.ends, 0);
    request_more(bench, 1);
    if (count < count_of(row)) EXPECT_SEEN(bench, part_of(row, count));
  }
  EXPECT_INT((int64_t)bench->recorder.count, (int64_t)count_of(row));
  if (row->ends_late) {
    EXPECT_INT(bench->recorder.ends, 0); /* C101 */
    request_more(bench, 1);
  }
  EXPECT_SEEN(bench, row->text); /* C49: the end with the last value */
  close_bench(bench);
}

static streams_demand_t returns_one(recorder_t *me, int64_t number) {
  (void)me, (void)number;
  return 1;
}
static streams_demand_t requests_one(recorder_t *me, int64_t number) {
  (void)number;
  request(me, 1);
  return 0;
}

static void asked_from_inside(const row_t *row) {
  for (int i = 0; i < 2; i++) {
    bench_t *bench = open_source(row, 1);
    bench->recorder.on_value = i == 0 ? returns_one : requests_one;
    subscribe(bench);
    for (size_t j = 0; j < count_of(row); j++) settle(bench);
    EXPECT_SEEN(bench, row->text);
    close_bench(bench);
  }
}

static void less_than_one_is_no_demand(const row_t *row) {
  bench_t *bench = open_source(row, 0);
  subscribe(bench);
  int before = signals(&bench->recorder);
  EXPECT_INT(streams_subscription_request(bench->recorder.subscription, 0), STREAMS_EINVAL);
  EXPECT_INT(streams_subscription_request(bench->recorder.subscription, -1), STREAMS_EINVAL);
  settle(bench);
  EXPECT_INT(signals(&bench->recorder), before);
  if (bench->recorder.ends == 0) request_more(bench, STREAMS_UNLIMITED);
  EXPECT_SEEN(bench, row->text);
  close_bench(bench);
}

static void asks_inside_the_end(recorder_t *me) {
  request(me, 1); /* EDONE */
  cancel(me);
}

static void nothing_comes_after_the_end(const row_t *row) {
  bench_t *bench = open_source(row, STREAMS_UNLIMITED);
  bench->recorder.on_completion = asks_inside_the_end;
  subscribe(bench);
  if (bench->recorder.ends == 0) leave(bench);
  int before = signals(&bench->recorder);
  request_more(bench, 1);
  leave(bench);
  request_more(bench, STREAMS_UNLIMITED);
  EXPECT_INT(signals(&bench->recorder), before);
  EXPECT_INT(bench->recorder.destroyed, 1); /* C72 */
  close_bench(bench);
}

static void nothing_comes_after_cancel(const row_t *row) {
  for (size_t before = 0; before < count_of(row); before++) {
    bench_t *bench = open_source(row, (streams_demand_t)before);
    subscribe(bench);
    leave(bench);
    request_more(bench, STREAMS_UNLIMITED); /* C63: ECANCELED */
    EXPECT_SEEN(bench, part_of(row, before));
    EXPECT_INT(bench->recorder.destroyed, 1); /* C72 */
    close_bench(bench);
  }
}

static void cancels_and_asks(recorder_t *me, streams_subscription_t *subscription) {
  me->is_cancelled = true;
  EXPECT_INT(streams_subscription_cancel(subscription), STREAMS_OK);
  EXPECT_INT(streams_subscription_request(subscription, STREAMS_UNLIMITED), STREAMS_ECANCELED);
}

static void nothing_comes_after_cancel_inside_the_subscription(const row_t *row) {
  bench_t *bench = open_source(row, 0);
  bench->recorder.on_subscription = cancels_and_asks;
  subscribe(bench);
  EXPECT_INT(signals(&bench->recorder), 1);
  EXPECT_INT(bench->recorder.destroyed, 1);
  close_bench(bench);
}

static streams_demand_t cancels_at_its_last(recorder_t *me, int64_t number) {
  (void)number;
  if (me->count == *(size_t *)me->more) cancel(me);
  return 1;
}

static void nothing_comes_after_cancel_inside_a_value(const row_t *row) {
  for (size_t last = 1; last <= count_of(row); last++) {
    bench_t *bench = open_source(row, STREAMS_UNLIMITED);
    bench->recorder.on_value = cancels_at_its_last;
    bench->recorder.more = &last;
    subscribe(bench);
    EXPECT_SEEN(bench, part_of(row, last)); /* and no end */
    EXPECT_INT(bench->recorder.destroyed, 1);
    close_bench(bench);
  }
}

static void a_publisher_may_go_first(const row_t *row) {
  bench_t *bench = open_source(row, 0);
  subscribe(bench);
  drop_stream(bench);
  if (bench->recorder.ends == 0) request_more(bench, STREAMS_UNLIMITED);
  EXPECT_SEEN(bench, row->text);
  if (bench->recorder.ends > 0) EXPECT(is_all_destroyed(bench));
  close_bench(bench);
}

static void *asks_for_everything(void *context) {
  streams_subscription_request(context, STREAMS_UNLIMITED);
  return NULL;
}

/* What has come and what not is anybody's guess; the recorder cannot tell of a cancel in another thread. */
static void request_and_cancel_from_two_threads(const row_t *row) {
  for (int i = 0; i < 20; i++) {
    pthread_t thread;
    bench_t *bench = open_source(row, 0);
    subscribe(bench);
    bench->recorder.asked = -1;
    EXPECT_INT(pthread_create(&thread, NULL, asks_for_everything, bench->recorder.subscription), 0);
    EXPECT_INT(streams_subscription_cancel(bench->recorder.subscription), STREAMS_OK);
    pthread_join(thread, NULL);
    EXPECT(bench->recorder.count <= count_of(row));
    if (bench->recorder.ends > 0) EXPECT_SEEN(bench, row->text);
    EXPECT_INT(bench->recorder.destroyed, 1);
    close_bench(bench);
  }
}

const law_t source_laws[] = {
  {"C2, C70: each subscriber gets the subscription, all values and the end", all_of_it_comes_each_time, NULL},
  {"C3, C4: without demand no value comes, and the end only where there is none", without_demand_only_the_end_comes,
   NULL},
  {"C12, C49, C101: as many come as were asked for, and the end with the last", as_many_come_as_were_asked_for,
   is_full},
  {"C12, C21: what is asked inside on_value, and what it returns, is demand", asked_from_inside, is_full},
  {"C15: a demand of nothing or less is refused", less_than_one_is_no_demand, NULL},
  {"C40, C41, C43: after the end there is nothing, whatever is asked or cancelled", nothing_comes_after_the_end, NULL},
  {"C61, C63: after cancel there is nothing", nothing_comes_after_cancel, is_full},
  {"C61: after cancel inside on_subscription there is nothing that needed demand",
   nothing_comes_after_cancel_inside_the_subscription, is_full},
  {"C61: after cancel inside a value there is nothing, not even the end", nothing_comes_after_cancel_inside_a_value,
   is_full},
  {"C71: a stream goes on without its publisher", a_publisher_may_go_first, NULL},
  {"C32: request and cancel from two threads at once", request_and_cancel_from_two_threads, is_at_once},
  {0}};
