#include "words.h"

/* Connected by the lanes of demand. */
static streams_publisher_t *connectable(bench_t *b, streams_publisher_t *publisher) {
  b->connectable = streams_publisher_dup(publisher);
  return publisher;
}

static streams_publisher_t *multicast(streams_publisher_t *a) {
  streams_subject_t *subject = streams_passthrough_new();
  streams_publisher_t *publisher = streams_multicast(a, subject);
  streams_subject_release(subject);
  return publisher;
}

streams_publisher_t *sharing_words(bench_t *b, const char *name, streams_publisher_t *a) {
  if (is(name, "multicast")) return connectable(b, multicast(a));
  if (is(name, "makeConnectable")) return connectable(b, streams_make_connectable(a));
  if (is(name, "autoconnect")) return streams_autoconnect(multicast(a));
  if (is(name, "share")) return streams_share(a);
  return NULL;
}
