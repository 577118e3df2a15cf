/* Everything may be done inside every callback: cancel, give handles up, send, complete, ask, subscribe anew. One
 * pipeline with every kind of callback; at each of them, each of these is done once. */
#include "support.h"

enum place {
  ON_SUBSCRIPTION, ON_VALUE, ON_COMPLETION, DESTROY, MAP, FILTER, SCAN, EQUAL, COMPARE, FLAT_MAP, LATEST, CATCH,
  MAP_ERROR, MAKE, NEXT, FILL, SUBSCRIBE, REQUEST, CANCEL, SEEN_SUBSCRIPTION, SEEN_VALUE, SEEN_END, SEEN_REQUEST,
  DESTROY_MAP, CANCELLABLE, POSTED, places
};
static const char *const place_names[] = {
  "on_subscription", "on_value", "on_completion", "destroy", "map", "filter", "scan", "equal", "compare", "flat_map",
  "flat_map_latest", "catch", "map_error", "deferred", "generate", "generate_n", "subscribe", "request", "cancel",
  "observer: subscription", "observer: value", "observer: end", "observer: request", "destroy of map", "cancellable",
  "post"
};
enum action { NOTHING, STOP, GIVE_UP, SEND, COMPLETE, ASK, ANEW, actions };

static struct world {
  enum place place;
  enum action action;
  int done;                       /* how often it was done */
  bool is_stopped, is_in;         /* after a cancel; in on_value or on_completion */
  streams_subject_t *subject, *second; /* two handles to the source */
  streams_publisher_t *publisher; /* the pipeline */
  streams_subscription_t *subscription;
  streams_downstream_t *downstream;
  streams_cancellable_t *anew;    /* of the stream that was begun inside */
  int ends, destroyed, anew_destroyed, anew_given;
  char text[200];
} w;

/* Gives a handle up; what is called meanwhile does not find it any more. */
static void end_publisher(void) {
  streams_publisher_t *publisher = w.publisher;
  w.publisher = NULL;
  if (publisher != NULL) assert_int_equal(streams_publisher_release(publisher), STREAMS_OK);
}
static void end_subscription(void) {
  streams_subscription_t *subscription = w.subscription;
  w.subscription = NULL;
  if (subscription == NULL) return;
  assert_int_equal(streams_subscription_cancel(subscription), STREAMS_OK);
  assert_int_equal(streams_subscription_release(subscription), STREAMS_OK);
}

static void act(void) {
  int status = STREAMS_OK;
  switch (w.action) {
    case STOP:
      if (w.subscription == NULL) break;
      status = streams_subscription_cancel(w.subscription);
      w.is_stopped = true;
      break;
    case GIVE_UP:
      if (w.subscription != NULL) assert_int_equal(streams_subscription_release(w.subscription), STREAMS_OK);
      w.subscription = NULL;
      if (w.second != NULL) assert_int_equal(streams_subject_release(w.second), STREAMS_OK);
      w.second = NULL;
      end_publisher();
      break;
    case SEND: status = streams_subject_send(w.subject, streams_int(40)); break;
    case COMPLETE: status = streams_subject_complete(w.subject, 0, NULL); break;
    case ASK: if (w.subscription != NULL) status = streams_subscription_request(w.subscription, 5); break;
    case ANEW:
      w.anew_given++;
      w.anew = streams_sink(
        w.publisher != NULL ? streams_publisher_dup(w.publisher) : streams_subject_publisher(w.subject), NULL, NULL,
        &w.anew_destroyed, count_destroy);
      assert_non_null(w.anew);
      break;
    default: break;
  }
  if (status != STREAMS_EDONE && status != STREAMS_ECANCELED) assert_int_equal(status, STREAMS_OK);
}

/* Called at every place; does what is to be done the first time it is the one. */
static void at(enum place place) {
  if (place != w.place || w.done++ > 0) return;
  act();
}

