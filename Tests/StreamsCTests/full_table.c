/* More handles than there can be, and copies for which there is no memory. */
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "support.h"

enum { all_handles = 1 << 24 };
static streams_publisher_t **handles; /* all that there are but those of the test itself */
static int count, heard, destroyed;
static char heard_function[80];

static void hear(void *context, int status, const char *function, const char *text) {
  (void)context;
  heard++;
  assert_int_equal(status, STREAMS_ELIMIT);
  assert_string_equal(text, streams_status_message(STREAMS_ELIMIT));
  snprintf(heard_function, sizeof heard_function, "%s", function);
}

/* Takes what is left. */
static void fill(void) {
  streams_set_misuse_handler(NULL, NULL);
  for (;;) {
    streams_publisher_t *next = count == 0 ? streams_range(1, 2) : streams_publisher_dup(handles[0]);
    if (next == NULL) break;
    handles[count++] = next;
  }
  streams_set_misuse_handler(hear, NULL);
  heard = 0;
}

static void refused(const void *result, const char *function) {
  assert_null(result);
  assert_int_equal(streams_last_error()->code, STREAMS_ELIMIT);
  assert_int_equal(heard, 1);
  assert_string_equal(heard_function, function);
  heard = 0;
}

static void do_nothing(void *context) { (void)context; }
static int never_subscribed(void *context, streams_downstream_t *downstream) {
  (void)context, (void)downstream;
  fail();
  return STREAMS_OK;
}
static streams_value_t next(void *context) { return (void)context, streams_int(5); }

/* In a callback, with a handle that was lent all the same. */
static streams_subscription_t *second;
static void on_subscription(void *context, streams_subscription_t *subscription) {
  (void)context;
  assert_non_null(subscription);
  second = streams_subscription_dup(subscription);
  refused(second, "streams_subscription_dup");
  assert_int_equal(streams_subscription_request(subscription, 2), STREAMS_OK);
}
static void subscribe_with(streams_publisher_t *publisher, record_t *record) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  subscriber.on_value = record_value;
  subscriber.on_completion = record_completion;
  record->asked = 2;
  assert_int_equal(streams_subscribe(publisher, &subscriber, record, record_destroy), STREAMS_OK);
}

static void too_many_handles(void **state) {
  record_t beside = { 0 }, record = { 0 }, failed = { 0 };
  struct rusage usage;
  streams_source_t source = STREAMS_SOURCE_INIT;
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *connectable = streams_make_connectable(streams_generate(next, &destroyed, count_destroy));
  streams_publisher_t *created, *p;
  streams_cancellable_t *token = sink_record(streams_subject_publisher(subject), &beside);
  (void)state;
  source.subscribe = never_subscribed;
  created = streams_create(&source, &destroyed, count_destroy);
  handles = malloc(all_handles * sizeof *handles);
  count = destroyed = 0;
  fill();
  assert_int_equal(streams_debug_live_handles(), all_handles);
  assert_int_equal(count, all_handles - 4);

  refused(streams_range(1, 2), "streams_range");
  refused(streams_bag_new(), "streams_bag_new");
  refused(streams_passthrough_new(), "streams_passthrough_new");
  refused(streams_subject_publisher(subject), "streams_subject_publisher");
  refused(streams_subject_dup(subject), "streams_subject_dup");
  refused(streams_cancellable_new(do_nothing, &destroyed, count_destroy), "streams_cancellable_new");
  assert_int_equal(destroyed, 1);
  refused(streams_generate(next, &destroyed, count_destroy), "streams_generate");
  assert_int_equal(destroyed, 2);
  refused(streams_connect(connectable), "streams_connect"); /* cancelled: it would never end */
  refused(streams_loop_new(), "streams_loop_new");

  /* What takes a handle over has room for another. A source finds none for what it is to lend. */
  p = streams_map(handles[--count], twice, &destroyed, count_destroy);
  assert_non_null(p);
  fill();
  subscribe_with(p, &record);
  assert_string_equal(record.text, "2 4 |");
  assert_int_equal(record.destroyed, 1);
  assert_int_equal(destroyed, 3);
  fill();
  subscribe_with(created, &failed);
  assert_string_equal(failed.text, "x-10012");
  assert_int_equal(failed.destroyed, 1);
  assert_int_equal(destroyed, 4);
  fill();
  assert_int_equal(streams_subject_send(subject, streams_int(7)), STREAMS_OK);
  assert_string_equal(beside.text, "7");

  /* One that is given up makes room for one. */
  assert_int_equal(streams_publisher_release(handles[--count]), STREAMS_OK);
  p = streams_empty();
  assert_non_null(p);
  refused(streams_empty(), "streams_empty");
  assert_int_equal(streams_publisher_release(p), STREAMS_OK);

  while (count > 0) assert_int_equal(streams_publisher_release(handles[--count]), STREAMS_OK);
  free(handles);
  assert_int_equal(getrusage(RUSAGE_SELF, &usage), 0);
  print_message("%d handles, %ld MB at most\n", all_handles, usage.ru_maxrss / 1024);
  assert_true(usage.ru_maxrss < 1024 * 1024);
  assert_int_equal(streams_publisher_release(connectable), STREAMS_OK);
  assert_int_equal(streams_cancellable_release(token), STREAMS_OK);
  assert_int_equal(streams_subject_release(subject), STREAMS_OK);
  assert_int_equal(beside.destroyed, 1);
  streams_set_misuse_handler(NULL, NULL);
}

/* Memory that can be read, but not copied: the address space of the process ends before. */
static void copies_without_memory(void **state) {
  const size_t size = (size_t)4 << 30;
  struct rlimit before, limit;
  long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "r");
  void *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  (void)state;
  assert_ptr_not_equal(memory, MAP_FAILED);
  assert_non_null(statm);
  assert_int_equal(fscanf(statm, "%ld", &pages), 1);
  fclose(statm);
  assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
  limit = before;
  limit.rlim_cur = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + (1 << 30);
  assert_int_equal(setrlimit(RLIMIT_AS, &limit), 0);
  assert_int_equal(streams_status_of(streams_value_bytes(memory, size)), STREAMS_ENOMEM);
  assert_int_equal(streams_status_of(streams_value_string(memory, size)), STREAMS_ENOMEM);
  assert_int_equal(streams_status_of(streams_value_copy(streams_bytes_ref(memory, size))), STREAMS_ENOMEM);
  assert_int_equal(streams_status_of(streams_value_list(memory, size / 16)), STREAMS_ENOMEM); /* all null */
  assert_int_equal(streams_status_of(streams_value_copy(streams_list_ref(memory, size / 16))), STREAMS_ENOMEM);
  assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
  assert_int_equal(munmap(memory, size), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(copies_without_memory),
    TEST(too_many_handles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
