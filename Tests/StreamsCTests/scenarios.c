/* Plays .scenario files against libstreams.so: scenarios FILE...
 *
 * The same files are played in Swift by Tests/StreamsTests/Scenarios; docs/scenarios.md defines the format. Time is
 * virtual: this program brings its own clock_gettime(), so that libuv's timers follow the columns. What streams_print()
 * says goes to standard error and is tested elsewhere. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <streams.h>

enum { MAX_COLUMNS = 64, MAX_LANES = 24, MAX_WORDS = 16, MAX_FEEDS = 32, TEXT = 512, TICK_MS = 10 };

/* -- virtual time -------------------------------------------------------------------------------------------------- */

static int64_t now_ms = 1000000;

/* Every clock of the process shows the scenario's time. */
int clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  time->tv_sec = (time_t)(now_ms / 1000);
  time->tv_nsec = (long)(now_ms % 1000) * 1000000;
  return 0;
}

/* -- a scenario, as read ------------------------------------------------------------------------------------------- */

typedef struct lane {
  char *name;
  int line;
  int count;
  char *columns[MAX_COLUMNS];
} lane_t;

typedef struct scenario {
  const char *file;
  int line;
  char name[TEXT];
  int word_count;
  char *words[MAX_WORDS];
  int is_for_c;
  int lane_count;
  lane_t lanes[MAX_LANES];
} scenario_t;

static void die(const char *file, int line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, arguments);
  fprintf(stderr, "\n");
  va_end(arguments);
  exit(2);
}

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

static int is_input(const char *name) { return name[0] >= 'a' && name[0] <= 'h' && name[1] == 0; }

static int is_lane(const char *name) {
  return is_input(name) || is(name, "demand") || is(name, "demand2") || is(name, "returns") || is(name, "returns2") ||
         is(name, "out") || is(name, "out2") || (name[0] >= 'a' && name[0] <= 'h' && is(name + 1, ".demand"));
}

static lane_t *find_lane(scenario_t *scenario, const char *name) {
  for (int i = 0; i < scenario->lane_count; i++)
    if (is(scenario->lanes[i].name, name)) return &scenario->lanes[i];
  return NULL;
}

static void check_scenario(scenario_t *scenario) {
  lane_t *out = find_lane(scenario, "out");
  if (scenario->word_count == 0) die(scenario->file, scenario->line, "\"%s\" has no stream", scenario->name);
  if (out == NULL) die(scenario->file, scenario->line, "\"%s\" has no lane out", scenario->name);
  for (int i = 0; i < scenario->lane_count; i++)
    if (scenario->lanes[i].count != out->count)
      die(scenario->file, scenario->lanes[i].line, "lane %s has %d columns, out has %d", scenario->lanes[i].name,
          scenario->lanes[i].count, out->count);
}

/* -- what one scenario plays on ------------------------------------------------------------------------------------ */

typedef struct bench bench_t;
typedef struct input input_t;

/* One subscriber of an input. */
typedef struct feed {
  input_t *input;
  streams_downstream_t *downstream; /* owned */
  int is_started;
  int is_live;
} feed_t;

/* An input lane: a publisher moved by hand, or what moves a subject. */
struct input {
  bench_t *bench;
  lane_t *lane;
  int is_late;
  streams_publisher_t *publisher; /* owned */
  streams_subject_t *subject;     /* owned; NULL: the publisher is moved */
  int feed_count;
  feed_t feeds[MAX_FEEDS];
  char asked[TEXT]; /* in this column */
};

typedef struct subscriber {
  bench_t *bench;
  lane_t *returns;
  streams_subscription_t *subscription; /* owned */
  int is_over, is_cancelled, inside;
  int64_t unserved; /* asked for and not received, -1: unlimited */
  int answer_column, answer;
  char seen[TEXT]; /* in this column */
} subscriber_t;

struct bench {
  scenario_t *scenario;
  int column, is_setup;
  int input_count;
  input_t inputs[8];
  subscriber_t subscribers[2];
  streams_publisher_t *stream;       /* owned */
  streams_publisher_t *connectable;  /* owned */
  streams_cancellable_t *connection; /* owned */
  streams_loop_t *loop;              /* owned */
  int fault_count;
};

static void note(char *text, const char *format, ...) {
  size_t length = strlen(text);
  va_list arguments;
  if (length > 0) text[length++] = '+';
  va_start(arguments, format);
  vsnprintf(text + length, TEXT - length, format, arguments);
  va_end(arguments);
}

