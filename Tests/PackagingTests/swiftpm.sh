#!/bin/sh
# A new package that depends on the product Streams alone builds without a warning where libuv is not installed, and the
# first Swift program of the README runs in it as shown; so does one that depends on Combine, with the third. One that
# depends on StreamsLoop runs the second, or is told which package to install: swiftpm.sh REPOSITORY SCRATCH_DIR
set -eu
repository=$1 scratch=$2
here=$(cd "$(dirname "$0")" && pwd)
. "$here/readme.sh"
. "$here/without-libuv.sh"
rm -rf "$scratch"
mkdir -p "$scratch/Sources/alone" "$scratch/Sources/loop" "$scratch/Sources/combine"

cat >"$scratch/Package.swift" <<PACKAGE
// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "consumers",
  dependencies: [.package(name: "streams", path: "$repository")],
  targets: [
    .executableTarget(name: "alone", dependencies: [.product(name: "Streams", package: "streams")]),
    .executableTarget(name: "loop", dependencies: [
      .product(name: "Streams", package: "streams"), .product(name: "StreamsLoop", package: "streams"),
    ]),
    .executableTarget(name: "combine", dependencies: [
      .product(name: "Combine", package: "streams", condition: .when(platforms: [.linux]))
    ]),
  ]
)
PACKAGE
readme_block "$repository/README.md" swift 1 >"$scratch/Sources/alone/main.swift"
readme_output "$repository/README.md" swift 1 >"$scratch/expected"
test -s "$scratch/expected"
readme_block "$repository/README.md" swift 2 >"$scratch/Sources/loop/main.swift"
readme_output "$repository/README.md" swift 2 >"$scratch/expected-loop"
test -s "$scratch/expected-loop"
readme_block "$repository/README.md" swift 3 >"$scratch/Sources/combine/main.swift"
readme_output "$repository/README.md" swift 3 >"$scratch/expected-combine"
test -s "$scratch/expected-combine"
printf 'ERROR disk full\nretry\nERROR still full\n' >"$scratch/app.log"

# build PRODUCT: without a warning
build() {
  without_libuv "$scratch/bin" "$SWIFT" build --package-path "$scratch" --product "$1" >"$scratch/log" 2>&1 || {
    cat "$scratch/log"
    exit 1
  }
  if grep -iE 'warning:|error:' "$scratch/log"; then
    echo "$1: a user's build must not warn" >&2
    exit 1
  fi
}

build alone
if grep -iE 'libuv|StreamsLoop|StreamsDispatch|StreamsFoundation' "$scratch/log"; then
  echo "a package that uses Streams alone must build nothing else" >&2
  exit 1
fi
"$scratch/.build/debug/alone" >"$scratch/got"
diff -u "$scratch/expected" "$scratch/got"

build combine
if grep -iE 'libuv|StreamsLoop' "$scratch/log"; then
  echo "a package that uses Combine must not build the loop" >&2
  exit 1
fi
timeout 60 "$scratch/.build/debug/combine" >"$scratch/got-combine"
diff -u "$scratch/expected-combine" "$scratch/got-combine"

build loop
(cd "$scratch" && .build/debug/loop) >"$scratch/got-loop"
diff -u "$scratch/expected-loop" "$scratch/got-loop"

# Where not even libuv's header is there:
if printf '#include "shim.h"\n' | cc -fsyntax-only -nostdinc -I"$repository/Sources/CLibuv" -x c - 2>"$scratch/log"; then
  echo "libuv's header was found without looking for it" >&2
  exit 1
fi
grep 'apt-get install libuv1-dev' "$scratch/log"
