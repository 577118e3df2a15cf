"""libstreams.so for Python, with nothing but the standard library.

Not a complete API: what pipeline.py needs, written to be read and extended. What ctypes asks for:

- Callbacks cannot return a struct. The adapters of streams.h (streams_via_map and its like) take a function that
  returns through a pointer instead.
- Whatever C may still call must be kept alive. Every Python function stands in `callbacks.kept`, under the address that
  C has as its context, until the library calls destroy() with it, which it does exactly once.
- An exception must not pass through C: it is caught, and fails the stream.
"""
import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_size_t, c_uint64, c_void_p

from . import callbacks
from .callbacks import DESTROY, FOLDING, MAPPING, NEXT_VALUE, ON_COMPLETION, RECEIVING, TESTING, Subscriber, context
from .library import STOP, UNLIMITED, Failure, Skip, checked, function, live_handles, live_streams, owned
from .values import Value, clear, to_c


class Handle:
  """Released once: by release(), at the end of a with statement, or when Python forgets it."""

  def __init__(self, handle):
    self.handle = owned(handle)

  def release(self):
    handle, self.handle = self.handle, None
    if handle is not None:
      checked(self.release_(handle))

  def taken(self):
    """The handle, for a function that consumes it."""
    handle, self.handle = self.handle, None
    return handle

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.release()

  def __del__(self):
    if getattr(self, "handle", None) is not None:
      self.release()


class Cancellable(Handle):
  """Releasing it cancels."""
  release_ = function("streams_cancellable_release", c_int, c_void_p)
  cancel_ = function("streams_cancellable_cancel", c_int, c_void_p)

  def cancel(self):
    checked(self.cancel_(self.handle))


class Subscription(Handle):
  """A stream that values are asked of. It begins at once or later: what is asked before is asked then."""
  release_ = function("streams_subscription_release", c_int, c_void_p)
  dup_ = function("streams_subscription_dup", c_void_p, c_void_p)
  request_ = function("streams_subscription_request", c_int, c_void_p, c_int64)
  cancel_ = function("streams_subscription_cancel", c_int, c_void_p)

  def __init__(self, demand):
    self.handle, self.early = None, demand

  def begin(self, borrowed):
    self.handle = owned(self.dup_(borrowed))
    if self.early:
      self.request(self.early)

  def request(self, demand):
    if self.handle is None:
      self.early += demand
    else:
      self.request_(self.handle, demand)  # that it is over is no news

  def cancel(self):
    checked(self.cancel_(self.handle))


class Publisher(Handle):
  """A recipe for a stream. Whatever makes another of it uses it up, as in C; dup() first to keep it."""
  release_ = function("streams_publisher_release", c_int, c_void_p)
  dup_ = function("streams_publisher_dup", c_void_p, c_void_p)
  subscribe_ = function("streams_subscribe", c_int, c_void_p, POINTER(Subscriber), c_void_p, DESTROY)
  sink_ = function("streams_sink", c_void_p, c_void_p, c_void_p, ON_COMPLETION, c_void_p, DESTROY)
  map_ = function("streams_map", c_void_p, c_void_p, c_void_p, c_void_p, DESTROY)
  filter_ = function("streams_filter", c_void_p, c_void_p, c_void_p, c_void_p, DESTROY)
  scan_ = function("streams_scan", c_void_p, c_void_p, Value, c_void_p, c_void_p, DESTROY)
  prefix_ = function("streams_prefix", c_void_p, c_void_p, c_size_t)
  chunk_ = function("streams_chunk", c_void_p, c_void_p, c_size_t)
  lines_ = function("streams_lines", c_void_p, c_void_p, c_size_t)

  def dup(self):
    return Publisher(self.dup_(self.handle))

  def map(self, fn):
    return Publisher(self.map_(self.taken(), MAPPING, *context(fn)))

  def filter(self, fn):
    return Publisher(self.filter_(self.taken(), TESTING, *context(fn)))

  def scan(self, initial, fn):
    value = to_c(initial)
    try:
      return Publisher(self.scan_(self.taken(), value, FOLDING, *context(fn)))
    finally:
      clear(value)

  def prefix(self, count):
    return Publisher(self.prefix_(self.taken(), count))

  def chunk(self, count):
    return Publisher(self.chunk_(self.taken(), count))

  def lines(self):
    return Publisher(self.lines_(self.taken(), 0))

  def sink(self, receive, completed=None):
    """Asks for everything."""
    return Cancellable(self.sink_(self.taken(), RECEIVING, callbacks.on_completion,
      *context(receive, completed)))

  def subscribe(self, receive, completed=None, demand=0):
    """Asks for demand, then for as many more as receive returns. Releasing the result does not cancel."""
    subscription = Subscription(demand)
    subscriber = Subscriber(ctypes.sizeof(Subscriber), callbacks.on_subscription, RECEIVING, callbacks.on_completion)
    checked(self.subscribe_(self.taken(), byref(subscriber), *context(receive, completed, subscription.begin)))
    return subscription


class Loop(Handle):
  """An event loop; run() returns when nothing is active."""
  release_ = function("streams_loop_release", c_int, c_void_p)
  run_ = function("streams_loop_run", c_int, c_void_p, c_int)
  timer_ = function("streams_timer", c_void_p, c_void_p, c_uint64, c_uint64)
  read_ = function("streams_fs_read", c_void_p, c_void_p, c_char_p, c_size_t)

  def __init__(self):
    super().__init__(function("streams_loop_new", c_void_p)())

  def run(self):
    checked(self.run_(self.handle, 0))

  def timer(self, first, interval):
    return Publisher(self.timer_(self.handle, first, interval))

  def read(self, path, chunk=0):
    return Publisher(self.read_(self.handle, os.fsencode(path), chunk))


def numbers(first, count):
  return Publisher(function("streams_range", c_void_p, c_int64, c_int64)(first, count))


def generate(iterable):
  """One value for each that is asked for."""
  make = function("streams_generate", c_void_p, c_void_p, c_void_p, DESTROY)
  return Publisher(make(NEXT_VALUE, *context(iter(iterable))))
