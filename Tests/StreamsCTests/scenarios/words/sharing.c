#include "words.h"

streams_publisher_t *sharing_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "multicast") || is(name, "makeConnectable")) {
    streams_publisher_t *connectable = streams_make_connectable(a);
    b->connectable = streams_publisher_dup(connectable);
    return connectable;
  }
  if (is(name, "autoconnect")) return streams_autoconnect(streams_make_connectable(a));
  if (is(name, "share")) return streams_share(a);
  return NULL;
}
