import { quote } from '#verifier/engine/run/reproduce-with-curl.ts';
import { JQ_LIBRARY } from './jq-library.ts';

/** The part of every script that does not depend on its journey. Secrets stand in files of a folder that nobody else reads, never in arguments. */
export const SHELL_LIBRARY = String.raw`
set -u
umask 077
WAIT_SECONDS=${'${WAIT_SECONDS:-8}'} # how long a read may take to show what a write did
cannot() { printf 'cannot tell: %s\n' "$*" >&2; exit 2; }
fault() { printf 'the fault is there: %s\n' "$*"; exit 1; }
mended() { printf 'mended: %s\n' "$*"; exit 0; }
for tool in curl jq; do command -v "$tool" >/dev/null 2>&1 || cannot "$tool is not installed"; done
[ -n "$BASE_URL" ] || cannot 'BASE_URL is not set: it says which target to ask'
case $BASE_URL in http://* | https://*) ;; *) cannot 'BASE_URL must begin with http:// or https://' ;; esac
BASE_URL=${'${BASE_URL%/}'}
origin=$(printf %s "$BASE_URL" | sed 's|^\(https\{0,1\}://[^/]*\).*|\1|')
dir=$(mktemp -d) || cannot 'there is no folder for temporary files'
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
hex=$(random 32)
nl='
'
jq_library=${quote(JQ_LIBRARY)}

# jq_know OPTIONS PROGRAM: a jq program over what is known
jq_know() { printf %s "$known" | jq "$@" 2>"$dir/error"; }
is() { [ "$(jq_know -r "$jq_library . as \$k | ($1)")" = true ]; }
known=$(jq -nc --arg r "$hex" '{n: ("x" + $r[0:7]), d: ($r | explode | map(. % 10 | tostring) | join("")[0:9]), r: $r,
  c: {}, s: {}, a: {}, pages: [], made: {}}')

# identity NUMBER TYPE VARIABLE FORM [LOGIN]: the headers of a persona, from the variable; LOGIN: what NAME:PASSWORD is sent as
identity() {
  value=$(printenv "$3") || value=
  case $2 in
    NONE) ;;
    JS) value=$(printenv "$3_HEADERS") || cannot "a script of yours makes this identity: set $3_HEADERS='{\"Authorization\": \"…\"}'" ;;
    *) [ -n "$value" ] || cannot "$3 is not set: it holds $4" ;;
  esac
  case $2 in
    NONE) : ;;
    BEARER) printf %s "$value" | jq -Rrs '(. as $text | (try fromjson catch $text) | if type == "object" then .token else $text end) | "Authorization: Bearer \(.)"' ;;
    BASIC) printf %s "$value" | jq -Rrs '. as $text | (try fromjson catch $text) | "Authorization: Basic " + (if type == "object" then "\(.username):\(.password)" else $text end | @base64)' ;;
    HEADER) printf %s "$value" | jq -Rrs '. as $text | (try fromjson catch $text) | if type == "object" then .headers | to_entries[] | "\(.key): \(.value)" else $text end' ;;
    HTTP_ENDPOINT) sign_in "$(printf %s "$value" | jq -Rsc --arg login "$5" '. as $pair | (try fromjson catch $pair) | if type == "object" or $login == "" then .
      else ($pair | split(":")) as $parts | $login | fromjson | walk(if . == "{username}" then $parts[0] elif . == "{password}" then $parts[1:] | join(":") else . end) end')" ;;
    JS) printf %s "$value" | jq -r 'to_entries[] | "\(.key): \(.value)"' ;;
  esac >"$dir/persona.$1" 2>"$dir/error" || { [ -s "$dir/refused" ] && cannot "$(cat "$dir/refused")"; cannot "$3 does not hold $4"; }
}

# sign_in JSON: asks a token endpoint
sign_in() {
  printf %s "$1" >"$dir/login"
  eval "$(jq -r --arg origin "$origin" --arg base "$BASE_URL" '((.headers // {}) | with_entries(.key |= ascii_downcase)) as $heads
    | (.body // "") as $body | ($heads["content-type"] // (if ($body | type) == "object" or ((try ($body | fromjson) catch null) | type) == "object"
      then "application/json" else "application/x-www-form-urlencoded" end)) as $type
    | (if $body | type == "string" then $body elif $type | test("form-urlencoded")
      then $body | [to_entries[] | "\(.key | @uri)=\(.value | tostring | @uri)"] | join("&") else $body | tojson end) as $payload
    | @sh "login=\(.url | if test("^https?:") then . elif startswith("/") then $base + . else $base + "/" + . end) verb=\(.method // "POST" | ascii_upcase) payload=\($payload)",
      @sh "heads=\(["accept: application/json", "content-type: \($type)"] + [$heads | to_entries[] | select(.key != "content-type") | "\(.key): \(.value)"] | join("\n"))"' "$dir/login")"
  printf '%s\n' "$heads" >"$dir/headers"
  printf %s "$payload" >"$dir/payload"
  set -- -sS --max-time 30 -o "$dir/token" -w '%{http_code}' -H "@$dir/headers" -X "$verb"
  [ "$verb" = GET ] || [ -z "$payload" ] || set -- "$@" --data-binary "@$dir/payload"
  : >"$dir/token"
  got=$(curl "$@" "$login") || { echo 'the login does not answer' >"$dir/refused"; return 1; }
  case $got in 2??) ;; *) echo "the login was refused ($got)" >"$dir/refused"; return 1 ;; esac
  jq -er --slurpfile login "$dir/login" '$login[0] as $l | .[$l.tokenPath // "access_token"]
    | if type == "string" and . != "" then "\($l.headerName // "Authorization"): \($l.headerPrefix // "Bearer ")\(.)" else empty end' "$dir/token" ||
    { echo 'the answer to the login holds no token' >"$dir/refused"; return 1; }
}

# falsify NUMBER FORM: the headers of a persona in a form that nobody has
falsify() {
  jq -Rr --arg form "$2" --arg r "$hex" 'def turned: explode | map(if . >= 97 and . <= 122 then (. - 97 + 7) % 26 + 97
      elif . >= 65 and . <= 90 then (. - 65 + 7) % 26 + 65 elif . >= 48 and . <= 57 then (. - 48 + 3) % 10 + 48 else . end) | implode;
    def urlsafe: @base64 | gsub("\\+"; "-") | gsub("/"; "_") | gsub("="; "");
    def unsafe: gsub("-"; "+") | gsub("_"; "/") | . + ("=" * ((4 - length % 4) % 4) // "") | @base64d;
    index(":") as $at | .[:$at] as $name | .[$at + 1:] | ltrimstr(" ") | . as $value
    | if $name | ascii_downcase | test("^(accept|accept-language|content-type|user-agent|host)$|(^|[-_])(account|client|device|id|org|organi[sz]ation|tenant|user|user-?name|workspace)$") then .
      elif test("^[Bb]asic ") then if $form == "UNREADABLE" then "Basic a" else "Basic " + ("\(.[6:] | @base64d | split(":")[0]):\($r[0:16])" | @base64) end
      elif $form == "CREDENTIAL" then ((capture("^(?<scheme>[A-Za-z][A-Za-z0-9_-]* +)").scheme) // "") as $scheme | $scheme + (ltrimstr($scheme) | turned) + (if length < 16 then $r[0:16] else "" end)
      else split(".") as $jwt | if $form == "SIGNATURE" then "\($jwt[0]).\($jwt[1]).\($jwt[2][0:10] | turned)\($jwt[2][10:])"
        elif $form == "PAYLOAD" then "\($jwt[0]).\($jwt[1] | unsafe | fromjson | .made_up = true | tojson | urlsafe).\($jwt[2])"
        else ((capture("^(?<scheme>[A-Za-z][A-Za-z0-9_-]*(?: +|=))").scheme) // "") + ({alg: "none", typ: "JWT"} | tojson | urlsafe) + ".\($jwt[1])." end end
    | "\($name): \(.)"' "$dir/persona.$1" >"$dir/persona.falsified" || cannot 'the identity cannot be falsified'
}

# call ID METHOD PATH PERSONA ACCEPT TYPE VALUES [PARTS]: fills a request and sends it
call() {
  id=$1 method=$2 type=$6 code=000 first=
  ready=$(jq_know -r --arg id "$1" --arg template "$3" --arg base "$BASE_URL" --arg type "$6" --arg accept "$5" "$jq_library"'
    . as $k | ({path: {}, query: {}, header: {}} + ('"$7"')) as $sent | ($sent | address($template)) as $path
    | (["accept: \($accept)"] + (if $type == "" or ($type | test("^multipart/form-data")) then [] else ["content-type: \($type)"] end)
      + [$sent.header | to_entries[] | "\(.key): \(.value | line)"] | join("\n")) as $heads
    | ($sent.body | if $type | test("x-www-form-urlencoded") then query elif type == "string" and ($type | test("json") | not) then . else tojson end) as $payload
    | @sh "known=\(.s[$id] = $sent | .bodies = null | tojson) first=\($base + $path) heads=\($heads) payload=\($payload)"') || return 1
  eval "$ready"
  { printf '%s\n' "$heads"; cat "$dir/persona.$4" 2>/dev/null; } >"$dir/headers"
  case $type in
    '') : ;;
    multipart/form-data*) form "$8" ;;
    *) printf %s "$payload" >"$dir/payload" ;;
  esac
  fetch "$first"
}

# form PARTS: the body of the request as a multipart form
form() {
  printf 'content-type: multipart/form-data; boundary=%s\n' "$hex" >>"$dir/headers"
  printf %s "$payload" | jq -c --argjson kinds "$1" "$jq_library"'parts($kinds)' | {
    while IFS= read -r part; do
      printf -- '--%s\r\n%s\r\n\r\n' "$hex" "$(printf %s "$part" | jq -r .head)"
      if [ "$(printf %s "$part" | jq -r .coded)" = true ]; then printf %s "$part" | jq -j .content | base64 -d; else printf %s "$part" | jq -j .content; fi
      printf '\r\n'
    done
    printf -- '--%s--\r\n' "$hex"
  } >"$dir/payload"
}

# fetch URL: sends what is prepared; $code, and the answer among what is known
fetch() {
  url=$1 again=0
  while :; do
    : >"$dir/body"
    : >"$dir/head"
    set -- -sS -g --path-as-is --max-time 30 -o "$dir/body" -D "$dir/head" -w '%{http_code} %{redirect_url}' -H "@$dir/headers"
    if [ "$method" = HEAD ]; then set -- "$@" -I; else set -- "$@" -X "$method"; fi
    [ -z "$type" ] || set -- "$@" --data-binary "@$dir/payload"
    told=$(curl "$@" "$url" 2>"$dir/error") || { code=000; return 1; }
    code=${'${told%% *}'} target=${'${told#* }'}
    again=$((again + 1))
    [ "$again" -lt 4 ] || break
    case $code in
      301 | 302 | 307 | 308) case $target in "$origin"/*) url=$target ;; *) break ;; esac ;;
      429 | 503) sleep "$(sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9]\).*/\1/p' "$dir/head" | grep . || echo 1)" ;;
      *) break ;;
    esac
  done
  [ "$method" != HEAD ] || : >"$dir/body"
  known=$(jq_know -c --arg code "$code" --arg id "$id" --rawfile text "$dir/body" --rawfile head "$dir/head" '
    ($head | gsub("\r"; "") | split("\n\n") | map(select(. != "")) | last // "" | split("\n")[1:] | map(select(contains(":"))
      | {key: (.[:index(":")] | ascii_downcase), value: (.[index(":") + 1:] | gsub("^\\s+|\\s+$"; ""))}) | from_entries) as $headers
    | ($text | if test("^\\s*$") then {isJson: false} else {isJson: (try (fromjson | true) catch false)} end) as $read
    | .a = {code: ($code | tonumber), headers: $headers, text: $text, isJson: $read.isJson, body: (if $read.isJson then $text | fromjson elif $text == "" then null else $text end)}
    | if .a.code >= 200 and .a.code < 300 then .made[$id] = true else . end')
}

# walk LIST PAGING SIZE CALL…: sends a call and reads its list page by page
walk() {
  list=$1 paging=$2 size=$3 count=1
  shift 3
  "$@" || return 1
  page '[]'
  while [ "$paging" != null ] && [ "$count" -lt 50 ]; do
    to=$(jq_know -r --argjson paging "$paging" --arg first "$first" --arg base "$origin" "$jq_library"' . as $k | next_page($paging; $first; $base; ('"$size"'))')
    [ -n "$to" ] && fetch "$to" && [ "${'${code#2}'}" != "$code" ] || break
    before=$known
    page .pages
    is '.pages | length > 1 and .[-1] == .[-2] and (.[-1] | length) > 0' && { known=$before; break; }
    count=$((count + 1))
  done
  # What is asked of the answer is asked of the first page.
  take '.a = .f'
}
page() { known=$(jq_know -c --argjson list "$list" "$jq_library"'.pages = ('"$1"' + [.a.body | items($list)]) | .bodies = ((if (.pages | length) == 1 then [] else .bodies end) + [.a.body]) | .f = (if (.pages | length) == 1 then .a else .f end)'); }

# located REFERENCE PATH CALL…: sends a call, and asks the address that an earlier answer gave for the same thing
located() {
  reference=$1 path=$2
  shift 2
  "$@" || return 1
  to=$(jq_know -r --arg base "$origin" "$jq_library . as \$k | ($reference) | own(\$base)")
  kept=$known found=$code
  [ -z "$to" ] || fetch "$to" || return 1
  known=$(printf '%s\n%s' "$kept" "$known" | jq -sc --argjson path "$path" "$jq_library"'(.[0].a.body | at($path)) as $own
    | .[1].a as $there | .[0] | .located = (($there.code / 100 | floor) == 2 and ($there.body | at($path)) == $own)')
  code=$found
}

# take PROGRAM: keeps what later requests need of an answer
take() { next=$(jq_know -c "$jq_library . as \$k | $1") && known=$next; }

# why: what kept the last request from being answered
why() { tail -n 1 "$dir/error"; }

# answered STATUS NAME: whether a call ended as in the run
answered() {
  [ "$code" != 000 ] || cannot "$2: $(why)"
  [ "${'${code%??}'}" = "${'${1%??}'}" ] || cannot "$2 answered $code, and $1 in the run"
}

# await SECONDS TEST CALL…: sends a call until its answer is right, at most so long
await() {
  left=$1 wanted=$2
  shift 2
  while :; do
    "$@" && is "$wanted" && return 0
    [ "$left" -gt 0 ] || return 1
    sleep 1
    left=$((left - 1))
  done
}

# remove ID CALL…: takes away what a call made, if it did; what is held by something else is asked for again
remove() {
  made=$1
  shift
  is ".made[$made]" || return 0
  "$@" || { printf 'left behind: %s %s\n' "$3" "$4" >&2; return 0; }
  if [ "$code" = 412 ]; then
    method=GET type=; fetch "$first"; tag=$(jq_know -r '.a.headers.etag // empty')
    [ -z "$tag" ] || { grep -vi '^if-match:' "$dir/headers" >"$dir/next"; printf 'if-match: %s\n' "$tag" >>"$dir/next"; mv "$dir/next" "$dir/headers"; }
    method=$3; fetch "$first"
  fi
  case $code in
    2?? | 404 | 410) ;;
    *) if [ "$pass" = last ]; then printf 'left behind: %s %s answered %s\n' "$3" "$4" "$code" >&2; else held=yes; fi ;;
  esac
}
clean() {
  pass=first held=
  takeaway
  [ -z "$held" ] || { sleep 1; pass=last; takeaway; }
}
takeaway() { :; }
trap 'ended=$?; trap - EXIT; clean; rm -rf "$dir"; exit "$ended"' EXIT
trap 'exit 2' HUP INT TERM
`;
