/**
 * @file streams.h
 * @brief Publishers, subscribers, demand and cancellation for C, driven by libuv.
 *
 * This is the whole public C interface of libstreams. The library is written in Swift; a
 * program that links it needs neither a Swift compiler nor the Swift runtime.
 *
 * In one minute
 * -------------
 * A *publisher* is a recipe for a stream of values. Nothing happens until something
 * subscribes. A *subscriber* is three callbacks: here is your subscription, here is a value,
 * the stream is over. Values come only as far as the subscriber has asked for them: that is
 * its *demand*. A *subscription* (or the *cancellable* around it) stops the stream early.
 *
 * @code
 *   static streams_value_t twice(void *context, streams_value_t value) {
 *     (void)context;
 *     return streams_int(streams_int_of(value) * 2);
 *   }
 *   static streams_demand_t show(void *context, streams_value_t value) {
 *     (void)context;
 *     printf("%lld\n", (long long)streams_int_of(value));
 *     return 0;
 *   }
 *   int main(void) {
 *     streams_publisher_t *p = streams_range(1, 5);
 *     p = streams_map(p, twice, NULL, NULL);
 *     streams_cancellable_t *c = streams_sink(p, show, NULL, NULL, NULL); // prints 2, 4, 6, 8, 10
 *     if (c == NULL) fprintf(stderr, "%s\n", streams_last_error()->message);
 *     streams_cancellable_release(c);
 *     return 0;
 *   }
 * @endcode
 *
 * The examples below stand in such a main(), and use these two functions.
 *
 * The rules, once for all functions
 * ---------------------------------
 * **Status.** Functions that return int return STREAMS_OK (0) or a negative status: a
 * STREAMS_E... code of this header or a libuv code (a negated errno), as it came. Functions
 * that return a pointer return NULL on failure and leave the reason in streams_last_error().
 * Those that return a value return streams_failure(). The comments call the first two
 * "Errors", the last "Failures", and leave out STREAMS_.
 *
 * **Handles.** A handle behaves like a file descriptor. Whoever got it from a function owns
 * it and releases it exactly once; the ..._dup function of its type makes a second,
 * independent handle to the same object. A handle is a number in disguise and is never
 * dereferenced: using one after its release, releasing it twice, passing one of another
 * type, or passing any other pointer, gives STREAMS_EHANDLE and does nothing else. All
 * ..._release functions accept NULL.
 *
 * **Borrowed handles and values.** A handle or value that a callback receives is borrowed:
 * good until the callback returns. Keep it with ..._dup or streams_value_copy().
 *
 * **Publishers are consumed.** A function that takes a publisher takes it over, whether it
 * succeeds or fails, so that pipelines can be written as p = f(p, ...) without leaks; a NULL
 * publisher gives NULL (or STREAMS_EINVAL) and keeps the earlier error. Call
 * streams_publisher_dup() first to use a publisher more than once. The exceptions say so.
 *
 * **Contexts.** A callback is a function pointer, a context pointer, and where the library
 * keeps them, a destroy function, which may be NULL. The library calls destroy(context)
 * exactly once, after the last use of the context, also if the call that took it fails, in
 * the thread that this happens in.
 * After destroy has been called no callback with that context is running or will run.
 *
 * **Order.** For one subscriber: first on_subscription, once; then at most as many on_value
 * as were demanded; then at most one on_completion; then destroy. No two of these run at
 * the same time. What is asked for within on_subscription may come within it. Otherwise they
 * nest only if a callback itself sends to a subject it listens to: what it sends reaches at
 * once those who have the value under way, and the others right after that. After a cancel
 * no callback starts; one that runs in another thread is not interrupted.
 *
 * **Threads.** Everything may be called from any thread, except the functions marked
 * "Threads: loop", which belong to the thread of their event loop and return
 * STREAMS_ETHREAD elsewhere. Callbacks run where the values come from: within the call that
 * caused them (request, send, subscribe), or in the loop's thread for everything a loop
 * produces. streams_receive_on() moves them to a loop of your choice.
 *
 * **Inside callbacks** every function may be called, also to cancel, release or subscribe
 * anew, except streams_loop_run() and streams_loop_close() of the loop that is running.
 * A callback must return: no longjmp, no C++ exception, no pthread_exit through it.
 *
 * **Structs** that you fill begin with their own size. Start from the ..._INIT macro, or
 * zero the struct and set size = sizeof it. Fields may be added at the end, never changed: a
 * program that was compiled before is taken as if the new ones were zero.
 *
 * **Misuse** is answered by a status, and reported to streams_set_misuse_handler().
 *
 * **The process.** After fork() the child may only exec or _exit, and an exec leaves it no descriptor
 * of a loop. exit() may be called while streams run, in any thread and from a callback: nothing is
 * cancelled, no destroy is called, and other threads' callbacks go on until the process is gone. Once
 * loaded the library stays: dlclose() does not unload it, and streams go on. Two copies of it in one
 * process know nothing of each other: a handle of one is STREAMS_EHANDLE to the other.
 */
