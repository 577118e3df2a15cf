"""Values of C and of Python. The inline functions of streams.h, for a language that has no C compiler at hand."""
import ctypes
import struct
from ctypes import POINTER, Structure, c_char_p, c_size_t, c_uint64

from .library import function


class Value(Structure):
  """A streams_value_t. Its layout is frozen: streams.h says what the words mean."""
  _fields_ = [("bits", c_uint64), ("type", c_size_t)]


value_string = function("streams_value_string", Value, c_char_p, c_size_t)
value_bytes = function("streams_value_bytes", Value, c_char_p, c_size_t)
value_list = function("streams_value_list", Value, POINTER(Value), c_size_t)
value_clear_slow = function("streams_value_clear_slow_", None, Value)


def from_c(value):
  """A Python object of its own: what C lends is good only until the callback returns."""
  tag, bits = value.type & 7, value.bits
  if value.type < 4 and tag < 4:
    signed = bits - 2**64 if bits >> 63 else bits
    return (None, bits != 0, signed, struct.unpack("<d", struct.pack("<Q", bits))[0])[tag]
  if tag in (4, 5, 6):  # lent text, bytes or list
    kind, address, size = tag, bits, value.type >> 3
  else:  # a descriptor; its kind stands behind its size, and bits leads to a span or a list
    kind = ctypes.c_uint32.from_address((value.type & ~7) + 8).value
    address, size = (c_size_t * 2).from_address(bits) if kind in (4, 5, 6) else (0, 0)
  if kind == 6:
    return [from_c(item) for item in (Value * size).from_address(address)] if size else []
  data = ctypes.string_at(address, size) if size else b""
  return data.decode() if kind == 4 else data


def to_c(thing):
  """A value that is the caller's: to be returned from a callback, or cleared."""
  if thing is None:
    return Value(0, 0)
  if isinstance(thing, bool):
    return Value(thing, 1)
  if isinstance(thing, int):
    return Value(thing % 2**64, 2)
  if isinstance(thing, float):
    return Value(struct.unpack("<Q", struct.pack("<d", thing))[0], 3)
  if isinstance(thing, str):
    data = thing.encode()
    return value_string(data, len(data))
  if isinstance(thing, bytes):
    return value_bytes(thing, len(thing))
  items = (Value * len(thing))(*(to_c(item) for item in thing))
  made = value_list(items, len(thing))
  for item in items:
    clear(item)
  return made


def clear(value):
  if value.type & 7 == 0 and value.type >= 4096:
    value_clear_slow(value)
