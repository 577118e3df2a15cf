#!/usr/bin/env python3
"""The examples in a header's comments compile, and print what they say: examples.py HEADER LIBRARY [COMMAND...]

An example with a main() is a program. Of the others, what begins with "static" stands before a main(), the rest in it;
they may use the functions of the first example. "// prints 1, 2" says which lines come, in this order. COMMAND runs the
programs, valgrind for one. Every group of functions has an example, and no handle and no stream is left over.
"""
import os
import re
import subprocess
import sys
import tempfile

import declarations

INCLUDES = "".join(f"#include <{name}>\n" for name in ("stdio.h", "stdlib.h", "string.h", "streams.h"))
CLEAN = "  if (streams_debug_live_handles() != 0 || streams_debug_live_streams() != 0) return 3;\n"
FUNCTION = re.compile(r"^static [^\n]*\{[^\n]*\}\n|^static .*?^\}\n", re.S | re.M)
DEFINED = re.compile(r"static [^(]*?(\w+)\(")
# Nothing in it is to be called.
WITHOUT = {"word"}


def examples(text):
  """(group, line, code) of each example."""
  group = "the introduction"
  for found in re.finditer(r"@defgroup (\w+)|^ \*\s*@code\n(.*?)^ \*\s*@endcode", text, re.S | re.M):
    if found[1]:
      group = found[1]
    else:
      lines = [re.sub(r"^ \* ?", "", line) for line in found[2].split("\n")]
      margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
      yield group, text[:found.start()].count("\n") + 2, "\n".join(line[margin:] for line in lines)


def functions(code):
  """What stands before main(), and the rest."""
  return FUNCTION.findall(code), FUNCTION.sub("", code)


def program(code, line, first):
  where = f'#line {line} "streams.h"\n'
  if "int main(" in code:
    return INCLUDES + where + code.replace("  return 0;\n}", CLEAN + "  return 0;\n}")
  before, rest = functions(code)
  own = [DEFINED.match(f)[1] for f in before]
  helpers = [f for f in functions(first)[0] if DEFINED.match(f)[1] not in own]
  return INCLUDES + "".join(helpers + before) + "int main(void) {\n" + where + rest + CLEAN + "  return 0;\n}\n"


def problem(folder, source, library, command):
  path = os.path.join(folder, "example")
  with open(path + ".c", "w", encoding="utf-8") as file:
    file.write(source)
  made = subprocess.run(
    ["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function",
      "-I", os.path.dirname(HEADER) or ".", path + ".c", "-o", path, library], capture_output=True, text=True)
  if made.returncode:
    return made.stderr
  ran = subprocess.run(command + [path], cwd=folder, capture_output=True, text=True, timeout=120,
    env={**os.environ, "LD_LIBRARY_PATH": os.path.dirname(os.path.abspath(library))})
  expected = ", ".join(re.findall(r"// prints (.*)", source))
  printed = ", ".join(ran.stdout.splitlines())
  if ran.returncode or printed != expected:
    return f"ended with {ran.returncode}, expected {expected!r}, printed {printed!r}\n{ran.stderr}"
  return None


def main():
  with open(HEADER, encoding="utf-8") as file:
    text = file.read()
  found, failures = list(examples(text)), 0
  with_functions = {g.name for d in declarations.read(text).of("function", "inline") for g in d.groups[-1:]}
  for group in sorted(with_functions - WITHOUT - {group for group, _, _ in found}):
    print(f"the group {group} has no example")
    failures += 1
  with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "app.log"), "w", encoding="utf-8") as file:
      file.write("started\nERROR disk full\n")
    for group, line, code in found:
      wrong = problem(folder, program(code, line, found[0][2]), LIBRARY, COMMAND)
      if wrong:
        print(f"{HEADER}:{line}: the example of {group}: {wrong}")
        failures += 1
  print(f"{len(found)} examples, {failures} problems")
  return 1 if failures or len(found) < 10 else 0


if __name__ == "__main__":
  HEADER, LIBRARY, *COMMAND = sys.argv[1:]
  sys.exit(main())
