//! Prints the wire types as TypeScript: `cargo xtask generate` writes them to `web/src/wire.ts`.

fn main() {
    print!("{}", firelock_server::typescript());
}
