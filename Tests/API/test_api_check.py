#!/usr/bin/env python3
"""scripts/api-check finds what is there, and reports what is not: a small module, changed in one place at a time."""
import os
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
TOOL = os.path.join(HERE, "..", "..", "scripts", "api-check")
SWIFT = os.environ.get("SWIFT", "swift")
SOURCE = open(os.path.join(HERE, "fixture", "Fixture.swift"), encoding="utf-8").read()


def check(source, left_out=""):
  """The first line that api-check prints, and the facts that it misses."""
  with tempfile.TemporaryDirectory() as folder:
    path = lambda name: os.path.join(folder, name)
    for name, text in (("Fixture.swift", source), ("left-out.txt", left_out)):
      with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    subprocess.run(
      [SWIFT + "c", "-emit-module", "-module-name", "Fixture", "-emit-symbol-graph",
        "-emit-symbol-graph-dir", folder, "-o", path("Fixture.swiftmodule"), path("Fixture.swift")], check=True)
    ran = subprocess.run(
      [TOOL, "--brief", "--graph", folder, "--list", os.path.join(HERE, "fixture", "list.txt"),
        "--left-out", path("left-out.txt")], capture_output=True, text=True)
    lines = ran.stdout.splitlines()
    missing = [line.partition("missing: ")[2] for line in lines if "missing: " in line]
    return lines[0], missing, ran.returncode


def changed(*changes):
  source = SOURCE
  for old, new in changes:
    assert source.count(old) == 1, old
    source = source.replace(old, new)
  return source


class Complete(unittest.TestCase):
  def test_everything_is_found(self):
    self.assertEqual(check(SOURCE), ("Fixture: 42 declared, 42 found, 0 left out, 0 missing", [], 0))

  def test_a_change_that_no_caller_sees_is_accepted(self):
    for change in (
      [("func map<T>(_ transform: @escaping (Output) -> T) -> Sources.Map<Self, T>",
        "func map<Mapped>(_ transform: @escaping (Self.Output) -> Mapped) -> Sources.Map<Self, Mapped>")],
      [("where Other.Failure == Failure {", "where Failure == Other.Failure {")],
      [("    public let a: A\n", "    public var a: A { made }\n    let made: A\n"), ("self.a = a", "made = a")],
      [("public static let shared = Box()", "public static var shared: Box { Box() }")],
      [("public func receive<S: Sink>(sink: S) where S.Input == Output, S.Failure == Failure {}\n  }\n\n",
        "public func receive<X>(sink: X) where X: Sink, Output == X.Input, X.Failure == Upstream.Failure {}\n  }\n\n")],
      [("public private(set) var value: Int? = nil", "public var value: Optional<Int> { nil }")],
      [("Equatable where A: Equatable, B: Equatable {}",
        "Hashable, Comparable where A: Hashable & Comparable, B: Hashable & Comparable {\n"
        "  public static func < (a: Self, b: Self) -> Bool { false }\n}\n"
        "extension Sources.Pair: Equatable where A: Equatable, B: Equatable {}")],
    ):
      with self.subTest(change[0][1]):
        self.assertEqual(check(changed(*change))[1:], ([], 0))


