/* The lanes demand and returns, and what is seen on out. Checks the contract beside the lanes. */
#include "scenarios.h"

static void on_subscription(void *context, streams_subscription_t *subscription) {
  subscriber_t *me = context;
  me->subscription = streams_subscription_dup(subscription);
}

/* Asks; before the subscription has come this is counted but reaches nobody. */
static void request(subscriber_t *me, streams_demand_t demand) {
  if (me->unserved >= 0) me->unserved = demand == STREAMS_UNLIMITED ? -1 : me->unserved + demand;
  if (me->subscription != NULL) streams_subscription_request(me->subscription, demand);
}

void cancel(subscriber_t *me) {
  if (me->subscription != NULL) streams_subscription_cancel(me->subscription);
  me->is_cancelled = 1;
}

static streams_demand_t on_value(void *context, streams_value_t value) {
  subscriber_t *me = context;
  char text[TEXT], word[TEXT];
  const char *lane = me == &me->bench->subscribers[0] ? "out" : "out2";
  print_value(text, sizeof text, value);
  note(me->seen, "%s", text);
  if (me->is_over) fault(me->bench, lane, "nothing after the completion (C40)", text);
  if (me->is_cancelled) fault(me->bench, lane, "nothing after cancel (C61)", text);
  if (me->unserved == 0) fault(me->bench, lane, "no more than was asked for (C13)", text);
  if (me->inside++ > 0) fault(me->bench, lane, "one signal at a time (C31)", text);
  if (me->unserved > 0) me->unserved--;
  if (me->answer_column != me->bench->column) {
    me->answer_column = me->bench->column;
    me->answer = 0;
  }
  streams_demand_t more = 0;
  if (event_at(me->returns, me->bench->column, me->answer++, word)) {
    if (is(word, "x")) cancel(me);
    else if (word[0] == 'r') request(me, demand_of(word + 1));
    else if ((more = demand_of(word)) == 0 && !is(word, "-") && !is(word, "0"))
      die(me->bench->scenario->file, me->returns->line, "unknown word \"%s\"", word);
  }
  if (more > 0 && me->unserved >= 0) me->unserved = more == STREAMS_UNLIMITED ? -1 : me->unserved + more;
  me->inside--;
  return more;
}

/* The library's own failures by the scenarios' names for them. */
static const char *text_of(const streams_error_t *error) {
  if (error->code == STREAMS_ELIMIT) return "full";
  return error->code == STREAMS_ETIMEOUT ? "late" : error->message;
}

static void on_completion(void *context, const streams_error_t *error) {
  subscriber_t *me = context;
  const char *lane = me == &me->bench->subscribers[0] ? "out" : "out2";
  if (error == NULL) note(me->seen, "|");
  else note(me->seen, "!%s", text_of(error));
  if (me->is_over) fault(me->bench, lane, "one completion (C40)", "another");
  if (me->is_cancelled) fault(me->bench, lane, "nothing after cancel (C61)", "a completion");
  me->is_over = 1;
}

void subscribe(subscriber_t *me) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = on_value;
  subscriber.on_completion = on_completion;
  streams_subscribe(streams_publisher_dup(me->bench->stream), &subscriber, me, NULL);
}

void play_demand(subscriber_t *me, lane_t *lane, const char *event) {
  bench_t *bench = me->bench;
  if (is(event, "s")) subscribe(me);
  else if (is(event, "x")) cancel(me);
  else if (is(event, "c") && bench->connectable != NULL) {
    streams_cancellable_release(bench->connection);
    bench->connection = streams_connect(bench->connectable);
  }
  else if (is(event, "d")) streams_cancellable_cancel(bench->connection);
  else if (demand_of(event) > 0) request(me, demand_of(event));
  else die(bench->scenario->file, lane->line, "unknown word \"%s\"", event);
}
