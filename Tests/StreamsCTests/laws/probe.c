#include "laws.h"

static void note_asked(probe_t *me, int64_t asked) {
  if (me->asked_count < ROOM) me->asked[me->asked_count++] = asked;
}

static void on_request(void *context, streams_demand_t demand) {
  feed_t *feed = context;
  EXPECT_INT(feed->destroyed, 0);
  if (demand <= 0) fault(__FILE__, __LINE__, "C15: upstream is asked for %" PRId64, demand);
  if (feed->is_over) fault(__FILE__, __LINE__, "C41, C63: a request after the end");
  note_asked(feed->probe, demand);
  if (feed->probe->on_request != NULL) feed->probe->on_request(feed->probe, demand);
}

int cancel_count;

static void on_cancel(void *context) {
  feed_t *feed = context;
  EXPECT_INT(feed->destroyed, 0);
  if (feed->is_over) fault(__FILE__, __LINE__, "C42, C60: a cancel after the end");
  feed->is_over = true;
  feed->probe->cancels++;
  feed->probe->cancel_order = ++cancel_count;
  note_asked(feed->probe, CANCELLED);
}

static void on_destroy(void *context) {
  feed_t *feed = context;
  if (++feed->destroyed > 1) fault(__FILE__, __LINE__, "destroy of a producer, a second time");
}

int start_feed(feed_t *feed) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  producer.request = on_request;
  producer.cancel = on_cancel;
  feed->is_started = true;
  return streams_downstream_start(feed->downstream, &producer, feed, on_destroy);
}

static int on_subscribe(void *context, streams_downstream_t *downstream) {
  probe_t *me = context;
  EXPECT_INT(me->destroyed, 0);
  if (me->feed_count == FEEDS) return STREAMS_ELIMIT;
  feed_t *feed = &me->feeds[me->feed_count++];
  feed->probe = me;
  feed->downstream = streams_downstream_dup(downstream);
  if (me->on_subscribe != NULL) me->on_subscribe(me);
  return me->is_late ? STREAMS_OK : start_feed(feed);
}

static void on_source_destroy(void *context) {
  probe_t *me = context;
  if (++me->destroyed > 1) fault(__FILE__, __LINE__, "destroy of a source, a second time");
}

streams_publisher_t *probe_publisher(probe_t *probe) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = on_subscribe;
  probe->is_made = true;
  return streams_create(&source, probe, on_source_destroy);
}

static feed_t *newest(probe_t *probe) { return probe->feed_count == 0 ? NULL : &probe->feeds[probe->feed_count - 1]; }

int send_for_more(probe_t *probe, streams_value_t value, streams_demand_t *more) {
  feed_t *feed = newest(probe);
  if (feed == NULL) return STREAMS_ESTATE;
  int status = streams_downstream_send(feed->downstream, value, more);
  EXPECT(*more >= 0);
  if (*more > 0) note_asked(probe, *more);
  return status;
}

int send_value(probe_t *probe, streams_value_t value) {
  streams_demand_t more = 0;
  return send_for_more(probe, value, &more);
}

int complete(probe_t *probe, int code) {
  feed_t *feed = newest(probe);
  if (feed == NULL) return STREAMS_ESTATE;
  bool was_over = feed->is_over;
  feed->is_over = true;
  int status = streams_downstream_complete(feed->downstream, code, code == 0 ? NULL : "oops");
  EXPECT_INT(status == STREAMS_EDONE || status == STREAMS_ECANCELED, was_over);
  return status;
}

streams_demand_t demand_of(probe_t *probe) {
  streams_demand_t demand = 0;
  feed_t *feed = newest(probe);
  if (feed != NULL) EXPECT_INT(streams_downstream_demand(feed->downstream, &demand), STREAMS_OK);
  return demand;
}

int live_feeds(const probe_t *probe) {
  int count = 0;
  for (int i = 0; i < probe->feed_count; i++)
    if (!probe->feeds[i].is_over) count++;
  return count;
}

void close_probe(probe_t *probe) {
  for (int i = 0; i < probe->feed_count; i++) {
    EXPECT_INT(streams_downstream_release(probe->feeds[i].downstream), STREAMS_OK);
    EXPECT_INT(probe->feeds[i].destroyed, probe->feeds[i].is_started);
  }
  EXPECT_INT(probe->destroyed, probe->is_made);
}
