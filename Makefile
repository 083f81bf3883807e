# The commands of the project; see CONTRIBUTING.md.
# `make test` is what the continuous integration runs.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.PHONY: play test tools bench fuzz

# Seconds for each fuzz target.
FUZZ_SECONDS ?= 60

say = @printf '\n== %s\n' "$(1)"

# Builds everything and lists the battles; the table in the browser does not exist yet.
play: tools
	$(call say,building)
	cargo build --release --workspace
	$(call say,the battles (there is no table in the browser yet))
	cargo run --quiet --release --package firelock -- battles

test: tools
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
	if (($${#missing[@]})); then printf 'missing %s\n' "$${missing[@]}" >&2; exit 1; fi

bench:
	cargo bench --workspace

fuzz:
	@cargo fuzz --version >/dev/null 2>&1 || cargo install cargo-fuzz
	@targets=$$(cargo fuzz list); \
	for target in $$targets; do \
		printf '\n== %s, %s seconds\n' "$$target" '$(FUZZ_SECONDS)'; \
		RUSTC_BOOTSTRAP=1 cargo fuzz run "$$target" -- -max_total_time=$(FUZZ_SECONDS); \
	done
