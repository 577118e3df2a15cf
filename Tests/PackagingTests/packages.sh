#!/bin/sh
# `cpack -G DEB` makes libstreams0 and libstreams-dev as Debian wants them:
# packages.sh SOURCE BUILD_DIR FOLDER CMAKE_OPTION...
#
# BUILD_DIR, which is not configured for /usr, must refuse; FOLDER is configured for it with the options, and uses what
# SwiftPM has compiled for BUILD_DIR. package.sh then looks into them.
set -eu
source=$1 build=$2 folder=$3
shift 3
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
  echo "$*" >&2
  exit 1
}

if (cd "$build" && cpack -G DEB -B "$tmp/refused") >"$tmp/log" 2>&1; then
  fail "packages for another prefix than /usr"
fi
grep -q -- '-DCMAKE_INSTALL_PREFIX=/usr' "$tmp/log" || fail "cpack does not say what to do: $(cat "$tmp/log")"

mkdir -p "$folder"
rm -f "$folder"/*.deb
cmake -S "$source" -B "$folder" -DCMAKE_INSTALL_PREFIX=/usr -DBUILD_TESTING=OFF "$@" >"$tmp/log" 2>&1 &&
  cmake --build "$folder" >"$tmp/log" 2>&1 &&
  (cd "$folder" && cpack -G DEB) >"$tmp/log" 2>&1 || fail "$(cat "$tmp/log")"
sh "$(dirname "$0")/package.sh" "$source" "$folder"