static void fault(bench_t *bench, const char *lane, const char *expected, const char *got) {
  lane_t *found = find_lane(bench->scenario, lane);
  bench->fault_count++;
  printf("%s:%d: %s: lane %s\n  expected  %s\n  got       %s\n", bench->scenario->file,
          found ? found->line : bench->scenario->line, bench->scenario->name, lane, expected, got);
}

static void note_demand(char *text, const char *sign, streams_demand_t demand) {
  if (demand == STREAMS_UNLIMITED) note(text, "%s*", sign);
  else note(text, "%s%" PRId64, sign, demand);
}

static input_t *find_input(bench_t *bench, const char *name, size_t size) {
  for (int i = 0; i < bench->input_count; i++)
    if (strlen(bench->inputs[i].lane->name) == size && memcmp(bench->inputs[i].lane->name, name, size) == 0)
      return &bench->inputs[i];
  die(bench->scenario->file, bench->scenario->line, "\"%.*s\" is no lane", (int)size, name);
  return NULL;
}

/* Word `index` of a column, copied; 0 if there are fewer. "-" has none. */
static int event_at(lane_t *lane, int column, int index, char *word) {
  if (lane == NULL || is(lane->columns[column], "-")) return 0;
  const char *text = lane->columns[column];
  for (; index > 0 && text != NULL; index--) {
    text = strchr(text, '+');
    if (text != NULL) text++;
  }
  if (text == NULL) return 0;
  snprintf(word, TEXT, "%.*s", (int)strcspn(text, "+"), text);
  return 1;
}

/* Does `lane` have `event` in some column? */
static int has_event(lane_t *lane, const char *event) {
  char word[TEXT];
  for (int i = 0; lane != NULL && i < lane->count; i++)
    for (int j = 0; event_at(lane, i, j, word); j++)
      if (is(word, event)) return 1;
  return 0;
}

/* "3" or "*"; 0: not a demand. */
static streams_demand_t demand_of(const char *word) {
  char *end;
  if (is(word, "*")) return STREAMS_UNLIMITED;
  streams_demand_t demand = strtoll(word, &end, 10);
  return *end == 0 && demand > 0 ? demand : 0;
}

/* -- values -------------------------------------------------------------------------------------------------------- */

static streams_value_t value_of(const char *word) {
  char *end;
  int64_t number = strtoll(word, &end, 10);
  return *end == 0 ? streams_int(number) : streams_string(word);
}

static void print_value(char *text, size_t room, streams_value_t value) {
  if (streams_kind_of(value) == STREAMS_KIND_INT) {
    snprintf(text, room, "%" PRId64, streams_int_of(value));
  } else if (streams_kind_of(value) == STREAMS_KIND_LIST) {
    size_t count = streams_list_of(value).count;
    if (count == 0) snprintf(text, room, "[]");
    for (size_t i = 0; i < count; i++) {
      size_t length = i == 0 ? 0 : strlen(text);
      if (i > 0) length += (size_t)snprintf(text + length, room - length, ",");
      print_value(text + length, room - length, streams_list_at(value, i));
    }
  } else {
    streams_span_t span = streams_span_of(value);
    snprintf(text, room, "%.*s", (int)span.size, span.size ? (const char *)span.data : "");
  }
}

/* -- inputs -------------------------------------------------------------------------------------------------------- */

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

