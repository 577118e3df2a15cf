"""Functions of Python, called by C: through the adapters of streams.h, and kept alive until destroy() is called."""
import ctypes
import traceback
from ctypes import CFUNCTYPE, POINTER, Structure, c_int, c_int64, c_size_t, c_void_p

from .library import EDONE, EUSER, OK, SKIP, STOP, Error, Failure, Skip, lib, set_error_message
from .values import Value, from_c, to_c

DESTROY = CFUNCTYPE(None, c_void_p)
MAP = CFUNCTYPE(c_int, c_void_p, POINTER(Value), POINTER(Value))
NEXT = CFUNCTYPE(c_int, c_void_p, POINTER(Value))
FOLD = CFUNCTYPE(c_int, c_void_p, POINTER(Value), POINTER(Value), POINTER(Value))
TEST = CFUNCTYPE(c_int, c_void_p, POINTER(Value))
ON_SUBSCRIPTION = CFUNCTYPE(None, c_void_p, c_void_p)
ON_VALUE = CFUNCTYPE(c_int64, c_void_p, POINTER(Value))
ON_COMPLETION = CFUNCTYPE(None, c_void_p, POINTER(Error))


class Via(Structure):
  """A streams_via_t."""
  _fields_ = [("map", MAP), ("next", NEXT), ("fold", FOLD), ("test", TEST), ("value", ON_VALUE), ("context", c_void_p)]


class Subscriber(Structure):
  """A streams_subscriber_t, of the size it had when this was written. on_value is streams_via_value."""
  _fields_ = [("size", c_size_t), ("on_subscription", ON_SUBSCRIPTION), ("on_value", c_void_p),
    ("on_completion", ON_COMPLETION)]


def address(of):
  return ctypes.cast(of, c_void_p).value


kept = {}


def context(*functions):
  """The last two arguments of what takes a callback: its context, which leads to the functions, and destroy."""
  via = Via(on_map, on_next, on_fold, on_test, on_value, None)
  via.context = ctypes.addressof(via)
  kept[via.context] = (via, functions)
  return via.context, destroy


def guarded(run, *out):
  """What run() returns, as a status; or the value it makes, in out."""
  try:
    result = run()
    if not out:
      return int(result)
    out[0][0] = to_c(result)
    return OK
  except Skip:
    return SKIP
  except StopIteration:
    return EDONE
  except Exception as error:  # C can do nothing with it
    set_error_message(f"{type(error).__name__}: {error}".encode())
    return EUSER


@DESTROY
def destroy(key):
  del kept[key]


@MAP
def on_map(key, value, out):
  return guarded(lambda: kept[key][1][0](from_c(value[0])), out)


@NEXT
def on_next(key, out):
  return guarded(lambda: next(kept[key][1][0]), out)


@FOLD
def on_fold(key, accumulated, value, out):
  return guarded(lambda: kept[key][1][0](from_c(accumulated[0]), from_c(value[0])), out)


@TEST
def on_test(key, value):
  return guarded(lambda: bool(kept[key][1][0](from_c(value[0]))))


@ON_VALUE
def on_value(key, value):
  try:
    more = kept[key][1][0](from_c(value[0]))
    return 0 if more is None else more
  except Exception:
    traceback.print_exc()
    return STOP


@ON_SUBSCRIPTION
def on_subscription(key, subscription):
  kept[key][1][2](subscription)


@ON_COMPLETION
def on_completion(key, error):
  if kept[key][1][1]:
    kept[key][1][1](Failure(error[0].code, error[0].message.decode()) if error else None)

# What C calls; each finds the function in its context.
MAPPING, NEXT_VALUE, FOLDING, TESTING, RECEIVING = (address(getattr(lib, "streams_via_" + name))
  for name in ("map", "next", "fold", "test", "value"))
