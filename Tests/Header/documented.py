#!/usr/bin/env python3
"""Everything a header declares says what a caller has to know: documented.py HEADER

What must be said, for itself or by a group for all it holds:
  everything            a comment of its own
  results that point    who keeps them (owned, yours, borrowed, lent, static); "owned" and STREAMS_OWNED go together
  functions             that return int: Errors:. That return a handle or a value: Errors:, Failures: or "never NULL"
  publishers taken      Consumes or Borrows
  callbacks             @return, unless they return nothing
Every function, macro and error that a comment names must exist. All names begin with streams_ or STREAMS_.
"""
import errno
import re
import sys

import declarations

OWNED = re.compile(r"\bowned\b|\byours\b")
BORROWED = re.compile(r"\b[Bb]orrowed\b|\b[Ll]ent\b|\b[Ss]tatic\b")
# What a group says for all its functions.
GROUP_OWNED = re.compile(r"\breturns an? owned\b|\bthese return is yours\b")
FAILS = re.compile(r"\b(Errors|Failures):|\b[Nn]ever NULL\b|\b[Cc]annot fail\b")
TAKES = re.compile(r"\b[Cc]onsume[sd]?\b|\b[Bb]orrow(s|ed)\b")
ENVIRONMENT = {"STREAMS_DEBUG"}
FOREIGN = {"uv_loop_s"}  # libuv's


def said(declaration, pattern):
  return pattern.search(declaration.doc) or any(pattern.search(g.doc) for g in declaration.groups)


def result(declaration):
  """The result's type, of a function: "int", "streams_publisher_t *"."""
  text = re.sub(r"\b(STREAMS_API|STREAMS_OWNED|static inline|typedef)\b ?", "", declaration.text)
  return text[:re.search(rf"\(?\*?{declaration.name}\b", text).start()].strip() + "*" * (f"(*{declaration.name}" not in
    text and f"*{declaration.name}" in text)


def of_function(d):
  kind, owned = result(d), "STREAMS_OWNED" in d.text
  pointer = "*" in kind
  if owned and not (OWNED.search(d.doc) or any(GROUP_OWNED.search(g.doc) for g in d.groups)):
    yield "is STREAMS_OWNED and does not say owned, or yours"
  if pointer and not owned and d.kind == "function" and re.search(r"\breturns? (an )?owned\b", d.doc):
    yield "returns what is owned and is not marked STREAMS_OWNED"
  if pointer and not owned and not BORROWED.search(d.doc):
    yield "does not say who keeps the result: borrowed, lent or static"
  if d.kind == "function" and kind == "int" and not said(d, re.compile(r"\bErrors:")):
    yield "names no errors"
  if d.kind == "function" and (pointer or owned) and not said(d, FAILS):
    yield "does not say how it fails"
  is_taken = re.search(r"[(,] ?streams_publisher_t \*(?!\*)", d.text)
  if is_taken and d.kind == "function" and not said(d, TAKES):
    yield "does not say whether it consumes or borrows the publisher"


def of_comment(words, names, codes):
  words = re.sub(r"@code.*?@endcode", "", words, flags=re.S)
  for name in re.findall(r"\b(streams_\w+)\(\)|\b(STREAMS_\w+)\b(?!\.\.\.)|\b(streams_\w+_(?:t|fn))\b", words):
    name = "".join(name)
    if name not in names:
      yield f"names {name}, which is not there"
  for code in re.findall(r"(?<![\w.])(E[A-Z][A-Z0-9]{2,})\b", words):
    if code not in codes and not hasattr(errno, code):
      yield f"names the error {code}, which is not there"


def problems(text):
  header = declarations.read(text)
  names = ENVIRONMENT | {d.name for d in header.declarations}
  for d in header.of("struct", "enum"):  # also what typedef calls it
    names |= set(re.findall(r"\} ?(?:__attribute__\(\(.*?\)\)\) ?)?(\w+);", d.text))
  codes = {d.name.removeprefix("STREAMS_") for d in header.of("value", "macro") if d.name.startswith("STREAMS_E")}
  yield from ((line, "the comment", "is the next declaration's to Doxygen") for line in header.misplaced)
  for d in header.declarations:
    found = []
    if d.kind != "field" and not re.match(r"streams_|STREAMS_", d.name) and d.name not in FOREIGN:
      found.append("has a name that may be a program's own")
    if not d.doc:
      found.append("is not documented")
    elif d.kind in ("function", "inline"):
      found += of_function(d)
    elif d.kind == "callback" and result(d) != "void" and "@return" not in d.doc:
      found.append("does not say what to return")
    yield from ((d.line, f"{d.kind} {d.name}", problem) for problem in found)
  for line, words in header.comments:
    yield from ((line, "the comment", problem) for problem in of_comment(words, names, codes))


def main():
  path, = sys.argv[1:]
  with open(path, encoding="utf-8") as file:
    text = file.read()
  found = sorted(problems(text))
  for line, what, problem in found:
    print(f"{path}:{line}: {what} {problem}")
  header = declarations.read(text)
  kinds = {kind: len(header.of(kind)) for kind in
    ("function", "inline", "callback", "struct", "field", "enum", "value", "type", "macro")}
  print(", ".join(f"{count} {kind}s" for kind, count in kinds.items()) + f": {len(found)} problems")
  return 1 if found or not kinds["function"] else 0


if __name__ == "__main__":
  sys.exit(main())
