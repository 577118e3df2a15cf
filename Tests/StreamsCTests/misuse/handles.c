/* Good handles of every type, and what becomes of them after a call. */
#include "misuse.h"

static void keep(call_t *call, void *handle, enum kind kind) {
  assert_non_null(handle);
  assert_true(call->made_count < 2 * places);
  call->made[call->made_count].handle = handle;
  call->made[call->made_count].is_gone = false;
  call->made[call->made_count++].kind = kind;
}

static void nothing(void *context) { (void)context; }

/* ---- a stream that runs, and its two ends */
static bool wants_subscription;
static streams_subscription_t *seen_subscription;
static streams_downstream_t *seen_downstream;

static void on_subscription(void *context, streams_subscription_t *subscription) {
  (void)context;
  if (wants_subscription) seen_subscription = streams_subscription_dup(subscription);
  assert_int_equal(streams_subscription_request(subscription, 100), STREAMS_OK);
}

static int on_subscribe(void *context, streams_downstream_t *downstream) {
  streams_producer_t producer = STREAMS_PRODUCER_INIT;
  seen_downstream = streams_downstream_dup(downstream);
  return context == NULL ? STREAMS_OK : streams_downstream_start(downstream, &producer, NULL, NULL);
}

static void subscribe_to(call_t *call, streams_publisher_t *publisher, bool wants_it) {
  streams_subscriber_t subscriber = STREAMS_SUBSCRIBER_INIT;
  subscriber.on_subscription = on_subscription;
  wants_subscription = wants_it;
  if (call->is_named) assert_int_equal(streams_publisher_set_name(publisher, "sensor"), STREAMS_OK);
  assert_int_equal(streams_subscribe(publisher, &subscriber, NULL, NULL), STREAMS_OK);
}

static void *make_downstream(call_t *call, bool is_started) {
  streams_source_t source = STREAMS_SOURCE_INIT;
  static int started;
  source.subscribe = on_subscribe;
  subscribe_to(call, streams_create(&source, is_started ? &started : NULL, NULL), false);
  return seen_downstream;
}

static void *make_subscription(call_t *call) {
  subscribe_to(call, streams_never(), true);
  keep(call, streams_subscription_dup(seen_subscription), RUNNING); /* to end the stream with */
  return seen_subscription;
}

static void *make_named(call_t *call, enum kind kind) {
  void *handle = kind == PUBLISHER ? (void *)streams_range(1, 3) : streams_current_value_new(streams_int(1));
  if (!call->is_named) return handle;
  if (kind == PUBLISHER) assert_int_equal(streams_publisher_set_name(handle, "sensor"), STREAMS_OK);
  else assert_int_equal(streams_subject_set_name(handle, "sensor"), STREAMS_OK);
  return handle;
}

static void *make_uv(void) {
  static uv_loop_t uv;
  assert_int_equal(uv_loop_init(&uv), 0);
  return &uv;
}

/* Whose publisher nobody wants. */
static void *make_promise(void) {
  streams_promise_t *promise = NULL;
  streams_publisher_t *publisher = NULL;
  assert_int_equal(streams_future(&promise, &publisher), STREAMS_OK);
  give_up(publisher, PUBLISHER);
  return promise;
}

void *make_handle(call_t *call, enum kind kind) {
  void *handle = NULL;
  switch (kind) {
    case PUBLISHER:
    case SUBJECT: handle = make_named(call, kind); break;
    case SUBSCRIPTION: handle = make_subscription(call); break;
    case CANCELLABLE: handle = streams_cancellable_new(nothing, NULL, NULL); break;
    case BAG: handle = streams_bag_new(); break;
    case DOWNSTREAM:
    case NEW_DOWNSTREAM: handle = make_downstream(call, kind == DOWNSTREAM); break;
    case LOOP: handle = streams_loop_new(); break;
    case UV: handle = make_uv(); break;
    case PROMISE: handle = make_promise(); break;
    default: fail();
  }
  keep(call, handle, kind);
  return handle;
}

void *make_released(call_t *call, enum kind kind) {
  void *handle = make_handle(call, kind);
  give_up(handle, kind);
  call->made[call->made_count - 1].is_gone = true;
  return handle;
}

/* Gives a handle up in the way of its type. */
void give_up(void *handle, enum kind kind) {
  switch (kind) {
    case NOTHING: break;
    case RUNNING:
      assert_int_equal(streams_subscription_cancel(handle), STREAMS_OK);
      assert_int_equal(streams_subscription_release(handle), STREAMS_OK);
      break;
    case PUBLISHER: assert_int_equal(streams_publisher_release(handle), STREAMS_OK); break;
    case SUBSCRIPTION: assert_int_equal(streams_subscription_release(handle), STREAMS_OK); break;
    case CANCELLABLE: assert_int_equal(streams_cancellable_release(handle), STREAMS_OK); break;
    case BAG: assert_int_equal(streams_bag_release(handle), STREAMS_OK); break;
    case SUBJECT: assert_int_equal(streams_subject_release(handle), STREAMS_OK); break;
    case DOWNSTREAM:
    case NEW_DOWNSTREAM: assert_int_equal(streams_downstream_release(handle), STREAMS_OK); break;
    case LOOP:
      assert_int_equal(streams_loop_close(handle), STREAMS_OK);
      assert_int_equal(streams_loop_release(handle), STREAMS_OK);
      break;
    case PROMISE: assert_int_equal(streams_promise_release(handle), STREAMS_OK); break;
    case UV:
      assert_int_equal(uv_run(handle, UV_RUN_DEFAULT), 0);
      assert_int_equal(uv_loop_close(handle), 0);
      break;
    default: fail();
  }
}

void release_made(call_t *call) {
  while (call->made_count > 0) {
    call->made_count--;
    if (!call->made[call->made_count].is_gone)
      give_up(call->made[call->made_count].handle, call->made[call->made_count].kind);
  }
}
