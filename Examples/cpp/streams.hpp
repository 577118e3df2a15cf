// The C API of streams.h for C++17, as far as pipeline.cpp needs it: handles that release themselves, lambdas as
// callbacks, and exceptions that never reach C. An example to take along and extend, not a second API.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <utility>

#include "callbacks.hpp"

namespace streams {

// ---- handles: each is released once, by its destructor ----

template <class T, int (*Release)(T *)>
class handle {
 public:
  explicit handle(T *owned = nullptr) : handle_(owned) {}
  handle(handle &&other) noexcept : handle_(other.take()) {}
  handle &operator=(handle &&other) noexcept {
    if (this != &other) Release(std::exchange(handle_, other.take()));
    return *this;
  }
  ~handle() { Release(handle_); }  // NULL is fine
  T *get() const { return handle_; }
  T *take() { return std::exchange(handle_, nullptr); }

 private:
  T *handle_;
};

template <class T>
T *owned(T *made) {
  if (made == nullptr) throw error(streams_last_error()->code, streams_last_error()->message);
  return made;
}

using cancellable = handle<streams_cancellable_t, streams_cancellable_release>;  // its destructor cancels

class subscription : public handle<streams_subscription_t, streams_subscription_release> {
 public:
  using handle::handle;
  int request(streams_demand_t demand) { return streams_subscription_request(get(), demand); }
  void cancel() { check(streams_subscription_cancel(get())); }
};

// A subscriber of ours: what its functions throw stops the stream, and is what it ends with.
struct subscriber {
  std::function<void(subscription)> begin;
  std::function<streams_demand_t(streams_value_t)> receive;
  std::function<void(const error *)> end;  // nullptr: finished. It must not throw.

  static void on_subscription(void *context, streams_subscription_t *lent) noexcept {
    callback<subscriber>::of(context).begin(subscription(streams_subscription_dup(lent)));
  }
  static streams_demand_t on_value(void *context, streams_value_t v) noexcept {
    subscriber &self = callback<subscriber>::of(context);
    try {
      return self.receive(v);
    } catch (const std::exception &e) {
      const error failure(STREAMS_EUSER(0), e.what());
      if (self.end) self.end(&failure);
      return STREAMS_STOP;
    }
  }
  static void on_completion(void *context, const streams_error_t *why) noexcept {
    subscriber &self = callback<subscriber>::of(context);
    if (!self.end) return;
    if (why == nullptr) return self.end(nullptr);
    const error failure(why->code, why->message);
    self.end(&failure);
  }
};

// A recipe for a stream. What makes another of it uses it up, so these are called on what is moved.
class publisher : public handle<streams_publisher_t, streams_publisher_release> {
 public:
  explicit publisher(streams_publisher_t *made) : handle(owned(made)) {}
  publisher dup() const { return publisher(streams_publisher_dup(get())); }

  template <class F>
  publisher map(F f) && {
    F *context = new F(std::move(f));
    return publisher(streams_map(take(), mapped<F>, context, callback<F>::destroy));
  }
  template <class F>
  publisher filter(F f) && {
    F *context = new F(std::move(f));
    return publisher(streams_filter(take(), tested<F>, context, callback<F>::destroy));
  }
  publisher prefix(std::size_t count) && { return publisher(streams_prefix(take(), count)); }
  publisher lines() && { return publisher(streams_lines(take(), 0)); }

  // Asks for everything.
  cancellable sink(std::function<void(streams_value_t)> receive, std::function<void(const error *)> end = {}) && {
    auto value = [receive = std::move(receive)](streams_value_t v) -> streams_demand_t { return receive(v), 0; };
    auto *context = new subscriber{{}, std::move(value), std::move(end)};
    return cancellable(owned(streams_sink(take(), subscriber::on_value, subscriber::on_completion, context,
                                          callback<subscriber>::destroy)));
  }
  // begin gets the subscription, to ask for values; receive returns how many more, or STREAMS_STOP.
  void subscribe(subscriber functions) && {
    streams_subscriber_t c = STREAMS_SUBSCRIBER_INIT;
    if (functions.begin) c.on_subscription = subscriber::on_subscription;
    c.on_value = subscriber::on_value;
    c.on_completion = subscriber::on_completion;
    check(streams_subscribe(take(), &c, new subscriber(std::move(functions)), callback<subscriber>::destroy));
  }
};

inline publisher range(std::int64_t first, std::int64_t count) { return publisher(streams_range(first, count)); }

// f returns a std::optional: a value, or nothing at the end.
template <class F>
publisher generate(F f) {
  F *context = new F(std::move(f));
  return publisher(streams_generate(generated<F>, context, callback<F>::destroy));
}

class subject : public handle<streams_subject_t, streams_subject_release> {
 public:
  subject() : handle(owned(streams_passthrough_new())) {}
  template <class T>
  void send(T &&value) { check(streams_subject_send(get(), held(std::forward<T>(value)).get())); }
  void finish() { check(streams_subject_complete(get(), STREAMS_OK, nullptr)); }
  streams::publisher publisher() const { return streams::publisher(streams_subject_publisher(get())); }
};

class loop : public handle<streams_loop_t, streams_loop_release> {
 public:
  loop() : handle(owned(streams_loop_new())) {}
  void run() { check(streams_loop_run(get(), STREAMS_RUN_DEFAULT)); }
  publisher timer(std::uint64_t first, std::uint64_t interval) {
    return publisher(streams_timer(get(), first, interval));
  }
  publisher read(const std::string &path) { return publisher(streams_fs_read(get(), path.c_str(), 0)); }
};

}  // namespace streams
