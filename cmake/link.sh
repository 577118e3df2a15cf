#!/bin/sh
# Links libstreams.so: link.sh OBJECT_LIST OUTPUT SWIFTC FLAG...
#
# Only the C API goes in as it is. The Swift modules under it are made an archive first, from which the linker takes the
# files that something refers to: what C cannot reach stays out (0.3 MB in 7).
#
# Code that several files need, as a specialised function of the standard library, is in the first of them in the order of
# their paths, and what initialises properties is in the first of all. So that one is empty (Apart.swift), and the folders
# that C must not reach have names that come last: Tasks, which needs the runtime for async code and with it Dispatch, and
# Texts. PackagingTests/modules.sh sees it when that fails.
set -eu
list=$1 output=$2
shift 2
grep -E '/(StreamsC|CStreams)\.build/' "$list" >"$output.objects"
grep -vE '/(StreamsC|CStreams)\.build/' "$list" >"$output.members"
rm -f "$output.a"
ar qcs "$output.a" "@$output.members" # q: two modules may have files of one name
"$@" "@$output.objects" "$output.a" -o "$output"
