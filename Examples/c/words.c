/* Counts the words of a file, one line at a time, and stops at the tenth line: words FILE */
#include <ctype.h>
#include <stdio.h>
#include <streams.h>

typedef struct { int lines, words, failed; } count_t;

static void begin(void *context, streams_subscription_t *subscription) {
  (void)context;
  streams_subscription_request(subscription, 1);
}
static streams_demand_t line(void *context, streams_value_t value) {
  count_t *count = context;
  streams_span_t text = streams_span_of(value);
  const char *letters = text.data;
  for (size_t i = 0; i < text.size; i++)
    if (!isspace((unsigned char)letters[i]) && (i == 0 || isspace((unsigned char)letters[i - 1]))) count->words++;
  return ++count->lines < 10 ? 1 : STREAMS_STOP;
}
static void end(void *context, const streams_error_t *error) {
  if (error != NULL) fprintf(stderr, "%s: %s\n", streams_status_name(error->code), error->message);
  ((count_t *)context)->failed = error != NULL;
}

int main(int argc, char **argv) {
  count_t count = { 0, 0, 0 };
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = begin;
  subscriber.on_value = line;
  subscriber.on_completion = end;
  streams_loop_t *loop = streams_loop_new();
  if (loop == NULL) return fprintf(stderr, "%s\n", streams_last_error()->message), 1;
  streams_publisher_t *lines = streams_lines(streams_fs_read(loop, argc > 1 ? argv[1] : "README.md", 0), 0);
  int status = streams_subscribe(lines, &subscriber, &count, NULL);
  if (status == STREAMS_OK) status = streams_loop_run(loop, STREAMS_RUN_DEFAULT);
  if (status < 0) fprintf(stderr, "%s\n", streams_status_message(status));
  streams_loop_release(loop);
  printf("%d words in %d lines\n", count.words, count.lines);
  return status < 0 || count.failed || streams_debug_live_handles() != 0 || streams_debug_live_streams() != 0;
}
