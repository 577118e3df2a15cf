# Shared by the scripts beside it: what this machine needs, and how the tree is built. To be sourced by bash.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '\n== %s\n' "$*"; }
fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

missing=()
# need PACKAGE COMMAND...: the package is missing if the command fails
need() {
  local package=$1
  shift
  "$@" >/dev/null 2>&1 || missing+=("$package")
}
has() { command -v "$1"; }

need_swift() {
  has swift >/dev/null ||
    fail "swift was not found in PATH. Streams needs Swift 6.3 or later: https://www.swift.org/install/linux"
}

# What the library and the demo need.
need_to_build() {
  need_swift
  need build-essential has cc
  need build-essential has make
  need cmake has cmake
  need pkg-config has pkg-config
  need libuv1-dev pkg-config --exists libuv
}

# What the tests need on top of that.
need_to_test() {
  need_to_build
  need build-essential has g++
  need libcmocka-dev pkg-config --exists cmocka
  need valgrind has valgrind
  need python3 has python3
  need abigail-tools has abidiff
  need doxygen has doxygen
  need dpkg-dev has dpkg-shlibdeps
  need debootstrap test -x /usr/sbin/debootstrap
}

# Installs what `need` found missing: as root or with sudo; otherwise says what to run, and ends.
install_missing() {
  [ ${#missing[@]} -gt 0 ] || return 0
  local packages sudo=()
  packages=$(printf '%s\n' "${missing[@]}" | sort -u | tr '\n' ' ')
  packages=${packages% }
  say "missing here: $packages"
  if ! has apt-get >/dev/null; then
    fail "Please install them (the names are Debian's) and start again."
  elif [ "$(id -u)" -ne 0 ]; then
    # Without a terminal nobody could answer sudo's question for a password.
    if has sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
      sudo=(sudo)
    else
      fail "Please run this as root, then start again:
  apt-get install -y $packages"
    fi
  fi
  # The lists of a fresh machine are empty; those of an old one may be too old.
  "${sudo[@]}" apt-get update -qq || true
  # shellcheck disable=SC2086 # one word per package
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages ||
    fail "That did not work. Please run this as root, then start again:
  apt-get update && apt-get install -y $packages"
  missing=()
}

# configure FOLDER [CMAKE OPTION...]
# STREAMS_WERROR=ON makes warnings errors; it is not the default, so that a newer compiler does not stop anybody.
configure() {
  local folder=$1
  shift
  cmake -S "$root" -B "$folder" -DSTREAMS_WERROR="${STREAMS_WERROR:-OFF}" "$@" >"$folder.log" 2>&1 || {
    cat "$folder.log" >&2
    exit 1
  }
}

jobs=$(nproc)
