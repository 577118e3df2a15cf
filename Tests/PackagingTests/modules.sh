#!/bin/sh
# Neither Foundation nor Dispatch is in the library, nor a module that needs them; and of the toolchain nothing that the
# packages' copyright file does not name: modules.sh LIBRARY OBJECT_LIST MAP COPYRIGHT
# OBJECT_LIST is SwiftPM's list of what it links into the product, one object a line; MAP the linker's of what it took.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sed -n 's|.*/\([A-Za-z]*\)\.build/.*|\1|p' "$2" | sort -u >"$tmp/modules"
printf '%s\n' CStreams CStreamsSupport Streams StreamsC StreamsLoop >"$tmp/expected"
diff -u "$tmp/expected" "$tmp/modules" || {
  echo "the library is made of other modules" >&2
  exit 1
}

grep -oE '[A-Za-z0-9_+.-]+\.a\(' "$3" | tr -d '(' | grep -v '^libstreams' | sort -u >"$tmp/archives"
grep -q '^libswiftCore.a$' "$tmp/archives"
while read -r archive; do
  grep -qF -- "$archive" "$4" || {
    echo "$archive is in the library, but not in $4" >&2
    exit 1
  }
done <"$tmp/archives"

# Swift's names begin with $s, the length of the module's name and that; those of C with their library's prefix.
nm "$1" | awk '{ print $NF }' >"$tmp/symbols"
grep -q '^\$s7Streams' "$tmp/symbols" || {
  echo "no symbols to look at: the library was stripped" >&2
  exit 1
}
swift='10Foundation|20FoundationEssentials|30FoundationInternationalization|18FoundationNetworking|8Dispatch'
if grep -E "^\\\$s($swift|15StreamsDispatch|17StreamsFoundation|7Combine)|^_?dispatch_|^_?CF[A-Z]" "$tmp/symbols" |
  head -20 | grep .; then
  echo "the library has symbols of Foundation or Dispatch" >&2
  exit 1
fi
echo "$(wc -l <"$tmp/symbols") symbols, none of Foundation or Dispatch"
