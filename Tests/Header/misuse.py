#!/usr/bin/env python3
"""Whether every function of the header has its row in the table of misuse, with all of its arguments.

    misuse.py HEADER PROGRAM    PROGRAM --list says what is in Tests/StreamsCTests/misuse/rows.h
"""
import re
import subprocess
import sys

import declarations

HANDLES = "publisher subscription cancellable bag subject downstream loop promise".split()
# What a parameter is to the table, by how it is declared; "+size": with the one behind it.
KINDS = [
  (r"streams_(\w+)_t \*\w+$", lambda m: m[1] if m[1] in HANDLES else None),
  (r"streams_publisher_t \*const \*\w+, size_t", "publishers+size"),
  (r"const streams_value_t \*\w+, size_t", "values+size"),
  (r"const char \*\w+, size_t size$", "text+size"),
  (r"char \*\w+, size_t", "buffer+size"),
  (r"const void \*\w+, size_t", "memory+size"),
  (r"const streams_\w+_t \*\w+$", "struct"),
  (r"const char \*\w+$", "text"),
  (r"void \*object, streams_destroy_fn", "object"),
  (r"void \*context", "context"),
  (r"void \*via$", "via"),
  (r"struct uv_loop_s \*", "uv"),
  (r"streams_\w+_fn \w+$|.*\(\*\w+\)\(", "function"),
  (r"streams_value_t \w+$", "value"),
  (r"streams_demand_t \w+$", "demand"),
  (r"size_t \w+$", "size"),
  (r"u?int64_t \w+$", "int64"),
  (r"int \w+$", "int"),
  (r"bool \w+$", "bool"),
  (r"(?:streams_demand_t|u?int64_t|size_t|int) \*\w+$|streams_\w+_t \*\*\w+$", "out"),
]


def parameters(text):
  """The parameters of a declaration, split where a comma is not inside parentheses."""
  inside = text[text.index("(") + 1:text.rindex(")")] if "(" in text else ""
  parts, depth = [""], 0
  for c in inside:
    depth += (c == "(") - (c == ")")
    if c == "," and depth == 0:
      parts.append("")
    else:
      parts[-1] += c
  return [] if inside.strip() == "void" else [p.strip() for p in parts]


def kinds(text):
  """What the table must say of a function's arguments."""
  rest, found = parameters(text), []
  while rest:
    for pattern, kind in KINDS:
      two = re.match(pattern, ", ".join(rest[:2])) if "," in pattern else None
      one = re.match(pattern, rest[0])
      if two or (one and "," not in pattern):
        kind = kind(one) if callable(kind) else kind
        if kind is None:
          continue
        takes_destroy = kind == "context" and len(rest) > 1 and rest[1].startswith("streams_destroy_fn")
        found.append(kind)
        rest = rest[2 if two or takes_destroy else 1:]
        break
    else:
      found.append(f"? ({rest.pop(0)})")
  return found


def main(header, program):
  with open(header, encoding="utf-8") as source:
    functions = declarations.read(source.read()).of("function")
  wanted = {f.name: kinds(f.text) for f in functions}
  listed = subprocess.run([program, "--list"], check=True, capture_output=True, text=True).stdout
  rows = {line.split()[0]: line.split()[1:] for line in listed.splitlines()}
  faults = [f"{name}({', '.join(rows[name])}): the header has no such function" for name in rows if name not in wanted]
  for name, arguments in wanted.items():
    if arguments and name not in rows:
      faults.append(f"{name}({', '.join(arguments)}) has no row")
    elif arguments != rows.get(name, []):
      faults.append(f"{name}({', '.join(arguments)}) has a row with ({', '.join(rows[name])})")
  for fault in faults:
    print(f"Tests/StreamsCTests/misuse/rows.h: {fault}", file=sys.stderr)
  print(f"{sum(bool(a) for a in wanted.values())} of {len(wanted)} functions take something; {len(rows)} rows")
  return 1 if faults or not rows else 0


if __name__ == "__main__":
  sys.exit(main(*sys.argv[1:]))
