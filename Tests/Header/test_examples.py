#!/usr/bin/env python3
"""examples.py finds examples that are wrong: copies of the header, each with one fault.
test_examples.py HEADER LIBRARY"""
import os
import subprocess
import sys
import tempfile
import unittest

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples.py")
LIBRARY = sys.argv.pop()
with open(sys.argv.pop(), encoding="utf-8") as file:
  HEADER = file.read()


class Examples(unittest.TestCase):
  def check(self, old, new, says):
    assert HEADER.count(old) == 1, old
    with tempfile.TemporaryDirectory() as folder:
      path = os.path.join(folder, "streams.h")
      with open(path, "w", encoding="utf-8") as file:
        file.write(HEADER.replace(old, new))
      ran = subprocess.run([EXAMPLES, path, LIBRARY], capture_output=True, text=True)
    self.assertEqual(ran.returncode, 1)
    self.assertRegex(ran.stdout, says)

  def test_another_result(self):
    self.check("streams_skip() : streams_int(i / 2);", "streams_skip() : streams_int(i);",
      "the example of instead: .*expected '1, 2', printed '2, 4'")

  def test_a_leak(self):
    self.check("puts(\"in the loop's thread\"); }\n *    streams_loop_t *loop = streams_loop_new();",
      "puts(\"in the loop's thread\"); }\n *    streams_loop_t *loop = streams_loop_dup(streams_loop_new());",
      "the example of loop: ended with 3")

  def test_what_does_not_compile(self):
    self.check("streams_retry(p, 3)", "streams_retry(p)", "streams.h:[0-9]+:[0-9]+: error: too few arguments")

  def test_a_group_without_an_example(self):
    start = HEADER.index(" *  @code", HEADER.index("@defgroup sharing"))
    self.check(HEADER[start:HEADER.index(" *  @{", start)], "", "the group sharing has no example")


if __name__ == "__main__":
  unittest.main()
