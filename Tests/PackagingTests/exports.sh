#!/bin/sh
# The library exports exactly the functions that the header declares: exports.sh LIBRARY HEADER
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# The version node STREAMS_<n> is an absolute symbol (A) and no function.
nm -D --defined-only "$1" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort >"$tmp/library"
grep -v '^ *#' "$2" | tr '\n' ' ' | grep -oE 'STREAMS_API [^(;]*\(' | sed 's/ *($//; s/.*[ *]//' | sort >"$tmp/header"
if ! grep -q . "$tmp/header" || grep -v '^streams_' "$tmp/library"; then
  echo "the library exports other names than streams_*, or the header declares nothing" >&2
  exit 1
fi
diff -u "$tmp/header" "$tmp/library"
echo "$(wc -l <"$tmp/library") functions: header and library agree"
