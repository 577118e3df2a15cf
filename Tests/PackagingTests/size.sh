#!/bin/sh
# The library is at most 7 MB when stripped, and needs no Swift runtime: size.sh LIBRARY
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
strip -o "$tmp/stripped" "$1"
bytes=$(wc -c <"$tmp/stripped")
echo "$bytes bytes stripped"
[ "$bytes" -le 7000000 ]
ldd "$1" >"$tmp/needs"
if grep -E 'libswift|libdispatch|libFoundation|BlocksRuntime|not found' "$tmp/needs"; then
  echo "the library is not self-contained" >&2
  exit 1
fi
readelf -d "$1" >"$tmp/dynamic"
grep -q "Library soname: \[libstreams.so.[0-9]*\]" "$tmp/dynamic"
grep -q NODELETE "$tmp/dynamic"
if grep -E 'RPATH|RUNPATH|TEXTREL' "$tmp/dynamic"; then
  echo "the library carries a path of the machine that built it" >&2
  exit 1
fi
