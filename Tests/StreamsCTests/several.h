/* Several upstreams that a test drives by hand: for the operators that take an array of publishers. */
#ifndef SEVERAL_H
#define SEVERAL_H
#include "support.h"

enum { inputs = 3 };
static probe_t probes[inputs];

/* Publishers of the probes, for an operator that takes an array. */
static inline streams_publisher_t **sources(size_t count) {
  static streams_publisher_t *publishers[inputs];
  memset(probes, 0, sizeof probes);
  for (size_t i = 0; i < count; i++) publishers[i] = probe_publisher(&probes[i]);
  return publishers;
}
static inline void send(int port, streams_value_t value) {
  assert_int_equal(probe_send(&probes[port], value), STREAMS_OK);
}
static inline void send_text(int port, const char *text) {
  char copy[40]; /* gone after the call: what is kept must have been copied */
  snprintf(copy, sizeof copy, "%s", text);
  send(port, streams_string(copy));
  memset(copy, '#', sizeof copy);
}
static inline void release_probes(void) {
  for (int i = 0; i < inputs; i++) {
    if (probes[i].starts > 0) assert_int_equal(probes[i].destroyed, probes[i].starts);
    probe_release(&probes[i]);
  }
}
static inline void finish(record_t *record) {
  assert_int_equal(record->destroyed, 1);
  release_record(record);
  release_probes();
}

#endif
