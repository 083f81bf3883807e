#!/bin/sh
# Exact odds beside icepool and dyce, in alternating rounds of one run; prints the ratios. Needs python3 with venv and pip.
set -eu
cd "$(dirname "$0")/../../.."
venv=${CARGO_TARGET_DIR:-target}/odds-peers
if ! [ -x "$venv/bin/python" ]; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet icepool==2.1.3 dyce==0.7.0
fi
exec cargo bench -p firelock-odds --bench odds -- --peers "$(realpath "$venv")/bin/python"
