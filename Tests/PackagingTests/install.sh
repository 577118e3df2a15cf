#!/bin/sh
# The C program of the README runs as shown against an installed library, found by pkg-config and by CMake, without an
# environment and without anything of the Swift toolchain: install.sh BUILD_DIR README SWIFT_BIN_DIR
set -eu
build=$1 readme=$2 toolchain=${3%/usr/bin}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/readme.sh"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

cmake --install "$build" --prefix "$tmp/first" --strip >/dev/null
mv "$tmp/first" "$tmp/prefix" # an installed tree can be moved
pc=$(dirname "$(find "$tmp/prefix" -name streams.pc)")
libdir=$(dirname "$pc")

readme_block "$readme" c 1 >"$tmp/main.c"
readme_output "$readme" c 1 >"$tmp/expected"
test -s "$tmp/expected"

# run PROGRAM: prints what is expected, and the loader touches nothing of Swift
run() {
  env -i LD_LIBRARY_PATH="$libdir" LD_DEBUG=files LD_DEBUG_OUTPUT="$tmp/loader" "$1" >"$tmp/got"
  diff -u "$tmp/expected" "$tmp/got"
  cat "$tmp"/loader.* >"$tmp/loaded"
  rm "$tmp"/loader.*
  grep -q "$libdir/libstreams.so" "$tmp/loaded"
  if grep -E "$toolchain/|libswift|libdispatch|libFoundation" "$tmp/loaded"; then
    echo "the program loads a part of the Swift toolchain" >&2
    exit 1
  fi
}

# A program that knows nothing of it bears it.
[ -z "$(env -i LD_PRELOAD="$libdir/libstreams.so.0" /bin/true 2>&1)" ]

# shellcheck disable=SC2046 # words
gcc -std=c99 -Wall -Wextra -Werror "$tmp/main.c" -o "$tmp/with-pkg-config" \
  $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs streams)
run "$tmp/with-pkg-config"

cat >"$tmp/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(streams 0.1 REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE streams::streams)
CMAKE
cmake -S "$tmp" -B "$tmp/build" -DCMAKE_PREFIX_PATH="$tmp/prefix" >/dev/null
cmake --build "$tmp/build" >/dev/null
run "$tmp/build/consumer"
