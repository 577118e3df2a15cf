#!/bin/sh
# The pages of the header are made without a warning; there is one for each group, and the first page leads to it; and
# a function that says nothing would be noticed: doxygen.sh REPOSITORY VERSION
set -eu
repository=$1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export STREAMS_VERSION="$2" STREAMS_DOCS="$tmp/docs"

cd "$repository"
doxygen docs/api/Doxyfile
sed -n 's/^\/\*\* @defgroup \([a-z]*\) .*/\1/p' include/streams.h >"$tmp/groups"
test "$(wc -l <"$tmp/groups")" -gt 15
while read -r group; do
  test -s "$tmp/docs/html/group__$group.html"
  # Nobody has to learn the bits of a value.
  if [ "$group" != word ] && ! grep -q "href=\"group__$group.html" "$tmp/docs/html/index.html"; then
    echo "docs/api/main.dox does not lead to the group $group" >&2
    exit 1
  fi
done <"$tmp/groups"

mkdir -p "$tmp/copy/docs" "$tmp/copy/include"
cp -r docs/api "$tmp/copy/docs"
sed '/^\/\*\* Turns every value into another\. \*\/$/d' include/streams.h >"$tmp/copy/include/streams.h"
cd "$tmp/copy"
if doxygen docs/api/Doxyfile 2>"$tmp/log"; then
  echo "Doxygen does not notice a function without documentation" >&2
  exit 1
fi
grep 'streams_map.* is not documented' "$tmp/log"
echo "$(wc -l <"$tmp/groups") groups"
