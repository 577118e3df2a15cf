#!/bin/sh
# Links libstreams.so: link.sh OBJECT_LIST OUTPUT SWIFTC FLAG...
#
# Only the C API goes in as it is. The Swift modules under it are made an archive first, from which the linker takes the
# files that something refers to: what C cannot reach stays out (0.3 MB in 7).
set -eu
list=$1 output=$2
shift 2
grep -E '/(StreamsC|CStreams)\.build/' "$list" >"$output.objects"
grep -vE '/(StreamsC|CStreams)\.build/' "$list" >"$output.members"
rm -f "$output.a"
ar qcs "$output.a" "@$output.members" # q: two modules may have files of one name
"$@" "@$output.objects" "$output.a" -o "$output"