/* ---- the callbacks */
static void on_subscription(void *context, streams_subscription_t *subscription) {
  (void)context;
  w.subscription = streams_subscription_dup(subscription);
  at(ON_SUBSCRIPTION);
  if (!w.is_stopped) assert_int_equal(streams_subscription_request(subscription, 1000), STREAMS_OK);
}
static void note(const char *word) {
  assert_false(w.is_stopped); /* no callback starts after a cancel */
  assert_int_equal(w.ends, 0);
  assert_int_equal(w.destroyed, 0);
  snprintf(w.text + strlen(w.text), sizeof w.text - strlen(w.text), "%s ", word);
}
static streams_demand_t on_value(void *context, streams_value_t value) {
  char text[40];
  (void)context;
  assert_true(streams_value_describe(value, text, sizeof text) > 0);
  note(text);
  at(ON_VALUE);
  return 0;
}
static void on_completion(void *context, const streams_error_t *error) {
  (void)context;
  note(error == NULL ? "|" : "x");
  w.ends++;
  at(ON_COMPLETION);
}
static void on_destroy(void *context) {
  (void)context;
  w.destroyed++;
  at(DESTROY);
}

static streams_value_t map(void *context, streams_value_t value) { return (void)context, at(MAP), value; }
static int filter(void *context, streams_value_t value) { return (void)context, (void)value, at(FILTER), 1; }
static streams_value_t latest_of(void *context, streams_value_t sum, streams_value_t value) {
  return (void)context, (void)sum, at(SCAN), value;
}
static int equal(void *context, streams_value_t a, streams_value_t b) {
  return (void)context, (void)a, (void)b, at(EQUAL), 0;
}
static int compare(void *context, streams_value_t a, streams_value_t b, int *order) {
  return (void)context, at(COMPARE), streams_value_compare(a, b, order);
}
static streams_publisher_t *flat_map(void *context, streams_value_t value) {
  return (void)context, at(FLAT_MAP), streams_just(value);
}
static streams_publisher_t *latest(void *context, streams_value_t value) {
  return (void)context, at(LATEST), streams_just(value);
}
static streams_publisher_t *after(void *context, const streams_error_t *error) {
  return (void)context, (void)error, at(CATCH), streams_just(streams_int(99));
}
static int other_error(void *context, const streams_error_t *error) {
  return (void)context, (void)error, at(MAP_ERROR), STREAMS_EUSER(2);
}
static streams_value_t next(void *context) { return (void)context, at(NEXT), streams_end(); }
static int64_t fill(void *context, streams_value_t *out, size_t room) {
  return (void)context, (void)out, (void)room, at(FILL), 0;
}
static void on_request(void *context, streams_demand_t demand) { (void)context, (void)demand, at(REQUEST); }
static void on_cancel(void *context) { (void)context, at(CANCEL); }
static int subscribe(void *context, streams_downstream_t *downstream) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  (void)context;
  producer.request = on_request;
  producer.cancel = on_cancel;
  if (w.downstream != NULL) assert_int_equal(streams_downstream_release(w.downstream), STREAMS_OK);
  w.downstream = streams_downstream_dup(downstream);
  at(SUBSCRIBE);
  return streams_downstream_start(downstream, &producer, NULL, NULL);
}
static streams_publisher_t *make(void *context) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  (void)context;
  source.subscribe = subscribe;
  at(MAKE);
  return streams_create(&source, NULL, NULL);
}
static void seen_subscription(void *context) { (void)context, at(SEEN_SUBSCRIPTION); }
static void seen_value(void *context, streams_value_t value) { (void)context, (void)value, at(SEEN_VALUE); }
static void seen_end(void *context, const streams_error_t *error) { (void)context, (void)error, at(SEEN_END); }
static void seen_request(void *context, streams_demand_t demand) { (void)context, (void)demand, at(SEEN_REQUEST); }

static int stages_destroyed;
static void destroy_map(void *context) {
  (void)context;
  stages_destroyed++;
  at(DESTROY_MAP);
}
static void destroy_stage(void *context) { (void)context, stages_destroyed++; }
enum { stages = 14 };

