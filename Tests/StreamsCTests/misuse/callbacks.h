/* The functions and structs that the rows give away. None of them does anything. */
static streams_subscriber_t subscriber;
static streams_producer_t producer;
static streams_source_t source;
static streams_observer_t observer;
static int order;
static streams_demand_t demand;
static uint64_t milliseconds;
static size_t sent;
static streams_promise_t *promise;
static streams_publisher_t *publisher;

/* What came through a pointer, given up. */
static void give_up_what_came(void) {
  if (promise != NULL) give_up(promise, PROMISE);
  if (publisher != NULL) give_up(publisher, PUBLISHER);
  promise = NULL;
  publisher = NULL;
}

static void do_nothing(void *context) { (void)context; }
static streams_demand_t on_value(void *context, streams_value_t value) { return (void)context, (void)value, 0; }
static void on_completion(void *context, const streams_error_t *error) { (void)context, (void)error; }
static int on_subscribe(void *context, streams_downstream_t *downstream) {
  return (void)context, (void)downstream, STREAMS_OK;
}
static streams_publisher_t *make(void *context) { return (void)context, streams_empty(); }
static streams_publisher_t *make_of(void *context, streams_value_t value) { return (void)value, make(context); }
static streams_publisher_t *make_after(void *context, const streams_error_t *error) {
  return (void)error, make(context);
}
static streams_value_t next(void *context) { return (void)context, streams_end(); }
static int64_t fill(void *context, streams_value_t *values, size_t room) {
  return (void)context, (void)values, (void)room, 0;
}
static int compare(void *context, streams_value_t a, streams_value_t b, int *out) {
  return (void)context, streams_value_compare(a, b, out);
}
static int other_error(void *context, const streams_error_t *error) { return (void)context, error->code; }
static int equal(void *context, streams_value_t a, streams_value_t b) {
  return (void)context, streams_value_equal(a, b) ? 1 : 0;
}
static int each_handle(void *context, const char *type, const char *name, const void *handle) {
  return (void)context, (void)type, (void)name, handle == NULL ? 1 : 0;
}
static void on_misuse(void *context, int status, const char *function, const char *text) {
  (void)context, (void)status, (void)function, (void)text;
}
