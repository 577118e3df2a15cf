#!/usr/bin/env python3
"""Reads a C header in the style of include/streams.h: what it declares, in which group, and what is said about it.

    declarations.py HEADER KIND...    the group and the name of each declaration of these kinds
"""
import re
import sys
from dataclasses import dataclass, field

TOKEN = re.compile(r"/\*.*?\*/|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*|[{};]|\n|[^\n{};/]+|/", re.S | re.M)
COMMENT = re.compile(r"/\*.*?\*/", re.S)
# How members look, and their names: a comment before, the member, a comment behind.
MEMBERS = {
  "struct": ("field", re.compile(r"((?:\s|/\*.*?\*/)*)([^;/]+;)[ \t]*(/\*\*<.*?\*/)?", re.S),
    re.compile(r"\(\*(\w+)\)|(\w+)(?:\[\w*\])?;")),
  "enum": ("value", re.compile(r"((?:\s|/\*.*?\*/)*)(\w+[^,/]*),?[ \t]*(/\*\*<.*?\*/)?", re.S), re.compile(r"^(\w+)")),
}


@dataclass
class Declaration:
  kind: str  # function, inline, callback, type, struct, field, enum, value, macro
  name: str
  text: str  # as declared, without comments
  doc: str
  groups: tuple  # from the outermost to the innermost
  line: int


@dataclass
class Group:
  name: str
  doc: str


@dataclass
class Header:
  declarations: list = field(default_factory=list)
  comments: list = field(default_factory=list)  # (line, text) of every comment that documents something
  misplaced: list = field(default_factory=list)  # lines of comments that Doxygen takes for the next declaration's

  def of(self, *kinds):
    return [d for d in self.declarations if d.kind in kinds]


def plain(comment):
  """The words of a comment, without its stars."""
  lines = re.sub(r"^/\*+<?|\*+/$", "", comment).split("\n")
  return "\n".join(re.sub(r"^\s*\*? ?", "", line) for line in lines).strip()


def squeezed(text):
  return " ".join(COMMENT.sub(" ", text).split())


class Reader:
  def __init__(self, text):
    self.header, self.groups, self.pending = Header(), [], ""
    self.statement, self.start, self.depth, self.cplusplus, self.blank = "", 0, 0, 0, 0
    line = 1
    for token in TOKEN.findall(text):
      self.token(token, line)
      line += token.count("\n")
    if self.groups or self.statement.strip():
      raise ValueError(f"something is left open at the end: {self.groups} {self.statement!r}")

  def token(self, token, line):
    if token.lstrip().startswith("#"):
      self.directive(token.strip(), line)
    elif self.cplusplus:
      return
    elif token.startswith("/*"):
      self.comment(token, line)
    elif self.statement or token.strip():
      if not self.statement:
        self.start = line
      self.statement += token
      self.depth += (token == "{") - (token == "}")
      inline = self.statement.startswith("static inline")
      if self.depth == 0 and token == ("}" if inline else ";"):
        self.declaration(self.statement)
        self.statement, self.pending = "", ""
    elif token == "\n":
      self.blank += 1
      if self.blank > 1:
        self.pending = ""  # an empty line parts a comment from what follows
      return
    self.blank = 0

  def directive(self, text, line):
    if self.cplusplus or re.match(r"#\s*ifdef __cplusplus", text):
      self.cplusplus += bool(re.match(r"#\s*if", text)) - bool(re.match(r"#\s*endif", text))
    elif not self.statement:
      macro = re.match(r"#\s*define\s+(\w+)(.*)", text, re.S)
      if macro and squeezed(macro[2]):
        if all(d.name != macro[1] for d in self.header.of("macro")):  # one of its forms
          self.start = line
          self.add("macro", macro[1], squeezed(text), self.pending or self.aside(text))
        self.pending = ""

  def comment(self, text, line):
    words = plain(text)
    if not text.startswith("/**"):
      if self.statement:
        self.statement += " "
      return
    self.header.comments.append((line, words))
    if text.startswith("/**<") and not self.statement:
      if self.header.declarations[-1].text.startswith("struct "):
        self.header.misplaced.append(line)
      self.header.declarations[-1].doc = self.header.declarations[-1].doc or words
    elif self.statement:
      self.statement += text
    elif words == "@}":
      self.groups.pop()
    elif opened := re.match(r"@defgroup (\w+)\b", words):
      assert words.endswith("@{"), words
      self.groups.append(Group(opened[1], words[opened.end():-2].strip()))
    else:
      self.pending = words

  def aside(self, text):
    found = re.search(r"/\*\*<.*?\*/", text, re.S)
    if found:
      self.header.comments.append((self.start, plain(found[0])))
    return plain(found[0]) if found else ""

  def add(self, kind, name, text, doc, line=None):
    self.header.declarations.append(Declaration(kind, name, text, doc, tuple(self.groups), line or self.start))

  def declaration(self, raw):
    text, doc = squeezed(raw), self.pending
    if text.startswith("STREAMS_API"):
      self.add("function", re.search(r"(\w+)\s*\(", text.replace("STREAMS_API", ""))[1], text.rstrip(";"), doc)
    elif text.startswith("static inline"):
      self.add("inline", re.search(r"(\w+)\s*\(", text)[1], text[:text.index("{")].strip(), doc)
    elif tagged := re.match(r"(?:typedef )?(struct|enum) (\w+) \{", text):
      self.add(tagged[1], tagged[2], text, doc)
      self.members(*MEMBERS[tagged[1]], raw)
    elif callback := re.match(r"typedef [^(]*\(\*(\w+)\)", text):
      self.add("callback", callback[1], text, doc)
    elif alias := re.match(r"(?:typedef|struct) .*?(\w+) ?;", text):
      self.add("type", alias[1], text, doc)
    else:
      raise ValueError(f"line {self.start}: what is this? {text}")

  def members(self, kind, pattern, name, raw):
    """Members of a struct or an enum, each with the comment before it or behind it on its line."""
    for found in pattern.finditer(raw, raw.index("{") + 1, raw.rindex("}")):
      before, text, after = found.groups()
      comments = [c for c in COMMENT.findall(before) if re.match(r"/\*\*[^<]", c)]
      found_name = "".join(filter(None, name.search(text).groups()))
      line = self.start + raw[:found.start(2)].count("\n")
      self.add(kind, found_name, squeezed(text), plain(after or "".join(comments[-1:])), line)


def read(text):
  return Reader(text).header


if __name__ == "__main__":
  with open(sys.argv[1], encoding="utf-8") as source:
    for each in read(source.read()).of(*sys.argv[2:]):
      print(each.groups[-1].name if each.groups else "-", each.name)