static void play_input(input_t *input, const char *event) {
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

/* -- subscribers --------------------------------------------------------------------------------------------------- */

static void on_subscription(void *context, streams_subscription_t *subscription) {
  subscriber_t *me = context;
  me->subscription = streams_subscription_dup(subscription);
}

/* Asks; before the subscription has come this is counted but reaches nobody. */
static void request(subscriber_t *me, streams_demand_t demand) {
  if (me->unserved >= 0) me->unserved = demand == STREAMS_UNLIMITED ? -1 : me->unserved + demand;
  if (me->subscription != NULL) streams_subscription_request(me->subscription, demand);
}

static void cancel(subscriber_t *me) {
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

static void on_completion(void *context, const streams_error_t *error) {
  subscriber_t *me = context;
  const char *lane = me == &me->bench->subscribers[0] ? "out" : "out2";
  if (error == NULL) note(me->seen, "|");
  else note(me->seen, "!%s", error->code == STREAMS_ELIMIT ? "full" : error->message);
  if (me->is_over) fault(me->bench, lane, "one completion (C40)", "another");
  if (me->is_cancelled) fault(me->bench, lane, "nothing after cancel (C61)", "a completion");
  me->is_over = 1;
}

static void subscribe(subscriber_t *me) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = on_value;
  subscriber.on_completion = on_completion;
  streams_subscribe(streams_publisher_dup(me->bench->stream), &subscriber, me, NULL);
}

static void play_demand(subscriber_t *me, lane_t *lane, const char *event) {
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

/* -- the functions of the scenarios -------------------------------------------------------------------------------- */

static streams_value_t twice(void *context, streams_value_t value) {
  (void)context;
  return streams_int(streams_int_of(value) * 2);
}

static int even(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) % 2 == 0;
}

static streams_value_t half(void *context, streams_value_t value) {
  (void)context;
  return streams_int_of(value) % 2 == 0 ? streams_int(streams_int_of(value) / 2) : streams_skip();
}

static streams_value_t half_or_fail(void *context, streams_value_t value) {
  (void)context;
  if (streams_int_of(value) % 2 == 0) return streams_int(streams_int_of(value) / 2);
  streams_set_error_message("odd");
  return streams_failure(STREAMS_EUSER(0));
}

static streams_value_t add(void *context, streams_value_t sum, streams_value_t value) {
  (void)context;
  return streams_int(streams_int_of(sum) + streams_int_of(value));
}

static streams_value_t add_up_to_9(void *context, streams_value_t sum, streams_value_t value) {
  streams_value_t next = add(context, sum, value);
  if (streams_int_of(next) <= 9) return next;
  streams_set_error_message("big");
  return streams_failure(STREAMS_EUSER(0));
}

/* Fails the `try` forms for a number of two digits. */
static int is_big(streams_value_t value) {
  if (streams_int_of(value) <= 9) return 0;
  streams_set_error_message("big");
  return 1;
}

static int even_up_to_9(void *context, streams_value_t value) {
  return is_big(value) ? STREAMS_EUSER(0) : even(context, value);
}

static streams_value_t half_up_to_9(void *context, streams_value_t value) {
  return is_big(value) ? streams_failure(STREAMS_EUSER(0)) : half(context, value);
}

static int same_up_to_9(void *context, streams_value_t one, streams_value_t other) {
  (void)context;
  return is_big(one) || is_big(other) ? STREAMS_EUSER(0) : streams_value_equal(one, other);
}

/* The publisher that a value names. */
static streams_publisher_t *named(void *context, streams_value_t value) {
  streams_span_t span = streams_span_of(value);
  return streams_publisher_dup(find_input(context, span.data, span.size)->publisher);
}

/* The publisher of the lane that is the context. */
static streams_publisher_t *instead(void *context, const streams_error_t *error) {
  (void)error;
  return streams_publisher_dup(((input_t *)context)->publisher);
}

static streams_publisher_t *for_each_subscriber(void *context) {
  return streams_publisher_dup(((input_t *)context)->publisher);
}

/* The same; what is bad is followed by something worse. */
static streams_publisher_t *instead_unless_bad(void *context, const streams_error_t *error) {
  if (is(error->message, "bad")) return streams_fail(STREAMS_EUSER(0), "worse");
  return instead(context, error);
}

/* -- the stream's words -------------------------------------------------------------------------------------------- */

static const char *word_at(bench_t *bench, int place) {
  if (place >= bench->scenario->word_count) die(bench->scenario->file, bench->scenario->line, "a word is missing");
  return bench->scenario->words[place];
}

static int64_t number_at(bench_t *bench, int place) { return strtoll(word_at(bench, place), NULL, 10); }

static input_t *input_at(bench_t *bench, int place) {
  const char *word = word_at(bench, place);
  return find_input(bench, word, strlen(word));
}

static streams_publisher_t *other(bench_t *bench, int place) {
  return streams_publisher_dup(input_at(bench, place)->publisher);
}

/* All the publishers that the stream names, put into `all`. */
static size_t others(bench_t *bench, streams_publisher_t *a, streams_publisher_t **all) {
  size_t count = 0;
  all[count++] = a;
  for (int place = 2; place < bench->scenario->word_count; place++) all[count++] = other(bench, place);
  return count;
}

static int full_at(bench_t *bench, int place) {
  const char *word = word_at(bench, place);
  if (is(word, "dropNewest")) return STREAMS_BUFFER_DROP_NEWEST;
  if (is(word, "dropOldest")) return STREAMS_BUFFER_DROP_OLDEST;
  if (!is(word, "customError")) die(bench->scenario->file, bench->scenario->line, "unknown word \"%s\"", word);
  return STREAMS_BUFFER_FAIL;
}

/* The C side of the table in Tests/StreamsTests/Scenarios/ScenarioStreams.swift. Consumes a. */
static streams_publisher_t *build_operator(bench_t *b, const char *name, streams_publisher_t *a) {
  streams_publisher_t *all[MAX_WORDS];
  if (is(name, "map")) return streams_map(a, twice, NULL, NULL);
  if (is(name, "tryMap")) return streams_map(a, half_or_fail, NULL, NULL);
  if (is(name, "filter")) return streams_filter(a, even, NULL, NULL);
  if (is(name, "tryFilter")) return streams_filter(a, even_up_to_9, NULL, NULL);
  if (is(name, "compactMap")) return streams_compact_map(a, half, NULL, NULL);
  if (is(name, "tryCompactMap")) return streams_compact_map(a, half_up_to_9, NULL, NULL);
  if (is(name, "scan")) return streams_scan(a, value_of(word_at(b, 2)), add, NULL, NULL);
  if (is(name, "tryScan")) return streams_scan(a, value_of(word_at(b, 2)), add_up_to_9, NULL, NULL);
  if (is(name, "prefix")) return streams_prefix(a, (size_t)number_at(b, 2));
  if (is(name, "removeDuplicates")) return streams_remove_duplicates(a, NULL, NULL, NULL);
  if (is(name, "tryRemoveDuplicates")) return streams_remove_duplicates(a, same_up_to_9, NULL, NULL);
  if (is(name, "print")) return streams_print(a, "");
  if (is(name, "collect") && b->scenario->word_count == 2) return streams_collect(a);
  if (is(name, "collect")) return streams_chunk(a, (size_t)number_at(b, 2));
  if (is(name, "reduce")) return streams_reduce(a, value_of(word_at(b, 2)), add, NULL, NULL);
  if (is(name, "tryReduce")) return streams_reduce(a, value_of(word_at(b, 2)), add_up_to_9, NULL, NULL);
  if (is(name, "count")) return streams_count(a);
  if (is(name, "zip")) return streams_zip(all, others(b, a, all));
  if (is(name, "combineLatest")) return streams_combine_latest(all, others(b, a, all));
  if (is(name, "merge") || is(name, "mergeMany")) return streams_merge(all, others(b, a, all));
  if (is(name, "flatMap"))
    return streams_flat_map(a, b->scenario->word_count == 2 ? STREAMS_UNLIMITED : number_at(b, 2), named, b, NULL);
  if (is(name, "switchToLatest")) return streams_flat_map_latest(a, named, b, NULL);
  if (is(name, "append")) {
    for (int place = 2; place < b->scenario->word_count; place++) a = streams_append(a, other(b, place));
    return a;
  }
  if (is(name, "prepend")) {
    for (int place = 2; place < b->scenario->word_count; place++) a = streams_prepend(a, other(b, place));
    return a;
  }
  if (is(name, "catch")) return streams_catch(a, instead, input_at(b, 2), NULL);
  if (is(name, "tryCatch")) return streams_catch(a, instead_unless_bad, input_at(b, 2), NULL);
  if (is(name, "retry")) return streams_retry(a, number_at(b, 2));
  if (is(name, "replaceError")) return streams_replace_error(a, value_of(word_at(b, 2)));
  if (is(name, "debounce")) return streams_debounce(a, b->loop, (uint64_t)number_at(b, 2) * TICK_MS);
  if (is(name, "receive")) return streams_receive_on(a, b->loop);
  if (is(name, "buffer"))
    return streams_buffer(a, (size_t)number_at(b, 2), is(word_at(b, 3), "keepFull"), full_at(b, 4));
  if (is(name, "multicast") || is(name, "makeConnectable")) {
    streams_publisher_t *connectable = streams_make_connectable(a);
    b->connectable = streams_publisher_dup(connectable);
    return connectable;
  }
  if (is(name, "autoconnect")) return streams_autoconnect(streams_make_connectable(a));
  if (is(name, "share")) return streams_share(a);
  die(b->scenario->file, b->scenario->line, "unknown operator \"%s\"", name);
  return NULL;
}

static streams_publisher_t *build_stream(bench_t *b) {
  const char *name = word_at(b, 0);
  if (is(name, "just")) return streams_just(value_of(word_at(b, 1)));
  if (is(name, "values")) {
    streams_value_t values[MAX_WORDS];
    int count = b->scenario->word_count - 1;
    for (int i = 0; i < count; i++) values[i] = value_of(word_at(b, i + 1));
    return streams_from_values(values, (size_t)count);
  }
  if (is(name, "empty")) return streams_empty();
  if (is(name, "never")) return streams_never();
  if (is(name, "fail")) return streams_fail(STREAMS_EUSER(0), word_at(b, 1));
  if (is(name, "deferred")) return streams_deferred(for_each_subscriber, input_at(b, 1), NULL);
  if (is(name, "passthrough") || is(name, "current")) {
    input_t *input = input_at(b, 1);
    if (is(name, "current")) input->subject = streams_current_value_new(value_of(word_at(b, 2)));
    else input->subject = streams_passthrough_new();
    return streams_subject_publisher(input->subject);
  }
  return build_operator(b, word_at(b, 1), other(b, 0));
}

/* -- playing ------------------------------------------------------------------------------------------------------- */

static void take(char *row, char *seen) {
  size_t length = strlen(row);
  snprintf(row + length, 4 * TEXT - length, "%s%s", length ? " " : "", seen[0] ? seen : "-");
  seen[0] = 0;
}

static void compare(bench_t *bench, const char *name, const char *got) {
  lane_t *lane = find_lane(bench->scenario, name);
  char expected[4 * TEXT] = "";
  if (lane == NULL) return;
  for (int i = 0; i < lane->count; i++) {
    size_t length = strlen(expected);
    snprintf(expected + length, sizeof expected - length, "%s%s", length ? " " : "", lane->columns[i]);
  }
  if (!is(expected, got)) fault(bench, name, expected, got);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const input_t *)a)->lane->name, ((const input_t *)b)->lane->name);
}

