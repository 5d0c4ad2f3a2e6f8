#!/usr/bin/env bash
# Runs schemathesis against the API of a fresh house, as a guest, a supervisor and an administrator.
#   run.sh HOUSEWAY [EXAMPLES]       HOUSEWAY is the command, EXAMPLES a number for each operation (10)
# Needs python3 with venv and curl; schemathesis is installed into $SCHEMATHESIS_VENV the first time.
set -euo pipefail

houseway=$1
examples=${2:-10}
here=$(cd "$(dirname "$0")" && pwd)
venv=${SCHEMATHESIS_VENV:-${TMPDIR:-/tmp}/houseway-schemathesis}
version=4.32.5
[ -x "$venv/bin/st" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install -q "schemathesis==$version"; }

data=$(mktemp -d)
"$houseway" serve --port 0 --data "$data" --pace quick --alone --rate 100000 >"$data/out" 2>"$data/err" &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$data"' EXIT
for _ in $(seq 200); do
  grep -q "set-up code" "$data/out" && break
  sleep 0.1
done
url=$(grep -o 'http://[0-9.:]*' "$data/out" | head -1)
code=$(sed -n 's/^set-up code: \([A-Z0-9-]*\).*/\1/p' "$data/out")
password="correct horse battery"

post() { curl -sS -X POST "$url$1" ${3:+-H "Authorization: Bearer $3"} -d "$2"; }
token() { sed -n 's/.*"token":"\([0-9a-f]*\)".*/\1/p'; }

root=$(post /api/set-up "{\"code\":\"$code\",\"name\":\"root\",\"password\":\"$password\"}" | token)
post /api/people "{\"name\":\"sue\",\"password\":\"$password\",\"role\":{\"supervisor\":3}}" "$root" >/dev/null
post /api/people "{\"name\":\"pat\",\"password\":\"$password\",\"role\":\"player\"}" "$root" >/dev/null
post /api/tables '{"id":"desk","name":"Desk","book":"star-2016","money":"accounts","house_deals":false}' "$root" >/dev/null
sue=$(post /api/sign-in "{\"name\":\"sue\",\"password\":\"$password\"}" | token)
guest=$(post /api/guest "" | token)

failed=0
for role in guest sue root; do
  echo "schemathesis as $role"
  # Signing out would end the session that everything else needs; it is asked by nobody, last.
  "$venv/bin/st" --config-file "$here/schemathesis.toml" run "$url/api/docs/openapi.json" \
    -H "Authorization: Bearer ${!role}" --exclude-path /api/sign-out --exclude-path /api/me/password \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
    --phases coverage,fuzzing --max-examples "$examples" --max-time "${SCHEMATHESIS_SECONDS:-60}" \
    --warnings off --no-color || failed=1
done
echo "schemathesis as nobody"
"$venv/bin/st" run "$url/api/docs/openapi.json" --include-path /api/sign-out --include-path /api/me/password \
  --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --phases coverage,fuzzing --max-examples "$examples" --warnings off --no-color || failed=1
exit $failed
