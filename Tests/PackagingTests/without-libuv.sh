# To be sourced.
# without_libuv DIR COMMAND...: runs the command where libuv is as good as not installed. SwiftPM asks pkg-config where
# libraries are; the one in DIR never knows.
without_libuv() {
  mkdir -p "$1"
  printf '#!/bin/sh\nexit 1\n' >"$1/pkg-config"
  chmod +x "$1/pkg-config"
  (
    PATH=$1:$PATH
    unset PKG_CONFIG_PATH
    shift
    "$@"
  )
}
