#!/bin/sh
# The example package whose sources say `import Combine` knows nothing of Streams, builds without a warning where libuv
# is not installed, passes its tests, and says what it must say of a web server: combine.sh EXAMPLE_DIR SCRATCH_DIR
set -eu
example=$1 scratch=$2
here=$(cd "$(dirname "$0")" && pwd)
if grep -rnE 'Streams|^ *#|@_' "$example/Sources" "$example/Tests"; then
  echo "the sources must be as for Apple's Combine" >&2
  exit 1
fi
mkdir -p "$scratch"
. "$here/without-libuv.sh"
build_quietly() {
  "$SWIFT" build --package-path "$example" --scratch-path "$scratch/build" --build-tests >"$scratch/log" 2>&1
}
without_libuv "$scratch/bin" build_quietly || {
  cat "$scratch/log"
  exit 1
}
if grep -iE 'warning:|error:|libuv|StreamsLoop' "$scratch/log"; then
  echo "a user's build must neither warn nor build the loop" >&2
  exit 1
fi

unset http_proxy HTTP_PROXY all_proxy ALL_PROXY # the server is here
python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$example/Server" >"$scratch/server" 2>&1 &
server=$!
trap 'kill "$server"' EXIT
port=
for _ in $(seq 300); do
  port=$(sed -nE 's/^Serving HTTP on 127\.0\.0\.1 port ([0-9]+).*/\1/p' "$scratch/server")
  [ -z "$port" ] || break
  sleep 0.1
done
timeout 120 "$scratch/build/debug/weather" "http://127.0.0.1:$port/" >"$scratch/said" || {
  echo "the program did not come to its end" >&2
  cat "$scratch/said" "$scratch/server"
  exit 1
}
diff -u "$example/transcript.txt" "$scratch/said"
"$SWIFT" test --package-path "$example" --scratch-path "$scratch/build" --skip-build
