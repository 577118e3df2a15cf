#!/bin/sh
# Neither Foundation nor Dispatch is in the library, nor a module that needs them: modules.sh LIBRARY OBJECT_LIST
# OBJECT_LIST is SwiftPM's list of what it links into the product, one object a line.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

sed -n 's|.*/\([A-Za-z]*\)\.build/.*|\1|p' "$2" | sort -u >"$tmp/modules"
printf '%s\n' CStreams CStreamsSupport Streams StreamsC StreamsLoop >"$tmp/expected"
diff -u "$tmp/expected" "$tmp/modules" || {
  echo "the library is made of other modules" >&2
  exit 1
}

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