static void open_inputs(bench_t *bench) {
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

/* Ends what still runs and gives every handle up. */
static void close_bench(bench_t *bench) {
  streams_cancellable_release(bench->connection);
  for (int i = 0; i < 2; i++) {
    subscriber_t *me = &bench->subscribers[i];
    if (me->subscription != NULL) {
      if (!me->is_over) cancel(me);
      streams_subscription_release(me->subscription);
    }
  }
  streams_publisher_release(bench->stream);
  streams_publisher_release(bench->connectable);
  for (int i = 0; i < bench->input_count; i++) {
    input_t *input = &bench->inputs[i];
    for (int j = 0; j < input->feed_count; j++) streams_downstream_release(input->feeds[j].downstream);
    streams_publisher_release(input->publisher);
    streams_subject_release(input->subject);
  }
  for (int i = 0; i < 3; i++) streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT);
  streams_loop_close(bench->loop);
  streams_loop_release(bench->loop);
}

/* What is due, and what that schedules for at once. */
static void run_due(bench_t *bench) {
  for (int i = 0; i < 4; i++) streams_loop_run(bench->loop, STREAMS_RUN_NOWAIT);
}

/* Plays one scenario. 1: all is as it says. */
static int play(scenario_t *scenario) {
  bench_t *bench = calloc(1, sizeof *bench);
  char event[TEXT], out[2][4 * TEXT] = {"", ""}, asked[8][4 * TEXT] = {""};
  lane_t *demands[2];
  bench->scenario = scenario;
  bench->is_setup = 1;
  bench->loop = streams_loop_new();
  streams_loop_hold(bench->loop, true);
  open_inputs(bench);
  bench->stream = build_stream(bench);
  if (bench->stream == NULL) die(scenario->file, scenario->line, "no stream: %s", streams_last_error()->message);
  for (int i = 0; i < 2; i++) {
    subscriber_t *me = &bench->subscribers[i];
    me->bench = bench;
    me->answer_column = -1;
    me->returns = find_lane(scenario, i == 0 ? "returns" : "returns2");
    demands[i] = find_lane(scenario, i == 0 ? "demand" : "demand2");
    if ((i == 0 || demands[i] != NULL) && !has_event(demands[i], "s")) subscribe(me);
  }
  bench->is_setup = 0;
  int columns = find_lane(scenario, "out")->count;
  for (bench->column = 0; bench->column < columns; bench->column++) {
    if (bench->column > 0) {
      now_ms += TICK_MS;
      run_due(bench);
    }
    for (int i = 0; i < 2; i++)
      for (int j = 0; event_at(demands[i], bench->column, j, event); j++)
        play_demand(&bench->subscribers[i], demands[i], event);
    for (int i = 0; i < bench->input_count; i++)
      for (int j = 0; event_at(bench->inputs[i].lane, bench->column, j, event); j++)
        play_input(&bench->inputs[i], event);
    for (int i = 0; i < 2; i++) take(out[i], bench->subscribers[i].seen);
    for (int i = 0; i < bench->input_count; i++) take(asked[i], bench->inputs[i].asked);
  }
  compare(bench, "out", out[0]);
  compare(bench, "out2", out[1]);
  for (int i = 0; i < bench->input_count; i++) {
    char name[TEXT];
    snprintf(name, sizeof name, "%s.demand", bench->inputs[i].lane->name);
    compare(bench, name, asked[i]);
  }
  close_bench(bench);
  size_t handles = streams_debug_live_handles(), running = streams_debug_live_streams();
  if (handles != 0 || running != 0) {
    snprintf(event, sizeof event, "%zu handles, %zu streams", handles, running);
    fault(bench, "out", "nothing left behind", event);
  }
  int is_good = bench->fault_count == 0;
  free(bench);
  return is_good;
}