#ifndef STREAMS_H
#define STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/** @defgroup version Version
 *  The library follows semantic versioning. The SONAME carries an ABI number (libstreams.so.0
 *  to begin with), raised whenever a function is removed or changed: a program runs with every
 *  later library of the same SONAME.
 *
 *  @code
 *    if (streams_version() < STREAMS_VERSION_NUMBER) printf("too old: libstreams %s\n", streams_version_string());
 *  @endcode
 *  @{ */
#define STREAMS_VERSION_MAJOR 0 /**< of this header, as the next three */
#define STREAMS_VERSION_MINOR 1 /**< raised when functions are added */
#define STREAMS_VERSION_PATCH 0 /**< raised when only faults are mended */
#define STREAMS_VERSION_STRING "0.1.0" /**< the three as text */
/** The version as one number that grows: 0xMMmmpp. */
#define STREAMS_VERSION_NUMBER \
  ((STREAMS_VERSION_MAJOR << 16) | (STREAMS_VERSION_MINOR << 8) | STREAMS_VERSION_PATCH)

/** Marks what the library exports. */
#ifndef STREAMS_API
# if defined(__GNUC__) || defined(__clang__)
#  define STREAMS_API __attribute__((visibility("default")))
# else
#  define STREAMS_API
# endif
#endif
/** Marks functions whose result must not be dropped: it is owned, a handle or a value that is yours. */
#if defined(__GNUC__) || defined(__clang__)
# define STREAMS_OWNED __attribute__((warn_unused_result))
#else
# define STREAMS_OWNED
#endif
/* No parameter is ever declared nonnull: NULL is answered with STREAMS_EINVAL. */

#ifdef __cplusplus
/* C's casts are meant: the functions that are inline are C in every language. */
# if defined(__GNUC__) || defined(__clang__)
#  pragma GCC diagnostic push
#  pragma GCC diagnostic ignored "-Wold-style-cast"
#  ifndef __clang__
#   pragma GCC diagnostic ignored "-Wuseless-cast"
#  endif
# endif
extern "C" {
#endif

/** The version of the library that is loaded, as STREAMS_VERSION_NUMBER. */
STREAMS_API uint32_t streams_version(void);
/** The same as text, "0.1.0". Static; never NULL. */
STREAMS_API const char *streams_version_string(void);
/** @} */

/* ======================================================================================== */
/** @defgroup status Status and failure
 *  @code
 *    streams_publisher_t *p = streams_range(1, -1);
 *    if (p == NULL) puts(streams_status_name(streams_last_error()->code)); // prints STREAMS_EINVAL
 *  @endcode
 *  @{ */

/** What functions return. More codes may be added; treat unknown negatives as errors. */
enum streams_status {
  STREAMS_OK = 0,               /**< it worked */
  STREAMS_SKIP = 1,             /**< from the inner functions of a streams_via_t: drop this value */
  STREAMS_EINVAL = -10001,      /**< NULL or another argument that can never be right */
  STREAMS_EHANDLE = -10002,     /**< released, foreign or wrong type of handle */
  STREAMS_EBORROWED = -10003,   /**< release of a handle that was only lent to a callback */
  STREAMS_ESTATE = -10004,      /**< right call, wrong moment (not started, already started) */
  STREAMS_EDEMAND = -10005,     /**< a value was sent that nobody has asked for */
  STREAMS_EDONE = -10006,       /**< the stream has completed; nothing was done */
  STREAMS_ECANCELED = -10007,   /**< the stream was cancelled; nothing was done */
  STREAMS_ETHREAD = -10008,     /**< must be called in the loop's thread */
  STREAMS_EBUSY = -10009,       /**< still in use, or called from within its own callback */
  STREAMS_ECLOSED = -10010,     /**< the loop or byte stream is closed */
  STREAMS_EKIND = -10011,       /**< the value is not of the expected kind */
  STREAMS_ELIMIT = -10012,      /**< too many handles, values or bytes */
  STREAMS_ENOMEM = -10013,      /**< out of memory */
  STREAMS_ENOTSUP = -10014,     /**< not available here */
  STREAMS_EVERSION = -10015,    /**< struct size unknown to this library */
  STREAMS_ETIMEOUT = -10016     /**< nothing came in time */
};

/** Status codes of your own, for callbacks that fail: STREAMS_EUSER(0), STREAMS_EUSER(1)... */
#define STREAMS_EUSER(n) (-20000 - (n))

/** The name of a status, "STREAMS_EHANDLE" or "ECONNREFUSED". Static; never NULL. */
STREAMS_API const char *streams_status_name(int status);
/** A short English sentence for a status of this library or of libuv. Static; never NULL. */
STREAMS_API const char *streams_status_message(int status);

/** Why a stream failed. What a callback receives is borrowed. */
typedef struct streams_error {
  int code;            /**< a negative status */
  const char *message; /**< English text, never NULL in what the library hands out */
  const char *stream;  /**< the name of the publisher that failed, or that it came through first; NULL: none had one */
} streams_error_t;

/** The last failure of a pointer-returning function in this thread; code STREAMS_OK if none.
 *  Borrowed: good until the next call in this thread. Never NULL. */
STREAMS_API const streams_error_t *streams_last_error(void);
/** Gives the failure that the running callback is about to return a text of its own (copied): the next
 *  failure a callback returns in this thread has it. Errors: EINVAL (NULL). */
STREAMS_API int streams_set_error_message(const char *message);
/** @} */

/* ======================================================================================== */
/** @defgroup values Values
 *  A value is two words, passed and returned by value, in registers: what it is, and a number or
 *  a pointer. Numbers, booleans, and text, bytes and lists that lie somewhere else already need
 *  no allocation and no clean-up; what must be cleaned up says so in its type.
 *
 *  @code
 *    static streams_value_t first_word(void *context, streams_value_t line) {
 *      streams_span_t s = streams_span_of(line);
 *      const char *text = s.data, *blank = s.size ? memchr(text, ' ', s.size) : NULL;
 *      return blank == NULL ? streams_skip() : streams_string_ref(text, (size_t)(blank - text));
 *    }
 *    static streams_demand_t show_text(void *context, streams_value_t value) {
 *      streams_span_t s = streams_span_of(value); // not NUL-terminated
 *      printf("%.*s\n", (int)s.size, (const char *)s.data);
 *      return 0;
 *    }
 *    streams_publisher_t *p = streams_just(streams_string("hello world"));
 *    p = streams_map(p, first_word, NULL, NULL);
 *    streams_cancellable_release(streams_sink(p, show_text, NULL, NULL, NULL)); // prints hello
 *  @endcode
 *
 *  Three words for who cleans up:
 *  - *plain*: null, booleans, numbers. Nothing lies behind them.
 *  - *lent*: points to memory that somebody else keeps. Everything a callback receives is plain
 *    or lent, and so is what the ..._ref functions and streams_string() make.
 *  - *yours*: what a function named streams_value_... returned to you. Give it up once, with
 *    streams_value_clear() or by returning it from a callback. streams_is_yours() tells.
 *
 *  The rules:
 *  - *Receiving* lends: good until the callback returns, or until the call that it was passed to
 *    returns. Nothing to clean up; streams_value_clear() on a lent value does nothing.
 *  - *Keeping* is streams_value_copy(): the result is yours. Bytes, lists and objects that are
 *    counted already are counted up; the rest is copied, once.
 *  - *Passing* a value to the library lends it: the library copies what it has to keep. So a
 *    value that is yours is still yours afterwards.
 *  - *Returning* a value from a callback: if it is yours, the library takes it over. If it is lent
 *    it must stay good after the return: it may be what the callback received or a part of it,
 *    static, or memory of the context; never an array on the callback's stack. Memory of the
 *    context must not change until control is back where the stream was sent from; a callback
 *    that may be entered again meanwhile (a subject that feeds itself, two subscribers in two
 *    threads) returns streams_value_string() instead.
 *  - *Instead of a value* a callback may return streams_skip(), streams_end() or
 *    streams_failure(). The streams_value_... functions return streams_failure() when they fail,
 *    so that `return streams_value_string(text, size);` needs no check. A failure passed to a
 *    function that wants a value gives its status as that function's result.
 *  @{ */

/** Gives up a context: called exactly once, when nothing needs it any more. See "Contexts" above. */
typedef void (*streams_destroy_fn)(void *context);

/** What a value is. streams_kind_of() tells. */
typedef enum streams_kind {
  STREAMS_KIND_NULL = 0,   /**< no value in the value's place; streams_is_null() */
  STREAMS_KIND_BOOL = 1,   /**< streams_bool_of() */
  STREAMS_KIND_INT = 2,    /**< streams_int_of() */
  STREAMS_KIND_DOUBLE = 3, /**< streams_double_of() */
  STREAMS_KIND_STRING = 4, /**< streams_span_of(): UTF-8, not NUL-terminated unless it is yours */
  STREAMS_KIND_BYTES = 5,  /**< streams_span_of() */
  STREAMS_KIND_LIST = 6,   /**< streams_list_of(), streams_list_at(): from collect, zip, combine_latest */
  STREAMS_KIND_OBJECT = 8, /**< streams_object_of(): a pointer of yours */
  STREAMS_KIND_SIGNAL = 10 /**< not a value: skip, end or failure */
} streams_kind_t;

/** A value. 16 bytes on 64-bit systems, in two registers; this layout is frozen. Use the functions
 *  below; the fields are here so that the compiler can see through them. The type word is
 *    kind                   null, bool, int, double
 *    size << 3 | kind       lent text, bytes (size in bytes) or list (in items); bits: the address
 *    8, 16, 24              skip, end, failure (bits: the status)
 *    address | 7            lent: something with the descriptor streams_type_t at that address
 *    address                the same, yours */
typedef struct streams_value {
  uint64_t bits;  /**< the number, or the address */
  uintptr_t type; /**< as above */
} streams_value_t;

/** Where text or bytes lie. From streams_span_of(). */
typedef struct streams_span {
  const void *data; /**< borrowed; may be NULL if size is 0 */
  size_t size;      /**< in bytes */
} streams_span_t;
/** Where the items of a list lie. From streams_list_of(). */
typedef struct streams_list {
  const streams_value_t *items; /**< all lent; to return or pass one on, take it with streams_list_at() */
  size_t count;                 /**< how many */
} streams_list_t;

/** Describes objects of yours that have a reference count of their own (or are static). Constant, aligned
 *  to 8 bytes, and must outlive all values (a plugin that defines one is never unloaded). Its functions may
 *  be called in any thread, must not call the library, and may be NULL as said. If copy has no memory, a function that
 *  was given the value to keep fails with ENOMEM; within a running stream that ends the process, as it does wherever
 *  the library has no memory. */
typedef struct streams_type {
  size_t size;      /**< sizeof(streams_type_t) */
  uint32_t kind;    /**< STREAMS_KIND_OBJECT */
  uint32_t flags;   /**< 0 */
  const char *name; /**< for print and debugging */
  void *(*copy)(void *object);             /**< counts up and returns object, or makes another; NULL: out of memory, see below */
  void (*clear)(void *object);             /**< counts down; NULL: nothing to do */
  bool (*equal)(void *a, void *b);         /**< NULL: the same address */
  int (*describe)(void *object, char *buffer, size_t size); /**< as snprintf(); NULL: name and address */
}
#if defined(__GNUC__) || defined(__clang__)
__attribute__((aligned(8)))
#endif
streams_type_t;
/** What a streams_type_t begins with; equal and describe are NULL. */
#define STREAMS_TYPE_INIT(name, copy, clear) \
  { sizeof(streams_type_t), STREAMS_KIND_OBJECT, 0, name, copy, clear, NULL, NULL }

/** @defgroup word The type word
 *  For the functions below only: programs do without.
 *  @{ */
#define STREAMS_TYPE_BOXED 1u                /**< flag of the library's own descriptors: bits points to the pointer */
#define STREAMS_TAG ((uintptr_t)7)           /**< the bits that tell addresses, lent and yours, and sizes apart */
#define STREAMS_TYPE_SKIP ((uintptr_t)8)     /**< streams_skip() */
#define STREAMS_TYPE_END ((uintptr_t)16)     /**< streams_end() */
#define STREAMS_TYPE_FAILURE ((uintptr_t)24) /**< streams_failure() */
#define STREAMS_TYPE_FIRST ((uintptr_t)4096) /**< below: no address */
/** A value of its two words. */
static inline streams_value_t streams_value_make_(uint64_t bits, uintptr_t type) {
  streams_value_t v;
  v.bits = bits;
  v.type = type;
  return v;
}
/** A value that lies somewhere else; what cannot lie anywhere (at NULL, or with a size near SIZE_MAX) is no value. */
static inline streams_value_t streams_value_lying_(const void *start, size_t size, uintptr_t kind) {
  if (size > SIZE_MAX >> 5 || (start == NULL && size > 0))
    return streams_value_make_((uint64_t)(int64_t)STREAMS_EINVAL, STREAMS_TYPE_FAILURE);
  return streams_value_make_((uintptr_t)start, (uintptr_t)size << 3 | kind);
}
/** @} */

/** @defgroup making Making plain and lent values
 *  No allocation. Only the ..._ref functions can fail: they return streams_failure() then.
 *
 *  @code
 *    streams_value_t pair[2];
 *    pair[0] = streams_string("answer");
 *    pair[1] = streams_int(42);
 *    char text[40];
 *    streams_value_describe(streams_list_ref(pair, 2), text, sizeof text);
 *    puts(text); // prints [answer, 42]
 *  @endcode
 *  @{ */

/** No value. */
static inline streams_value_t streams_null(void) { return streams_value_make_(0, STREAMS_KIND_NULL); }
/** A boolean. */
static inline streams_value_t streams_bool(bool b) { return streams_value_make_(b ? 1 : 0, STREAMS_KIND_BOOL); }
/** An integer. */
static inline streams_value_t streams_int(int64_t i) { return streams_value_make_((uint64_t)i, STREAMS_KIND_INT); }
/** A floating-point number. */
static inline streams_value_t streams_double(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return streams_value_make_(bits, STREAMS_KIND_DOUBLE);
}
/** UTF-8 text that stays where it is. Neither copied nor checked. utf8 may be NULL only if size is 0: else, and for a
 *  size that nothing can have, this is streams_failure(STREAMS_EINVAL). */
static inline streams_value_t streams_string_ref(const char *utf8, size_t size) {
  return streams_value_lying_(utf8, size, STREAMS_KIND_STRING);
}
/** The same for NUL-terminated text, say a literal. NULL makes null. */
static inline streams_value_t streams_string(const char *utf8) {
  return utf8 == NULL ? streams_null() : streams_string_ref(utf8, strlen(utf8));
}
/** Bytes that stay where they are; NULL and sizes as for streams_string_ref(). */
static inline streams_value_t streams_bytes_ref(const void *data, size_t size) {
  return streams_value_lying_(data, size, STREAMS_KIND_BYTES);
}
/** A list whose items stay where they are; NULL and sizes as for streams_string_ref(). Items that are yours stay
 *  yours. */
static inline streams_value_t streams_list_ref(const streams_value_t *items, size_t count) {
  return streams_value_lying_(items, count, STREAMS_KIND_LIST);
}
/** An object that somebody else keeps. object must not be NULL. */
static inline streams_value_t streams_object_ref(const streams_type_t *type, void *object) {
  return streams_value_make_((uintptr_t)object, (uintptr_t)type | STREAMS_TAG);
}

/** @} */

/** @defgroup instead Instead of a value
 *  From callbacks that return one.
 *
 *  @code
 *    static streams_value_t half(void *context, streams_value_t value) {
 *      int64_t i = streams_int_of(value);
 *      if (i == 0) return streams_failure(STREAMS_EUSER(0)); // the stream fails
 *      return i % 2 ? streams_skip() : streams_int(i / 2);
 *    }
 *    streams_publisher_t *p = streams_map(streams_range(1, 4), half, NULL, NULL);
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 1, 2
 *  @endcode
 *  @{ */

/** Nothing this time: the value is dropped and one more is asked for. Not from a fold. */
static inline streams_value_t streams_skip(void) { return streams_value_make_(0, STREAMS_TYPE_SKIP); }
/** The stream finishes here, without a value; upstream is cancelled. */
static inline streams_value_t streams_end(void) { return streams_value_make_(0, STREAMS_TYPE_END); }
/** The stream fails with a negative status (others count as STREAMS_EINVAL); upstream is cancelled.
 *  streams_set_error_message() before it gives the text. */
static inline streams_value_t streams_failure(int status) {
  return streams_value_make_((uint64_t)(int64_t)status, STREAMS_TYPE_FAILURE);
}

/** @} */

/** @defgroup looking Looking at values
 *  The wrong kind gives 0, false, 0.0, an empty span or list, or NULL. Any value may be looked at, in any thread.
 *
 *  @code
 *    streams_value_t v = streams_string("five!");
 *    if (streams_kind_of(v) == STREAMS_KIND_STRING) printf("%zu bytes\n", streams_span_of(v).size); // prints 5 bytes
 *  @endcode
 *  @{ */

/** Whether the value is to be cleared by whoever has it. */
static inline bool streams_is_yours(streams_value_t v) {
  return (v.type & STREAMS_TAG) == 0 && v.type >= STREAMS_TYPE_FIRST;
}
/** The same value, lent. */
static inline streams_value_t streams_lend(streams_value_t v) {
  if (streams_is_yours(v)) v.type |= STREAMS_TAG;
  return v;
}
/** The descriptor behind a value, borrowed, or NULL if there is none. */
static inline const streams_type_t *streams_type_of(streams_value_t v) {
  uintptr_t tag = v.type & STREAMS_TAG;
  if ((tag != 0 && tag != STREAMS_TAG) || v.type < STREAMS_TYPE_FIRST) return NULL;
  return (const streams_type_t *)(v.type & ~STREAMS_TAG);
}
/** What a value is. */
static inline streams_kind_t streams_kind_of(streams_value_t v) {
  uintptr_t tag = v.type & STREAMS_TAG;
  if (tag != 0 && tag != STREAMS_TAG) return (streams_kind_t)tag;
  if (v.type < STREAMS_TYPE_FIRST) return v.type == 0 ? STREAMS_KIND_NULL : STREAMS_KIND_SIGNAL;
  return (streams_kind_t)streams_type_of(v)->kind;
}
/** Whether it is null. */
static inline bool streams_is_null(streams_value_t v) { return v.type == STREAMS_KIND_NULL; }
/** Whether it is an integer. The other kinds: streams_kind_of(). */
static inline bool streams_is_int(streams_value_t v) { return v.type == STREAMS_KIND_INT; }
/** The boolean. */
static inline bool streams_bool_of(streams_value_t v) { return v.type == STREAMS_KIND_BOOL && v.bits != 0; }
/** The integer; a double is not converted. */
static inline int64_t streams_int_of(streams_value_t v) { return v.type == STREAMS_KIND_INT ? (int64_t)v.bits : 0; }
/** The floating-point number; an integer is not converted. */
static inline double streams_double_of(streams_value_t v) {
  double d = 0;
  if (v.type == STREAMS_KIND_DOUBLE) memcpy(&d, &v.bits, sizeof d);
  return d;
}
/** The status of a streams_failure(), 0 for everything else. */
static inline int streams_status_of(streams_value_t v) {
  return v.type == STREAMS_TYPE_FAILURE ? (int)(int64_t)v.bits : 0;
}
/** Where text or bytes lie. Good as long as the value. */
static inline streams_span_t streams_span_of(streams_value_t v) {
  streams_span_t s = { NULL, 0 };
  uintptr_t tag = v.type & STREAMS_TAG;
  if (tag == STREAMS_KIND_STRING || tag == STREAMS_KIND_BYTES) {
    s.data = (const void *)(uintptr_t)v.bits;
    s.size = (size_t)(v.type >> 3);
  } else {
    const streams_type_t *type = streams_type_of(v);
    if (type != NULL && (type->kind == STREAMS_KIND_STRING || type->kind == STREAMS_KIND_BYTES))
      s = *(const streams_span_t *)(uintptr_t)v.bits;
  }
  return s;
}
/** Where the items of a list lie. Good as long as the value. */
static inline streams_list_t streams_list_of(streams_value_t v) {
  streams_list_t l = { NULL, 0 };
  if ((v.type & STREAMS_TAG) == STREAMS_KIND_LIST) {
    l.items = (const streams_value_t *)(uintptr_t)v.bits;
    l.count = (size_t)(v.type >> 3);
  } else {
    const streams_type_t *type = streams_type_of(v);
    if (type != NULL && type->kind == STREAMS_KIND_LIST) l = *(const streams_list_t *)(uintptr_t)v.bits;
  }
  return l;
}
/** Item i of a list, lent; null beyond its end. */
static inline streams_value_t streams_list_at(streams_value_t v, size_t i) {
  streams_list_t l = streams_list_of(v);
  return i < l.count ? streams_lend(l.items[i]) : streams_null();
}
/** The pointer of an object, borrowed: good as long as the value. */
static inline void *streams_object_of(streams_value_t v) {
  const streams_type_t *type = streams_type_of(v);
  if (type == NULL || type->kind != STREAMS_KIND_OBJECT) return NULL;
  return (type->flags & STREAMS_TYPE_BOXED) != 0 ? *(void **)(uintptr_t)v.bits : (void *)(uintptr_t)v.bits;
}
/** The pointer of an object with this very descriptor, borrowed, else NULL. */
static inline void *streams_object_as(streams_value_t v, const streams_type_t *type) {
  return type != NULL && streams_type_of(v) == type ? (void *)(uintptr_t)v.bits : NULL;
}

/** @} */

/** @defgroup keeping Values that are yours
 *  What these return is yours: streams_value_clear() it once, or return it from a callback. The failures that are
 *  named come as a streams_failure(), which needs no clearing.
 *
 *  @code
 *    static streams_demand_t keep(void *context, streams_value_t value) {
 *      streams_value_t *latest = context;
 *      streams_value_clear(latest);
 *      *latest = streams_value_copy(value);
 *      return 0;
 *    }
 *    streams_value_t latest = streams_null();
 *    streams_cancellable_release(streams_sink(streams_range(1, 3), keep, NULL, &latest, NULL));
 *    printf("%lld\n", (long long)streams_int_of(latest)); // prints 3
 *    streams_value_clear(&latest);
 *  @endcode
 *  @{ */

/** Copies text. The copy is NUL-terminated. utf8 may be NULL only if size is 0. Failures: EINVAL (also
 *  invalid UTF-8), ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_string(const char *utf8, size_t size);
/** Copies bytes. Failures: EINVAL, ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_bytes(const void *data, size_t size);
/** Takes over bytes without copying: destroy(context) is called once nobody needs them, in
 *  whatever thread that happens, and also if this call fails. Failures: EINVAL, ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_bytes_adopt(const void *data, size_t size, void *context,
                                                                    streams_destroy_fn destroy);
/** A part of bytes that keeps the whole alive instead of copying (short parts are copied). For lent bytes that
 *  nobody counts the part is lent as they are. A part of text is text, wherever it is cut.
 *  Failures: EINVAL (beyond the end), EKIND, ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_part(streams_value_t bytes, size_t offset, size_t size);
/** A pointer that the library counts: destroy(object) once nobody holds the value, and also if this call
 *  fails. Failures: EINVAL, ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_object(void *object, streams_destroy_fn destroy);
/** A pointer that counts itself: takes over the one count the caller has. No allocation, cannot fail. */
static inline streams_value_t streams_value_counted(const streams_type_t *type, void *object) {
  return streams_value_make_((uintptr_t)object, (uintptr_t)type);
}
/** A list; the items are copied as by streams_value_copy(). Lists may lie in lists as deep as you like; what looks into
 *  them (equal, compare, describe, a copy of what is lent) does so for 1,000 levels. Failures: EINVAL, ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_list(const streams_value_t *items, size_t count);
/** Keeps a value: yours until streams_value_clear(). What is counted is counted up; text, and bytes and lists
 *  that nobody counts, are copied; plain values are returned as they are. Failures: EINVAL (skip, end), ENOMEM. */
STREAMS_API STREAMS_OWNED streams_value_t streams_value_copy(streams_value_t value);
/** The part of streams_value_clear() that is not inline, for languages that have no inline functions of C.
 *  value must be yours. */
STREAMS_API void streams_value_clear_slow_(streams_value_t value);
/** Gives up what is yours and sets it to null. Does nothing to plain and lent values (but sets them to null)
 *  and to NULL. */
static inline void streams_value_clear(streams_value_t *value) {
  if (value == NULL) return;
  if (streams_is_yours(*value)) streams_value_clear_slow_(*value);
  *value = streams_null();
}
/** Deep equality, whoever keeps the two; different kinds are different, 1 and 1.0 too, and so are two NaNs.
 *  Objects are equal as their streams_type_t says, or if they are one. */
STREAMS_API bool streams_value_equal(streams_value_t a, streams_value_t b);
/** Sets *order to less than, equal to or greater than 0 as a is less than, equal to or greater than b. Numbers are
 *  compared as numbers, also integers with doubles; NaN counts as equal to every number. Text and bytes are compared
 *  byte by byte, lists item by item, and then the shorter is less. false is less than true. Borrows: nothing.
 *  Errors: EINVAL (order is NULL; skip, end), the status of a failure, EKIND (objects, and kinds that cannot be
 *  compared with each other). */
STREAMS_API int streams_value_compare(streams_value_t a, streams_value_t b, int *order);
/** Writes a value as streams_print() does, as snprintf() does: at most size bytes with the NUL; buffer may be
 *  NULL if size is 0. @return the length it has, or a negative status. Errors: EINVAL. */
STREAMS_API int streams_value_describe(streams_value_t value, char *buffer, size_t size);
/** @} */
/** @} */

/* ======================================================================================== */
/** @defgroup subscribing Subscribing
 *  Values one at a time:
 *  @code
 *    static void begin(void *context, streams_subscription_t *subscription) {
 *      streams_subscription_request(subscription, 1);
 *    }
 *    static streams_demand_t next(void *context, streams_value_t value) {
 *      show(NULL, value);
 *      return streams_int_of(value) < 3 ? 1 : STREAMS_STOP; // one more, or no more at all
 *    }
 *    streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
 *    subscriber.on_subscription = begin;
 *    subscriber.on_value = next;
 *    streams_subscribe(streams_range(1, 1000), &subscriber, NULL, NULL); // prints 1, 2, 3
 *  @endcode
 *  @{ */

typedef struct streams_publisher streams_publisher_t;       /**< a recipe for a stream */
typedef struct streams_subscription streams_subscription_t; /**< one running stream */
typedef struct streams_cancellable streams_cancellable_t;   /**< cancels when released */

/** A number of values. Demand adds up and is never taken back; STREAMS_UNLIMITED stays. */
typedef int64_t streams_demand_t;
/** As a demand: as many as there are. */
#define STREAMS_UNLIMITED INT64_MAX
/** As the result of on_value: "stop". The same as cancelling the subscription there. */
#define STREAMS_STOP INT64_C(-1)

/** A second handle to the same publisher. Borrows: publisher. @return owned, or NULL. Errors: EINVAL, EHANDLE. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_publisher_dup(streams_publisher_t *publisher);
/** Gives a publisher handle up, for one that nothing consumed. Running subscriptions are not touched.
 *  Consumes: publisher. Errors: EHANDLE. */
STREAMS_API int streams_publisher_release(streams_publisher_t *publisher);

/** The stream begins. Call streams_subscription_request() now or later; dup the handle to cancel or
 *  request later. Values may arrive before request returns. */
typedef void (*streams_subscription_fn)(void *context, streams_subscription_t *subscription);
/** A value. @return how many more to ask for (0: no more than asked before), or STREAMS_STOP. Other
 *  negative numbers are misuse and count as STREAMS_STOP. */
typedef streams_demand_t (*streams_value_fn)(void *context, streams_value_t value);
/** At least one and at most 256 values, in order, all lent for the length of the call; the array too, and what it says
 *  after the call is undefined. @return as streams_value_fn. */
typedef streams_demand_t (*streams_values_fn)(void *context, const streams_value_t *values, size_t count);
/** The end. error is NULL if the stream finished, else why it failed. Not called after a cancel. */
typedef void (*streams_completion_fn)(void *context, const streams_error_t *error);

/** A subscriber. Any callback may be NULL. Without on_subscription, unlimited demand is requested at once.
 *  Fields may be added at the end: a struct of an older size is taken as if the new ones were NULL, one of a newer
 *  size if what this library does not know is zero. */
typedef struct streams_subscriber {
  size_t size; /**< sizeof(streams_subscriber_t) */
  streams_subscription_fn on_subscription; /**< the stream begins */
  streams_value_fn on_value;               /**< a value */
  streams_completion_fn on_completion;     /**< the end */
  /** If not NULL, called instead of on_value, for several values at once. A source that has several at hand marks the
   *  end of its burst: streams_subject_send_n(), streams_downstream_send_n(), an array of streams_generate_n(),
   *  what streams_range(), streams_from_values(), streams_generate() or a buffer answer one request with, and what
   *  streams_receive_on() brings to the loop at once. At the mark it gets what has reached the subscriber since the
   *  last one; before the mark whenever there are 256, and before on_completion. A value that comes outside of a
   *  burst comes alone, at once. What a function is called for from within a callback is not part of the burst under
   *  way.
   *  Demand counts values as always: with the last value that was asked for, it is called before the mark. It never
   *  nests: what it sends to a subject it listens to comes with the next call. A cancel drops what it has not got.
   *  Where every operator down to it takes arrays (map, compact_map, filter), arrays are passed on whole: fn is then
   *  called for several values before on_values is called for them; what fn lends that is not a part of its input is
   *  copied, and what comes before an end or a failure is handed over first. */
  streams_values_fn on_values;
} streams_subscriber_t;
/** What a streams_subscriber_t begins with. */
#define STREAMS_SUBSCRIBER_INIT { sizeof(streams_subscriber_t), NULL, NULL, NULL, NULL }

/** Starts a stream. The struct is copied. on_subscription is called before this
 *  returns or later, by the rules for threads above.
 *  Consumes: publisher. Errors: EINVAL, EHANDLE, EVERSION. */
STREAMS_API int streams_subscribe(streams_publisher_t *publisher, const streams_subscriber_t *subscriber,
                                  void *context, streams_destroy_fn destroy);

/** Starts a stream with unlimited demand (on_value's result only matters as STREAMS_STOP).
 *  Either callback may be NULL. Consumes: publisher.
 *  @return owned: releasing it cancels; NULL on failure. Errors: EINVAL, EHANDLE, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_cancellable_t *
streams_sink(streams_publisher_t *publisher, streams_value_fn on_value, streams_completion_fn on_completion,
             void *context, streams_destroy_fn destroy);

/** Asks for that many more values. Safe in any thread, also within on_value (then it is
 *  honoured after on_value has returned, not recursively).
 *  Errors: EINVAL (demand <= 0), EHANDLE, EDONE, ECANCELED. The last two are harmless. */
STREAMS_API int streams_subscription_request(streams_subscription_t *subscription, streams_demand_t demand);
/** Stops the stream. Idempotent: also STREAMS_OK after completion or an earlier cancel.
 *  Called within one of the subscriber's callbacks, destroy follows when that returns.
 *  Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_subscription_cancel(streams_subscription_t *subscription);
/** A second handle. @return owned, or NULL. Errors: EINVAL, EHANDLE. */
STREAMS_API STREAMS_OWNED streams_subscription_t *streams_subscription_dup(streams_subscription_t *subscription);
/** Gives the handle up. Does not cancel: the stream goes on as far as it has demand. A stream
 *  that can neither complete nor be cancelled any more stays in memory.
 *  Errors: EHANDLE, EBORROWED. */
STREAMS_API int streams_subscription_release(streams_subscription_t *subscription);

/** A cancellable around a function of yours: cancel calls fn(context) once, in its own thread. destroy(context)
 *  follows when the cancellable is cancelled or gone.
 *  @return owned, or NULL. Errors: EINVAL, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_cancellable_t *
streams_cancellable_new(void (*fn)(void *context), void *context, streams_destroy_fn destroy);
/** Wraps a subscription (borrowed) so that releasing the result cancels it.
 *  @return owned, or NULL. Errors: EINVAL, EHANDLE, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_cancellable_t *
streams_cancellable_from_subscription(streams_subscription_t *subscription);
/** Cancels now. Idempotent; the handle is still to be released. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_cancellable_cancel(streams_cancellable_t *cancellable);
/** Cancels and gives the handle up. Errors: EHANDLE. */
STREAMS_API int streams_cancellable_release(streams_cancellable_t *cancellable);
/** Gives the handle up without cancelling: the stream runs to its end. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_cancellable_detach(streams_cancellable_t *cancellable);

/** A set of cancellables with one lifetime. */
typedef struct streams_bag streams_bag_t;
/** @return an empty bag, owned, or NULL. Errors: ELIMIT. */
STREAMS_API STREAMS_OWNED streams_bag_t *streams_bag_new(void);
/** Puts a cancellable in and takes it over (also on failure, when it is cancelled). NULL is
 *  EINVAL, so streams_bag_add(bag, streams_sink(...)) reports a failed sink.
 *  Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_bag_add(streams_bag_t *bag, streams_cancellable_t *cancellable);
/** Cancels and drops what is in the bag, in the order it came; the bag can be used again.
 *  Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_bag_cancel(streams_bag_t *bag);
/** Cancels everything and gives the bag up. Errors: EHANDLE. */
STREAMS_API int streams_bag_release(streams_bag_t *bag);
/** @} */

/* ======================================================================================== */
/** @defgroup sources Sources
 *  Every function returns an owned publisher or NULL. Errors: EINVAL, ENOMEM, ELIMIT unless said.
 *
 *  @code
 *    static streams_value_t countdown(void *context) {
 *      int *left = context;
 *      return *left > 0 ? streams_int((*left)--) : streams_end();
 *    }
 *    int left = 3;
 *    streams_publisher_t *p = streams_generate(countdown, &left, NULL);
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 3, 2, 1
 *  @endcode
 *  @{ */

/** One value, when it is asked for, then the end. The value is copied.
 *  Errors: also the status of a streams_failure(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_just(streams_value_t value);
/** The given values in order (copied), then the end, right with the last one. values may be NULL if count
 *  is 0. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_from_values(const streams_value_t *values, size_t count);
/** The given values in order (copied), then the end, right with the last one: code 0 finishes, a negative code fails.
 *  values may be NULL if count is 0: the end then comes at once. message (copied) may be NULL. Errors: also EINVAL
 *  (code > 0). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_record(const streams_value_t *values, size_t count, int code, const char *message);
/** first, first + 1, ... count integers, the end right with the last one; stops early rather than overflow.
 *  Errors: EINVAL (count < 0). */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_range(int64_t first, int64_t count);
/** No value, then the end at once, without demand. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_empty(void);
/** No value and no end. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_never(void);
/** Fails at once, without demand. code must be negative; message (copied) may be NULL: then streams_status_message()
 *  says it. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_fail(int code, const char *message);

/** Makes a publisher for one subscription. @return owned (taken over), or NULL to fail with
 *  streams_last_error(). */
typedef streams_publisher_t *(*streams_make_fn)(void *context);
/** Calls make anew for every subscriber. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_deferred(streams_make_fn make, void *context, streams_destroy_fn destroy);

/** Produces the next value. @return it (handed over), streams_end(), or streams_failure(). Called once per
 *  value that somebody wants, not ahead: the end is found when the next value is wanted (unlike streams_range
 *  and streams_from_values, which end with the last value); streams_skip() has it called again. */
typedef streams_value_t (*streams_next_fn)(void *context);
/** The simplest source in C: pulls from a function. The context is shared by all subscribers
 *  of the publisher; wrap in streams_deferred() to give each its own. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_generate(streams_next_fn next, void *context, streams_destroy_fn destroy);

/** Fills an array, for sources that have many values at once: writes at most room values to out, handed over as if
 *  returned; what is lent must stay good until the next call. room is never 0, never more than is asked for, and
 *  at most 256. @return how many; 0 at the end; or a negative status to fail, which takes nothing from out.
 *  Among the values streams_skip() stands for none, streams_end() and streams_failure() end the stream after the values
 *  before them; the rest is cleared. If all are skipped it is called again. A result above room is misuse: nothing is
 *  sent and the stream fails with STREAMS_EINVAL. */
typedef int64_t (*streams_fill_fn)(void *context, streams_value_t *out, size_t room);
/** Like streams_generate(), in batches: each array is a burst (see on_values). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_generate_n(streams_fill_fn fill, void *context, streams_destroy_fn destroy);
/** @} */

/* ======================================================================================== */
/** @defgroup subjects Subjects and promises
 *  Publishers that you push into, from any thread.
 *
 *  @code
 *    streams_subject_t *subject = streams_passthrough_new();
 *    streams_cancellable_t *c = streams_sink(streams_subject_publisher(subject), show, NULL, NULL, NULL);
 *    streams_subject_send(subject, streams_int(7)); // prints 7
 *    streams_subject_complete(subject, STREAMS_OK, NULL);
 *    streams_cancellable_release(c);
 *    streams_subject_release(subject);
 *
 *    streams_promise_t *promise;
 *    streams_publisher_t *answer;
 *    streams_future(&promise, &answer);
 *    streams_promise_resolve(promise, streams_int(42));
 *    streams_cancellable_release(streams_sink(answer, show, NULL, NULL, NULL)); // prints 42
 *    streams_promise_release(promise);
 *  @endcode
 *  @{ */

typedef struct streams_subject streams_subject_t; /**< a publisher to send into */

/** Passes values on to whoever is subscribed and has demand; drops them for the others.
 *  @return owned, or NULL. Errors: ELIMIT. */
STREAMS_API STREAMS_OWNED streams_subject_t *streams_passthrough_new(void);
/** Remembers the latest value and begins with it for every new subscriber; a subscriber
 *  without demand gets the latest when it asks. initial is copied.
 *  @return owned, or NULL. Errors: EINVAL (skip, end), the status of a failure, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_subject_t *streams_current_value_new(streams_value_t initial);
/** Sends a value (lent). It has reached the subscribers when this returns: a second thread waits for its turn. (Behind
 *  an operator that another thread is delivering for, as streams_merge(), it is left with that thread instead.) Sent
 *  from within a delivery of this subject, it reaches at once those who have the value under way, and the others
 *  right after that; from within a delivery of another subject while this one is busy, it is copied and
 *  delivered by whoever delivers, so that no cycle of subjects can block.
 *  Errors: EINVAL (skip, end), the status of a failure, EHANDLE, EDONE (it has ended: nothing was sent). */
STREAMS_API int streams_subject_send(streams_subject_t *subject, streams_value_t value);
/** Sends an array of values in order, all lent, as one burst (see on_values) with one look at the handle: as so many
 *  streams_subject_send(), but other threads get their turn in between only if they are waiting for it. If it ends or
 *  is ended meanwhile, the rest is not sent. values may be NULL if count is 0.
 *  Errors: as before; if one is not a value, nothing is sent. */
STREAMS_API int streams_subject_send_n(streams_subject_t *subject, const streams_value_t *values, size_t count);
/** Ends the subject: code 0 finishes, a negative code fails. Later subscribers get the same
 *  end. message may be NULL. Errors: EINVAL (code > 0), EHANDLE, EDONE (it had ended: nothing is sent twice). */
STREAMS_API int streams_subject_complete(streams_subject_t *subject, int code, const char *message);
/** The latest value of a current-value subject: yours. Failures: EINVAL, EHANDLE, ENOTSUP (passthrough). */
STREAMS_API STREAMS_OWNED streams_value_t streams_subject_value(streams_subject_t *subject);
/** The subject as a publisher, which keeps it alive. Borrows: subject.
 *  @return owned, or NULL. Errors: EINVAL, EHANDLE, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_subject_publisher(streams_subject_t *subject);
/** Feeds a publisher into the subject until either ends, and ends the subject with it. The publisher is asked for
 *  everything: by a passthrough subject once a subscriber has asked it for something, by a current-value subject at
 *  once. The subject is not kept alive: the stream is cancelled with it.
 *  Consumes: publisher. Borrows: subject.
 *  @return owned: releasing it disconnects; or NULL. Errors: EINVAL, EHANDLE, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_cancellable_t *
streams_subject_feed(streams_subject_t *subject, streams_publisher_t *publisher);
/** A second handle to the same object. @return owned, or NULL. Errors: EINVAL, EHANDLE. */
STREAMS_API STREAMS_OWNED streams_subject_t *streams_subject_dup(streams_subject_t *subject);
/** Gives the handle up. Sends no completion. A subscriber that is neither cancelled nor completed keeps the
 *  subject. Errors: EHANDLE. */
STREAMS_API int streams_subject_release(streams_subject_t *subject);

/** The writing end of a future: one value or one failure, for everybody, for ever. */
typedef struct streams_promise streams_promise_t;
/** Makes the pair. Every subscriber of the publisher gets what the promise is kept with, however late: a value when it
 *  asks, and the end with it; a failure at once. @return both owned, in *promise and *publisher; NULL on failure.
 *  Errors: EINVAL, ELIMIT. */
STREAMS_API int streams_future(streams_promise_t **promise, streams_publisher_t **publisher);
/** Keeps the promise with a value (copied). Who waits for it gets it within this call. Threads: any; of several
 *  only the first counts. Errors: EINVAL (skip, end), the status of a failure, EHANDLE, EDONE (it is kept already). */
STREAMS_API int streams_promise_resolve(streams_promise_t *promise, streams_value_t value);
/** Keeps the promise with a failure: code must be negative, message (copied) may be NULL. As resolve.
 *  Errors: EINVAL, EHANDLE, EDONE. */
STREAMS_API int streams_promise_reject(streams_promise_t *promise, int code, const char *message);
/** A second handle to the same object. @return owned, or NULL. Errors: EINVAL, EHANDLE, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_promise_t *streams_promise_dup(streams_promise_t *promise);
/** Gives the handle up; when the last one goes and the promise was not kept, its future fails with STREAMS_ECANCELED.
 *  Errors: EHANDLE. */
STREAMS_API int streams_promise_release(streams_promise_t *promise);
/** @} */

/* ======================================================================================== */
/** @defgroup custom Publishers of your own
 *  For sources that streams_generate() and subjects cannot express. The library stands
 *  between you and the subscriber and enforces the contract: what breaks it is refused with a
 *  status and never reaches the subscriber.
 *
 *  @code
 *    static void dice(void *context, streams_demand_t demand) {
 *      for (; demand > 0; demand--)
 *        if (streams_downstream_send(context, streams_int(4), NULL) != STREAMS_OK) return; // nobody is left
 *    }
 *    static void drop(void *context) { streams_downstream_release(context); }
 *    static int throw_dice(void *context, streams_downstream_t *downstream) {
 *      streams_producer_t producer = STREAMS_PRODUCER_INIT;
 *      producer.request = dice;
 *      return streams_downstream_start(downstream, &producer, streams_downstream_dup(downstream), drop);
 *    }
 *    streams_source_t source = STREAMS_SOURCE_INIT;
 *    source.subscribe = throw_dice;
 *    streams_publisher_t *p = streams_prefix(streams_create(&source, NULL, NULL), 3);
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 4, 4, 4
 *  @endcode
 *  @{ */

/** The subscriber, seen from the source. */
typedef struct streams_downstream streams_downstream_t;

/** What streams_create() is given: your side of a publisher. */
typedef struct streams_source {
  size_t size; /**< sizeof(streams_source_t) */
  /** A subscriber arrives. Answer with streams_downstream_start(), now or later (then dup the
   *  handle). A negative result fails the subscriber with that status. May be called in
   *  several threads at once. */
  int (*subscribe)(void *context, streams_downstream_t *downstream);
} streams_source_t;
/** What a streams_source_t begins with. */
#define STREAMS_SOURCE_INIT { sizeof(streams_source_t), NULL }

/** What streams_downstream_start() is given: your side of one running stream. Both may be NULL. */
typedef struct streams_producer {
  size_t size; /**< sizeof(streams_producer_t) */
  /** More demand, never <= 0; you may send before returning. Not called after cancel; one call at a time, and
   *  never from within on_value: what is asked for meanwhile comes with the next call. */
  void (*request)(void *context, streams_demand_t demand);
  /** The subscriber has left. Called at most once, not after you completed. May be called
   *  in any thread, also while request runs. */
  void (*cancel)(void *context);
} streams_producer_t;
/** What a streams_producer_t begins with. */
#define STREAMS_PRODUCER_INIT { sizeof(streams_producer_t), NULL, NULL }

/** A publisher made of callbacks. The struct is copied.
 *  @return owned, or NULL. Errors: EINVAL, EVERSION, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_create(const streams_source_t *source, void *context, streams_destroy_fn destroy);
/** Sends the subscription; required once, before anything else. The struct is copied. destroy(context)
 *  follows after completion or cancel, when request and cancel have returned, and also if this fails.
 *  Errors: EINVAL, EHANDLE, EVERSION, ESTATE (second time), EDONE (completed without a start). */
STREAMS_API int streams_downstream_start(streams_downstream_t *downstream, const streams_producer_t *producer,
                                         void *context, streams_destroy_fn destroy);
/** Sends one value (lent) and takes one off the demand. more, if not NULL, receives what
 *  the subscriber asked for in return; request() is not called for it. A value sent from within on_value, or
 *  while another thread sends, is delivered after the one under way: more is then 0, and what the subscriber
 *  returns comes by request().
 *  Errors: EINVAL (not a value), EHANDLE, ESTATE (not started), EDEMAND, EDONE, ECANCELED. */
STREAMS_API int streams_downstream_send(streams_downstream_t *downstream, streams_value_t value,
                                        streams_demand_t *more);
/** Sends an array of values (lent) in order, as one burst (see on_values): as many as are wanted, also in return for those
 *  before them. sent, if not NULL, receives how many that were; more, if not NULL, what the subscriber asked for in
 *  return; request() is called for what it asks for otherwise. An array sent from within on_value, or while another
 *  thread sends, is copied and delivered after the one under way: sent is then count and more 0.
 *  Errors: EINVAL (not a value, and nothing is sent), EHANDLE, ESTATE (not started), EDEMAND (not all were wanted),
 *  EDONE, ECANCELED (also in the middle). */
STREAMS_API int streams_downstream_send_n(streams_downstream_t *downstream, const streams_value_t *values,
                                          size_t count, size_t *sent, streams_demand_t *more);
/** Ends the stream: code 0 finishes, negative fails. Needs no demand. Before a start it sends the
 *  subscription as well. message may be NULL.
 *  Errors: EINVAL (code > 0), EHANDLE, EDONE, ECANCELED. */
STREAMS_API int streams_downstream_complete(streams_downstream_t *downstream, int code, const char *message);
/** Demand not yet served. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_downstream_demand(streams_downstream_t *downstream, streams_demand_t *out);
/** A second handle to the same object. @return owned, or NULL. Errors: EINVAL, EHANDLE. */
STREAMS_API STREAMS_OWNED streams_downstream_t *streams_downstream_dup(streams_downstream_t *downstream);
/** Gives the handle up; when the last one goes, and with it the one lent to subscribe(), the subscriber of a
 *  stream that is not over fails with STREAMS_ECANCELED. Errors: EHANDLE, EBORROWED. */
STREAMS_API int streams_downstream_release(streams_downstream_t *downstream);
/** @} */

/* ======================================================================================== */
/** @defgroup operators Operators
 *  Every function consumes its publishers and returns an owned publisher or NULL. Errors:
 *  EINVAL, EHANDLE, ELIMIT. A callback that fails makes the stream fail with its status and
 *  cancels upstream. Demand goes through unchanged unless said.
 *
 *  @code
 *    streams_publisher_t *p = streams_range(1, 1000000);
 *    p = streams_map(p, twice, NULL, NULL);
 *    p = streams_prefix(p, 2); // nothing after the second is ever made
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 2, 4
 *  @endcode
 *  @{ */

/** A value for a value. @return it (handed over, or lent as said under Values), streams_skip(), streams_end() or
 *  streams_failure(). */
typedef streams_value_t (*streams_map_fn)(void *context, streams_value_t value);
/** A question about a value. @return 1 (yes), 0 (no) or a negative status. */
typedef int (*streams_test_fn)(void *context, streams_value_t value);
/** The new accumulated value. @return it (handed over), streams_end() or streams_failure(). Returning accumulated
 *  itself costs nothing; a part of it is copied. */
typedef streams_value_t (*streams_fold_fn)(void *context, streams_value_t accumulated, streams_value_t value);
/** Whether two values are the same. @return 1 (equal), 0 (not) or a negative status. */
typedef int (*streams_equal_fn)(void *context, streams_value_t a, streams_value_t b);
/** Sets *order, which is 0, to less than, equal to or greater than 0 as a is less than, equal to or greater than b.
 *  @return STREAMS_OK or a negative status; another number counts as STREAMS_EINVAL. */
typedef int (*streams_compare_fn)(void *context, streams_value_t a, streams_value_t b, int *order);
/** A stream for a value. @return owned (taken over), or NULL to fail with streams_last_error(). */
typedef streams_publisher_t *(*streams_flat_map_fn)(void *context, streams_value_t value);
/** A stream instead of a failure. @return as streams_flat_map_fn. */
typedef streams_publisher_t *(*streams_catch_fn)(void *context, const streams_error_t *error);
/** Another code for a failure; streams_set_error_message() gives it a text. @return negative; another number counts
 *  as STREAMS_EINVAL. */
typedef int (*streams_map_error_fn)(void *context, const streams_error_t *error);

/** @defgroup each Each value
 *  @code
 *    static int odd(void *context, streams_value_t value) { return streams_int_of(value) % 2 != 0; }
 *    streams_publisher_t *p = streams_filter(streams_range(1, 6), odd, NULL, NULL);
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 1, 3, 5
 *  @endcode
 *  @{ */

/** Turns every value into another. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_map(streams_publisher_t *upstream, streams_map_fn fn, void *context, streams_destroy_fn destroy);
/** Like map: streams_skip() drops a value, and upstream is asked for another. Use this name where that is
 *  meant. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_compact_map(streams_publisher_t *upstream, streams_map_fn fn, void *context, streams_destroy_fn destroy);
/** Lets through what fn says yes to; for each value dropped, upstream is asked for another. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_filter(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** Sends every intermediate result, beginning with fn(initial, first value). initial is copied. Errors: also the
 *  status of a streams_failure(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_scan(streams_publisher_t *upstream, streams_value_t initial, streams_fold_fn fn,
             void *context, streams_destroy_fn destroy);
/** Drops a value equal to the one before, which it keeps. fn says 1 for equal; NULL: streams_value_equal(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_remove_duplicates(streams_publisher_t *upstream, streams_equal_fn fn, void *context, streams_destroy_fn destroy);
/** Drops every value; only the end comes. Asks upstream for everything, whatever is asked for. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_ignore_output(streams_publisher_t *upstream);
/** @} */

/** @defgroup whole The whole stream becomes one value
 *  It is sent when upstream finishes and downstream has asked. These ask upstream for everything at once; a failure
 *  goes down at once and there is no value.
 *
 *  @code
 *    streams_publisher_t *p = streams_count(streams_range(100, 12));
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 12
 *  @endcode
 *  @{ */

/** Folds all values into one; initial (copied) if there is none. streams_end() from fn finishes without a value.
 *  Errors: also the status of a streams_failure(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_reduce(streams_publisher_t *upstream, streams_value_t initial, streams_fold_fn fn,
               void *context, streams_destroy_fn destroy);
/** One list of everything; an empty one if there is nothing. Keeps all values: unbounded. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_collect(streams_publisher_t *upstream);
/** How many values there were, as an integer. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_count(streams_publisher_t *upstream);
/** The first value; upstream is cancelled when it has come. Nothing but the end, without demand, if there is none. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_first(streams_publisher_t *upstream);
/** The first value that fn says yes to. Like first. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_first_where(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** The last value; keeps one. Nothing but the end, without demand, if there is none. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_last(streams_publisher_t *upstream);
/** The last value that fn says yes to. Like last. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_last_where(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** The least value, of equal ones the first; keeps one. fn compares the least so far with a new one; NULL:
 *  streams_value_compare(). Nothing but the end, without demand, if there is no value. Fails with what fn returns,
 *  or with STREAMS_EKIND where values have no order. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_min(streams_publisher_t *upstream, streams_compare_fn fn, void *context, streams_destroy_fn destroy);
/** The greatest value, of equal ones the first. Like min. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_max(streams_publisher_t *upstream, streams_compare_fn fn, void *context, streams_destroy_fn destroy);
/** Whether a value comes that is equal (streams_value_equal()) to this one, which is copied: true as soon as it does,
 *  and upstream is cancelled; false at the end. Errors: also the status of a streams_failure(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_contains(streams_publisher_t *upstream, streams_value_t value);
/** Whether a value comes that fn says yes to. Like contains. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_contains_where(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** Whether fn says yes to all values: false as soon as it says no, and upstream is cancelled; true at the end. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_all_satisfy(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** @} */

/** @defgroup part A part of the stream
 *  @code
 *    streams_publisher_t *p = streams_prefix(streams_range(1, 100), 2);
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 1, 2
 *  @endcode
 *  @{ */

/** The first count values; finishes right after the last of them, for 0 at once. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_prefix(streams_publisher_t *upstream, size_t count);
/** The values until fn says no; then finishes without that one. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_prefix_while(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** The values until other sends one, which ends the stream at once, without demand. Asks other for one value; its end
 *  and its failure change nothing. Consumes both. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_prefix_until(streams_publisher_t *upstream, streams_publisher_t *other);
/** All but the first count values, for which upstream is asked once, at the start. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_drop_first(streams_publisher_t *upstream, size_t count);
/** The values from the first on that fn says no to; the ones after it are not tested. For each value dropped,
 *  upstream is asked for another. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_drop_while(streams_publisher_t *upstream, streams_test_fn fn, void *context, streams_destroy_fn destroy);
/** The values that come after other has sent one. For each value dropped, upstream is asked for another. Asks other for
 *  one value; if it ends without, so does the stream, in the same way. Consumes both. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_drop_until(streams_publisher_t *upstream, streams_publisher_t *other);
/** The value at this place, counted from 0, then the end. For each value before it, upstream is asked for another. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_output_at(streams_publisher_t *upstream, size_t index);
/** The values at the places first to end - 1, counted from 0; finishes right after the last of them, at once if there
 *  are none. Demand as for output_at. Errors: also EINVAL (first > end). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_output_in(streams_publisher_t *upstream, size_t first, size_t end);
/** Lists of count values; when upstream finishes, what is left over as a shorter one; a failure drops it. Asks
 *  upstream for count times the demand. Errors: also EINVAL (count 0). */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_chunk(streams_publisher_t *upstream, size_t count);
/** The lines of bytes or text, as text without the line feeds (unchecked: what the bytes are). What follows the
 *  last line feed is a line too, if it is not empty. A line points into its chunk: no copy, no allocation; one that
 *  straddles chunks is gathered. One that is longer than max_length (0: 16 MiB) fails the stream with STREAMS_ELIMIT,
 *  after the lines before it. Asks for one chunk when more lines are wanted than are there. Fails with STREAMS_EKIND
 *  for other values. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_lines(streams_publisher_t *upstream, size_t max_length);
/** @} */

/** @defgroup several Several streams
 *  The arrays are borrowed, the publishers in them are consumed, all of them, also on failure. count is at least 1.
 *
 *  @code
 *    streams_publisher_t *both[2];
 *    both[0] = streams_range(1, 2);
 *    both[1] = streams_range(8, 2);
 *    streams_cancellable_release(streams_sink(streams_merge(both, 2), show, NULL, NULL, NULL)); // prints 1, 2, 8, 9
 *  @endcode
 *  @{ */

/** One stream per value, up to max_publishers at once (STREAMS_UNLIMITED: all), interleaved. Asks upstream for
 *  max_publishers, then for one more for each stream that is over; each stream for one value at a time, or for
 *  everything once everything is asked for. Holds at most one value per stream. Errors: also EINVAL
 *  (max_publishers <= 0). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_flat_map(streams_publisher_t *upstream, streams_demand_t max_publishers, streams_flat_map_fn fn,
                 void *context, streams_destroy_fn destroy);
/** One stream per value; a new one cancels the one before. (map and switchToLatest) Asks upstream for everything,
 *  and each stream for what is left of the demand. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_flat_map_latest(streams_publisher_t *upstream, streams_flat_map_fn fn, void *context, streams_destroy_fn destroy);
/** The values of all as they come. Asks each for one at a time, for everything once everything is asked for; holds
 *  at most one value of each, and what subjects send in other threads while one delivers: that is not bounded. Ends when all have finished; a failure ends it at once. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_merge(streams_publisher_t *const *upstreams, size_t count);
/** Lists of the n-th values. Asks each for what is asked for; keeps what one is ahead. Ends with the first upstream
 *  that has none left; a failure ends it at once. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_zip(streams_publisher_t *const *upstreams, size_t count);
/** Lists of the latest values, one for each change after each has sent one. What changed without demand comes as one
 *  list when it is asked for. Ends when all have finished; a failure ends it at once. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_combine_latest(streams_publisher_t *const *upstreams, size_t count);
/** upstream, and once that has finished, next. Each is asked for what is left of the demand. Consumes both. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_append(streams_publisher_t *upstream, streams_publisher_t *next);
/** before, and once that has finished, upstream. Consumes both. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_prepend(streams_publisher_t *upstream, streams_publisher_t *before);
/** @} */

/** @defgroup failures Failures
 *  What follows is asked for what is left of the demand.
 *
 *  @code
 *    streams_publisher_t *p = streams_fail(STREAMS_EUSER(0), "no luck");
 *    p = streams_replace_error(streams_retry(p, 3), streams_int(-1));
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints -1
 *  @endcode
 *  @{ */

/** Goes on with another stream after a failure. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_catch(streams_publisher_t *upstream, streams_catch_fn fn, void *context, streams_destroy_fn destroy);
/** Subscribes anew after a failure, at most times times; negative: for ever. Without a delay, and without
 *  deepening the stack. Not after the STREAMS_ECLOSED of a loop, which stays closed. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_retry(streams_publisher_t *upstream, int64_t times);
/** One value (copied), when it is asked for, and the end instead of a failure. Errors: also the status of a
 *  streams_failure(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_replace_error(streams_publisher_t *upstream, streams_value_t value);
/** One value (copied), when it is asked for, if upstream finishes without any. Errors: also the status of a
 *  streams_failure(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_replace_empty(streams_publisher_t *upstream, streams_value_t value);
/** Another failure instead of upstream's. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_map_error(streams_publisher_t *upstream, streams_map_error_fn fn, void *context, streams_destroy_fn destroy);
/** @} */

/** @defgroup timing Demand, time and threads
 *  Times in milliseconds; nothing comes early. Borrowed: loop. When it closes, what delivers on it fails with
 *  STREAMS_ECLOSED, upstream cancelled first, and so does what is subscribed later. What waits for its time is dropped.
 *
 *  @code
 *    streams_loop_t *loop = streams_loop_new();
 *    streams_publisher_t *p = streams_receive_on(streams_range(1, 2), loop);
 *    streams_cancellable_t *c = streams_sink(p, show, NULL, NULL, NULL); // nothing yet
 *    streams_loop_run(loop, STREAMS_RUN_DEFAULT);                        // prints 1, 2
 *    streams_cancellable_release(c);
 *    streams_loop_release(loop);
 *  @endcode
 *  @{ */

typedef struct streams_loop streams_loop_t; /**< an event loop, see the group loop */

/** What a full streams_buffer() does with one more value. */
enum streams_buffer_full {
  STREAMS_BUFFER_DROP_NEWEST = 0, /**< drops the one that comes */
  STREAMS_BUFFER_DROP_OLDEST = 1, /**< drops the one that has waited longest */
  STREAMS_BUFFER_FAIL = 2         /**< fails with STREAMS_ELIMIT */
};
/** Keeps up to size values that nobody has asked for yet. prefetch: request size at once and
 *  then one for one (keeps a slow reader busy); otherwise request unlimited. Finishing waits for demand.
 *  when_full: an enum streams_buffer_full. Errors: also EINVAL (when_full). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_buffer(streams_publisher_t *upstream, size_t size, bool prefetch, int when_full);
/** A value only after due_ms without a newer one. A value still waiting when upstream ends is dropped, and so is
 *  one that is due without demand. Asks upstream for everything. Delivers in the loop's thread. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_debounce(streams_publisher_t *upstream, streams_loop_t *loop, uint64_t due_ms);
/** At most one value in each ms: the first at once, then the newest (latest) or the first of each interval, at its
 *  end. The end of the stream comes right after the value that waits. Asks upstream for everything; a value that finds
 *  no demand is lost. Delivers in the loop's thread. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_throttle(streams_publisher_t *upstream, streams_loop_t *loop, uint64_t ms, bool latest);
/** Delivers values and the end ms later, in the loop's thread, in order. The subscription, requests and cancelling are
 *  not delayed. Keeps what is under way, which only the demand bounds. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_delay(streams_publisher_t *upstream, streams_loop_t *loop, uint64_t ms);
/** Ends the stream if nothing comes from upstream for ms: cancels upstream, then finishes (code 0) or fails with code
 *  (negative, with the text of streams_status_message(); say STREAMS_ETIMEOUT). Time counts from the subscription, and
 *  anew from the first request and each value. What came in time goes out before that. Delivers in the loop's thread.
 *  Errors: also EINVAL (code > 0). */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_timeout(streams_publisher_t *upstream, streams_loop_t *loop, uint64_t ms, int code);
/** Lists of what came within each ms; with max (0: no limit) a full one at once, and time begins anew. Where nothing
 *  came there is no list. When upstream finishes, what is left over as a shorter one; a failure drops it. A list takes
 *  demand: without, values are kept for the next one. Asks upstream for max values for each list, or without a limit
 *  for one after the other whatever is asked, and keeps them: unbounded. Delivers in the loop's thread. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_chunk_by_time(streams_publisher_t *upstream, streams_loop_t *loop, uint64_t ms, size_t max);
/** For each value the milliseconds since the one before, for the first since the subscription, as an integer:
 *  differences of streams_loop_now(). It only reads the loop's clock: values stay in their thread, and the loop may
 *  close. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_measure_interval(streams_publisher_t *upstream, streams_loop_t *loop);
/** Delivers values and the end in the loop's thread, in order. The subscription, requests and cancelling stay where
 *  they are made. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_receive_on(streams_publisher_t *upstream, streams_loop_t *loop);
/** Subscribes to upstream, asks it and cancels it in the loop's thread. Values and the end stay where upstream sends
 *  them. A cancel stops them at once; a request that is still under way then is not made. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_subscribe_on(streams_publisher_t *upstream, streams_loop_t *loop);
/** @} */

/** @defgroup sharing Sharing
 *  One upstream subscription for all subscribers. Each has its demand; a value that comes without is lost, a late
 *  subscriber sees nothing earlier.
 *
 *  @code
 *    streams_publisher_t *p = streams_make_connectable(streams_range(1, 2));
 *    streams_cancellable_t *a = streams_sink(streams_publisher_dup(p), show, NULL, NULL, NULL);
 *    streams_cancellable_t *b = streams_sink(streams_publisher_dup(p), show, NULL, NULL, NULL);
 *    streams_cancellable_release(streams_connect(p)); // prints 1, 1, 2, 2
 *    streams_cancellable_release(a);
 *    streams_cancellable_release(b);
 *    streams_publisher_release(p);
 *  @endcode
 *  @{ */

/** Shares upstream while there are subscribers: subscribes with the first, cancels with the last. Not again after
 *  the end. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_share(streams_publisher_t *upstream);
/** Like share, but values start to flow only with streams_connect(). */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_make_connectable(streams_publisher_t *upstream);
/** The same through a subject of yours, which decides what a late subscriber gets (a current-value subject gives its
 *  latest value) and ends with upstream. Subscribers also get what is sent to it otherwise. Borrows: subject. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_multicast(streams_publisher_t *upstream, streams_subject_t *subject);
/** Subscribes upstream. Subscribers hear nothing when the result is released, they may be connected anew. Borrows:
 *  connectable. @return owned: releasing it disconnects; NULL with ENOTSUP if the
 *  publisher does not come from streams_make_connectable() or streams_multicast(). Errors: also ELIMIT. */
STREAMS_API STREAMS_OWNED streams_cancellable_t *streams_connect(streams_publisher_t *connectable);
/** Connects with the first subscriber, disconnects with the last. Errors: also ENOTSUP. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_autoconnect(streams_publisher_t *connectable);
/** @} */

/** @defgroup observing Looking on
 *  @code
 *    streams_publisher_t *p = streams_print(streams_range(1, 2), "numbers"); // to standard error
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL));   // prints 1, 2
 *  @endcode
 *  @{ */

/** Hears of everything that passes, before it does. Any function may be NULL. */
typedef struct streams_observer {
  size_t size; /**< sizeof(streams_observer_t) */
  void (*on_subscription)(void *context);                               /**< upstream has answered */
  void (*on_value)(void *context, streams_value_t value);               /**< a value (lent) */
  void (*on_completion)(void *context, const streams_error_t *error);   /**< the end; NULL: finished */
  /** Demand, also what is returned from on_value, after that one. In the thread that asks, while others may run. */
  void (*on_request)(void *context, streams_demand_t demand);
  /** The stream is cancelled. In the thread that cancels, while others may run. */
  void (*on_cancel)(void *context);
} streams_observer_t;
/** An observer without functions. */
#define STREAMS_OBSERVER_INIT { sizeof(streams_observer_t), NULL, NULL, NULL, NULL, NULL }
/** Calls the functions of observer (copied) and changes nothing. Errors: also EVERSION. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_handle_events(streams_publisher_t *upstream, const streams_observer_t *observer,
                      void *context, streams_destroy_fn destroy);
/** Writes a line to standard error for everything that passes: "receive subscription: (Map)", "request max: (2)",
 *  "receive value: (1)", "request max: (1) (synchronous)" for what on_value returns, "receive finished",
 *  "receive error: (text)", "receive cancel"; with prefix (may be NULL) and a colon before it. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_print(streams_publisher_t *upstream, const char *prefix);
/** @} */
/** @} */

/* ======================================================================================== */
/** @defgroup loop Event loop
 *  A loop is a libuv loop with a mailbox that other threads can post to. Make one, or lend the
 *  library the loop your program already runs. Everything that takes a loop delivers in
 *  that loop's thread; subscribing, requesting and cancelling work from every thread.
 *
 *  @code
 *    static void hello(void *context) { puts("in the loop's thread"); }
 *    streams_loop_t *loop = streams_loop_new();
 *    streams_loop_post(loop, hello, NULL, NULL);  // from any thread
 *    streams_loop_run(loop, STREAMS_RUN_DEFAULT); // prints in the loop's thread
 *    streams_loop_release(loop);
 *  @endcode
 *  @{ */

/** libuv's uv_loop_t; include uv.h only if you use libuv yourself. */
struct uv_loop_s;

/** A new loop. The thread that runs it becomes its thread; until then what is posted and subscribed waits.
 *  @return owned, or NULL. Errors: libuv's, ELIMIT. */
STREAMS_API STREAMS_OWNED streams_loop_t *streams_loop_new(void);
/** Adopts your loop. Call it in the thread that runs uv_run(), or before that starts. The
 *  uv_loop_t stays yours and must outlive the result; close the result first, then run the
 *  uv loop until it has nothing left to do, then uv_loop_close() it. Uses the libuv your
 *  program uses (libstreams links libuv.so.1). Threads: loop.
 *  @return owned, or NULL. Errors: EINVAL, ELIMIT, libuv's. */
STREAMS_API STREAMS_OWNED streams_loop_t *streams_loop_adopt(struct uv_loop_s *uv);
/** The libuv loop inside, borrowed: good until the loop is closed. Use it only in the loop's thread.
 *  @return NULL on failure. Errors: EINVAL, EHANDLE, ECLOSED. */
STREAMS_API struct uv_loop_s *streams_loop_uv(streams_loop_t *loop);

/** How long streams_loop_run() runs, as uv_run_mode. */
enum streams_run_mode {
  STREAMS_RUN_DEFAULT = 0, /**< until nothing is active */
  STREAMS_RUN_ONCE = 1,    /**< what is due; if nothing is, waits for it */
  STREAMS_RUN_NOWAIT = 2   /**< what is due */
};
/** Runs until nothing is active (or once, or without waiting), or until streams_loop_stop(). mode: an
 *  enum streams_run_mode. The mailbox alone does not keep the loop running, see streams_loop_hold().
 *  @return > 0 if there is more to do, 0 if not. Errors: EINVAL, EHANDLE, EBUSY (is running),
 *  ENOTSUP (adopted: run it with uv_run()), ECLOSED. */
STREAMS_API int streams_loop_run(streams_loop_t *loop, int mode);
/** Runs the loop in a thread of its own until it is stopped or closed, also while nothing is active.
 *  Errors: EINVAL, EHANDLE, EBUSY, ENOTSUP (adopted), ECLOSED, libuv's. */
STREAMS_API int streams_loop_start(streams_loop_t *loop);
/** Makes run (or the loop's own thread) return soon; what was posted before is run first. Does not wait.
 *  Errors: EINVAL, EHANDLE, ENOTSUP (adopted), ECLOSED. */
STREAMS_API int streams_loop_stop(streams_loop_t *loop);
/** Keeps the loop running although nothing is active (true), or not (false). Counts: as many
 *  false as true. Errors: EINVAL, EHANDLE, ESTATE (more false than true), ECLOSED. */
STREAMS_API int streams_loop_hold(streams_loop_t *loop, bool hold);
/** Has fn(context) called in the loop's thread, in the order of the posts, then
 *  destroy(context); never within this call. If the loop is closed already, only destroy is called.
 *  Nothing posted before streams_loop_close() is lost. Errors: EINVAL, EHANDLE, ECLOSED. */
STREAMS_API int streams_loop_post(streams_loop_t *loop, void (*fn)(void *context), void *context,
                                  streams_destroy_fn destroy);
/** Closes the loop: runs what was posted before, fails everything that still lives on it with STREAMS_ECLOSED (timers,
 *  readers, streams that deliver or subscribe on it: before this returns, in the loop's thread, or in the caller's if
 *  nobody runs it; only a subscriber that is in a callback in another thread hears of it there, right after it),
 *  closes the libuv handles and waits for that; stops and joins the thread
 *  of streams_loop_start(). The libuv handles of an adopted loop are closed by its owner's next uv_run() instead.
 *  The handle is still to be released. Closing twice does nothing. Not from within the loop's own callbacks.
 *  Threads: loop (or any, if not running or started). Errors: EINVAL, EHANDLE, EBUSY, ETHREAD. */
STREAMS_API int streams_loop_close(streams_loop_t *loop);
/** 1 in the loop's thread, 0 elsewhere. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_loop_is_current(streams_loop_t *loop);
/** The loop's clock in milliseconds since some moment; it never goes back. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_loop_now(streams_loop_t *loop, uint64_t *out_ms);
/** A second handle to the same object. @return owned, or NULL. Errors: EINVAL, EHANDLE. */
STREAMS_API STREAMS_OWNED streams_loop_t *streams_loop_dup(streams_loop_t *loop);
/** Gives the handle up; the last one closes the loop as streams_loop_close() would, and
 *  leaves it to the loop's thread while that runs it. Publishers and streams do not keep a loop open.
 *  Errors: EHANDLE. */
STREAMS_API int streams_loop_release(streams_loop_t *loop);
/** @} */

/* ======================================================================================== */
/** @defgroup uv Sources of the loop
 *  Each returns an owned publisher or NULL; opens what it needs per subscription and closes
 *  it on completion and cancel. Borrows: loop. Errors: EINVAL, EHANDLE, ELIMIT;
 *  what the operating system says comes as a failure of the stream, with libuv's code; STREAMS_ECLOSED if the loop
 *  closes before the end. Values come in the loop's thread.
 *
 *  @code
 *    streams_loop_t *loop = streams_loop_new();
 *    streams_publisher_t *p = streams_count(streams_lines(streams_fs_read(loop, "app.log", 0), 0));
 *    streams_cancellable_t *c = streams_sink(p, show, NULL, NULL, NULL);
 *    streams_loop_run(loop, STREAMS_RUN_DEFAULT); // prints 2
 *    streams_cancellable_release(c);
 *    streams_loop_release(loop);
 *  @endcode
 *  @{ */

/** 1, 2, 3, ... first after first_ms, counted from the subscription, then every interval_ms. With an interval of 0
 *  only once, then the end; that one value waits for demand. Ticks without demand are dropped, not saved up, and
 *  their numbers are missing. Never early. An active timer keeps the loop running. */
STREAMS_API STREAMS_OWNED streams_publisher_t *
streams_timer(streams_loop_t *loop, uint64_t first_ms, uint64_t interval_ms);
/** The contents of a file in chunks of at most chunk bytes (0: 64 KiB), one read for each chunk that is asked for.
 *  The end comes in answer to the next demand after the last chunk. The chunks are counted bytes: keeping one with
 *  streams_value_copy() copies nothing. A reader without demand does not keep the loop running.
 *  Pipes and devices work too; streams_loop_close() and exit() wait for one that stays silent. */
STREAMS_API STREAMS_OWNED streams_publisher_t *streams_fs_read(streams_loop_t *loop, const char *path, size_t chunk);
/** @} */

/* ======================================================================================== */
/** @defgroup adapters Adapters
 *  For languages whose callbacks cannot return a struct (Python's ctypes) or take one (LuaJIT): give the function
 *  streams_via_map, streams_via_next, ... as the callback and a streams_via_t as its context. The inner functions
 *  return STREAMS_OK with *out set, STREAMS_SKIP (1), STREAMS_EDONE (the end) or a negative status; *out is looked at
 *  with STREAMS_OK only.
 *  The struct is read at every call and must live as long as the context.
 *
 *  @code
 *    static int square(void *context, const streams_value_t *value, streams_value_t *out) {
 *      *out = streams_int(streams_int_of(*value) * streams_int_of(*value));
 *      return STREAMS_OK;
 *    }
 *    streams_via_t via = { square, NULL, NULL, NULL, NULL, NULL };
 *    streams_publisher_t *p = streams_map(streams_range(1, 3), streams_via_map, &via, NULL);
 *    streams_cancellable_release(streams_sink(p, show, NULL, NULL, NULL)); // prints 1, 4, 9
 *  @endcode
 *  @{ */
/** The inner functions. Those that are not used may be NULL; an adapter without its function fails with
 *  STREAMS_EINVAL. */
typedef struct streams_via {
  /** For streams_via_map(). */
  int (*map)(void *context, const streams_value_t *value, streams_value_t *out);
  /** For streams_via_next(). */
  int (*next)(void *context, streams_value_t *out);
  /** For streams_via_fold(). */
  int (*fold)(void *context, const streams_value_t *accumulated, const streams_value_t *value, streams_value_t *out);
  /** For streams_via_test(): 1 (yes), 0 (no) or a negative status. */
  int (*test)(void *context, const streams_value_t *value);
  /** For streams_via_value(): how many more to ask for, or STREAMS_STOP. */
  streams_demand_t (*value)(void *context, const streams_value_t *value);
  void *context; /**< the first argument of each */
} streams_via_t;
/** A streams_map_fn. via: a streams_via_t. */
STREAMS_API streams_value_t streams_via_map(void *via, streams_value_t value);
/** A streams_next_fn. */
STREAMS_API streams_value_t streams_via_next(void *via);
/** A streams_fold_fn. */
STREAMS_API streams_value_t streams_via_fold(void *via, streams_value_t accumulated, streams_value_t value);
/** A streams_test_fn. Errors: EINVAL (no function), and what the function returns. */
STREAMS_API int streams_via_test(void *via, streams_value_t value);
/** A streams_value_fn; without a function it stops. */
STREAMS_API streams_demand_t streams_via_value(void *via, streams_value_t value);
/** @} */

/* ======================================================================================== */
/** @defgroup debug Looking inside
 *  @code
 *    static void report(void *context, int status, const char *function, const char *text) {
 *      printf("%s: %s\n", function, streams_status_name(status));
 *    }
 *    streams_set_misuse_handler(report, NULL);
 *    streams_subject_t *subject = streams_passthrough_new();
 *    streams_subject_release(subject);
 *    streams_subject_release(subject); // prints streams_subject_release: STREAMS_EHANDLE
 *    streams_set_misuse_handler(NULL, NULL);
 *    printf("%zu handles\n", streams_debug_live_handles()); // prints 0 handles
 *  @endcode
 *  @{ */

/** How many handles the program owns and has not released. This and the number of streams are 0 in a program
 *  that has cleaned up. */
STREAMS_API size_t streams_debug_live_handles(void);
/** How many streams run: have begun and are neither over nor cancelled. */
STREAMS_API size_t streams_debug_live_streams(void);
/** Calls fn for each live handle with its type ("publisher"), its name ("" if it has none) and
 *  the handle; a result other than 0 stops. What others do to handles meanwhile may show or not.
 *  @return what stopped it, or 0. Errors: EINVAL. */
STREAMS_API int
streams_debug_each_handle(int (*fn)(void *context, const char *type, const char *name, const void *handle),
                          void *context);
/** Names a publisher (copied; NULL: no name). Streams that begin after that have the name: failures that come through
 *  the publisher carry it as `stream`, unless one above had a name; reports of misuse about the publisher, its
 *  subscriptions and its downstream handles begin with it, in quotes and with a colon; streams_debug_each_handle()
 *  shows it. A publisher made of this one has no name. Borrows: publisher. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_publisher_set_name(streams_publisher_t *publisher, const char *name);
/** Names a subject (copied; NULL: no name): in reports about it, in streams_debug_each_handle(), and as the name of the
 *  publishers made of it after that. Borrows: subject. Errors: EINVAL, EHANDLE. */
STREAMS_API int streams_subject_set_name(streams_subject_t *subject, const char *name);
/** Hears of every detected misuse: a status, the function, a sentence that begins with the name of what it is about
 *  (`"sensor": a value was sent that nobody has asked for`). One handler for the process; NULL removes
 *  it. Without a handler, STREAMS_DEBUG=1 in the environment writes to
 *  standard error and STREAMS_DEBUG=abort also aborts. The handler may be called in any
 *  thread and must not call the library (what it does wrong there is not reported).
 *  Errors: none; always STREAMS_OK. */
STREAMS_API int
streams_set_misuse_handler(void (*fn)(void *context, int status, const char *function, const char *text),
                           void *context);
/** @} */

#ifdef __cplusplus
}
# if defined(__GNUC__) || defined(__clang__)
#  pragma GCC diagnostic pop
# endif
#endif
#endif /* STREAMS_H */
