#include <unistd.h>

#include "support.h"

static void note(char *text, size_t size, const char *word) {
  size_t used = strlen(text);
  if (used + strlen(word) + 2 > size) return;
  if (used > 0) text[used++] = ' ';
  memcpy(text + used, word, strlen(word) + 1);
}

static void enter(record_t *record) {
  if (!record->nests) assert_int_equal(record->inside, 0);
  record->inside++;
  assert_int_equal(record->completions, 0);
  assert_int_equal(record->destroyed, 0);
}

static void expect(record_t *record, streams_demand_t demand) {
  if (record->asked < 0) return;
  if (demand == STREAMS_UNLIMITED) record->asked = -1;
  else record->asked += demand;
}

static void on_subscription(void *context, streams_subscription_t *subscription) {
  record_t *record = context;
  assert_int_equal(record->subscriptions++, 0);
  record->subscription = streams_subscription_dup(subscription);
  assert_non_null(record->subscription);
  if (record->first != 0) {
    expect(record, record->first);
    assert_int_equal(streams_subscription_request(subscription, record->first), STREAMS_OK);
  }
}

streams_demand_t record_value(void *context, streams_value_t value) {
  record_t *record = context;
  streams_demand_t answer = record->more;
  char text[512];
  enter(record);
  assert_false(streams_is_yours(value));
  assert_int_not_equal(record->asked, 0);
  if (record->asked > 0) record->asked--;
  assert_true(streams_value_describe(value, text, sizeof text) >= 0);
  note(record->text, sizeof record->text, text);
  if ((size_t)record->values < record->answer_count) answer = record->answers[record->values];
  __atomic_store_n(&record->values, record->values + 1, __ATOMIC_RELAXED); /* a test may watch it */
  if (record->also != NULL) record->also(record, value);
  if (record->stop_after != 0 && record->values == record->stop_after) answer = STREAMS_STOP;
  if (answer > 0) expect(record, answer);
  record->inside--;
  return answer;
}

static streams_demand_t record_values(void *context, const streams_value_t *values, size_t count) {
  record_t *record = context;
  streams_demand_t answer = record->more;
  char text[512];
  size_t i;
  enter(record);
  assert_in_range(count, 1, 256);
  for (i = 0; i < count; i++) {
    assert_false(streams_is_yours(values[i]));
    assert_int_not_equal(record->asked, 0);
    if (record->asked > 0) record->asked--;
    text[0] = '[';
    assert_true(streams_value_describe(values[i], text + (i == 0), sizeof text - 2) >= 0);
    if (i == count - 1) strcat(text, "]");
    note(record->text, sizeof record->text, text);
    if (record->also != NULL) record->also(record, values[i]);
  }
  if ((size_t)record->calls < record->answer_count) answer = record->answers[record->calls];
  record->calls++;
  __atomic_store_n(&record->values, record->values + (int)count, __ATOMIC_RELAXED); /* a test may watch it */
  if (record->stop_after != 0 && record->calls == record->stop_after) answer = STREAMS_STOP;
  if (answer > 0) expect(record, answer);
  record->inside--;
  return answer;
}

void record_completion(void *context, const streams_error_t *error) {
  record_t *record = context;
  char text[40];
  enter(record);
  record->completions++;
  record->code = error == NULL ? 0 : error->code;
  if (error != NULL) {
    assert_non_null(error->message);
    snprintf(record->message, sizeof record->message, "%s", error->message);
    snprintf(text, sizeof text, "x%d", error->code);
  }
  note(record->text, sizeof record->text, error == NULL ? "|" : text);
  record->inside--;
}

void record_destroy(void *context) {
  record_t *record = context;
  assert_int_equal(record->inside, 0);
  assert_int_equal(__atomic_fetch_add(&record->destroyed, 1, __ATOMIC_RELEASE), 0); /* a test may wait for it */
}

int subscribe_record(streams_publisher_t *publisher, record_t *record) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = record_value;
  subscriber.on_completion = record_completion;
  return streams_subscribe(publisher, &subscriber, record, record_destroy);
}

int subscribe_batches(streams_publisher_t *publisher, record_t *record) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_values = record_values;
  subscriber.on_completion = record_completion;
  return streams_subscribe(publisher, &subscriber, record, record_destroy);
}

int request_record(record_t *record, streams_demand_t demand) {
  expect(record, demand);
  return streams_subscription_request(record->subscription, demand);
}

void release_record(record_t *record) {
  assert_int_equal(streams_subscription_release(record->subscription), STREAMS_OK);
  record->subscription = NULL;
}

streams_cancellable_t *sink_record(streams_publisher_t *publisher, record_t *record) {
  record->asked = -1;
  return streams_sink(publisher, record_value, record_completion, record, record_destroy);
}

int counted_alive = 0;
static void *count_copy(void *object) {
  __atomic_fetch_add(&counted_alive, 1, __ATOMIC_RELAXED);
  return object;
}
static void count_clear(void *object) {
  (void)object;
  assert_true(__atomic_fetch_sub(&counted_alive, 1, __ATOMIC_RELAXED) > 0);
}
static int count_describe(void *object, char *buffer, size_t size) {
  return snprintf(buffer, size, "#%d", *(int *)object);
}
const streams_type_t counted_type = {
  sizeof(streams_type_t), STREAMS_KIND_OBJECT, 0, "counted", count_copy, count_clear, NULL, count_describe
};

