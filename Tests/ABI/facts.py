"""What programs rely on in streams.h and its library, as text. scripts/abi compares it."""
import os
import re
import subprocess

import declarations

HERE = os.path.dirname(os.path.abspath(__file__))
# Not of any use to a program that is compiled already.
NO_VALUES = re.compile(r"STREAMS_(API|OWNED|VERSION_\w+)")


class Failed(Exception):
  pass


def run(*command, allowed=(0,)):
  try:
    ran = subprocess.run(command, capture_output=True, text=True)
  except FileNotFoundError:
    raise Failed(f"{command[0]} was not found: apt-get install abigail-tools build-essential binutils") from None
  if ran.returncode not in allowed:
    raise Failed(f"{os.path.basename(command[0])} ended with {ran.returncode}\n{ran.stderr or ran.stdout}".strip())
  return ran


def compiled(folder, name, source, *options, header):
  path = os.path.join(folder, name)
  with open(path + ".c", "w", encoding="utf-8") as file:
    file.write(source)
  run("cc", "-std=gnu11", "-w", "-g", "-I", header, path + ".c", "-o", path, *options)
  return path


# Only the library makes it, and programs see it through a pointer.
MADE_BY_THE_LIBRARY = {"streams_error"}


def may_grow(header):
  """The structs that may get more fields at their end: also those that begin with their own size."""
  return [d.name for d in header.of("struct") if d.name in MADE_BY_THE_LIBRARY or re.search(r"\{ size_t size;", d.text)]


def witness(header, text):
  """C with types: every function with a body, the inline ones too, and a variable for every type."""
  lines = [text.replace("static inline", "STREAMS_API"), "#include <stdlib.h>"]
  lines += [d.text + " { abort(); }" for d in header.of("function")]
  for d in header.of("struct", "enum", "type", "callback"):
    tagged = d.kind if d.kind in ("struct", "enum") else "struct" if d.text.startswith("struct ") else ""
    lines.append(f"{tagged} {d.name} *witness_of_{d.name};")
  return "\n".join(lines)


def table(header, words):
  """C that prints a line for each thing that is compiled into programs: its key, a tab, and what it is."""
  out = [words, "int main(void) {"]
  for d in header.of("struct"):
    kind = f"struct {d.name}"
    out.append(f'printf("struct {d.name}\\t%zu bytes, aligned to %zu\\n", sizeof({kind}), _Alignof({kind}));')
    for field in re.findall(r"[^;{}]+;", d.text[d.text.index("{") + 1:d.text.rindex("}")]):
      name = "".join(re.search(r"\(\*(\w+)\)|(\w+)(?:\[\w*\])?;", field).groups(""))
      # Without the names of parameters, which nobody relies on.
      shape = re.sub(r"(?<=[ *])\w+(?=[,)])(?<!\(void)", "", " ".join(field.split()))
      out.append(f'printf("field {d.name}.{name}\\tat %zu, %zu bytes: {shape}\\n", '
        f"offsetof({kind}, {name}), sizeof((({kind} *)0)->{name}));")
  for d in header.of("enum"):
    out.append(f'printf("enum {d.name}\\t%zu bytes, %s\\n", sizeof(enum {d.name}), KIND((enum {d.name})0));')
  out += [f'printf("value {d.name}\\t%lld\\n", (long long){d.name});' for d in header.of("value")]
  for d in header.of("macro"):
    body = re.match(rf"#\s*define {d.name}(\([^)]*\))?", d.text)
    count = body[1].count(",") + 1 if body[1] else 0
    if NO_VALUES.fullmatch(d.name):
      continue
    if "{" in d.text:  # what a struct begins with; its first field is its size
      kind = re.search(r"sizeof\((\w+)\)", d.text)[1]
      call = d.name + (f"({', '.join(f'(void *){16 * (i + 1)}' for i in range(count))})" if count else "")
      out.append(f'{{ {kind} made = {call}; bytes("macro {d.name}", &made, sizeof made); }}')
    elif count:
      out += [f'SHOW("macro {d.name}({i})", {d.name}({", ".join([str(i)] * count)}));' for i in (0, 1, 7)]
    else:
      out.append(f'SHOW("macro {d.name}", {d.name});')
  return "\n".join(out + ["words();", "return 0; }"])


def present(folder, header_path, library):
  with open(header_path, encoding="utf-8") as file:
    text = file.read()
  header, include = declarations.read(text), os.path.dirname(os.path.abspath(header_path))
  with open(os.path.join(HERE, "facts.c"), encoding="utf-8") as file:
    words = file.read()
  shared = compiled(folder, "witness", witness(header, text), "-shared", "-fPIC", header=include)
  types = run("abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs", "--no-parameter-names", shared).stdout
  types = types.replace(os.path.join(folder, ""), "")  # the same wherever it was compiled
  try:
    lines = run(compiled(folder, "table", table(header, words), header=include)).stdout
  except Failed as failed:  # an inline function is not what it was: programs do not compile, or crash
    lines = f"failed\t{' '.join(str(failed).split())}\n"
  soname = re.search(r"soname: \[(.*)\]", run("readelf", "-d", library).stdout)
  symbols = re.findall(r" (\w) (\S+)$", run("nm", "-D", "--defined-only", library).stdout, re.M)
  names = sorted(name.replace("@@", "@") for kind, name in symbols if kind != "A")
  return header, {"types.abi": types, "table.txt": lines,
    "symbols.txt": "\n".join([f"soname {soname[1] if soname else 'none'}"] + names) + "\n"}
