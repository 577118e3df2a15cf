/* A program with a libuv loop of its own: a timer, an echo over TCP and calls from a second thread live on it beside
 * streams, and it closes cleanly. */
#include <pthread.h>
#include <unistd.h>
#include <uv.h>

#include "support.h"

enum { lines = 20 };

/* The program. */
typedef struct {
  uv_loop_t uv;
  streams_loop_t *loop;
  uv_timer_t ticker, deadline;
  uv_tcp_t server, peer, client;
  uv_async_t wake_up;
  uv_connect_t connecting;
  uv_write_t writes[2];
  char received[200], echoed[200], chunk[64];
  int ticks, woken, closed, posted;
  streams_subject_t *said; /* what the client hears, as a stream */
  pthread_t other;
} program_t;
static program_t *program;

static void on_closed(uv_handle_t *handle) { (void)handle, program->closed++; }
static void close_all(void) {
  uv_handle_t *all[] = {
    (uv_handle_t *)&program->ticker, (uv_handle_t *)&program->deadline, (uv_handle_t *)&program->server,
    (uv_handle_t *)&program->peer,   (uv_handle_t *)&program->client,   (uv_handle_t *)&program->wake_up,
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) if (!uv_is_closing(all[i])) uv_close(all[i], on_closed);
}

static void on_tick(uv_timer_t *timer) { (void)timer, program->ticks++; }
static void on_deadline(uv_timer_t *timer) {
  (void)timer;
  fail_msg("nothing more came");
}

/* ---- the echo: what the client sends comes back to it, and goes into a stream */
static void on_room(uv_handle_t *handle, size_t size, uv_buf_t *buffer) {
  (void)handle, (void)size;
  *buffer = uv_buf_init(program->chunk, sizeof program->chunk);
}
static void on_echo(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer) {
  uv_buf_t back = uv_buf_init(program->echoed, (unsigned)(size < 0 ? 0 : size));
  if (size <= 0) return;
  memcpy(program->echoed, buffer->base, (size_t)size);
  assert_int_equal(uv_write(&program->writes[0], stream, &back, 1, NULL), 0);
}
static void on_heard(uv_stream_t *stream, ssize_t size, const uv_buf_t *buffer) {
  (void)stream;
  if (size > 0)
    assert_int_equal(streams_subject_send(program->said, streams_bytes_ref(buffer->base, (size_t)size)), STREAMS_OK);
}
static void on_accept(uv_stream_t *server, int status) {
  assert_int_equal(status, 0);
  assert_int_equal(uv_accept(server, (uv_stream_t *)&program->peer), 0);
  assert_int_equal(uv_read_start((uv_stream_t *)&program->peer, on_room, on_echo), 0);
}
static void on_connected(uv_connect_t *request, int status) {
  static char text[] = "one\ntwo\nthree\n";
  uv_buf_t hello = uv_buf_init(text, sizeof text - 1);
  assert_int_equal(status, 0);
  assert_int_equal(uv_read_start(request->handle, on_room, on_heard), 0);
  assert_int_equal(uv_write(&program->writes[1], request->handle, &hello, 1, NULL), 0);
}
static void listen_and_connect(void) {
  struct sockaddr_in address;
  int size = sizeof address;
  assert_int_equal(uv_ip4_addr("127.0.0.1", 0, &address), 0);
  assert_int_equal(uv_tcp_init(&program->uv, &program->server), 0);
  assert_int_equal(uv_tcp_init(&program->uv, &program->peer), 0);
  assert_int_equal(uv_tcp_init(&program->uv, &program->client), 0);
  assert_int_equal(uv_tcp_bind(&program->server, (const struct sockaddr *)&address, 0), 0);
  assert_int_equal(uv_listen((uv_stream_t *)&program->server, 1, on_accept), 0);
  assert_int_equal(uv_tcp_getsockname(&program->server, (struct sockaddr *)&address, &size), 0);
  assert_int_equal(
    uv_tcp_connect(&program->connecting, &program->client, (const struct sockaddr *)&address, on_connected), 0);
}

/* ---- a second thread: sends to the program's async handle, posts to the loop, and sends into a stream */
static streams_subject_t *numbers;
static void on_wake_up(uv_async_t *handle) { (void)handle, program->woken++; }
static void on_posted(void *context) {
  (void)context;
  assert_int_equal(streams_loop_is_current(program->loop), 1);
  program->posted++;
}
static void *second_thread(void *context) {
  (void)context;
  for (int i = 1; i <= lines; i++) {
    uv_async_send(&program->wake_up);
    streams_loop_post(program->loop, on_posted, NULL, NULL);
    streams_subject_send(numbers, streams_int(i));
  }
  streams_subject_complete(numbers, 0, NULL);
  return NULL;
}

/* ---- the streams */
static int over; /* streams that have ended */
static void in_the_loop(record_t *record, streams_value_t value) {
  (void)record, (void)value;
  assert_int_equal(streams_loop_is_current(program->loop), 1);
}
static void end_of_one(void *context, const streams_error_t *error) {
  record_completion(context, error);
  if (++over == 4) close_all();
}
static streams_cancellable_t *run(streams_publisher_t *publisher, record_t *record) {
  assert_non_null(publisher);
  record->asked = -1;
  record->also = in_the_loop;
  return streams_sink(publisher, record_value, end_of_one, record, record_destroy);
}

