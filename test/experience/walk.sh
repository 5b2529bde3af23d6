#!/usr/bin/env bash
# The walk of a new user: from an empty folder to the cause of a fault, in 24 steps with their figures. Prints "ok N" or "not ok N" for each,
# and ends with 1 if one fails.
#   test/experience/walk.sh              builds the package and walks
#   PACKAGE=DIR test/experience/walk.sh  walks with a package folder that is built already
# SECONDS_MOST: the time from the installed package to the first green run (default 30, for a quiet machine).
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
# Node 24 of the checkout, whatever the system has.
export PATH=$root/node_modules/.bin:$PATH
most=${SECONDS_MOST:-30}
home=$(mktemp -d "${TMPDIR:-/tmp}/walk.XXXXXX")
servers=()
cleanup() { for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null; done; rm -rf "$home"; }
trap cleanup EXIT

serve() { # NAME [FAULT]: starts a server, its address is in the file NAME
  node "$root/test/experience/serve.ts" "${@:2}" >"$home/$1" 2>"$home/$1.log" &
  servers+=($!)
  for _ in $(seq 300); do [ -s "$home/$1" ] && return; sleep 0.1; done
  echo "the server $1 did not start: $(cat "$home/$1.log")" >&2
  exit 1
}
serve clean
serve faulty 'PATCH is lost'
api=$(cat "$home/clean")
broken=$(cat "$home/faulty")
port=${api##*:}
spec=$api/openapi.json

number=0 failed=0
out=$home/out
# Output, exit code and number of lines of a command, the line of the planner aside.
run() { "$@" >"$out" 2>&1; code=$?; lines=$(grep -vc 'journeys planned and proved' "$out"); }
step() { # TITLE CONDITION…: one step of the walk
  number=$((number + 1))
  if "${@:2}"; then echo "ok $number - $1"; else
    failed=$((failed + 1))
    echo "not ok $number - $1 (exit code $code, $lines lines)"
    sed 's/^/#   /' "$out"
  fi
}
ended() { [ "$code" -eq "$1" ] && [ "$lines" -le "${2:-1000}" ] && { [ $# -lt 3 ] || grep -qF -- "$3" "$out"; }; } # CODE [MOST LINES [TEXT]]

if [ -z "${PACKAGE:-}" ]; then
  (cd "$root" && node scripts/build-cli.ts >/dev/null) || exit 1
  PACKAGE=$root/dist/cli
fi
user=$home/empty
mkdir "$user" && cd "$user" || exit 1
export HOME=$user npm_config_cache=$home/npm npm_config_offline=true npm_config_update_notifier=false
token=token-of-alice-5d41402abc4b2a76b9719d911017c592
export PASSWORD=wonderland
tgz=$home/$(npm pack --silent --pack-destination "$home" "$PACKAGE" | tail -1)
small() { [ "$(wc -c <"$tgz")" -lt 4000000 ] && ended 0; }

SECONDS=0
run npm install --silent --global --prefix "$home/npm-prefix" "$tgz"
step 'one command installs the package of at most 4 MB' small
PATH=$home/npm-prefix/bin:$PATH
run dezycro verify "$spec" --login 'POST /api/v1/auth/login' --user "alice:$PASSWORD"
first=$SECONDS
in_time() { ended 0 1000 ' passed · 0 failed' && [ "$first" -le "$most" ]; }
step "the second command is a green run, $first s after the first was typed" in_time
step 'a green run prints at most 15 lines' ended 0 15
run dezycro verify "http://127.0.0.1:$port/openapi.json"
step 'without an identity: at most 12 lines, with the next command' ended 3 12 "--login 'POST /api/v1/auth/login' --user NAME:PASSWORD"
next=$(grep -m1 -o 'dezycro verify .*NAME:PASSWORD' "$out" | sed "s/NAME:PASSWORD/alice:$PASSWORD/")
run sh -c "$next"
step 'that command passes as it is printed' ended 0 15 ' passed · 0 failed'
run dezycro verify "$spec" --base-url http://127.0.0.1:1 --token "$token"
step 'a port where nothing listens: at most 3 lines' ended 4 3 'Nothing answers at http://127.0.0.1:1'
run dezycro verify "$spec" --base-url "https://127.0.0.1:$port" --token "$token"
step 'https where http is spoken: at most 3 lines' ended 4 3 'Nothing answers at'
run dezycro verify "$spec" --base-url "$api/api/v1" --token "$token"
step 'a base URL that is wrong: at most 3 lines, with the right one' ended 3 3 "Use --base-url $api:"
run dezycro verify "$spec" --base-url http://127.0.0.1:1 --wait 0.3s --token "$token"
step 'an API that does not start in time: one line' ended 4 1 'Nothing answers'
run dezycro --version
step '--version names the version' ended 0 1 'dezycro '
run dezycro verfy
step 'a mistyped command names the one that was meant' ended 2 1 'did you mean verify?'
run dezycro help verify
step 'help shows the options of a command' ended 0 200 '--login'
node -e 'fetch(process.argv[1]).then((a) => a.text()).then((t) => require("fs").writeFileSync("openapi.json", t))' "$spec"
run dezycro plan openapi.json
step 'plan sends nothing and shows what is covered' ended 0 1000 'operations covered'
run dezycro verify openapi.json --base-url "$api" -H "Authorization: Bearer $token"
step 'a header is an identity' ended 0 15 ' passed · 0 failed'
run sh -c "dezycro verify - --base-url $api --token $token < openapi.json"
step 'a spec on standard input is taken' ended 0 15 ' passed · 0 failed'
export AUTH_OWNER=alice:wonderland AUTH_VIEWER=vic:looking-glass
run dezycro verify "$spec" --login 'POST /api/v1/auth/login' --persona owner='may do everything' --persona viewer='may only read'
step 'two personas in words check who may do what' ended 0 15 'personas ready 2/2'
unset AUTH_OWNER AUTH_VIEWER
echo '{"personas": [{"name": "owner", "description": "may do everything", "authType": "BEARER"}]}' >personas.json
run env AUTH_OWNER="$token" dezycro verify openapi.json --base-url "$api"
step 'personas.json is found, and a bare token is taken' ended 0 15 'identities: personas.json'
rm personas.json
printf 'spec: openapi.json\nbase-url: %s\nno-delete: true\n' "$api" >dezycro.yaml
run dezycro verify --token "$token"
step 'dezycro.yaml keeps the options of a folder' ended 0 15 'dezycro.yaml: spec, base-url, no-delete'
rm dezycro.yaml
run dezycro verify openapi.json --base-url "$api" --token "$token" --include 'path=*/tasks*'
step 'a part of the API is verified alone' ended 0 15 ' passed · 0 failed'
run dezycro verify openapi.json --base-url "$broken" --token "$token"
cp "$out" red
tail -n 24 red >"$out"
cause() { ended 1 && grep -q 'PERSISTENCE: .*PATCH /api/v1/projects/{project_id}' "$out" && grep -q ' failed (PERSISTENCE)' "$out"; }
step 'a red run shows the cause on the last screen' cause
again=$(grep -m1 -o 'dezycro verify .*--journey [0-9a-f]*' red | sed "s/--token …/--token $token/")
run sh -c "$again"
step 'the printed command runs that journey again' ended 1 40 'PERSISTENCE'
run dezycro explain VALUE_NOT_STORED
step 'explain says what the reason means' ended 0 60 'VALUE_NOT_STORED'
run dezycro build openapi.json --platform node --out dezycro-verify.mjs
run dezycro doctor --allow-unsigned
step 'doctor of a verifier without personas warns' ended 1 20 'INCONCLUSIVE_AUTH_REQUIRED'
run dezycro build openapi.json --platform node --out dezycro-verify.mjs --json
step 'build writes one file that needs nothing else' ended 0 20 '"platform": "node"'

[ "$number" -eq 24 ] || { echo "# $number steps, 24 are wanted"; failed=1; }
[ "$failed" -eq 0 ]
