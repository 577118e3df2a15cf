#!/usr/bin/env python3
"""documented.py finds what is missing: on copies of the header, each with one thing taken away.
test_documented.py HEADER"""
import re
import sys
import unittest

import declarations
import documented

with open(sys.argv.pop(), encoding="utf-8") as file:
  HEADER = file.read()


def without(pattern, text=""):
  changed, count = re.subn(pattern, lambda _: text, HEADER, flags=re.S)
  assert count == 1, f"{count} times in the header: {pattern}"
  return changed


class Documented(unittest.TestCase):
  def finds(self, header, what, problem):
    found = [(w, p) for _, w, p in documented.problems(header)]
    self.assertIn((what, problem), found)
    return found

  def test_the_header_has_no_problem(self):
    self.assertEqual(list(documented.problems(HEADER)), [])

  def test_one_of_each_kind_without_a_comment(self):
    for what, pattern in (
      ("function streams_version", r"/\*\* The version of the library that is loaded[^*]*\*/"),
      ("function streams_map", r"/\*\* Turns every value into another\. \*/"),
      ("inline streams_null", r"/\*\* No value\. \*/"),
      ("callback streams_destroy_fn", r"/\*\* Gives up a context: (?:[^*]|\*(?!/))*\*/"),
      ("struct streams_span", r"/\*\* Where text or bytes lie\. From[^*]*\*/"),
      ("field data", r"/\*\*< borrowed; may be NULL if size is 0 \*/"),
      ("field next", r"/\*\* For streams_via_next\(\)\. \*/"),
      ("enum streams_run_mode", r"/\*\* How long streams_loop_run\(\) runs[^*]*\*/"),
      ("value STREAMS_EKIND", r"/\*\*< the value is not of the expected kind \*/"),
      ("type streams_bag_t", r"/\*\* A set of cancellables with one lifetime\. \*/"),
      ("macro STREAMS_UNLIMITED", r"/\*\* As a demand: as many as there are\. \*/"),
      ("macro STREAMS_TAG", r"/\*\*< the bits that tell[^*]*\*/"),
    ):
      with self.subTest(what):
        self.assertEqual(self.finds(without(pattern), what, "is not documented"), [(what, "is not documented")])

  def test_an_empty_line_parts_a_comment_from_what_follows(self):
    self.finds(without(r"(?<=Turns every value into another\. \*/\n)(?=STREAMS_API)", "\n"), "function streams_map",
      "is not documented")

  def test_a_comment_that_doxygen_gives_to_another(self):
    self.finds(without(r"(?<=struct uv_loop_s;)", " /**< libuv's */"), "the comment",
      "is the next declaration's to Doxygen")

  def test_who_keeps_a_result(self):
    self.finds(without(r"Static; never NULL(?=\. \*/\nSTREAMS_API const char \*streams_version_string)", "Never NULL"),
      "function streams_version_string", "does not say who keeps the result: borrowed, lent or static")
    self.finds(without(r"@return an empty bag, owned, or NULL", "@return an empty bag, or NULL"),
      "function streams_bag_new", "is STREAMS_OWNED and does not say owned, or yours")
    self.finds(without(r"(?<=STREAMS_API )STREAMS_OWNED (?=streams_loop_t \*streams_loop_dup)"),
      "function streams_loop_dup", "does not say who keeps the result: borrowed, lent or static")
    # What the group of the operators says for each of them, taken away.
    found = self.finds(without(r"consumes its publishers and returns an owned publisher or NULL", "makes a publisher"),
      "function streams_map", "is STREAMS_OWNED and does not say owned, or yours")
    self.assertIn(("function streams_share", "is STREAMS_OWNED and does not say owned, or yours"), found)
    self.assertIn(("function streams_map", "does not say whether it consumes or borrows the publisher"), found)

  def test_errors(self):
    self.finds(without(r"(?<=takes it over )(.*?)Errors: EINVAL, EHANDLE\.(?= \*/\nSTREAMS_API int streams_bag_add)"),
      "function streams_bag_add", "names no errors")
    self.finds(without(r"Failures: EINVAL \(beyond the end\), EKIND, ENOMEM",
      "Failures: EINVAL (beyond the end), EKINDS, ENOMEM"), "the comment", "names the error EKINDS, which is not there")
    self.finds(without(r"< too many handles, values or bytes", "< too many of STREAMS_EMANY"), "the comment",
      "names STREAMS_EMANY, which is not there")

  def test_a_function_that_is_named_exists(self):
    self.finds(without(r"see streams_loop_hold\(\)", "see streams_loop_keep()"), "the comment",
      "names streams_loop_keep, which is not there")

  def test_a_name_that_may_be_anybodys(self):
    for kind, text in (("macro", "/** A macro. */\n#define LIMIT 1\n"), ("type", "/** A type. */\ntypedef int limit_t;\n"),
        ("enum", "/** A set. */\nenum limits { STREAMS_LIMIT /**< one */ };\n")):
      name = text.split()[-2] if kind == "macro" else "limit_t" if kind == "type" else "limits"
      self.finds(without(r"(?=/\*\* A set of cancellables with one lifetime)", text), f"{kind} {name}",
        "has a name that may be a program's own")

  def test_a_callback_says_what_to_return(self):
    self.finds(without(r"(?<=/\*\* A stream instead of a failure\.) @return[^*]*(?=\*/)", " "),
      "callback streams_catch_fn", "does not say what to return")

  def test_the_reader_sees_every_function(self):
    names = {d.name for d in declarations.read(HEADER).of("function", "inline")}
    self.assertEqual(names, set(re.findall(r"^(?:STREAMS_API|static inline)[^(;]*?(\w+)\(", HEADER, re.M)))


if __name__ == "__main__":
  unittest.main()
