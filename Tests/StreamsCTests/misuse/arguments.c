/* What an argument may be, and in which ways it can be wrong. */
#include "misuse.h"

/* Whether the argument at `place` is to be wrong in the way number `way`. Counts the ways. */
static bool is_wrong(call_t *call, int place, int way, const char *how, int expected) {
  if (call->ways[place] <= way) call->ways[place] = way + 1;
  if (call->place != place || call->how != way) return false;
  call->wrong = how;
  call->expected = expected;
  return true;
}

static void note_type(call_t *call, int place, const char *type) {
  call->types[place] = type;
  if (call->count <= place) call->count = place + 1;
}

static const char *const type_names[] = {
  "", "publisher", "subscription", "cancellable", "bag", "subject", "downstream", "downstream", "loop", "uv", "promise"
};

/* The same slot, with another generation or index. */
static void *moved(void *handle, uintptr_t bits) { return (void *)((uintptr_t)handle + bits); }

static void *wrong_handle(call_t *call, int place, enum kind kind, enum use use) {
  static int variable;
  if (is_wrong(call, place, 0, "NULL", use == RELEASED ? STREAMS_OK : STREAMS_EINVAL)) {
    call->is_silent = use == RELEASED || use == TAKEN;
    call->keeps_error = use == TAKEN;
    return NULL;
  }
  if (is_wrong(call, place, 1, "released", STREAMS_EHANDLE)) return make_released(call, kind);
  if (is_wrong(call, place, 2, "released, its slot in use again", STREAMS_EHANDLE)) {
    void *old = make_released(call, kind);
    make_handle(call, kind);
    return old;
  }
  if (is_wrong(call, place, 3, "of another type", STREAMS_EHANDLE))
    return make_handle(call, kind == BAG ? PUBLISHER : BAG);
  if (is_wrong(call, place, 4, "of a third type", STREAMS_EHANDLE))
    return make_handle(call, kind == SUBSCRIPTION ? CANCELLABLE : SUBSCRIPTION);
  if (is_wrong(call, place, 5, "the address of a variable", STREAMS_EHANDLE)) return &variable;
  if (is_wrong(call, place, 6, "one", STREAMS_EHANDLE)) return (void *)(uintptr_t)1;
  if (is_wrong(call, place, 7, "all bits", STREAMS_EHANDLE)) return (void *)UINTPTR_MAX;
  if (is_wrong(call, place, 8, "of the next generation", STREAMS_EHANDLE))
    return moved(make_handle(call, kind), (uintptr_t)1 << 32);
  if (is_wrong(call, place, 9, "beyond the table", STREAMS_EHANDLE))
    return (void *)((uintptr_t)make_handle(call, kind) | 0xffffff);
  if (kind == PUBLISHER && is_wrong(call, place, 10, "consumed", STREAMS_EHANDLE)) {
    streams_publisher_t *p = streams_range(1, 3);
    give_up(streams_map(p, twice, NULL, NULL), PUBLISHER);
    return p;
  }
  return NULL;
}

static bool has_name(enum kind kind) {
  return kind == PUBLISHER || kind == SUBSCRIPTION || kind == SUBJECT || kind == DOWNSTREAM || kind == NEW_DOWNSTREAM;
}

void *handle_argument(call_t *call, int place, enum kind kind, enum use use) {
  void *handle = wrong_handle(call, place, kind, use);
  note_type(call, place, type_names[kind]);
  if (call->place == place) {
    call->is_nameless = true;
    return handle;
  }
  handle = make_handle(call, kind);
  if (use != LENT) call->made[call->made_count - 1].is_gone = true;
  if (call->is_named && has_name(kind)) call->name = "sensor";
  return handle;
}

bool is_null(call_t *call, int place, const char *type, bool is_allowed) {
  note_type(call, place, type);
  return is_wrong(call, place, 0, "NULL", is_allowed ? STREAMS_OK : STREAMS_EINVAL);
}

bool flag_argument(call_t *call, int place, bool good) {
  note_type(call, place, "bool"); /* cannot be wrong */
  return good;
}

