#!/bin/sh
# The header compiles without a warning, alone and twice, as C99 to C17 and C++11 to C++20:
# header.sh INCLUDE_DIR COMPILER...
set -eu
include=$1
shift
for compiler; do
  case $compiler in
    *++) language=c++ standards='c++11 c++14 c++17 c++20' ;;
    *) language=c standards='c99 c11 c17' ;;
  esac
  for standard in $standards; do
    printf '#include <streams.h>\n#include <streams.h>\nint main(void) { return streams_version() == 0; }\n' |
      "$compiler" -x "$language" -std="$standard" -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror \
        -I"$include" -fsyntax-only -
    echo "${compiler##*/} -std=$standard"
  done
done
