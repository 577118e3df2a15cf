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

static streams_publisher_t *print(bench_t *b, streams_publisher_t *a) {
  (void)b;
  return streams_print(a, "law");
}

const row_t sharing_rows[] = {
  {.name = "streams_share", .make = share, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_autoconnect", .make = autoconnect, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_make_connectable", .make = autoconnect, .is_lossy = true, .nests = true, .is_shared = true},
  {.name = "streams_print", .make = print, .nests = true, .is_loud = true},
  {0}};