int64_t number_argument(call_t *call, int place, const char *type, int64_t good, int64_t lowest, int64_t highest) {
  bool is_int = strcmp(type, "int") == 0;
  int64_t least = is_int ? INT_MIN : INT64_MIN, most = is_int ? INT_MAX : INT64_MAX;
  note_type(call, place, type);
  if (is_wrong(call, place, 0, "the least", lowest > least ? STREAMS_EINVAL : STREAMS_OK)) return least;
  if (is_wrong(call, place, 1, "the most", highest < most ? STREAMS_EINVAL : STREAMS_OK)) return most;
  if (lowest > least && is_wrong(call, place, 2, "too low", STREAMS_EINVAL)) return lowest - 1;
  if (highest < most && is_wrong(call, place, 3, "too high", STREAMS_EINVAL)) return highest + 1;
  return good;
}

size_t size_argument(call_t *call, int place, size_t good, int for_zero, int for_huge) {
  note_type(call, place, "size");
  if (is_wrong(call, place, 0, "zero", for_zero)) return 0;
  if (is_wrong(call, place, 1, "SIZE_MAX", for_huge)) return SIZE_MAX;
  if (is_wrong(call, place, 2, "SIZE_MAX / 2 + 1", for_huge)) return SIZE_MAX / 2 + 1;
  if (is_wrong(call, place, 3, "PTRDIFF_MAX", for_huge)) return PTRDIFF_MAX;
  if (is_wrong(call, place, 4, "SIZE_MAX / 8", for_huge)) return SIZE_MAX / 8;
  return good;
}

streams_value_t value_argument(call_t *call, int place, streams_value_t good, bool may_be_signal) {
  note_type(call, place, "value");
  if (is_wrong(call, place, 0, "skip", may_be_signal ? STREAMS_OK : STREAMS_EINVAL)) return streams_skip();
  if (is_wrong(call, place, 1, "end", may_be_signal ? STREAMS_OK : STREAMS_EINVAL)) return streams_end();
  if (is_wrong(call, place, 2, "a failure", may_be_signal ? STREAMS_OK : STREAMS_EUSER(3)))
    return streams_failure(STREAMS_EUSER(3));
  if (is_wrong(call, place, 3, "a failure that is none", may_be_signal ? STREAMS_OK : STREAMS_EINVAL))
    return streams_failure(5);
  if (is_wrong(call, place, 4, "text of SIZE_MAX bytes", may_be_signal ? STREAMS_OK : STREAMS_EINVAL))
    return streams_string_ref("text", SIZE_MAX);
  if (is_wrong(call, place, 5, "a list of SIZE_MAX / 8 items", may_be_signal ? STREAMS_OK : STREAMS_EINVAL))
    return streams_list_ref(&good, SIZE_MAX / 8);
  return good;
}

/* A struct that begins with its size, in a place where a later one would have room. */
void *struct_argument(call_t *call, int place, const void *good, size_t bytes, size_t least) {
  static union { size_t size; char bytes[512]; } room;
  note_type(call, place, "struct");
  memset(&room, 0, sizeof room);
  memcpy(&room, good, bytes);
  room.size = bytes;
  if (is_wrong(call, place, 0, "NULL", STREAMS_EINVAL)) return NULL;
  if (is_wrong(call, place, 1, "size 0", STREAMS_EVERSION)) room.size = 0;
  if (is_wrong(call, place, 2, "too small", STREAMS_EVERSION)) room.size = least - sizeof(void *);
  if (is_wrong(call, place, 3, "an odd size", STREAMS_EVERSION)) room.size = bytes + 1;
  if (is_wrong(call, place, 4, "of a later version, with something new", STREAMS_EVERSION)) {
    room.size = bytes + sizeof(void *);
    memset(room.bytes + bytes, 1, sizeof(void *));
  }
  if (is_wrong(call, place, 5, "of a much later version", STREAMS_EVERSION)) room.size = bytes + 256;
  if (is_wrong(call, place, 6, "size SIZE_MAX", STREAMS_EVERSION)) room.size = SIZE_MAX;
  if (bytes > least && is_wrong(call, place, 7, "of the first version", STREAMS_OK)) room.size = least;
  return &room;
}