void assert_stream(streams_publisher_t *publisher, streams_demand_t demand, const char *expected) {
  record_t record = { .first = demand };
  assert_int_equal(subscribe_record(publisher, &record), STREAMS_OK);
  assert_string_equal(record.text, expected);
  assert_int_equal(streams_subscription_cancel(record.subscription), STREAMS_OK);
  assert_string_equal(record.text, expected);
  assert_int_equal(record.destroyed, 1);
  release_record(&record);
}

void assert_all(streams_publisher_t *publisher, const char *expected) {
  assert_stream(publisher, STREAMS_UNLIMITED, expected);
}

int live_tags;

static void *copy_tag(void *object) {
  ((tag_t *)object)->count++;
  return object;
}

static void clear_tag(void *object) {
  tag_t *tag = object;
  assert_true(tag->count > 0);
  if (--tag->count > 0) return;
  free(tag);
  live_tags--;
}

static bool equal_tags(void *a, void *b) { return ((tag_t *)a)->number == ((tag_t *)b)->number; }

static int describe_tag(void *object, char *buffer, size_t size) {
  return snprintf(buffer, size, "tag%d", ((tag_t *)object)->number);
}

const streams_type_t tag_type = { sizeof(streams_type_t), STREAMS_KIND_OBJECT, 0, "tag", copy_tag, clear_tag,
                                  equal_tags, describe_tag };

streams_value_t new_tag(int number) {
  tag_t *tag = malloc(sizeof *tag);
  assert_non_null(tag);
  tag->count = 1;
  tag->number = number;
  live_tags++;
  return streams_value_counted(&tag_type, tag);
}

void count_destroy(void *context) { ++*(int *)context; }

streams_value_t twice(void *context, streams_value_t value) {
  (void)context;
  return streams_int(streams_int_of(value) * 2);
}

streams_value_t same(void *context, streams_value_t value) {
  (void)context;
  return value;
}

int is_even(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) % 2 == 0;
}

streams_value_t add(void *context, streams_value_t sum, streams_value_t value) {
  (void)context;
  return streams_int(streams_int_of(sum) + streams_int_of(value));
}

int nothing_lives(void **state) {
  (void)state;
  if (streams_debug_live_handles() != 0 || streams_debug_live_streams() != 0) {
    print_error("%zu handles and %zu streams are alive\n", streams_debug_live_handles(), streams_debug_live_streams());
    return -1;
  }
  return 0;
}

/* ---- a source that writes down what it is asked for */

static void probe_request(void *context, streams_demand_t demand) {
  probe_t *probe = context;
  char text[40];
  if (demand == STREAMS_UNLIMITED) snprintf(text, sizeof text, "*");
  else snprintf(text, sizeof text, "%lld", (long long)demand);
  note(probe->text, sizeof probe->text, text);
  if (demand == STREAMS_UNLIMITED || probe->asked == STREAMS_UNLIMITED) probe->asked = STREAMS_UNLIMITED;
  else probe->asked += demand;
}

static void probe_cancel(void *context) {
  probe_t *probe = context;
  assert_int_equal(probe->cancels++, 0);
  note(probe->text, sizeof probe->text, "x");
}

static void probe_destroy(void *context) { ((probe_t *)context)->destroyed++; }

static int probe_subscribe(void *context, streams_downstream_t *downstream) {
  probe_t *probe = context;
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  producer.request = probe_request;
  producer.cancel = probe_cancel;
  probe_release(probe);
  probe->downstream = streams_downstream_dup(downstream);
  assert_non_null(probe->downstream);
  probe->starts++;
  return streams_downstream_start(downstream, &producer, probe, probe_destroy);
}

streams_publisher_t *probe_publisher(probe_t *probe) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  source.subscribe = probe_subscribe;
  return streams_create(&source, probe, NULL);
}

int probe_send(probe_t *probe, streams_value_t value) {
  streams_demand_t more = -1;
  int status = streams_downstream_send(probe->downstream, value, &more);
  if (status == STREAMS_OK && more > 0) {
    char text[40];
    if (more == STREAMS_UNLIMITED) snprintf(text, sizeof text, "^*");
    else snprintf(text, sizeof text, "^%lld", (long long)more);
    note(probe->text, sizeof probe->text, text);
  }
  return status;
}

void probe_send_text(probe_t *probe, const char *text) {
  char copy[40];
  snprintf(copy, sizeof copy, "%s", text);
  assert_int_equal(probe_send(probe, streams_string(copy)), STREAMS_OK);
  memset(copy, '#', sizeof copy);
}

int probe_complete(probe_t *probe, int code) { return streams_downstream_complete(probe->downstream, code, NULL); }

void probe_release(probe_t *probe) {
  if (probe->downstream != NULL) assert_int_equal(streams_downstream_release(probe->downstream), STREAMS_OK);
  probe->downstream = NULL;
}

const char *written_by(void (*act)(void *context), void *context) {
  static char text[2000];
  char path[] = "/tmp/streams-written-XXXXXX";
  int file = mkstemp(path), saved = dup(2);
  ssize_t size;
  fflush(stderr);
  assert_true(file >= 0 && saved >= 0 && dup2(file, 2) == 2);
  act(context);
  assert_true(dup2(saved, 2) == 2);
  size = pread(file, text, sizeof text - 1, 0);
  assert_true(size >= 0);
  text[size] = 0;
  close(file);
  close(saved);
  unlink(path);
  return text;
}
