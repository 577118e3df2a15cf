#!/bin/sh
# transcript.sh PROGRAM EXPECTED: the program prints exactly what stands in the file.
set -eu
said=$(mktemp)
trap 'rm -f "$said"' EXIT
"$1" >"$said"
diff -u "$2" "$said"
