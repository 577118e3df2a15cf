#!/usr/bin/env python3
"""Pipelines of Python functions on libstreams.so: STREAMS_LIBRARY=.../libstreams.so python3 pipeline.py"""
import gc
import os
import sys
import tempfile

import streams

received = []


def expect(title, *values):
  """What has been received since the last time."""
  print(f"{title}: {received}")
  if received != list(values):
    sys.exit(f"expected {list(values)}")
  received.clear()


def ended(failure):
  received.append(f"{failure.name}: {failure}" if failure else "finished")


def map_and_filter():
  squares = streams.numbers(1, 6).map(lambda n: n * n).filter(lambda n: n % 2 == 1)
  gc.collect()  # nothing that C has been given goes away
  squares.sink(received.append, ended).release()
  expect("odd squares", 1, 9, 25, "finished")

  words = streams.generate(["one", "two", "three"]).map(str.upper).scan("", lambda all, word: f"{all}{word[0]}")
  words.sink(received.append, ended).release()
  expect("text", "O", "OT", "OTT", "finished")

  mixed = streams.generate([None, True, -3, 2.5, "é", b"\0\xff", [1, ["x"]]]).chunk(4)
  mixed.sink(received.append, ended).release()
  expect("every kind", [None, True, -3, 2.5], ["é", b"\0\xff", [1, ["x"]]], "finished")


def one_at_a_time():
  made = []

  def source():
    for n in range(1000):
      made.append(n)
      yield n

  with streams.generate(source()).subscribe(received.append, ended, demand=1) as subscription:
    expect("asked for one", 0)
    subscription.request(2)
    expect("asked for two more", 1, 2)
    subscription.cancel()
    subscription.request(1)  # harmless
    expect("cancelled")
  assert made == [0, 1, 2], "nothing is made that nobody has asked for"

  def until_three(n):
    received.append(n)
    return 1 if n < 3 else streams.STOP

  streams.numbers(1, 1000).subscribe(until_three, ended, demand=1).release()
  expect("until three", 1, 2, 3)


def failures():
  streams.numbers(-1, 5).map(lambda n: 12 // n).sink(received.append, ended).release()
  expect("an exception", -12, "STREAMS_EUSER: ZeroDivisionError: integer division or modulo by zero")

  def only_even(n):
    if n % 2:
      raise streams.Skip
    return n

  streams.numbers(1, 4).map(only_even).sink(received.append, ended).release()
  expect("skipped", 2, 4, "finished")

  publisher = streams.numbers(1, 4)
  publisher.map(abs).release()
  try:
    publisher.prefix(1)  # used up by map
  except streams.Failure as failure:
    received.append(failure.name)
  try:
    streams.numbers(1, -4)
  except streams.Failure as failure:
    received.append(failure.name)
  expect("refused", "STREAMS_EINVAL", "STREAMS_EINVAL")


def on_a_loop():
  with streams.Loop() as loop, tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    ticks = loop.timer(1, 1).map(lambda n: n * 10).prefix(3)
    with ticks.sink(received.append, ended):
      loop.run()
    assert received[:3] == sorted(set(received[:3])), "numbers may be missing, but they only grow"
    expect("a timer", *received[:3], "finished")

    with open("lines.txt", "w", encoding="utf-8") as file:
      file.write("a line\nanother\n")
    with loop.read("lines.txt").lines().sink(received.append, ended):
      loop.run()
    expect("a file", "a line", "another", "finished")

    with loop.read("missing.txt").lines().sink(received.append, ended):
      loop.run()
    expect("no file", "ENOENT: no such file or directory: missing.txt")

    with loop.timer(1, 1).sink(received.append, ended) as running:
      running.cancel()
      loop.run()  # has nothing to do
    expect("a timer that is cancelled")


for act in (map_and_filter, one_at_a_time, failures, on_a_loop):
  act()
gc.collect()
left = streams.live_handles(), streams.live_streams(), len(streams.callbacks.kept)
print("handles, streams and functions left over: %d, %d, %d" % left)
sys.exit(left != (0, 0, 0))
