#!/usr/bin/env python3
"""scripts/abi finds what breaks programs, and only that: on copies of the header, each changed in one place.
test_abi.py LIBRARY"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
LIBRARY = sys.argv.pop()
with open(os.path.join(ROOT, "include", "streams.h"), encoding="utf-8") as file:
  HEADER = file.read()


def abi(folder, *options):
  return subprocess.run(
    [os.path.join(ROOT, "scripts", "abi"), "--library", LIBRARY, "--header", os.path.join(folder, "streams.h"),
      "--baseline", os.path.join(folder, "baseline"), *options], capture_output=True, text=True)


def write(folder, text, name="streams.h"):
  with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
    file.write(text)


def changed(pattern, new):
  """The header with one thing changed; HEADER itself has it exactly once."""
  text, count = re.subn(pattern, lambda _: new, HEADER, flags=re.S)
  assert count == 1, f"{count} times in the header: {pattern}"
  return text


class Breakages(unittest.TestCase):
  @classmethod
  def setUpClass(cls):
    cls.folder = tempfile.mkdtemp()
    cls.addClassCleanup(shutil.rmtree, cls.folder)
    os.mkdir(os.path.join(cls.folder, "baseline"))
    write(cls.folder, HEADER)
    accepted = abi(cls.folder, "--accept")
    assert accepted.returncode == 0, accepted.stdout + accepted.stderr

  def check(self, header, code, *says):
    write(self.folder, header)
    ran = abi(self.folder)
    self.assertEqual((ran.returncode, ran.stderr), (code, ""), ran.stdout)
    for words in says:
      self.assertRegex(ran.stdout, words)
    if not code:
      self.assertNotIn("BREAKS", ran.stdout)

  def breaks(self, pattern, new, *says):
    with self.subTest(pattern):
      self.check(changed(pattern, new), 1, *says)

  def passes(self, pattern, new, *says):
    with self.subTest(pattern):
      self.check(changed(pattern, new), 0, *says)

  def test_the_same(self):
    self.check(HEADER, 0, "0 break programs, 0 are new")

  def test_a_removed_function(self):
    self.breaks(r"STREAMS_API STREAMS_OWNED streams_publisher_t \*streams_share\([^;]*;", "", 
      r"\[D\] 'function streams_publisher_t\* streams_share")
    self.breaks(r"static inline bool streams_is_int\([^\n]*\n", "", "streams_is_int")

  def test_a_changed_signature(self):
    for pattern, new in (
      (r"(?<=streams_prefix\(streams_publisher_t \*upstream, )size_t(?= count)", "uint32_t"),
      (r"(?<=streams_retry\(streams_publisher_t \*upstream, )int64_t(?= times)", "uint64_t"),
      (r"(?<=streams_loop_post\(streams_loop_t \*loop, void \(\*fn\)\(void \*context)(?=\))", ", int again"),
      (r"int(?= streams_bag_add\()", "int64_t"),
      (r"int(?= streams_bag_cancel\()", "void"),
      (r"(?<=streams_bag_release\()streams_bag_t(?= )", "streams_subscription_t"),
      (r"(?<=streams_lines\(streams_publisher_t \*upstream, size_t max_length)(?=\))", ", bool strict"),
      (r"(?<=typedef int \(\*streams_test_fn\)\(void \*context, streams_value_t)(?= value)", " *"),
      (r"typedef streams_demand_t(?= \(\*streams_value_fn\))", "typedef int"),
      (r"typedef int64_t(?= streams_demand_t;)", "typedef int32_t"),
      (r"(?<=static inline double streams_double_of\(streams_value_t)(?= v\) \{)", " unused, streams_value_t"),
    ):
      self.breaks(pattern, new)

  def test_a_struct_that_is_frozen(self):
    for pattern, new in (
      (r"uintptr_t type; /\*\*< as above \*/", "uintptr_t type; uint64_t more;"),
      (r"uint64_t bits;  /\*\*< [^*]*\*/\n  uintptr_t type; /\*\*< as above \*/", "uintptr_t type;\n  uint64_t bits;"),
      (r"int code;            (?=/\*\*< a negative status)", "long code;"),
      (r"size_t size;      /\*\*< in bytes \*/", "size_t size; int flags;"),
      (r"size_t count;                 /\*\*< how many \*/", "size_t count; size_t room;"),
      # What no function mentions: streams_via_t comes as a context.
      (r"void \*context; (?=/\*\*< the first argument of each)", "void *context; void *more; "),
    ):
      self.breaks(pattern, new)

  def test_a_struct_that_has_its_size(self):
    end = r"(?<=\n)\} streams_producer_t;"
    self.passes(end, "  void (*pause)(void *context);\n} streams_producer_t;", "new: field streams_producer.pause")
    for pattern, new in (
      # in the middle; first; another type; gone; the order
      (r"(?=  /\*\* The subscriber has left\. Called at most once)", "  int flags;\n  int more;\n"),
      (r"size_t size; (?=/\*\*< sizeof\(streams_producer_t\) \*/)", "uint32_t size, flags;"),
      (r"(?<=void \(\*request\)\(void \*context, )streams_demand_t(?= demand\);)", "int"),
      (r"void \(\*request\)\(void \*context, streams_demand_t demand\);", ""),
      (end, "  void (*pause)(void *context);\n} __attribute__((aligned(32))) streams_producer_t;"),
    ):
      self.breaks(pattern, new)
    # At the end, but what is there changes as well.
    self.breaks(r"void \(\*cancel\)\(void \*context\);\n\} streams_producer_t;",
      "int (*cancel)(void *context, int why);\n  void (*pause)(void *context);\n} streams_producer_t;",
      "BREAKS: field streams_producer.cancel")

  def test_a_struct_that_only_the_library_makes(self):
    self.passes(r"(?<=\n)\} streams_error_t;", "  int depth;\n  int more;\n} streams_error_t;",
      "new: field streams_error.depth")

  def test_values_of_enums(self):
    self.breaks(r"STREAMS_EKIND = -10011", "STREAMS_EKIND = -10019", "value STREAMS_EKIND: was -10011, is -10019")
    self.breaks(r"STREAMS_ENOTSUP = -10014,", "", "value STREAMS_ENOTSUP: was -10014, is gone")
    self.breaks(r"STREAMS_KIND_LIST = 6", "STREAMS_KIND_LIST = 7", "value STREAMS_KIND_LIST", "words streams_list_ref")
    # Of an enum that no function mentions: it comes as an int.
    self.breaks(r"STREAMS_BUFFER_DROP_OLDEST = 1", "STREAMS_BUFFER_DROP_OLDEST = 3", "value STREAMS_BUFFER_DROP_OLDEST")
    self.passes(r"STREAMS_OK = 0, ", "STREAMS_OK = 0, STREAMS_EMORE = -10099, ", "new: value STREAMS_EMORE -10099")

  def test_macros(self):
    self.breaks(r"#define STREAMS_STOP INT64_C\(-1\)", "#define STREAMS_STOP INT64_C(-2)", "macro STREAMS_STOP")
    self.breaks(r"#define STREAMS_UNLIMITED INT64_MAX\n", "", "macro STREAMS_UNLIMITED: .*gone")
    self.breaks(r"\(-20000 - \(n\)\)", "(-20000 + (n))", r"macro STREAMS_EUSER\(1\): was int -20001, is int -19999")
    self.breaks(r"(?<=sizeof\(streams_type_t\), )STREAMS_KIND_OBJECT(?=, 0, name, copy)", "STREAMS_KIND_INT",
      "macro STREAMS_TYPE_INIT")
    self.breaks(r"STREAMS_TYPE_FIRST \(\(uintptr_t\)4096\)", "STREAMS_TYPE_FIRST ((uintptr_t)65536)")
    self.passes(r"(?=#define STREAMS_STOP )", "#define STREAMS_MORE 5\n", "new: macro STREAMS_MORE int 5")
    self.passes(r"#define STREAMS_VERSION_MINOR 1", "#define STREAMS_VERSION_MINOR 2")

  def test_inline_functions(self):
    self.breaks(r"\(uintptr_t\)size << 3 \| kind", "(uintptr_t)size << 4 | kind",
      "words streams_bytes_ref")
    self.breaks(r"return v\.type == STREAMS_KIND_INT \? \(int64_t\)v\.bits : 0;", "return (int64_t)v.bits;", "reads bool")
    self.breaks(r"streams_value_make_\(0, STREAMS_TYPE_END\)", "streams_value_make_(1, STREAMS_TYPE_END)",
      "words streams_end")

  def test_what_nobody_relies_on(self):
    self.passes(r"(?=STREAMS_API STREAMS_OWNED streams_publisher_t \*streams_share\()",
      "STREAMS_API int streams_more(streams_value_t value);\n", "0 break programs")
    self.passes(r"streams_prefix\(streams_publisher_t \*upstream, size_t count\)",
      "streams_prefix(streams_publisher_t *before, size_t limit)", "0 break programs, 0 are new")
    self.passes(r"/\*\* Turns every value into another\. \*/", "/** Another comment. */", "0 are new")
    self.passes(r"(?=typedef struct streams_bag streams_bag_t;)", "typedef struct streams_box { int size; } streams_box_t;\n",
      "new: struct streams_box", "0 break programs")

  def copied_baseline(self):
    copy = os.path.join(self.folder, "copy")
    shutil.copytree(os.path.join(self.folder, "baseline"), copy)
    self.addCleanup(shutil.rmtree, copy)
    with open(os.path.join(copy, "symbols.txt"), encoding="utf-8") as file:
      return copy, file.read()

  def test_names_of_the_library(self):
    copy, symbols = self.copied_baseline()
    write(self.folder, HEADER)
    for old, new, code, says in (
      (r"soname libstreams.so.", "soname libstreams.so.9", 1, r"gone: soname libstreams.so.9"),
      ("streams_just@STREAMS_", "streams_just@STREAMS_9", 1, r"gone: streams_just@STREAMS_9"),
      ("streams_just@", "streams_justly@STREAMS_0\nstreams_just@", 1, r"gone: streams_justly"),
      (r"streams_just@.*\n", "", 0, r"new: streams_just@"),
    ):
      text, count = re.subn(old, new, symbols)
      assert count == 1, old
      write(copy, text, "symbols.txt")
      with self.subTest(new):
        ran = abi(self.folder, "--baseline", copy)
        self.assertEqual((ran.returncode, ran.stderr), (code, ""), ran.stdout)
        self.assertRegex(ran.stdout, says)

  def test_accepting(self):
    copy, symbols = self.copied_baseline()
    write(self.folder, changed(r"STREAMS_EKIND = -10011", "STREAMS_EKIND = -10019"))
    ran = abi(self.folder, "--baseline", copy, "--accept")
    self.assertEqual((ran.returncode, "they need another SONAME" in ran.stderr), (1, True))
    self.assertEqual(abi(self.folder, "--baseline", copy).returncode, 1, "the baseline is as it was")
    self.assertEqual(abi(self.folder, "--baseline", copy, "--accept", "--unreleased").returncode, 0)
    self.assertIn(" 0 break programs, 0 are new", abi(self.folder, "--baseline", copy).stdout)
    # With another SONAME, which is a break as well, it is a library of its own.
    write(copy, symbols.replace("libstreams.so.", "libstreams.so.9"), "symbols.txt")
    write(self.folder, HEADER)
    self.assertEqual(abi(self.folder, "--baseline", copy, "--accept").returncode, 0)
    self.assertIn(" 0 break programs, 0 are new", abi(self.folder, "--baseline", copy).stdout)

  def test_no_baseline(self):
    write(self.folder, HEADER)
    ran = abi(self.folder, "--baseline", os.path.join(self.folder, "nothing"))
    self.assertEqual((ran.returncode, "there is no baseline" in ran.stderr), (1, True))


if __name__ == "__main__":
  unittest.main()
