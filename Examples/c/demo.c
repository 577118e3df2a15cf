/* Three short acts that show what streams are: demo FILE
 *
 * 1. the handshake: nothing is sent that was not asked for
 * 2. a report on a log file: libuv reads chunks, lines are cut from them, one at a time, without a copy
 * 3. a slow consumer: a source that could produce 100 MB produces what is taken, and memory stays flat
 *
 * scripts/demo builds and runs it, and compares the report with awk's. Ends with 1 if a figure is not what it must be. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <streams.h>

static int wrong = 0;
static void check(bool fine, const char *what) {
  if (fine) return;
  fprintf(stderr, "  WRONG: %s\n", what);
  wrong = 1;
}

/* ---- 1. the handshake ---------------------------------------------------------------------------------------------- */

typedef struct greeter {
  bool asks_for_more; /* one more for every value, or none after the first */
  int received;
  bool finished;
  streams_subscription_t *subscription; /* a handle of our own, to cancel later */
} greeter_t;

static void greet(void *context, streams_subscription_t *subscription) {
  greeter_t *greeter = context;
  greeter->subscription = streams_subscription_dup(subscription);
  printf("  subscriber: one, please\n");
  streams_subscription_request(subscription, 1);
}
static streams_demand_t answer(void *context, streams_value_t value) {
  greeter_t *greeter = context;
  greeter->received++;
  printf("  publisher:  here is %" PRId64 "\n", streams_int_of(value));
  if (!greeter->asks_for_more) return 0;
  printf("  subscriber: one more, please\n");
  return 1;
}
static void part(void *context, const streams_error_t *error) {
  greeter_t *greeter = context;
  greeter->finished = error == NULL;
  printf("  publisher:  that was all\n");
}

static void handshake(bool asks_for_more) {
  greeter_t greeter = { asks_for_more, 0, false, NULL };
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = greet;
  subscriber.on_value = answer;
  subscriber.on_completion = part;
  check(streams_subscribe(streams_range(1, 5), &subscriber, &greeter, NULL) == STREAMS_OK, "subscribing");
  if (asks_for_more) {
    check(greeter.received == 5 && greeter.finished, "5 values and the end");
  } else {
    printf("  (silence: nobody asked)\n");
    check(greeter.received == 1 && !greeter.finished, "1 value and then silence");
  }
  streams_subscription_cancel(greeter.subscription);
  streams_subscription_release(greeter.subscription);
}

/* ---- 2. a report on a log file ------------------------------------------------------------------------------------- */

typedef struct report {
  uint64_t lines;
  uint64_t statuses[1000];
  bool finished;
} report_t;

/* Counts the line and goes on with its ninth field, the status of a web server's log. Drops lines without one. */
static streams_value_t status_of_line(void *context, streams_value_t line) {
  report_t *report = context;
  streams_span_t text = streams_span_of(line);
  const char *at = text.data, *end = at + text.size, *field = at;
  report->lines++;
  for (int number = 1; number <= 9; number++) {
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    field = at;
    while (at < end && *at != ' ' && *at != '\t') at++;
  }
  if (at - field != 3) return streams_skip();
  int64_t status = 0;
  for (; field < at; field++) {
    if (*field < '0' || *field > '9') return streams_skip();
    status = status * 10 + (*field - '0');
  }
  return streams_int(status);
}
static streams_demand_t count_status(void *context, streams_value_t status) {
  report_t *report = context;
  report->statuses[streams_int_of(status)]++;
  return 0;
}
static void report_end(void *context, const streams_error_t *error) {
  report_t *report = context;
  report->finished = error == NULL;
  if (error != NULL) fprintf(stderr, "  %s\n", error->message);
}

static void log_report(const char *path) {
  report_t *report = calloc(1, sizeof *report);
  streams_loop_t *loop = streams_loop_new();
  streams_publisher_t *p = streams_fs_read(loop, path, 0);
  p = streams_lines(p, 0);
  p = streams_compact_map(p, status_of_line, report, NULL);
  streams_cancellable_t *running = streams_sink(p, count_status, report_end, report, NULL);
  streams_loop_run(loop, STREAMS_RUN_DEFAULT);
  check(report->finished, "the file was read to its end");
  streams_cancellable_release(running);
  streams_loop_release(loop);

  printf("  lines %" PRIu64 "\n", report->lines);
  for (int status = 0; status < 1000; status++) {
    if (report->statuses[status] != 0) printf("  status %03d %" PRIu64 "\n", status, report->statuses[status]);
  }
  free(report);
}

