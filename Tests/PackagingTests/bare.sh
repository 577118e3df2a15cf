#!/bin/sh
# The packages install in a bare Debian, by their names for what they need, and programs work there:
# bare.sh ROOTS PACKAGES README INCLUDE_DIR LIBRARY_DIR
#
# Programs that were compiled elsewhere run with libstreams0 alone; with libstreams-dev the README's program compiles,
# found by pkg-config and by CMake. Nothing of Swift is there, nor libuv's header. bare.sh --roots ROOTS only makes the
# roots. Needs root, or sudo without a password.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
if [ "$(id -u)" -ne 0 ]; then
  sudo -n true 2>/dev/null || {
    echo "a bare Debian needs root (chroot, mount): run the tests as root, or where sudo asks for no password" >&2
    exit 1
  }
  exec sudo -n sh "$0" "$@"
fi
. "$here/root.sh"
if [ "$1" = --roots ]; then
  make_roots "$2"
  exit
fi
# Mounts of a namespace of its own end with it, however this ends.
if [ "${STREAMS_NAMESPACE:-}" != own ]; then
  unshare --mount true || root_fail "mounts of its own are not allowed here (unshare --mount), not even for root"
  STREAMS_NAMESPACE=own exec unshare --mount sh "$0" "$@"
fi
roots=$1 packages=$2 readme=$3 include=$4 library=$5
. "$here/readme.sh"
tmp=$(mktemp -d)
mount -t tmpfs tmpfs "$tmp"
trap 'umount --recursive --lazy "$tmp" && rmdir "$tmp"' EXIT
readme_block "$readme" c 1 >"$tmp/main.c"
readme_output "$readme" c 1 >"$tmp/expected"
test -s "$tmp/expected"
runtime=$(dpkg-deb -f "$packages"/libstreams[0-9]*.deb Package) # libstreams0

in_root() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
# apt_install PACKAGE...: what they need is in the root or at hand there, so nothing is fetched.
apt_install() {
  in_root apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "$@" >"$tmp/apt" 2>&1 || {
    cat "$tmp/apt" >&2
    exit 1
  }
}
# runs COMMAND: prints what the README says
runs() {
  in_root "$@" >"$tmp/got"
  diff -u "$tmp/expected" "$tmp/got"
}
leaves_nothing() {
  find "$root" -xdev -name '*streams*' ! -path "$root/packages/*" ! -path "$root/proc/*" >"$tmp/left"
  if [ -s "$tmp/left" ]; then root_fail "left after the removal: $(cat "$tmp/left")"; fi
}

# ---- a program that was compiled elsewhere needs libstreams0
use_root "$roots/bare" "$tmp/bare"
root=$tmp/bare/root
if find "$root" -xdev '(' -name '*swift*' -o -name 'libuv.*' -o -path '*/bin/*gcc*' ')' | grep .; then
  root_fail "the root is not bare"
fi
mkdir "$root/packages" && cp "$packages"/*.deb "$root/packages"
gcc "$tmp/main.c" -I"$include" -o "$root/packages/program" -L"$library" -lstreams
if in_root /packages/program 2>/dev/null; then root_fail "the program runs without the library"; fi
if in_root sh -c 'dpkg -i /packages/libstreams[0-9]*.deb' >/dev/null 2>&1; then
  root_fail "$runtime installs without libuv1"
fi
in_root dpkg -P "$runtime" >/dev/null 2>&1
apt_install "/packages/$(basename "$packages"/libstreams[0-9]*.deb)"
runs /packages/program
in_root ldd /packages/program >"$tmp/needs"
if grep 'not found' "$tmp/needs"; then root_fail "a library is missing"; fi
in_root dpkg -P "$runtime" >/dev/null
leaves_nothing
if in_root /packages/program 2>/dev/null; then root_fail "the program runs without the library"; fi
echo "$runtime: a program runs"

# ---- and with libstreams-dev one is compiled
use_root "$roots/tools" "$tmp/tools"
root=$tmp/tools/root
mkdir "$root/packages" && cp "$packages"/*.deb "$root/packages"
apt_install "/packages/$(basename "$packages"/libstreams[0-9]*.deb)" \
  "/packages/$(basename "$packages"/libstreams-dev_*.deb)"
if in_root dpkg -s libuv1-dev >/dev/null 2>&1; then root_fail "libuv's header came with it"; fi
mkdir "$root/consumer" && cp "$tmp/main.c" "$root/consumer"
flags=$(in_root pkg-config --cflags --libs streams)
[ "${flags% }" = -lstreams ] || root_fail "pkg-config says: $flags"
[ "$(in_root pkg-config --static --libs streams)" = "$(in_root pkg-config --libs streams)" ]
# shellcheck disable=SC2086 # words
in_root gcc -std=c99 -Wall -Wextra -Werror /consumer/main.c -o /consumer/by-pkg-config $flags
runs /consumer/by-pkg-config
cat >"$root/consumer/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(consumer LANGUAGES C)
find_package(streams 0.1 CONFIG REQUIRED)
add_executable(consumer main.c)
target_link_libraries(consumer PRIVATE streams::streams)
CMAKE
in_root sh -c 'cmake -S /consumer -B /consumer/build && cmake --build /consumer/build' >"$tmp/cmake" 2>&1 || {
  cat "$tmp/cmake" >&2
  exit 1
}
runs /consumer/build/consumer
in_root sh -c 'cd /usr/share/doc/libstreams-dev/examples/c && for program in *.c; do
  gcc -std=c99 -D_GNU_SOURCE -Wall -Wextra -Werror $program -o /consumer/example -lstreams || exit; done'
in_root dpkg -P libstreams-dev "$runtime" >/dev/null
rm -r "$root/consumer"
leaves_nothing
echo "libstreams-dev: programs compile, by pkg-config and by CMake"
