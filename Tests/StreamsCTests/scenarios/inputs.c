/* The lanes a to h: publishers that the scenario moves, and what they are asked for. */
#include "scenarios.h"

input_t *find_input(bench_t *bench, const char *name, size_t size) {
  for (int i = 0; i < bench->input_count; i++)
    if (strlen(bench->inputs[i].lane->name) == size && memcmp(bench->inputs[i].lane->name, name, size) == 0)
      return &bench->inputs[i];
  die(bench->scenario->file, bench->scenario->line, "\"%.*s\" is no lane", (int)size, name);
  return NULL;
}

static void feed_request(void *context, streams_demand_t demand) {
  feed_t *feed = context;
  note_demand(feed->input->asked, "", demand);
}

static void feed_cancel(void *context) {
  feed_t *feed = context;
  feed->is_live = 0;
  note(feed->input->asked, "x");
}

static void feed_start(feed_t *feed) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  producer.request = feed_request;
  producer.cancel = feed_cancel;
  feed->is_started = 1;
  streams_downstream_start(feed->downstream, &producer, feed, NULL);
}

static int input_subscribe(void *context, streams_downstream_t *downstream) {
  input_t *input = context;
  if (input->feed_count == MAX_FEEDS) die(input->bench->scenario->file, input->lane->line, "too many subscribers");
  feed_t *feed = &input->feeds[input->feed_count++];
  if (!input->bench->is_setup) note(input->asked, "s");
  feed->input = input;
  feed->downstream = streams_downstream_dup(downstream);
  feed->is_live = 1;
  feed->is_started = 0;
  if (!input->is_late) feed_start(feed);
  return STREAMS_OK;
}

void play_input(input_t *input, const char *event) {
  int is_end = is(event, "|") || event[0] == '!';
  int code = event[0] == '!' ? STREAMS_EUSER(0) : 0;
  if (input->subject != NULL) {
    if (is_end) streams_subject_complete(input->subject, code, event + 1);
    else streams_subject_send(input->subject, value_of(event));
    return;
  }
  int count = input->feed_count, subscribers = 0, wanted = 0;
  for (int i = 0; i < count; i++) {
    feed_t *feed = &input->feeds[i];
    if (!feed->is_live) continue;
    if (is(event, "s")) {
      if (!feed->is_started) feed_start(feed);
      continue;
    }
    if (is_end) {
      feed->is_live = 0;
      streams_downstream_complete(feed->downstream, code, event + 1);
      continue;
    }
    streams_demand_t more = 0;
    int status = streams_downstream_send(feed->downstream, value_of(event), &more);
    subscribers++;
    if (status == STREAMS_OK) wanted++;
    if (more > 0) note_demand(input->asked, "^", more);
  }
  if (subscribers > 0 && wanted == 0) {
    char got[TEXT];
    snprintf(got, sizeof got, "column %d: %s sends %.60s, which nobody asked for", input->bench->column + 1,
             input->lane->name, event);
    fault(input->bench, input->lane->name, "what was asked for", got);
  }
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const input_t *)a)->lane->name, ((const input_t *)b)->lane->name);
}

void open_inputs(bench_t *bench) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = input_subscribe;
  for (int i = 0; i < bench->scenario->lane_count; i++)
    if (is_input(bench->scenario->lanes[i].name)) bench->inputs[bench->input_count++].lane = &bench->scenario->lanes[i];
  qsort(bench->inputs, (size_t)bench->input_count, sizeof bench->inputs[0], by_name);
  for (int i = 0; i < bench->input_count; i++) {
    input_t *input = &bench->inputs[i];
    input->bench = bench;
    input->is_late = has_event(input->lane, "s");
    input->publisher = streams_create(&source, input, NULL);
  }
}

void close_inputs(bench_t *bench) {
  for (int i = 0; i < bench->input_count; i++) {
    input_t *input = &bench->inputs[i];
    for (int j = 0; j < input->feed_count; j++) streams_downstream_release(input->feeds[j].downstream);
    streams_cancellable_release(input->keeping);
    streams_promise_release(input->promise);
    streams_publisher_release(input->publisher);
    streams_subject_release(input->subject);
  }
}