class Incomplete(unittest.TestCase):
  def test_what_is_gone_or_different_is_reported(self):
    pair = "Source: func pair<P>(with other: P, limit: Int = 1) -> Sources.Pair<Self, P> where P : Source, "
    pair += "Self.Failure == P.Failure"
    mapped = "Source: func map<Result>(_ transform: @escaping (Self.Output) -> Result) -> Sources.Map<Self, Result>"
    tested = "Source: func check(_ test: (Self.Output) throws -> Bool) rethrows -> Bool"
    tested += " [extension where Self.Failure == Never]"
    equal = "Sources.Pair : Swift.Equatable where UpstreamA : Equatable, UpstreamB : Equatable"
    equals = "Sources.Pair: static func == (lhs: Sources.Pair<UpstreamA, UpstreamB>, rhs: Sources.Pair<UpstreamA, "
    equals += "UpstreamB>) -> Bool [extension where UpstreamA : Equatable, UpstreamB : Equatable]"
    keep = "Box: func keep(_ action: @escaping @Sendable () -> Void) async throws"
    for what, change, expected in (
      ("a method", [("public func map<T>", "func map<T>")], [mapped]),
      ("a label", [("pair<Other: Source>(with other", "pair<Other: Source>(_ other")], [pair]),
      ("the type of a parameter", [("limit: Int = 1", "limit: Int8 = 1")], [pair]),
      ("a default", [("limit: Int = 1", "limit: Int")], [pair]),
      ("the value of a default", [("limit: Int = 1", "limit: Int = 2")], [pair]),
      ("the result", [(") rethrows -> Bool { false }", ") rethrows -> Bool? { false }")], [tested]),
      ("effects of a closure", [("_ test: (Output) throws", "_ test: (Output)"), (") rethrows -> Bool", ") -> Bool")],
        [tested]),
      ("a closure that escapes", [("_ test: (Output)", "_ test: @escaping (Output)")], [tested]),
      ("effects", [("(Output) throws -> Bool) rethrows", "(Output) -> Bool)")], [tested]),
      ("a constraint of an extension", [("extension Source where Failure == Never {", "extension Source {")], [tested]),
      ("another constraint", [("extension Source where Failure == Never {",
        "extension Source where Failure == Never, Output == Int {")], [tested]),
      ("a conformance", [("extension Sources.Pair: Equatable where A: Equatable, B: Equatable {}", "")],
        [equal, equals]),
      ("a conformance under more conditions", [("where A: Equatable, B: Equatable {}",
        "where A: Equatable, B: Equatable, A.Output: Equatable {}")], [equal, equals]),
      ("a property that may be set", [("public private(set) var value: Int? = nil", "public var value: Int? = nil")],
        ["Box: var value: Int? { get }"]),
      ("a class that is not final", [("public final class Box", "public class Box"),
        ("public static let shared = Box()", "public static var shared: Box { Box() }")], ["Box: final class Box"]),
      ("an effect", [("() -> Void) async throws {}", "() -> Void) async {}")], [keep]),
      ("@Sendable", [("@escaping @Sendable () -> Void", "@escaping () -> Void")], [keep]),
      ("a static member", [("public static let shared = Box()", "public let shared = 1")],
        ["Box: static let shared: Box"]),
      ("an operator, where the compiler writes another of its name",
        [("  public static func == (lhs: Count, rhs: Int) -> Bool { false }\n", "")],
        ["Count: static func == (lhs: Count, rhs: Int) -> Bool"]),
      ("operators that come with a conformance", [("public struct Metres: _Length {", "public struct Metres {")],
        ["Metres: static func + (lhs: Metres, rhs: Metres) -> Metres",
          "Metres: static func += (lhs: inout Metres, rhs: Metres)"]),
      ("a conformance of another module's type", [("extension String: Measured {", "extension String {")],
        ["String : Measured"]),
      ("a primary associated type", [("protocol Source<Output, Failure> {", "protocol Source<Output> {")],
        ["Source: protocol Source<Output, Failure>"]),
    ):
      with self.subTest(what):
        first, missing, status = check(changed(*change))
        self.assertEqual(missing, expected)
        self.assertEqual(status, 1)
        self.assertIn(f"{42 - len(expected)} found", first)

  def test_what_is_left_out_is_counted_apart(self):
    without = changed(("  public init() {}", "  init() {}"))
    self.assertEqual(check(without)[1], ["Box: init()"])
    self.assertEqual(
      check(without, "Box: init()  # nobody makes one\n"),
      ("Fixture: 42 declared, 41 found, 1 left out, 0 missing", [], 0))

  def test_what_is_left_out_must_be_missing(self):
    self.assertEqual(check(SOURCE, "Box: init()  # nobody makes one\n")[2], 1)


if __name__ == "__main__":
  unittest.main()
