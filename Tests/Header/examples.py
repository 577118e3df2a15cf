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


FLAGS = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-parameter", "-Wno-unused-function"]


def compiled(folder, number, source):
  """Compiles one example; its main() becomes a function, so that all are one program. What is wrong, or None."""
  path = os.path.join(folder, f"example_{number}")
  with open(path + ".c", "w", encoding="utf-8") as file:
    file.write(source)
  made = subprocess.run(["cc", *FLAGS, f"-Dmain=example_{number}", "-I", os.path.dirname(HEADER) or ".", "-c",
    path + ".c", "-o", path + ".o"], capture_output=True, text=True)
  return made.stderr if made.returncode else None


def results(folder, numbers):
  """What each of them printed and ended with; nothing for those that were not reached."""
  path = os.path.join(folder, "examples")
  with open(path + ".c", "w", encoding="utf-8") as file:
    file.write(INCLUDES + "".join(f"int example_{n}(void);\n" for n in numbers) + "int main(void) {\n"
      + "".join(f'  printf("\\036%d\\036", example_{n}()), fflush(stdout);\n' for n in numbers) + "  return 0;\n}\n")
  subprocess.run(["cc", path + ".c", *(os.path.join(folder, f"example_{n}.o") for n in numbers), "-I",
    os.path.dirname(HEADER) or ".", "-o", path, LIBRARY], check=True)
  ran = subprocess.run(COMMAND + [path], cwd=folder, capture_output=True, text=True,
    env={**os.environ, "LD_LIBRARY_PATH": os.path.dirname(os.path.abspath(LIBRARY))})
  parts = ran.stdout.split("\036")
  return dict(zip(numbers, zip(parts[0::2], parts[1::2]))), ran


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
    sources = [program(code, line, found[0][2]) for _, line, code in found]
    wrong = {n: why for n, source in enumerate(sources) if (why := compiled(folder, n, source))}
    printed, ran = results(folder, [n for n in range(len(found)) if n not in wrong])
    for n, (group, line, _) in enumerate(found):
      expected = ", ".join(re.findall(r"// prints (.*)", sources[n]))
      text, status = printed.get(n, ("", "nothing: it crashed, or one before it"))
      if n not in wrong and (status != "0" or ", ".join(text.splitlines()) != expected):
        wrong[n] = f"ended with {status}, expected {expected!r}, printed {', '.join(text.splitlines())!r}"
      if n in wrong:
        print(f"{HEADER}:{line}: the example of {group}: {wrong[n]}")
  failures += len(wrong)
  if ran.returncode:
    print(f"together they ended with {ran.returncode}\n{ran.stderr}")
    failures += 1
  print(f"{len(found)} examples, {failures} problems")
  return 1 if failures or len(found) < 10 else 0


if __name__ == "__main__":
  HEADER, LIBRARY, *COMMAND = sys.argv[1:]
  sys.exit(main())
