/* Values of every kind: what is kept is kept whole, though its sender writes over the memory, and let go of once. */
#include "laws.h"

enum { KINDS = 8, SIZE = 40 };

typedef struct parcel {
  int copies, clears;
} parcel_t;

static void *copy_parcel(void *object) {
  ((parcel_t *)object)->copies++;
  return object;
}
static void clear_parcel(void *object) { ((parcel_t *)object)->clears++; }
static int describe_parcel(void *object, char *buffer, size_t size) {
  (void)object;
  return snprintf(buffer, size, "parcel");
}
static const streams_type_t parcel_type = {
  sizeof(streams_type_t), STREAMS_KIND_OBJECT, 0, "parcel", copy_parcel, clear_parcel, NULL, describe_parcel};

typedef struct sending {
  char memory[SIZE], other[SIZE];
  streams_value_t items[2];
  parcel_t parcel;
  char described[KINDS][SIZE];
  int64_t came[KINDS * 2];
  size_t count;
} sending_t;

static streams_value_t value_of_kind(sending_t *me, int kind) {
  snprintf(me->memory, SIZE, "a text in memory");
  snprintf(me->other, SIZE, "another");
  me->items[0] = streams_string(me->memory);
  me->items[1] = streams_string(me->other);
  switch (kind) {
  case 0: return streams_string(me->memory);
  case 1: return streams_bytes_ref(me->memory, 9);
  case 2: return streams_list_ref(me->items, 2);
  case 3: return streams_object_ref(&parcel_type, &me->parcel);
  case 4: return streams_double(2.5);
  case 5: return streams_bool(true);
  case 6: return streams_string("");
  default: return streams_null();
  }
}

static void overwrite(sending_t *me) {
  memset(me->memory, '#', SIZE - 1);
  memset(me->other, '#', SIZE - 1);
  me->items[0] = me->items[1] = streams_int(0);
}

static void write_down(recorder_t *me, streams_value_t value) {
  sending_t *sending = me->more;
  char text[SIZE];
  if (me->item > 0) value = streams_list_at(value, (size_t)me->item - 1);
  streams_value_describe(value, text, sizeof text);
  for (int kind = 0; kind < KINDS; kind++) {
    if (strcmp(text, sending->described[kind]) != 0) continue;
    sending->came[sending->count++] = kind + 1;
    return;
  }
  fault(__FILE__, __LINE__, "\"%s\" is not what was sent", text);
}

static void send_kind(bench_t *bench, sending_t *sending, int kind) {
  EXPECT_INT(send_value(&bench->probe, value_of_kind(sending, kind)), STREAMS_OK);
  overwrite(sending);
  settle(bench);
}

/* asks: from the beginning; otherwise what can wait waits. */
static void send_all_kinds(const row_t *row, bool asks) {
  sending_t sending = {.count = 0};
  char text[100] = "";
  for (int kind = 0; kind < KINDS; kind++)
    streams_value_describe(value_of_kind(&sending, kind), sending.described[kind], SIZE);
  bench_t *bench = open_bench(row, asks ? STREAMS_UNLIMITED : 0);
  bench->recorder.on_any_value = write_down;
  bench->recorder.more = &sending;
  subscribe(bench);
  for (int kind = 0; kind < KINDS; kind++) {
    if (demand_of(&bench->probe) == 0 && bench->recorder.ends == 0) request_more(bench, 1);
    if (live_feeds(&bench->probe) > 0) send_kind(bench, &sending, kind);
  }
  if (bench->recorder.ends == 0) request_more(bench, STREAMS_UNLIMITED);
  finish(bench, 0);
  EXPECT_INT(bench->recorder.ends, 1);
  for (size_t i = 0; i < sending.count; i++)
    snprintf(text + strlen(text), 8, "%s%d", i > 0 ? " " : "", (int)sending.came[i]);
  if (!row->is_lossy) expect_text(text, output(row, 1, KINDS, ""), __FILE__, __LINE__);
  close_bench(bench);
  EXPECT_INT(sending.parcel.clears, sending.parcel.copies);
}

static void values_survive(const row_t *row) { send_all_kinds(row, true); }
static void values_that_wait_survive(const row_t *row) { send_all_kinds(row, false); }

static void values_that_wait_are_let_go_of(const row_t *row) {
  for (int i = 0; i < 3; i++) {
    sending_t sending = {.count = 0};
    bench_t *bench = open_bench(row, 0);
    subscribe(bench);
    if (demand_of(&bench->probe) > 0) send_kind(bench, &sending, 3);
    if (i == 0) leave(bench);
    else finish(bench, i == 1 ? FAILURE : 0);
    if (bench->recorder.ends == 0) leave(bench); /* the end waits, or it has ended by itself before */
    EXPECT_INT(sending.parcel.clears, sending.parcel.copies);
    close_bench(bench);
  }
}

static bool passes_values(const row_t *row) { return !row->makes_values; }

const law_t value_laws[] = {
  {"what was sent comes, of any kind, though its memory is written over", values_survive, passes_values},
  {"what waits for demand stays, of any kind, though its memory is written over", values_that_wait_survive,
   passes_values},
  {"C72: what waits is let go of on cancel and at the end", values_that_wait_are_let_go_of, passes_values},
  {0}};
