"""The library, how it fails, and how much of it is in use."""
import ctypes
import os
from ctypes import POINTER, Structure, c_char_p, c_int, c_size_t

lib = ctypes.CDLL(os.environ.get("STREAMS_LIBRARY", "libstreams.so.0"))
OK, SKIP, EDONE, EUSER = 0, 1, -10006, -20000
UNLIMITED, STOP = 2**63 - 1, -1


class Error(Structure):
  _fields_ = [("code", c_int), ("message", c_char_p)]


def function(name, result, *arguments):
  made = getattr(lib, name)
  made.restype, made.argtypes = result, arguments
  return made


last_error = function("streams_last_error", POINTER(Error))
set_error_message = function("streams_set_error_message", c_int, c_char_p)
status_name = function("streams_status_name", c_char_p, c_int)
status_message = function("streams_status_message", c_char_p, c_int)
live_handles = function("streams_debug_live_handles", c_size_t)
live_streams = function("streams_debug_live_streams", c_size_t)


class Failure(Exception):
  def __init__(self, code, message=None):
    self.code = code
    self.name = status_name(code).decode()
    super().__init__(message or status_message(code).decode())


class Skip(Exception):
  """Raised by a function given to map: no value this time."""


def checked(status):
  if status < 0:
    raise Failure(status)
  return status


def owned(handle):
  if handle is None:
    error = last_error().contents
    raise Failure(error.code, error.message.decode())
  return handle
