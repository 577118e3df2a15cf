// Values of C and of C++, and function objects as callbacks. Included by streams.hpp.
#pragma once

#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <streams.h>

namespace streams {

// What a function of the library answered.
class error : public std::runtime_error {
 public:
  error(int code, const char *text) : std::runtime_error(text), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

inline void check(int status) {
  if (status < 0) throw error(status, streams_status_message(status));
}

// ---- values: what a callback gets is lent, what it returns is handed over ----

template <class T>
std::optional<T> from(streams_value_t v) {
  const streams_kind_t kind = streams_kind_of(v);
  if constexpr (std::is_same_v<T, streams_value_t>) {
    return v;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (kind == STREAMS_KIND_BOOL) return streams_bool_of(v);
  } else if constexpr (std::is_integral_v<T>) {
    static_assert(sizeof(T) == 8 && std::is_signed_v<T>, "integers are int64_t");
    if (kind == STREAMS_KIND_INT) return streams_int_of(v);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (kind == STREAMS_KIND_DOUBLE) return static_cast<T>(streams_double_of(v));
  } else {
    static_assert(std::is_same_v<T, std::string_view>, "text is a std::string_view, good until the callback returns");
    if (kind == STREAMS_KIND_STRING || kind == STREAMS_KIND_BYTES) {
      const streams_span_t span = streams_span_of(v);
      return std::string_view(static_cast<const char *>(span.data), span.size);
    }
  }
  return std::nullopt;
}

inline streams_value_t to(streams_value_t v) { return v; }
inline streams_value_t to(bool b) { return streams_bool(b); }
inline streams_value_t to(int i) { return streams_int(i); }
inline streams_value_t to(std::int64_t i) { return streams_int(i); }
inline streams_value_t to(double d) { return streams_double(d); }
inline streams_value_t to(const std::string &text) { return streams_value_string(text.data(), text.size()); }

// A value that is ours, for the time it is passed to the library.
class held {
 public:
  template <class T>
  explicit held(T &&value) : value_(to(std::forward<T>(value))) {}
  held(const held &) = delete;
  held &operator=(const held &) = delete;
  ~held() { streams_value_clear(&value_); }
  streams_value_t get() const { return value_; }

 private:
  streams_value_t value_;
};

// ---- callbacks: a function object on the heap, deleted by destroy ----

template <class F>
struct callback {
  static F &of(void *context) { return *static_cast<F *>(context); }
  static void destroy(void *context) { delete static_cast<F *>(context); }
};

// The type of the argument, for function objects that take one.
template <class F>
struct takes : takes<decltype(&F::operator())> {};
template <class R, class C, class A>
struct takes<R (C::*)(A) const> { using type = std::decay_t<A>; };
template <class R, class C, class A>
struct takes<R (C::*)(A)> { using type = std::decay_t<A>; };

// What the running exception is to C: a status, with its text.
inline int caught() noexcept {
  try {
    throw;
  } catch (const error &e) {
    streams_set_error_message(e.what());
    return e.code();
  } catch (const std::exception &e) {
    streams_set_error_message(e.what());
  } catch (...) {
    streams_set_error_message("an exception that is no std::exception");
  }
  return STREAMS_EUSER(0);
}

template <class F>
streams_value_t mapped(void *context, streams_value_t v) noexcept {
  try {
    auto argument = from<typename takes<F>::type>(v);
    return argument ? to(callback<F>::of(context)(*argument)) : streams_failure(STREAMS_EKIND);
  } catch (...) {
    return streams_failure(caught());
  }
}

template <class F>
int tested(void *context, streams_value_t v) noexcept {
  try {
    auto argument = from<typename takes<F>::type>(v);
    if (!argument) return STREAMS_EKIND;
    return callback<F>::of(context)(*argument);
  } catch (...) {
    return caught();
  }
}

template <class F>
streams_value_t generated(void *context) noexcept {
  try {
    auto next = callback<F>::of(context)();
    return next ? to(*next) : streams_end();
  } catch (...) {
    return streams_failure(caught());
  }
}

}  // namespace streams