/* ---- 3. a slow consumer -------------------------------------------------------------------------------------------- */

enum { CHUNK = 10000, CHUNKS = 10000, MILLISECONDS_A_VALUE = 5, SECONDS = 3 };

typedef struct slow {
  streams_loop_t *loop;
  streams_subscription_t *subscription;
  int produced, consumed;
  long peak; /* bytes */
} slow_t;

static long memory(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%*s %ld", &pages) != 1) check(false, "reading /proc/self/statm");
  if (file != NULL) fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

static streams_value_t produce(void *context) {
  static char chunk[CHUNK];
  slow_t *slow = context;
  if (slow->produced == CHUNKS) return streams_end();
  slow->produced++;
  memset(chunk, slow->produced & 127, sizeof chunk);
  return streams_value_bytes(chunk, sizeof chunk);
}
static void keep(void *context, streams_subscription_t *subscription) {
  ((slow_t *)context)->subscription = streams_subscription_dup(subscription);
}
static streams_demand_t consume(void *context, streams_value_t chunk) {
  slow_t *slow = context;
  long now = memory();
  check(streams_span_of(chunk).size == CHUNK, "the size of a chunk");
  slow->consumed++;
  if (now > slow->peak) slow->peak = now;
  return 0; /* the clock asks */
}
static streams_demand_t tick(void *context, streams_value_t number) {
  slow_t *slow = context;
  if (streams_int_of(number) * MILLISECONDS_A_VALUE < SECONDS * 1000) {
    streams_subscription_request(slow->subscription, 1);
    return 0;
  }
  streams_subscription_cancel(slow->subscription);
  return STREAMS_STOP;
}

static void slow_consumer(void) {
  slow_t slow = { streams_loop_new(), NULL, 0, 0, 0 };
  long before = memory();
  slow.peak = before;
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = keep;
  subscriber.on_value = consume;
  check(streams_subscribe(streams_generate(produce, &slow, NULL), &subscriber, &slow, NULL) == STREAMS_OK, "subscribing");
  streams_cancellable_t *clock = streams_sink(
    streams_timer(slow.loop, MILLISECONDS_A_VALUE, MILLISECONDS_A_VALUE), tick, NULL, &slow, NULL);
  streams_loop_run(slow.loop, STREAMS_RUN_DEFAULT);
  streams_cancellable_release(clock);
  streams_subscription_release(slow.subscription);
  streams_loop_release(slow.loop);

  printf("  the source can produce %d values of %d bytes: %d MB\n", CHUNKS, CHUNK, CHUNKS / 1000 * CHUNK / 1000);
  printf("  produced %d values, consumed %d in %d s, then cancelled\n", slow.produced, slow.consumed, SECONDS);
  printf("  memory %.1f MB before, %.1f MB at most\n", (double)before / 1e6, (double)slow.peak / 1e6);
  check(slow.consumed >= 100, "the consumer got values all along");
  check(slow.produced == slow.consumed, "what was produced is what was consumed");
  check(slow.peak - before < 5000000, "memory is flat");
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s LOGFILE\n", argv[0]);
    return 2;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  printf("1. The handshake: 1 to 5, to a subscriber that asks for one, and one more with each value\n");
  handshake(true);
  printf("   The same, to one that asks for nothing more after the first\n");
  handshake(false);
  printf("2. A report on %s\n", argv[1]);
  log_report(argv[1]);
  printf("3. A slow consumer: one value every %d ms\n", MILLISECONDS_A_VALUE);
  slow_consumer();
  check(streams_debug_live_handles() == 0 && streams_debug_live_streams() == 0, "nothing is left over");
  printf("   handles and streams left over: %zu and %zu\n", streams_debug_live_handles(), streams_debug_live_streams());
  return wrong;
}
