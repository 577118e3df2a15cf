#!/bin/sh
# find_package(streams) and pkg-config find what is installed, and say what is wrong: find.sh BUILD_DIR VERSION
set -eu
build=$1 version=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
  echo "$*" >&2
  exit 1
}

# ---- each component by itself, and DESTDIR
DESTDIR=$tmp/stage cmake --install "$build" --prefix /opt/streams --component runtime --strip >/dev/null
if find "$tmp/stage" -name '*.h' -o -name '*.pc' -o -name libstreams.so | grep .; then
  fail "not a part of the runtime"
fi
so=$(find "$tmp/stage/opt/streams" -name 'libstreams.so.*' -type f)
if readelf -SW "$so" | grep ' \.symtab'; then fail "DESTDIR: the library is not stripped"; fi
DESTDIR=$tmp/stage cmake --install "$build" --prefix /opt/streams --component development >/dev/null
find "$tmp/stage/opt/streams" -name streams.h | grep -q . || fail "no header"

# ---- pkg-config: in a tree that was moved, in one behind DESTDIR, and in /usr
mv "$tmp/stage/opt/streams" "$tmp/moved"
pc=$(dirname "$(find "$tmp/moved" -name streams.pc)")
export PKG_CONFIG_PATH="$pc"
[ "$(pkg-config --modversion streams)" = "$version" ]
include=$(pkg-config --variable=includedir streams)
[ "$(cd "$include" && pwd -P)" = "$(cd "$tmp/moved/include" && pwd -P)" ]
test -e "$(pkg-config --variable=libdir streams)/libstreams.so"
[ "$(pkg-config --static --libs streams)" = "$(pkg-config --libs streams)" ] # there is no static library
DESTDIR=$tmp/stage cmake --install "$build" --prefix /usr >/dev/null
pc=$(dirname "$(find "$tmp/stage" -name streams.pc)")
[ "$(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs streams | sed 's/ *$//')" = "-lstreams" ] ||
  fail "in /usr a compiler looks anyway: $(PKG_CONFIG_PATH=$pc pkg-config --cflags --libs streams)"
test -e "$tmp/stage/usr/share/doc/streams/LICENSE" || fail "no license"

# ---- CMake
mkdir "$tmp/project"
cat >"$tmp/project/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(streams ${WANTED} CONFIG REQUIRED)
CMAKE
# configures WANTED OPTION...: configures the project
configures() {
  wanted=$1
  shift
  rm -rf "$tmp/build"
  cmake -S "$tmp/project" -B "$tmp/build" -DCMAKE_PREFIX_PATH="$tmp/moved" -DWANTED="$wanted" "$@" >"$tmp/log" 2>&1
}
# refuses TEXT WANTED OPTION...: and says the text
refuses() {
  text=$1
  shift
  if configures "$@"; then fail "find_package(streams $*) succeeds"; fi
  tr '\n' ' ' <"$tmp/log" | tr -s ' ' | grep -qF -- "$text" || fail "find_package(streams $*) says: $(cat "$tmp/log")"
}
# Before 1.0 only the same minor version will do, and not an older one; from 1.0 on every later minor version.
major=${version%%.*} rest=${version#*.} minor=${rest%%.*}
configures "$version" || fail "$(cat "$tmp/log")"
configures "$major.$minor" || fail "$(cat "$tmp/log")"
refuses "version: $version" "$major.$minor.99"
refuses "version: $version" "$major.$((minor + 1))"
refuses "version: $version" "$((major + 1)).0"
if [ "$major" -eq 0 ] && [ "$minor" -gt 0 ]; then refuses "version: $version" "0.$((minor - 1))"; fi
refuses 'install libuv (Debian: libuv1)' "$major.$minor" \
  -DCMAKE_FIND_ROOT_PATH="$tmp/moved" -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY
refuses 'NOT FOUND' "$major.$minor;COMPONENTS;widgets"

# A project in a language whose compiler CMake does not ask for its folders finds libuv as well.
sed -i 's/LANGUAGES C/LANGUAGES NONE/' "$tmp/project/CMakeLists.txt"
configures "$version" || fail "$(cat "$tmp/log")"
echo "found in every place"
