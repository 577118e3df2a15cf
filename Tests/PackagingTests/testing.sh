#!/bin/sh
# The package of docs/testing.md builds without a warning, its tests pass, and they fail as shown when its operator has
# the fault the page names: testing.sh REPOSITORY SCRATCH_DIR
set -eu
repository=$1 scratch=$2 page=$1/docs/testing.md
here=$(cd "$(dirname "$0")" && pwd)
. "$here/readme.sh"
mkdir -p "$scratch"
rm -rf "$scratch/Sources" "$scratch/Tests"
readme_files "$page" "$scratch"
test -s "$scratch/Tests/OperatorsTests/ScenarioTests.swift"
sed -i "s|package(url: .*, branch: \"main\")|package(name: \"streams\", path: \"$repository\")|" "$scratch/Package.swift"

run() { "$SWIFT" test --package-path "$scratch" --disable-xctest >"$scratch/log" 2>&1; }

run || {
  cat "$scratch/log"
  exit 1
}
if grep -iE 'warning:|error:' "$scratch/log"; then
  echo "a user's tests must not warn" >&2
  exit 1
fi
grep -E 'Test run with 5 tests .* passed' "$scratch/log" || {
  cat "$scratch/log"
  echo "not every test of the page was run" >&2
  exit 1
}

sed -i 's/return .max(1) }/return .none }/' "$scratch/Sources/Operators/Pairwise.swift"
if run; then
  echo "the tests did not see the fault" >&2
  exit 1
fi
readme_output "$page" swift 6 >"$scratch/expected"
test -s "$scratch/expected"
while IFS= read -r line; do
  grep -F -- "$line" "$scratch/log" || {
    cat "$scratch/log"
    echo "it does not say: $line" >&2
    exit 1
  }
done <"$scratch/expected"
