#!/bin/sh
# Asks a server all that its OpenAPI document says can be asked, well formed and malformed, and holds every answer against the document:
# status, headers, type and schema. Needs curl and schemathesis (pip install schemathesis); about half a minute.
#
#     cargo build -p firelock && crates/server/tests/schemathesis.sh
#
# Left out: event streams, which never end; and the check that what is well formed is accepted, since rules refuse much of it.
set -eu
cd "$(dirname "$0")/../../.."
firelock=$(realpath "${FIRELOCK_BIN:-${CARGO_TARGET_DIR:-target}/debug/firelock}")
port=${PORT:-7797}
folder=$(mktemp -d)
"$firelock" serve --port "$port" --data "$folder/games.db" --rate 1000000 2>"$folder/server.log" &
server=$!
trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
at=http://127.0.0.1:$port
curl --silent --fail --retry 50 --retry-connrefused --retry-delay 1 --output /dev/null "$at/health"

# Opens something and prints its link.
open_link() {
    curl --silent --fail --header 'content-type: application/json' --data "$2" "$at/api/$1" |
        sed -n 's/.*"link":"\([^"]*\)".*/\1/p'
}
screen='{"battle":"first-volley-regimental","opponent":{"kind":"screen"}}'
hand='{"battle":"first-volley-washington","opponent":{"kind":"screen"},"dice":"hand"}'
cat >"$folder/schemathesis.toml" <<END
[parameters]
"path.link" = "$(open_link games "$screen")"
"path.system" = ["regimental", "washington", "discipline", "napoleonic", "another"]
"path.battle" = ["cowpens", "first-volley-napoleonic", "another"]
"path.picture" = ["regimental.svg", "another.svg"]

# A game that is given up asks nothing more: it has a link of its own.
[[operations]]
include-path = "/api/games/{link}/resign"
parameters = { "path.link" = "$(open_link games "$screen")" }

[[operations]]
include-path = "/api/games/{link}/faces"
parameters = { "path.link" = "$(open_link games "$hand")" }

[[operations]]
include-path-regex = "^/api/referee/"
parameters = { "path.link" = "$(open_link referee '{"system":"regimental"}')" }
END
# It leaves what it has seen in the folder it runs in.
cd "$folder"
schemathesis --no-color --config-file "$folder/schemathesis.toml" run "$at/api/openapi.json" \
    --phases coverage,fuzzing --max-examples "${EXAMPLES:-15}" --seed "${SEED:-1}" --request-timeout 20 \
    --exclude-checks positive_data_acceptance --exclude-path-regex '/events$' --warnings off
