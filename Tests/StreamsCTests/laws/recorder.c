#include "laws.h"

static void enter(recorder_t *me) {
  if (me->inside++ > 0 && (!me->nests || takes_arrays)) fault(__FILE__, __LINE__, "C31: one signal at a time");
  if (me->destroyed > 0) fault(__FILE__, __LINE__, "a callback after destroy");
  if (me->ends > 0) fault(__FILE__, __LINE__, "C40: nothing after the end");
  if (me->is_cancelled) fault(__FILE__, __LINE__, "C61: nothing after cancel");
}

static void expect_more(recorder_t *me, streams_demand_t demand) {
  if (demand == STREAMS_UNLIMITED || (me->asked > 0 && demand > INT64_MAX - me->asked)) me->asked = -1; /* C17 */
  else if (me->asked >= 0) me->asked += demand;
}

static void on_subscription(void *context, streams_subscription_t *subscription) {
  recorder_t *me = context;
  enter(me);
  EXPECT_INT(++me->subscriptions, 1); /* C2 */
  EXPECT_INT((int64_t)me->count, 0);
  me->subscription = streams_subscription_dup(subscription);
  me->inside--; /* what is asked for now may come before this returns (C7) */
  if (me->on_subscription != NULL) me->on_subscription(me, subscription);
  if (me->first > 0) request(me, me->first);
}

static void keep(recorder_t *me, int64_t number) {
  if (me->count == me->room) me->values = realloc(me->values, (me->room = me->room * 2 + 64) * sizeof *me->values);
  me->values[me->count++] = number;
}

static streams_demand_t take(recorder_t *me, streams_value_t value) {
  streams_demand_t more = 0;
  if (me->subscriptions == 0) fault(__FILE__, __LINE__, "C2: a value before the subscription");
  if (streams_is_yours(value)) fault(__FILE__, __LINE__, "what a callback receives is lent");
  if (me->asked == 0) fault(__FILE__, __LINE__, "C13: no more than was asked for");
  if (me->asked > 0) me->asked--;
  int64_t number = number_of(value, me->item);
  keep(me, number);
  if (me->on_any_value != NULL) me->on_any_value(me, value);
  if (me->on_value != NULL) more = me->on_value(me, number);
  if (more < 0 && me->ends == 0) me->is_cancelled = true;
  if (more > 0) expect_more(me, more);
  return more;
}

static streams_demand_t on_value(void *context, streams_value_t value) {
  recorder_t *me = context;
  enter(me);
  streams_demand_t more = take(me, value);
  me->inside--;
  return more;
}

static streams_demand_t on_values(void *context, const streams_value_t *values, size_t count) {
  recorder_t *me = context;
  streams_demand_t more = 0;
  enter(me);
  EXPECT(count >= 1 && count <= 256);
  for (size_t i = 0; i < count && !me->is_cancelled; i++) {
    streams_demand_t asked = take(me, values[i]);
    if (asked < 0 || asked == STREAMS_UNLIMITED) more = asked;
    else if (more != STREAMS_UNLIMITED) more += asked;
  }
  me->inside--;
  return more;
}

static void on_completion(void *context, const streams_error_t *error) {
  recorder_t *me = context;
  enter(me);
  if (me->subscriptions == 0) fault(__FILE__, __LINE__, "C2: an end before the subscription");
  me->ends++;
  me->code = error == NULL ? 0 : error->code;
  if (error != NULL) snprintf(me->message, sizeof me->message, "%s", error->message);
  if (me->on_completion != NULL) me->on_completion(me);
  me->inside--;
}

static void on_destroy(void *context) {
  recorder_t *me = context;
  if (me->inside > 0) fault(__FILE__, __LINE__, "destroy inside a callback");
  if (++me->destroyed > 1) fault(__FILE__, __LINE__, "destroy, a second time");
}

int record(recorder_t *me, streams_publisher_t *publisher) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = on_value;
  if (takes_arrays) subscriber.on_values = on_values;
  subscriber.on_completion = on_completion;
  me->is_subscribed = true;
  return streams_subscribe(publisher, &subscriber, me, on_destroy);
}

streams_cancellable_t *record_by_sink(recorder_t *me, streams_publisher_t *publisher) {
  me->is_subscribed = true;
  me->subscriptions = 1; /* not told of it */
  me->asked = -1;
  return streams_sink(publisher, on_value, on_completion, me, on_destroy);
}

/* Counts also before the subscription has come, and then reaches nobody. */
void request(recorder_t *me, streams_demand_t demand) {
  int ended = me->ends, cancelled = me->is_cancelled;
  if (me->subscription == NULL) return;
  expect_more(me, demand);
  int status = streams_subscription_request(me->subscription, demand);
  EXPECT_INT(status, ended ? STREAMS_EDONE : cancelled ? STREAMS_ECANCELED : STREAMS_OK);
}

void cancel(recorder_t *me) {
  if (me->subscription == NULL) return;
  if (me->ends == 0) me->is_cancelled = true;
  EXPECT_INT(streams_subscription_cancel(me->subscription), STREAMS_OK);
}

void drop_subscription(recorder_t *me) {
  if (me->subscription != NULL) EXPECT_INT(streams_subscription_release(me->subscription), STREAMS_OK);
  me->subscription = NULL;
}

int signals(const recorder_t *me) { return me->subscriptions + (int)me->count + me->ends; }

const char *seen(const recorder_t *me) {
  static char text[8000];
  size_t length = 0;
  text[0] = 0;
  for (size_t i = 0; i < me->count && length < sizeof text - 40; i++)
    length += (size_t)snprintf(text + length, 30, "%s%" PRId64, i > 0 ? " " : "", me->values[i]);
  const char *blank = length > 0 ? " " : "";
  if (me->ends == 0) return text;
  if (me->code == 0) snprintf(text + length, 30, "%s|", blank);
  else if (me->code == FAILURE) snprintf(text + length, 30, "%s!", blank);
  else snprintf(text + length, 30, "%s!%d", blank, me->code);
  return text;
}

void close_recorder(recorder_t *me) {
  if (me->ends == 0 && !me->is_cancelled) cancel(me);
  drop_subscription(me);
  if (me->is_subscribed) EXPECT_INT(me->destroyed, 1);
  free(me->values);
  me->values = NULL;
  me->count = me->room = 0;
}
