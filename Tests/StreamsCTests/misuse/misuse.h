/* Misuse, as a table: rows.h has one line per function of the header, saying what its arguments are. Every kind of
 * argument has its misuses (arguments.c); the program (main.c) makes a call for each and looks at what comes of it.
 * What is wrong only at a certain moment has a function of its own (moments_*.c). */
#ifndef MISUSE_H
#define MISUSE_H
#include <limits.h>
#include <uv.h>

#include "../support.h"

enum kind { NOTHING, PUBLISHER, SUBSCRIPTION, CANCELLABLE, BAG, SUBJECT, DOWNSTREAM, NEW_DOWNSTREAM, LOOP, UV, PROMISE,
            RUNNING /* a subscription that is to be cancelled in the end */ };
/* What a function does with a handle: borrows it, takes it over, or gives it up. */
enum use { LENT, TAKEN, MOVED, RELEASED };

enum { places = 8 };

/* One call of a function: what it is given, and what must come of it. */
typedef struct call {
  const char *function;
  int place, how;   /* which argument is wrong, and in which way; place -1: none */
  bool is_named;    /* the good handles have a name */
  /* Written by the arguments: */
  const char *types[places]; /* as the header has them, in short */
  int count;                 /* places */
  int ways[places];          /* in how many ways each can be wrong */
  const char *wrong;         /* what is wrong, in words */
  int expected;              /* the status that must come */
  bool is_silent;            /* no report */
  bool keeps_error;          /* the failure before remains the last */
  const char *name;          /* the name that the report must have */
  bool is_nameless;          /* it is about a handle of which nothing is known */
  struct { void *handle; enum kind kind; bool is_gone; } made[2 * places];
  int made_count;
  struct { int given, destroyed; } contexts[places];
  /* Written by the row: */
  int status;
  void *pointer;
  streams_value_t value;
} call_t;

typedef struct row {
  const char *function;
  void (*call)(call_t *call);
  enum { A_STATUS, A_POINTER, A_VALUE, A_DEMAND, AN_ANSWER } result;
  enum kind kind; /* of the pointer that is returned */
} row_t;

extern const row_t rows[];
extern const size_t row_count;

/* ---- arguments.c: the argument at a place, good or wrong */
void *handle_argument(call_t *call, int place, enum kind kind, enum use use);
bool is_null(call_t *call, int place, const char *type, bool is_allowed);
bool flag_argument(call_t *call, int place, bool good);
int64_t number_argument(call_t *call, int place, const char *type, int64_t good, int64_t lowest, int64_t highest);
size_t size_argument(call_t *call, int place, size_t good, int for_zero, int for_huge);
streams_value_t value_argument(call_t *call, int place, streams_value_t good, bool may_be_signal);
void *struct_argument(call_t *call, int place, const void *good, size_t size, size_t least);
streams_value_t span_argument(call_t *call, int place);
char *buffer_argument(call_t *call, int place);
size_t buffer_size(call_t *call, int place);
void *object_argument(call_t *call, int place);
void *connectable_argument(call_t *call, int place, enum use use);
void *uv_argument(call_t *call, int place);
const void *memory_argument(call_t *call, int place, const char *type);
size_t memory_size(call_t *call, int place);
const streams_value_t *items_argument(call_t *call, int place);
streams_publisher_t *const *publishers_argument(call_t *call, int place);
size_t items_size(call_t *call, int place);
size_t publishers_size(call_t *call, int place);
const char *text_argument(call_t *call, int place, bool may_be_null);
void *context_argument(call_t *call, int place);
void destroy_given(void *context);
streams_via_t *via_argument(call_t *call, int place);

/* ---- handles.c: handles that are good, and what becomes of them */
void *make_handle(call_t *call, enum kind kind);
void *make_released(call_t *call, enum kind kind);
void give_up(void *handle, enum kind kind);
void release_made(call_t *call);

/* ---- reports.c: what the misuse handler heard */
typedef struct report {
  int count, status;
  char function[80], text[200];
} report_t;
extern report_t report;
void listen_to_misuse(void);
extern int cases; /* how many calls have been looked at */
/* `status` came from `function`, `expected` was due. With a text it was reported so; NULL: it was not reported. */
void expect(const char *function, int status, int expected, const char *text);
/* The text of a status. */
const char *words(int status);

/* ---- beside.c: a stream that goes on untouched by all of it */
void begin_beside(void);
void check_beside(void);
void end_beside(void);

/* ---- what is wrong at a moment */
typedef struct moment {
  const char *name;
  void (*run)(void);
} moment_t;
extern const moment_t moments_of_streams[], moments_of_loops[], moments_of_callbacks[];

#endif
