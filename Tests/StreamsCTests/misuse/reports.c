/* What the misuse handler hears, and a stream beside that nothing may touch. */
#include "misuse.h"

report_t report;
int cases;

static void hear(void *context, int status, const char *function, const char *text) {
  (void)context;
  report.count++;
  report.status = status;
  snprintf(report.function, sizeof report.function, "%s", function);
  snprintf(report.text, sizeof report.text, "%s", text);
}

void listen_to_misuse(void) {
  memset(&report, 0, sizeof report);
  assert_int_equal(streams_set_misuse_handler(hear, NULL), STREAMS_OK);
}

const char *words(int status) { return status == STREAMS_OK ? NULL : streams_status_message(status); }

void expect(const char *function, int status, int expected, const char *text) {
  cases++;
  assert_int_equal(status, expected);
  assert_int_equal(report.count, text == NULL ? 0 : 1);
  if (text != NULL) {
    assert_int_equal(report.status, expected);
    assert_string_equal(report.function, function);
    assert_string_equal(report.text, text);
  }
  memset(&report, 0, sizeof report);
}

/* ---- beside: numbers come in order, each once */
static streams_subject_t *subject;
static streams_cancellable_t *token;
static int64_t sent, received;
static int destroyed;

static streams_demand_t take(void *context, streams_value_t value) {
  (void)context;
  assert_int_equal(streams_int_of(value), ++received);
  return 0;
}

void begin_beside(void) {
  sent = received = destroyed = 0;
  subject = streams_passthrough_new();
  token = streams_sink(streams_subject_publisher(subject), take, NULL, &destroyed, count_destroy);
  assert_non_null(token);
}

void check_beside(void) {
  assert_int_equal(streams_subject_send(subject, streams_int(++sent)), STREAMS_OK);
  assert_int_equal(received, sent);
  assert_int_equal(destroyed, 0);
}

void end_beside(void) {
  assert_int_equal(streams_subject_complete(subject, 0, NULL), STREAMS_OK);
  assert_int_equal(destroyed, 1);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  streams_set_misuse_handler(NULL, NULL);
}