/* The subject, a source of ones own and two that are empty, and every operator with a function. */
static streams_publisher_t *pipeline(void) {
  streams_observer_t observer = STREAMS_OBSERVER_INIT;
  streams_publisher_t *sources[4], *p;
  observer.on_subscription = seen_subscription;
  observer.on_value = seen_value;
  observer.on_completion = seen_end;
  observer.on_request = seen_request;
  sources[0] = streams_map_error(streams_subject_publisher(w.subject), other_error, NULL, destroy_stage);
  sources[1] = streams_prefix(streams_deferred(make, NULL, destroy_stage), 1);
  sources[2] = streams_generate(next, NULL, destroy_stage);
  sources[3] = streams_generate_n(fill, NULL, destroy_stage);
  p = streams_merge(sources, 4);
  p = streams_map(p, map, NULL, destroy_map);
  p = streams_filter(p, filter, NULL, destroy_stage);
  p = streams_scan(p, streams_int(0), latest_of, NULL, destroy_stage);
  p = streams_remove_duplicates(p, equal, NULL, destroy_stage);
  p = streams_flat_map(p, STREAMS_UNLIMITED, flat_map, NULL, destroy_stage);
  p = streams_flat_map_latest(p, latest, NULL, destroy_stage);
  p = streams_handle_events(p, &observer, NULL, destroy_stage);
  p = streams_catch(p, after, NULL, destroy_stage);
  sources[0] = p;
  sources[1] = streams_ignore_output(streams_min(streams_range(1, 3), compare, NULL, destroy_stage));
  p = streams_merge(sources, 2);
  return streams_filter(p, filter, NULL, destroy_stage);
}

static void do_posted(void *context) { (void)context, at(POSTED); }
static void do_cancelled(void *context) { (void)context, at(CANCELLABLE); }

static void run(enum place place, enum action action) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  streams_loop_t *loop = streams_loop_new();
  streams_cancellable_t *token = streams_cancellable_new(do_cancelled, NULL, NULL);
  memset(&w, 0, sizeof w);
  w.place = place;
  w.action = action;
  stages_destroyed = 0;
  w.subject = streams_passthrough_new();
  w.second = streams_subject_dup(w.subject);
  w.publisher = pipeline();
  assert_non_null(w.publisher);
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = on_value;
  subscriber.on_completion = on_completion;
  assert_int_equal(streams_subscribe(streams_publisher_dup(w.publisher), &subscriber, NULL, on_destroy), STREAMS_OK);
  for (int i = 1; i <= 3; i++) streams_subject_send(w.subject, streams_int(i));
  if (w.downstream != NULL) streams_downstream_send(w.downstream, streams_int(7), NULL);
  assert_int_equal(streams_loop_post(loop, do_posted, NULL, NULL), STREAMS_OK);
  assert_int_equal(streams_loop_run(loop, STREAMS_RUN_NOWAIT), 0);
  assert_int_equal(streams_cancellable_cancel(token), STREAMS_OK);
  streams_subject_send(w.subject, streams_int(4));
  streams_subject_complete(w.subject, STREAMS_EUSER(1), "broken");
  end_subscription();
  end_publisher();
  if (w.anew != NULL) assert_int_equal(streams_cancellable_release(w.anew), STREAMS_OK);
  if (w.downstream != NULL) assert_int_equal(streams_downstream_release(w.downstream), STREAMS_OK);
  if (w.second != NULL) assert_int_equal(streams_subject_release(w.second), STREAMS_OK);
  assert_int_equal(streams_subject_release(w.subject), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_loop_close(loop), STREAMS_OK);
  assert_int_equal(streams_loop_release(loop), STREAMS_OK);
  assert_int_equal(w.destroyed, 1);
  assert_int_equal(w.anew_destroyed, w.anew_given);
  assert_int_equal(stages_destroyed, stages);
  assert_int_equal(streams_debug_live_handles(), 0);
  assert_int_equal(streams_debug_live_streams(), 0);
}

/* What nobody inside can change is as without it. */
static void everything_at_every_place(void **state) {
  char plain[200];
  int cases = 0;
  (void)state;
  run(places, NOTHING);
  snprintf(plain, sizeof plain, "%s", w.text);
  assert_string_equal(plain, "1 2 3 7 4 99 | ");
  for (int place = 0; place < places; place++) {
    for (int action = NOTHING; action < actions; action++, cases++) {
      run((enum place)place, (enum action)action);
      if (w.done == 0 || ((action == NOTHING || action == GIVE_UP || action == ASK) && strcmp(w.text, plain) != 0))
        fail_msg("%s, action %d: done %d, heard %s", place_names[place], action, w.done, w.text);
    }
  }
  print_message("%d times something was done inside a callback\n", cases);
}

int main(void) {
  const struct CMUnitTest tests[] = { TEST(everything_at_every_place) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
