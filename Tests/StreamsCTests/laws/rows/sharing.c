/* Sharing, and looking on. */
#include "../laws.h"

static streams_publisher_t *share(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_share(a);
}

static streams_publisher_t *autoconnect(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_autoconnect(streams_make_connectable(a));
}

static streams_publisher_t *multicast(bench_t *b, streams_publisher_t *a) {
  (void)b;
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *publisher = streams_multicast(a, subject);
  streams_subject_release(subject);
  return streams_autoconnect(publisher);
}

static void hear_value(void *context, streams_value_t value) {
  used(context);
  (void)value;
}
static void hear_demand(void *context, streams_demand_t demand) {
  used(context);
  EXPECT(demand > 0);
}
static void hear(void *context) { used(context); }
static void hear_end(void *context, const streams_error_t *error) {
  used(context);
  if (error != NULL) EXPECT(error->message != NULL);
}

static streams_publisher_t *handle_events(bench_t *b, streams_publisher_t *a) {
  streams_observer_t observer = STREAMS_OBSERVER_INIT;
  observer.on_subscription = hear;
  observer.on_value = hear_value;
  observer.on_completion = hear_end;
  observer.on_request = hear_demand;
  observer.on_cancel = hear;
  return streams_handle_events(a, &observer, counted(b), count_destroy);
}

static streams_publisher_t *print(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_print(a, "law");
}

const row_t sharing_rows[] = {
  {.name = "streams_share", .make = share, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_autoconnect", .make = autoconnect, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_make_connectable", .make = autoconnect, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_multicast", .make = multicast, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_handle_events", .make = handle_events, .nests = true},
  {.name = "streams_print", .make = print, .nests = true, .is_loud = true},
  {0}};
