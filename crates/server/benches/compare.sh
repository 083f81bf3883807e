#!/bin/sh
# What a command costs the server, beside a bare service and boardgame.io's server in the same run. Needs node and npm.
set -eu
cd "$(dirname "$0")/../../.."
peers=${CARGO_TARGET_DIR:-target}/wire-peers
mkdir -p "$peers"
cp crates/server/benches/boardgame/*.cjs "$peers"
[ -d "$peers/node_modules/boardgame.io" ] || npm install --prefix "$peers" --silent --no-audit --no-fund boardgame.io@0.50.2
exec cargo bench -p firelock-server --bench wire -- --boardgame "$(realpath "$peers")"
