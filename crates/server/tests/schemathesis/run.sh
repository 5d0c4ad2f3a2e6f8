#!/usr/bin/env bash
# Runs schemathesis against the API of a fresh house, as somebody of every kind.
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
# An address may try to sign in once a second.
sign_in() { sleep 1.5; post /api/sign-in "{\"name\":\"$1\",\"password\":\"$password\"}" | token; }
add() { post /api/people "{\"name\":\"$1\",\"password\":\"$password\",\"role\":$2}" "$root" >/dev/null; }

root=$(post /api/set-up "{\"code\":\"$code\",\"name\":\"root\",\"password\":\"$password\"}" | token)
# Nobody touches victim's sessions but the requests themselves.
add victim '"player"'
add pat '"player"'
add dan '"dealer"'
add sue '{"supervisor":3}'
post /api/tables '{"id":"desk","name":"Desk","book":"star-2016","money":"accounts","house_deals":false}' "$root" >/dev/null

checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
failed=0
for role in guest pat dan sue root; do
  # Sessions of staff end after ten minutes, so everybody comes when it is their turn.
  if [ $role = guest ]; then now=$(post /api/guest "" | token); else now=$(sign_in $role); fi
  [ -n "$now" ] || { echo "nobody is signed in as $role" >&2; exit 1; }
  echo "schemathesis as $role"
  # What ends the session that everything else needs is asked by nobody, last.
  "$venv/bin/st" --config-file "$here/schemathesis.toml" run "$url/api/docs/openapi.json" \
    -H "Authorization: Bearer $now" --exclude-path /api/sign-out --exclude-path /api/me/password \
    --checks "$checks" --phases coverage,fuzzing --max-examples "$examples" \
    --max-time "${SCHEMATHESIS_SECONDS:-60}" --warnings off --no-color || failed=1
  me=$(curl -sS -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $now" "$url/api/me")
  [ "$me" = 200 ] || { echo "the session of $role ended on the way: $me" >&2; failed=1; }
done
echo "schemathesis as nobody"
"$venv/bin/st" run "$url/api/docs/openapi.json" --include-path /api/sign-out --include-path /api/me/password \
  --checks "$checks" --phases coverage,fuzzing --max-examples "$examples" --warnings off --no-color || failed=1
grep -c '"level":"ERROR"\|ERROR' "$data/err" >&2 && failed=1
exit $failed
