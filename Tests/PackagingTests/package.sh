#!/bin/sh
# What is in the packages, and what they say of themselves: package.sh SOURCE FOLDER
set -eu
source=$1 folder=$2
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
fail() {
  echo "$*" >&2
  exit 1
}
cd "$folder"
abi=$(sed -n 's/^STREAMS_\([0-9]*\) .*/\1/p' "$source/cmake/streams.map")
upstream=$(sed -n 's/^#define STREAMS_VERSION_STRING "\([^"]*\)".*/\1/p' "$source/include/streams.h")
version=$upstream-1
architecture=$(dpkg --print-architecture)
lib=usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
soname=libstreams.so.$abi
real=$soname.${upstream#*.}
runtime=libstreams${abi}_${version}_$architecture.deb
development=libstreams-dev_${version}_$architecture.deb
[ "$(echo *.deb)" = "$development $runtime" ] || fail "other packages: $(echo *.deb)"

# ---- their files: these and no others, of root, with these permissions
# holds PACKAGE: its contents are the lines of $tmp/expected
holds() {
  dpkg-deb -c "$1" >"$tmp/contents"
  if grep -vE '^(drwxr-xr-x|-rw-r--r--|lrwxrwxrwx) root/root ' "$tmp/contents"; then fail "permissions in $1"; fi
  grep -v '^d' "$tmp/contents" | sed 's/.*:[0-9][0-9] \.\///' | LC_ALL=C sort | diff -u "$tmp/expected" -
}
LC_ALL=C sort >"$tmp/expected" <<FILES
$lib/$soname -> $real
$lib/$real
usr/share/doc/libstreams$abi/changelog.Debian.gz
usr/share/doc/libstreams$abi/copyright
FILES
holds "$runtime"
(cd "$source/Examples" && find c cpp python -type f ! -path '*__pycache__*') |
  sed 's|^|usr/share/doc/libstreams-dev/examples/|' >"$tmp/examples"
LC_ALL=C sort - "$tmp/examples" >"$tmp/expected" <<FILES
$lib/cmake/streams/streamsConfig.cmake
$lib/cmake/streams/streamsConfigVersion.cmake
$lib/libstreams.so -> $soname
$lib/pkgconfig/streams.pc
usr/include/streams.h
usr/share/doc/libstreams-dev/changelog.Debian.gz
usr/share/doc/libstreams-dev/copyright
FILES
holds "$development"

# ---- their fields
says() {
  [ "$(dpkg-deb -f "$1" "$2")" = "$3" ] || fail "$1: $2 is '$(dpkg-deb -f "$1" "$2")', not '$3'"
}
for package in "$runtime" "$development"; do
  says "$package" Source streams
  says "$package" Version "$version"
  says "$package" Architecture "$architecture"
  says "$package" Multi-Arch same
  says "$package" Priority optional
  dpkg-deb -f "$package" Maintainer | grep -Eq '^.+ <.+@.+>$' || fail "$package has no maintainer"
  dpkg-deb -f "$package" Description | awk 'length > 81 { exit 1 } END { exit NR < 5 }' || fail "$package: description"
done
says "$runtime" Section libs
says "$development" Section libdevel
says "$development" Depends "libstreams$abi (= $version)"
needs=$(dpkg-deb -f "$runtime" Depends)
echo "libstreams$abi needs $needs"
echo "$needs" | grep -Eq 'libuv1(t64)? \(>= 1\.' || fail "libuv is missing"
echo "$needs" | grep -q 'libc6 (>= 2\.' || fail "the C library is missing"

# ---- what dpkg does with them
dpkg-deb -e "$runtime" "$tmp/control"
dpkg-deb -x "$runtime" "$tmp/root"
dpkg-deb -x "$development" "$tmp/root"
used=$(du -sk --apparent-size "$tmp/root" | cut -f1) # of both
said=$(($(dpkg-deb -f "$runtime" Installed-Size) + $(dpkg-deb -f "$development" Installed-Size)))
[ "$said" -gt $((used * 9 / 10)) ] && [ "$said" -lt $((used * 11 / 10)) ] || fail "Installed-Size $said, used $used"
[ "$(cat "$tmp/control/shlibs")" = "libstreams $abi libstreams$abi (>= $upstream)" ]
[ "$(cat "$tmp/control/triggers")" = "activate-noawait ldconfig" ]
if ls "$tmp/control" | grep -E 'inst$|rm$'; then fail "a script, where a trigger does"; fi
(cd "$tmp/root" && md5sum --quiet -c "$tmp/control/md5sums")

# ---- the library is stripped; what its loader must understand is in the dependency
readelf -SW "$tmp/root/$lib/$real" >"$tmp/sections"
if grep -E ' \.(symtab|debug_|comment)' "$tmp/sections"; then fail "the library is not stripped"; fi
if grep -q 'RELR' "$tmp/sections"; then
  libc=$(echo "$needs" | sed 's/.*libc6 (>= \([0-9.]*\)).*/\1/')
  dpkg --compare-versions "$libc" ge 2.36 || fail "packed relocations need glibc 2.36, not $libc"
fi
if grep -rlaF -e "$source" -e "$folder" "$tmp/root"; then fail "a path of this machine is in there"; fi

# ---- copyright and changelog
for word in 'Runtime Library exception' 'LLVM exception' 'Unicode-3.0' 'libuv' 'Apache-2.0'; do
  grep -q -- "$word" "$tmp/root/usr/share/doc/libstreams$abi/copyright" || fail "copyright says nothing of $word"
done
zcat "$tmp/root/usr/share/doc/libstreams$abi/changelog.Debian.gz" >"$tmp/changelog"
[ "$(dpkg-parsechangelog -l "$tmp/changelog" -S Version)" = "$version" ]
ls -l ./*.deb | awk '{ print $5, $9 }'
