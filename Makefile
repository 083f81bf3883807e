# The commands of the project; see CONTRIBUTING.md.
# `make test` is what the continuous integration runs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: play test tools client browser bench fuzz

# Seconds for each fuzz target.
FUZZ_SECONDS ?= 60

say = @printf '\n== %s\n' "$(1)"

# The port and the file of the table.
PORT ?= 7700
DATA ?= firelock.db

# Builds everything, the web client too, and starts the table on http://127.0.0.1:7700.
play: tools client
	$(call say,building)
	cargo build --release --package firelock
	$(call say,the table: http://127.0.0.1:$(PORT))
	./target/release/firelock serve --port $(PORT) --data $(DATA)

test: tools browser client
	$(call say,format)
	cargo fmt --all --check
	$(call say,lints)
	cargo clippy --workspace --all-targets -- -D warnings
	$(call say,documentation)
	RUSTDOCFLAGS=-Dwarnings cargo doc --no-deps --workspace
	$(call say,generated files)
	cargo xtask generate --check
	$(call say,tests)
	cargo test --workspace
	$(call say,clauses)
	cargo xtask clauses
	$(call say,web client)
	cd web && npm test
	$(call say,browser)
	cargo build --package firelock
	FIRELOCK_BIN="$${CARGO_TARGET_DIR:-$$PWD/target}/debug/firelock" npm --prefix web run e2e
	$(call say,the interface against its document)
	@if command -v schemathesis >/dev/null; then \
		FIRELOCK_BIN="$${CARGO_TARGET_DIR:-$$PWD/target}/debug/firelock" crates/server/tests/schemathesis.sh; \
	else \
		echo 'not run: schemathesis is not installed (pip install schemathesis)'; \
	fi
	$(call say,licenses and sources of dependencies)
	@if cargo deny --version >/dev/null 2>&1; then \
		cargo deny check licenses bans sources; \
	else \
		echo 'not run: cargo-deny is not installed (cargo install cargo-deny)'; \
	fi
	$(call say,all passed)

# Says what is missing, all of it at once.
tools:
	@missing=(); \
	command -v cargo >/dev/null || missing+=('cargo: https://rustup.rs'); \
	command -v rustfmt >/dev/null || missing+=('rustfmt: rustup component add rustfmt'); \
	command -v cargo-clippy >/dev/null || missing+=('clippy: rustup component add clippy'); \
	command -v node >/dev/null || missing+=('node 20 or later: https://nodejs.org'); \
	command -v npm >/dev/null || missing+=('npm, which comes with node: https://nodejs.org'); \
	if (($${#missing[@]})); then printf 'missing %s\n' "$${missing[@]}" >&2; exit 1; fi

# The web client, built into the program.
client: tools
	$(call say,web client: building)
	cd web && npm install --no-save --no-audit --no-fund && npm run build

# The browser of the tests: Debian's chromium, installed when it is missing.
browser:
	@if ! command -v chromium >/dev/null; then \
		printf '\n== installing chromium\n'; \
		if ! command -v apt-get >/dev/null; then echo 'missing chromium: install it with your package manager' >&2; exit 1; fi; \
		as_root=; if [[ $$(id -u) != 0 ]]; then as_root=sudo; fi; \
		$$as_root apt-get update -q && $$as_root apt-get install -q -y --no-install-recommends chromium fonts-liberation; \
	fi

bench:
	cargo bench --workspace

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz
	@targets=$$(cargo fuzz list); \
	for target in $$targets; do \
		printf '\n== %s, %s seconds\n' "$$target" '$(FUZZ_SECONDS)'; \
		RUSTC_BOOTSTRAP=1 cargo fuzz run "$$target" -- -max_total_time=$(FUZZ_SECONDS); \
	done