/* Memory and its size: two arguments, one place. */
const void *memory_argument(call_t *call, int place, const char *type) {
  note_type(call, place, type);
  if (is_wrong(call, place, 0, "NULL of size 1", STREAMS_EINVAL)) return NULL;
  (void)is_wrong(call, place, 1, "size SIZE_MAX", STREAMS_EINVAL);
  (void)is_wrong(call, place, 2, "size SIZE_MAX / 2 + 1", STREAMS_EINVAL);
  if (is_wrong(call, place, 3, "NULL of size 0", STREAMS_OK)) return NULL;
  if (strcmp(type, "text+size") == 0 && is_wrong(call, place, 4, "not UTF-8", STREAMS_EINVAL)) {
    call->is_silent = true; /* a wrong text, not a wrong call: who reads from outside asks so */
    return "\xff\xfe";
  }
  return "a text";
}
size_t memory_size(call_t *call, int place) {
  static const size_t sizes[] = { 1, SIZE_MAX, SIZE_MAX / 2 + 1, 0, 2 };
  return call->place == place ? sizes[call->how] : 6;
}

/* An array and its size: two arguments, one place. The size of bytes is that of an array that cannot exist. */

const streams_value_t *items_argument(call_t *call, int place) {
  static streams_value_t good[2], bad[2];
  note_type(call, place, "values+size");
  good[0] = streams_int(1);
  good[1] = bad[0] = streams_string("two");
  bad[1] = streams_skip();
  if (is_wrong(call, place, 0, "NULL of size 1", STREAMS_EINVAL)) return NULL;
  (void)is_wrong(call, place, 1, "size SIZE_MAX", STREAMS_EINVAL);
  (void)is_wrong(call, place, 2, "size SIZE_MAX / 8", STREAMS_EINVAL);
  (void)is_wrong(call, place, 3, "size SIZE_MAX / 16", STREAMS_EINVAL);
  if (is_wrong(call, place, 4, "skip among them", STREAMS_EINVAL)) return bad;
  if (is_wrong(call, place, 5, "a failure among them", STREAMS_EUSER(4))) {
    bad[1] = streams_failure(STREAMS_EUSER(4));
    return bad;
  }
  if (is_wrong(call, place, 6, "NULL of size 0", STREAMS_OK)) return NULL;
  return good;
}
size_t items_size(call_t *call, int place) {
  static const size_t sizes[] = { 1, SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 16, 2, 2, 0 };
  return call->place == place ? sizes[call->how] : 2;
}

/* An array of publishers, all taken over, whatever comes. */
streams_publisher_t *const *publishers_argument(call_t *call, int place) {
  static streams_publisher_t *all[2];
  note_type(call, place, "publishers+size");
  if (is_wrong(call, place, 0, "NULL of size 1", STREAMS_EINVAL)) return NULL;
  if (is_wrong(call, place, 1, "size 0", STREAMS_EINVAL)) return all;
  if (is_wrong(call, place, 2, "size SIZE_MAX", STREAMS_EINVAL)) return all;
  if (is_wrong(call, place, 3, "size SIZE_MAX / 8", STREAMS_EINVAL)) return all;
  if (is_wrong(call, place, 4, "size SIZE_MAX / 16", STREAMS_EINVAL)) return all;
  for (int i = 0; i < 2; i++) {
    all[i] = make_handle(call, PUBLISHER);
    call->made[call->made_count - 1].is_gone = true;
  }
  if (is_wrong(call, place, 5, "the same twice", STREAMS_EHANDLE)) {
    give_up(all[1], PUBLISHER);
    all[1] = all[0];
  }
  if (is_wrong(call, place, 6, "a released one first", STREAMS_EHANDLE)) give_up(all[0], PUBLISHER);
  if (is_wrong(call, place, 7, "a released one last", STREAMS_EHANDLE)) give_up(all[1], PUBLISHER);
  return all;
}
size_t publishers_size(call_t *call, int place) {
  static const size_t sizes[] = { 1, 0, SIZE_MAX, SIZE_MAX / 8, SIZE_MAX / 16, 2, 2, 2 };
  return call->place == place ? sizes[call->how] : 2;
}

const char *text_argument(call_t *call, int place, bool may_be_null) {
  if (is_null(call, place, "text", may_be_null)) return NULL;
  if (is_wrong(call, place, 1, "not UTF-8", STREAMS_OK)) return "\xff\xfe\x80";
  if (is_wrong(call, place, 2, "empty", STREAMS_OK)) return "";
  return "a text";
}