static void streams_live_on_a_loop_with_other_things(void **state) {
  static program_t the_program;
  record_t ticks = { 0 }, heard = { 0 }, hopped = { 0 }, file = { 0 };
  streams_cancellable_t *tokens[4];
  char path[] = "/tmp/streams-own-XXXXXX", expected[200] = "";
  int fd = mkstemp(path);
  (void)state;
  memset(&the_program, 0, sizeof the_program);
  program = &the_program;
  over = 0;
  assert_true(fd >= 0 && write(fd, "alpha\nbeta\n", 11) == 11);
  close(fd);
  assert_int_equal(uv_loop_init(&program->uv), 0);
  program->loop = streams_loop_adopt(&program->uv);
  assert_ptr_equal(streams_loop_uv(program->loop), &program->uv);
  program->said = streams_passthrough_new();
  numbers = streams_passthrough_new();

  assert_int_equal(uv_timer_init(&program->uv, &program->ticker), 0);
  assert_int_equal(uv_timer_start(&program->ticker, on_tick, 0, 1), 0);
  assert_int_equal(uv_timer_init(&program->uv, &program->deadline), 0);
  assert_int_equal(uv_timer_start(&program->deadline, on_deadline, 100000, 0), 0);
  assert_int_equal(uv_async_init(&program->uv, &program->wake_up, on_wake_up), 0);
  listen_and_connect();

  tokens[0] = run(streams_prefix(streams_timer(program->loop, 1, 1), 5), &ticks);
  tokens[1] = run(streams_prefix(streams_lines(streams_subject_publisher(program->said), 0), 3), &heard);
  tokens[2] = run(streams_receive_on(streams_subject_publisher(numbers), program->loop), &hopped);
  tokens[3] = run(streams_lines(streams_fs_read(program->loop, path, 4), 0), &file);
  assert_int_equal(pthread_create(&program->other, NULL, second_thread, NULL), 0);

  uv_run(&program->uv, UV_RUN_DEFAULT); /* until the program's own handles are closed */
  pthread_join(program->other, NULL);
  assert_int_equal(streams_loop_close(program->loop), STREAMS_OK);
  assert_int_equal(uv_run(&program->uv, UV_RUN_DEFAULT), 0);
  assert_int_equal(uv_loop_close(&program->uv), 0);

  for (int i = 1; i <= lines; i++) sprintf(expected + strlen(expected), "%d ", i);
  strcat(expected, "|");
  assert_int_equal(ticks.values, 5);
  assert_string_equal(heard.text, "one two three |");
  assert_string_equal(hopped.text, expected);
  assert_string_equal(file.text, "alpha beta |");
  assert_int_equal(program->closed, 6);
  assert_int_equal(program->posted, lines);
  assert_true(program->woken > 0 && program->ticks > 0);
  for (int i = 0; i < 4; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  assert_int_equal(ticks.destroyed + heard.destroyed + hopped.destroyed + file.destroyed, 4);
  assert_int_equal(streams_subject_release(program->said), STREAMS_OK);
  assert_int_equal(streams_subject_release(numbers), STREAMS_OK);
  assert_int_equal(streams_loop_release(program->loop), STREAMS_OK);
  unlink(path);
}

/* The loop ends while streams still run on it: they fail, and nothing of theirs is left on the program's loop. */
static void closing_ends_streams_and_nothing_else(void **state) {
  record_t ticks = { 0 }, waiting = { 0 };
  streams_cancellable_t *tokens[2];
  uv_timer_t timer;
  uv_loop_t uv;
  program_t half = { .ticks = 0 };
  (void)state;
  program = &half;
  assert_int_equal(uv_loop_init(&uv), 0);
  assert_int_equal(uv_timer_init(&uv, &timer), 0);
  assert_int_equal(uv_timer_start(&timer, on_tick, 0, 0), 0);
  half.loop = streams_loop_adopt(&uv);
  tokens[0] = sink_record(streams_timer(half.loop, 0, 1), &ticks);
  tokens[1] = sink_record(streams_receive_on(streams_never(), half.loop), &waiting);
  while (ticks.values == 0) uv_run(&uv, UV_RUN_ONCE);
  assert_int_equal(streams_loop_close(half.loop), STREAMS_OK);
  assert_int_equal(ticks.code, STREAMS_ECLOSED);
  assert_int_equal(waiting.code, STREAMS_ECLOSED);
  assert_int_equal(ticks.destroyed + waiting.destroyed, 2);
  half.ticks = 0;
  assert_int_equal(uv_timer_start(&timer, on_tick, 1, 0), 0); /* the program goes on with its loop */
  assert_int_equal(uv_run(&uv, UV_RUN_DEFAULT), 0);
  assert_int_equal(half.ticks, 1);
  uv_close((uv_handle_t *)&timer, on_closed);
  assert_int_equal(uv_run(&uv, UV_RUN_DEFAULT), 0);
  assert_int_equal(uv_loop_close(&uv), 0);
  assert_int_equal(half.closed, 1);
  for (int i = 0; i < 2; i++) assert_int_equal(streams_cancellable_release(tokens[i]), STREAMS_OK);
  assert_int_equal(streams_loop_release(half.loop), STREAMS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(streams_live_on_a_loop_with_other_things),
    TEST(closing_ends_streams_and_nothing_else),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
