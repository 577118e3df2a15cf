#!/bin/sh
# Says in Debian packages how much room they take: installed-size.sh PACKAGE...
# CPack counts a symbolic link as the file that it leads to, so that a shared library takes twice its size.
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
for package; do
  rm -rf "$tmp/package"
  dpkg-deb -R "$package" "$tmp/package"
  # As dpkg-gencontrol does: files in whole KB, and one KB for whatever else.
  size=$(find "$tmp/package" -mindepth 1 ! -path "$tmp/package/DEBIAN*" -printf '%y %s\n' |
    awk '{ kb += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kb }')
  sed -i "s/^Installed-Size: .*/Installed-Size: $size/" "$tmp/package/DEBIAN/control"
  dpkg-deb --root-owner-group -Zxz -b "$tmp/package" "$package" >/dev/null
done