void *context_argument(call_t *call, int place) {
  note_type(call, place, "context");
  call->contexts[place].given++;
  return &call->contexts[place].destroyed;
}
void destroy_given(void *context) { __atomic_add_fetch((int *)context, 1, __ATOMIC_SEQ_CST); }

static int via_test(void *context, const streams_value_t *value) { return (void)context, (void)value, 1; }
static int via_map(void *context, const streams_value_t *value, streams_value_t *out) {
  (void)context, (void)value;
  *out = streams_int(1);
  return STREAMS_OK;
}
static int via_next(void *context, streams_value_t *out) { return (void)context, *out = streams_int(1), STREAMS_OK; }
static int via_fold(void *context, const streams_value_t *sum, const streams_value_t *value, streams_value_t *out) {
  (void)value;
  return via_map(context, sum, out);
}
static streams_demand_t via_value(void *context, const streams_value_t *value) { return (void)context, (void)value, 0; }

streams_via_t *via_argument(call_t *call, int place) {
  static streams_via_t good = { via_map, via_next, via_fold, via_test, via_value, NULL }, bad;
  if (is_null(call, place, "via", false)) return NULL;
  return is_wrong(call, place, 1, "without functions", STREAMS_EINVAL) ? &bad : &good;
}

/* Text or bytes, of which a part is wanted. */
streams_value_t span_argument(call_t *call, int place) {
  note_type(call, place, "value");
  if (is_wrong(call, place, 0, "a number", STREAMS_EKIND)) return streams_int(1);
  if (is_wrong(call, place, 1, "skip", STREAMS_EINVAL)) return streams_skip();
  if (is_wrong(call, place, 2, "a failure", STREAMS_EUSER(3))) return streams_failure(STREAMS_EUSER(3));
  if (is_wrong(call, place, 3, "too short", STREAMS_EINVAL)) return streams_string("ab");
  if (is_wrong(call, place, 4, "of SIZE_MAX bytes", STREAMS_EINVAL)) return streams_bytes_ref("ab", SIZE_MAX);
  return streams_string("a text");
}

char *buffer_argument(call_t *call, int place) {
  static char buffer[100];
  note_type(call, place, "buffer+size");
  if (is_wrong(call, place, 0, "NULL of size 1", STREAMS_EINVAL)) return NULL;
  (void)is_wrong(call, place, 1, "size SIZE_MAX", STREAMS_EINVAL);
  (void)is_wrong(call, place, 2, "size SIZE_MAX / 2 + 1", STREAMS_EINVAL);
  if (is_wrong(call, place, 3, "NULL of size 0", STREAMS_OK)) return NULL;
  (void)is_wrong(call, place, 4, "size 0", STREAMS_OK);
  (void)is_wrong(call, place, 5, "size PTRDIFF_MAX", STREAMS_OK);
  return buffer;
}
size_t buffer_size(call_t *call, int place) {
  static const size_t sizes[] = { 1, SIZE_MAX, SIZE_MAX / 2 + 1, 0, 0, PTRDIFF_MAX };
  return call->place == place ? sizes[call->how] : 100;
}

void *object_argument(call_t *call, int place) {
  void *context;
  if (is_wrong(call, place, 0, "NULL", STREAMS_EINVAL)) return NULL; /* nothing to destroy */
  context = context_argument(call, place);
  note_type(call, place, "object");
  return context;
}

void *connectable_argument(call_t *call, int place, enum use use) {
  void *handle = handle_argument(call, place, PUBLISHER, use);
  if (is_wrong(call, place, 11, "not connectable", STREAMS_ENOTSUP)) {
    handle = make_handle(call, PUBLISHER);
    call->made[call->made_count - 1].is_gone = use == TAKEN;
    if (call->is_named) call->name = "sensor";
    call->is_nameless = false;
    return handle;
  }
  if (call->place == place) return handle;
  handle = streams_make_connectable(handle);
  if (use == LENT) call->made[call->made_count - 1].handle = handle;
  return handle;
}

void *uv_argument(call_t *call, int place) {
  return is_null(call, place, "uv", false) ? NULL : make_handle(call, UV);
}
