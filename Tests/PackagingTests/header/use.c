/* Every inline function and every macro that the header has for programs, used as a program would. Valid C99 and valid
 * C++11; header.sh compiles it as both, and checks that nothing of the header is missing here. */
#include <streams.h>

static int counted = 0;
static void *count_up(void *object) {
  counted++;
  return object;
}
static void count_down(void *object) {
  (void)object;
  counted--;
}
static const streams_type_t counter = STREAMS_TYPE_INIT("counter", count_up, count_down);

/* A struct that begins with its macro, then gets its functions. */
static streams_demand_t stop(void *context, streams_value_t value) {
  (void)context;
  return streams_is_null(value) ? STREAMS_UNLIMITED : STREAMS_STOP;
}
static int refuse(void *context, streams_downstream_t *downstream) {
  (void)context;
  (void)downstream;
  return STREAMS_EUSER(1);
}
static void ignore(void *context, streams_demand_t demand) {
  (void)context;
  (void)demand;
}

static int failures = 0;
static void check(bool fine) { failures += fine ? 0 : 1; }

static void making_and_looking(void) {
  static const char text[] = "four";
  streams_value_t items[2];
  items[0] = streams_int(1);
  items[1] = streams_double(0.5);
  check(streams_is_null(streams_null()) && streams_kind_of(streams_null()) == STREAMS_KIND_NULL);
  check(streams_bool_of(streams_bool(true)));
  check(streams_is_int(items[0]) && streams_int_of(items[0]) == 1);
  check(streams_double_of(items[1]) > 0.4);
  check(streams_span_of(streams_string(text)).size == 4);
  check(streams_span_of(streams_string_ref(text, 3)).data == text);
  check(streams_status_of(streams_string_ref(NULL, 3)) == STREAMS_EINVAL);
  check(streams_status_of(streams_value_lying_(text, SIZE_MAX, STREAMS_KIND_STRING)) == STREAMS_EINVAL);
  check(streams_span_of(streams_bytes_ref(text, 5)).size == 5);
  check(streams_list_of(streams_list_ref(items, 2)).count == 2);
  check(streams_int_of(streams_list_at(streams_list_ref(items, 2), 0)) == 1);
}

static void objects(void) {
  int object = 0;
  streams_value_t lent = streams_object_ref(&counter, &object);
  streams_value_t yours = streams_value_counted(&counter, counter.copy(&object));
  check(streams_type_of(lent) == &counter && streams_object_of(lent) == &object);
  check(streams_object_as(lent, &counter) == &object);
  check(!streams_is_yours(lent) && streams_is_yours(yours) && !streams_is_yours(streams_lend(yours)));
  streams_value_clear(&yours);
  check(counted == 0 && streams_is_null(yours));
}

static void signals(void) {
  check(streams_kind_of(streams_skip()) == STREAMS_KIND_SIGNAL && streams_kind_of(streams_end()) == STREAMS_KIND_SIGNAL);
  check(streams_status_of(streams_failure(STREAMS_EKIND)) == STREAMS_EKIND);
}

static void structs(void) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  streams_source_t source = STREAMS_SOURCE_INIT;
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  streams_observer_t observer = STREAMS_OBSERVER_INIT;
  subscriber.on_value = stop;
  source.subscribe = refuse;
  producer.request = ignore;
  check(subscriber.size > 0 && source.size > 0 && producer.size > 0 && observer.size > 0);
}

int main(void) {
  making_and_looking();
  objects();
  signals();
  structs();
  check(streams_version() >= STREAMS_VERSION_NUMBER);
  check(STREAMS_VERSION_MAJOR + STREAMS_VERSION_MINOR + STREAMS_VERSION_PATCH > 0 && sizeof(STREAMS_VERSION_STRING) > 5);
  return failures;
}
