#!/bin/sh
# The header compiles without a warning in every C since C99 and every C++ since C++11 that the compilers know: alone,
# twice, and used, and what is used works: header.sh INCLUDE_DIR LIBRARY COMPILER...
set -eu
include=$1 library=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
use=$here/header/use.c
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# use.c is complete. What programs do without (the group word, names that end in _) and what the compilers need is not
# asked for.
"$here/../Header/declarations.py" "$include/streams.h" inline macro |
  grep -v -e '^word ' -e ' STREAMS_API$' -e ' STREAMS_OWNED$' -e '_$' | sed 's/.* //' >"$tmp/names"
test "$(wc -l <"$tmp/names")" -gt 30
while read -r name; do
  grep -qw "$name" "$use" || {
    echo "Tests/PackagingTests/header/use.c does not use $name" >&2
    exit 1
  }
done <"$tmp/names"

both='-Werror -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wundef -Wcast-qual -Wcast-align
  -Wredundant-decls -Wmissing-declarations -Wmissing-field-initializers -Wwrite-strings -Wpointer-arith
  -Wdouble-promotion -Wformat=2 -Wfloat-equal -Wswitch-enum'
only_c='-Wstrict-prototypes -Wold-style-definition -Wmissing-prototypes -Wbad-function-cast -Wc++-compat'
only_cpp='-Wold-style-cast -Wzero-as-null-pointer-constant -Wextra-semi -Woverloaded-virtual'
printf '#include <streams.h>\n' >"$tmp/alone"
printf '#include <streams.h>\n#include <streams.h>\nint main(void) { return streams_version() == 0; }\n' >"$tmp/twice"

count=0
for compiler; do
  case $compiler in
    *++) language=c++ standards='c++11 c++14 c++17 c++20 c++23' warnings="$both $only_cpp" ;;
    *) language=c standards='c99 c11 c17 c2x gnu99 gnu17' warnings="$both $only_c" ;;
  esac
  case $compiler in
    *clang++) ;;
    *g++) warnings="$warnings -Wuseless-cast" ;;
  esac
  for standard in $standards; do
    if ! "$compiler" -x "$language" -std="$standard" -fsyntax-only /dev/null 2>/dev/null; then
      case $standard in
        c2x | c++23) continue ;; # newer than the compiler
      esac
    fi
    for source in "$tmp/alone" "$tmp/twice" "$use"; do
      # shellcheck disable=SC2086 # words
      "$compiler" -x "$language" -std="$standard" $warnings -I"$include" -fsyntax-only "$source"
    done
    # shellcheck disable=SC2086
    "$compiler" -x "$language" -std="$standard" $warnings -O2 -I"$include" "$use" -x none -o "$tmp/use" "$library"
    LD_LIBRARY_PATH=$(dirname "$library") "$tmp/use"
    echo "${compiler##*/} -std=$standard"
    count=$((count + 1))
  done
done
echo "$count ways, without a warning: $(wc -l <"$tmp/names") inline functions and macros used in each"
test "$count" -ge 16
