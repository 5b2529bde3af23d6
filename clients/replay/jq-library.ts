/**
 * The functions that a script's jq programs call. `$k`: what the script knows: `n`, `d`, `r` random letters, digits and hex; `c` captures by name;
 * `s` requests by id as {path, query, header, body}; `a` the last answer as {code, headers, text, body, isJson}; `pages` of a list; `made` ids of calls
 * that were answered 2xx.
 */
export const JQ_LIBRARY = String.raw`
def text: if type == "string" then . else tojson end;
def line: text | gsub("[\r\n]"; " ");
def at($path): reduce $path[] as $key (.; if type == "array" then (if $key | test("^[0-9]+$") then .[$key | tonumber] else null end)
  elif type == "object" then .[$key] else null end);
def otherwise($value): if . == null then $value else . end;
def each_at($path): if $path == [] then . elif $path[0] == "*" then (arrays | .[] | each_at($path[1:]))
  else (objects | select(has($path[0])) | .[$path[0]] | each_at($path[1:])) end;
def need($what): if . == null then error("nothing is known of \($what)") else . end;
def query: [to_entries[] | .key as $key | (.value | if type == "array" then .[] else . end) | "\($key | @uri)=\(text | @uri)"] | join("&");
def address($template): .query as $query | .path as $path
  | reduce ($path | keys[]) as $key ($template; split("{\($key)}") | join($path[$key] | need($key) | text | @uri))
  | if ($query | length) > 0 then . + (if contains("?") then "&" else "?" end) + ($query | query) else . end;
def parts($kinds): to_entries[] | .key as $name | $kinds[$name] as $kind
  | (.value | if type == "array" and (($kind.contentType // "") | test("json") | not) then .[] else . end) | select(. != null)
  | if ($kind.isFile // false) and type == "object" and has("@content") then
      {head: "; filename=\"\(.["@fileName"])\"\r\nContent-Type: \(.["@contentType"])", content: .["@content"], coded: (.["@encoding"] == "base64")}
    else ($kind.contentType // (if type == "object" then "application/json" else null end)) as $type
      | {head: (if $type then "\r\nContent-Type: \($type)" else "" end), content: (if ($type // "") | test("json") then tojson else text end), coded: false} end
  | .head = "Content-Disposition: form-data; name=\"\($name)\"" + .head;
def plain: gsub("&lt;"; "<") | gsub("&gt;"; ">") | gsub("&quot;"; "\"") | gsub("&(#39|#x27|apos);"; "\u0027") | gsub("&amp;"; "&")
  | ascii_downcase | gsub("\\s+"; " ") | gsub("^ | $"; "");
def number: if type == "number" then . elif type == "string" and test("^\\s*[+-]?[0-9]{1,15}(\\.[0-9]+)?([eE][+-]?[0-9]+)?\\s*$")
  then (gsub("\\s"; "") | ltrimstr("+") | tonumber) else null end;
def instant: if type != "string" then null else (if test("^[0-9]{2}:[0-9]{2}") then "1970-01-01T" + . else . end)
  | [capture("^\\s*(?<day>[0-9]{4}-[0-9]{2}-[0-9]{2})([Tt ](?<time>[0-9]{2}:[0-9]{2}(:[0-9]{2})?)([.][0-9]+)?\\s*(?<zone>[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?\\s*$")]
  | if length == 0 then null else .[0] | (.time // "00:00:00") as $time | (.zone // "Z") as $zone
    | (try ("\(.day)T\(if ($time | length) == 5 then $time + ":00" else $time end)Z" | fromdate) catch null) as $seconds
    | if $seconds == null then null elif $zone | test("^[Zz]$") then $seconds
      else ($zone | gsub("[:+-]"; "")) as $digits | (($digits[0:2] | tonumber) * 3600 + ($digits[2:4] | tonumber) * 60) as $shift
        | if $zone | startswith("-") then $seconds + $shift else $seconds - $shift end end end end;
def same($sent; $shown; $more): if $sent == $shown then true
  elif $shown == null then ($sent == false or $sent == 0 or $sent == "" or $sent == [] or $sent == {})
  elif ($sent | type) == "object" and ($sent | has("@content")) then same($sent["@content"]; $shown; $more)
  elif ($sent | type) == "object" then ($shown | type) == "object" and all($sent | to_entries[]; .value == null or same(.value; $shown[.key]; $more))
  elif ($sent | type) == "array" then ($shown | type) == "array"
    and (($sent | length) == ($shown | length) or ($sent | unique | length) == ($shown | length) or ($more and ($sent | length) < ($shown | length)))
    and all($sent[]; . as $one | any($shown[]; same($one; .; $more)))
  else ($sent | number) as $one | ($shown | number) as $other
    | if $one != null and $other != null then $one == $other or ($one != ($one | floor) and (($one - $other) | fabs) <= (($one | fabs) * 0.000001))
      elif ($sent | type) == "string" and ($shown | type) == "string"
      then ($sent | plain) == ($shown | plain) or (($sent | instant) as $at | $at != null and $at == ($shown | instant))
      else false end end;
def items($path): at($path) | if type == "array" then map({v: .}) elif type == "object" then to_entries | map({k: .key, v: .value}) else [] end;
def hit($match): . as $item
  | ([$match[] | select(.[2]) | .[0] as $path | $item.v | at($path) | select(. == null)] | length > 1) as $less
  | all($match[]; . as $one | ($item.v | at($one[0])) as $shown | ($less and $one[2] and $shown == null) or same($one[1]; $shown; false)
    or ($shown == null and $item.k != null and same($one[1]; $item.k; false))
    or ($one[0] == [] and ($shown | type) == "string" and ($shown | ascii_downcase | contains($one[1] | text | ascii_downcase))));
def with_query($name; $value): split("?") as $parts | $parts[0] + "?" + ((($parts[1:] | join("?") | split("&")
  | map(select(. != "" and (startswith("\($name | @uri)=") | not)))) + ["\($name | @uri)=\($value | text | @uri)"]) | join("&"));
def own($base): if startswith("/") then $base + . elif startswith($base + "/") then . else "" end;
def next_page($paging; $first; $base; $size): . as $k | ($k.pages | last // []) as $page
  | (if $size == null then ($k.pages | map(length) | add) else ($size | number) * ($k.pages | length) end) as $read
  | if ($page | length) == 0 then ""
    elif $paging.style == "page" then $first | with_query($paging.param; $paging.first + ($k.pages | length))
    elif $paging.style == "offset" then $first | with_query($paging.param; $read + ($paging.first // 0))
    elif $paging.style == "after" then ($page | last | .v | at($paging.id)) as $id
      | if $id != null and ($k.a.body | at($paging.more)) == true then $first | with_query($paging.param; $id) else "" end
    elif $paging.style == "link" and $paging.next == null
      then ([($k.a.headers.link // "") | capture("<(?<to>[^>]*)>[^,]*;\\s*rel=\"?next") | .to] | first // "") | own($base)
    else ($k.a.body | at($paging.next)) as $to | if ($to | type) == "string" and $to != "" and ($paging.style == "link" or ($to | test("^(https?:/)?/"))) then $to | own($base)
      elif $to == null or $to == "" or ($to | type) == "boolean" or $paging.style == "link" then "" else $first | with_query($paging.param; $to) end end;
def fits($schema; $defs): . as $v | if ($schema | type) == "boolean" then $schema else
  ($schema["$ref"] == null or fits($defs[$schema["$ref"] | ltrimstr("#/$defs/")] | if . == null then true else . end; $defs))
  and ($schema.type == null or any([$schema.type] | flatten | .[]; . == ($v | type) or (. == "integer" and ($v | type) == "number" and ($v | floor) == $v)))
  and ($schema.enum == null or any($schema.enum[]; . == $v)) and (($schema | has("const") | not) or $schema.const == $v)
  and (($v | type) != "object" or (all(($schema.required // [])[]; . as $key | $v | has($key))
    and all(($schema.properties // {}) | to_entries[]; .key as $key | .value as $inner | ($v | has($key) | not) or ($v[$key] | fits($inner; $defs)))
    and ($schema.additionalProperties == null or all($v | to_entries[]; .key as $key | (($schema.properties // {}) | has($key))
      or any(($schema.patternProperties // {}) | keys[]; . as $pattern | try ($key | test($pattern)) catch true) or (.value | fits($schema.additionalProperties; $defs))))
    and ($v | length) >= ($schema.minProperties // 0) and ($schema.maxProperties == null or ($v | length) <= $schema.maxProperties)))
  and (($v | type) != "array" or (($schema.items == null or all($v[]; fits($schema.items; $defs)))
    and ($v | length) >= ($schema.minItems // 0) and ($schema.maxItems == null or ($v | length) <= $schema.maxItems)))
  and (($v | type) != "string" or (($v | length) >= ($schema.minLength // 0) and ($schema.maxLength == null or ($v | length) <= $schema.maxLength)
    and ($schema.pattern == null or (. as $text | try ($text | test($schema.pattern)) catch true))))
  and (($v | type) != "number" or (($schema.minimum == null or $v >= $schema.minimum) and ($schema.maximum == null or $v <= $schema.maximum)
    and ($schema.exclusiveMinimum == null or $v > $schema.exclusiveMinimum) and ($schema.exclusiveMaximum == null or $v < $schema.exclusiveMaximum)))
  and all(($schema.allOf // [])[]; . as $one | $v | fits($one; $defs))
  and ($schema.anyOf == null or any($schema.anyOf[]; . as $one | $v | fits($one; $defs)))
  and ($schema.oneOf == null or any($schema.oneOf[]; . as $one | $v | fits($one; $defs))) end;
`;
