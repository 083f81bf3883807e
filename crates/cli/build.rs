//! Puts the battles of `scenarios/` and the clause coverage into the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../..").canonicalize()?;
    let (scenarios, coverage) = (root.join("scenarios"), root.join("docs/rules/coverage.json"));
    println!("cargo::rerun-if-changed={}", scenarios.display());
    println!("cargo::rerun-if-changed={}", coverage.display());
    let mut files: Vec<PathBuf> =
        fs::read_dir(&scenarios)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    let mut code =
        String::from("/// The battle files: name and text.\npub(crate) static BATTLES: &[(&str, &str)] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        writeln!(code, "    ({name:?}, include_str!({file:?})),").expect("a string takes all");
    }
    code += "];\n\n/// Which clauses have no test.\n";
    writeln!(code, "pub(crate) static COVERAGE: &str = include_str!({coverage:?});").expect("a string takes all");
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("shelf.rs"), code)
}
