#!/bin/sh
# The example counts the words of a short file, stops at the tenth line of a long one, names the error of a missing one,
# and leaves nothing over: words.sh COMMAND...
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
printf 'one  two\n\n three' >short
seq -f 'line %g of many' 1 100000 >long
for file in short long; do "$@" "$file"; done >said 2>&1
status=0
"$@" missing >>said 2>&1 || status=$?
test $status -eq 1 || {
  echo "exit code $status for a missing file" >&2
  exit 1
}
cat >expected <<'END'
3 words in 3 lines
40 words in 10 lines
ENOENT: no such file or directory: missing
0 words in 0 lines
END
diff -u expected said
