#include "scenarios.h"

streams_value_t value_of(const char *word) {
  char *end;
  int64_t number = strtoll(word, &end, 10);
  return *end == 0 ? streams_int(number) : streams_string(word);
}

void print_value(char *text, size_t room, streams_value_t value) {
  if (streams_kind_of(value) == STREAMS_KIND_INT) {
    snprintf(text, room, "%" PRId64, streams_int_of(value));
  } else if (streams_kind_of(value) == STREAMS_KIND_BOOL) {
    snprintf(text, room, "%s", streams_bool_of(value) ? "yes" : "no");
  } else if (streams_kind_of(value) == STREAMS_KIND_LIST) {
    size_t count = streams_list_of(value).count;
    if (count == 0) snprintf(text, room, "[]");
    for (size_t i = 0; i < count; i++) {
      size_t length = i == 0 ? 0 : strlen(text);
      if (i > 0) length += (size_t)snprintf(text + length, room - length, ",");
      print_value(text + length, room - length, streams_list_at(value, i));
    }
  } else {
    streams_span_t span = streams_span_of(value);
    snprintf(text, room, "%.*s", (int)span.size, span.size ? (const char *)span.data : "");
  }
}