/* -- reading ------------------------------------------------------------------------------------------------------- */

static char *read_file(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(2);
  }
  size_t size = 0, room = 1 << 20;
  char *text = malloc(room);
  size = fread(text, 1, room - 1, file);
  text[size] = 0;
  fclose(file);
  return text;
}

static int passed, failed, left_out;
static int file_is_for_c; /* unless a scenario says otherwise */

static int reads_for_c(const char *file, int number) {
  char *language = strtok(NULL, " \t\r");
  if (language == NULL || (!is(language, "swift") && !is(language, "c")) || strtok(NULL, " \t\r") == NULL)
    die(file, number, "only swift|c and a reason");
  return is(language, "c");
}

static void end_scenario(scenario_t *scenario) {
  if (scenario->name[0] == 0) return;
  check_scenario(scenario);
  if (!scenario->is_for_c) left_out++;
  else if (play(scenario)) passed++;
  else failed++;
  scenario->name[0] = 0;
}

static void read_line(scenario_t *scenario, const char *file, int number, char *line) {
  char *key = strtok(line, " \t\r"), *word;
  if (key == NULL || key[0] == '#') return;
  if (is(key, "scenario")) {
    end_scenario(scenario);
    memset(scenario, 0, sizeof *scenario);
    scenario->file = file;
    scenario->line = number;
    scenario->is_for_c = file_is_for_c;
    while ((word = strtok(NULL, " \t\r")) != NULL) {
      size_t length = strlen(scenario->name);
      snprintf(scenario->name + length, sizeof scenario->name - length, "%s%s", length ? " " : "", word);
    }
    if (scenario->name[0] == 0) die(file, number, "a scenario needs a sentence");
  } else if (is(key, "only")) {
    *(scenario->name[0] == 0 ? &file_is_for_c : &scenario->is_for_c) = reads_for_c(file, number);
  } else if (scenario->name[0] == 0) {
    die(file, number, "\"%s\" stands before the first scenario", key);
  } else if (is(key, "stream")) {
    if (scenario->word_count > 0) die(file, number, "a second stream");
    while ((word = strtok(NULL, " \t\r")) != NULL && scenario->word_count < MAX_WORDS)
      scenario->words[scenario->word_count++] = word;
  } else if (is_lane(key)) {
    if (find_lane(scenario, key) != NULL) die(file, number, "a second lane %s", key);
    if (scenario->lane_count == MAX_LANES) die(file, number, "too many lanes");
    lane_t *lane = &scenario->lanes[scenario->lane_count++];
    lane->name = key;
    lane->line = number;
    while ((word = strtok(NULL, " \t\r")) != NULL) {
      if (lane->count == MAX_COLUMNS) die(file, number, "too many columns");
      lane->columns[lane->count++] = word;
    }
  } else {
    die(file, number, "unknown word \"%s\"", key);
  }
}

static void play_file(const char *path) {
  char *text = read_file(path), *line = text;
  scenario_t *scenario = calloc(1, sizeof *scenario);
  file_is_for_c = 1;
  for (int number = 1; line != NULL; number++) {
    char *end = strchr(line, '\n');
    if (end != NULL) *end = 0;
    read_line(scenario, path, number, line);
    line = end != NULL ? end + 1 : NULL;
  }
  end_scenario(scenario);
  free(scenario);
  free(text);
}

int main(int count, char **arguments) {
  for (int i = 1; i < count; i++) play_file(arguments[i]);
  printf("%d passed, %d failed, %d not for C\n", passed, failed, left_out);
  return failed == 0 && passed > 0 ? 0 : 1;
}
