//! Puts the built web client into the program, if it has been built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let web = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../web");
    let dist = web.join("dist");
    let mut files = Vec::new();
    if dist.is_dir() {
        println!("cargo::rerun-if-changed={}", dist.display());
        gather(&dist, &mut files)?;
    } else if web.is_dir() {
        println!("cargo::rerun-if-changed={}", web.display());
    }
    files.sort();
    // The files are copied first, so that a client that is being built again does not pull them away under the compiler.
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let copies = out.join("site");
    if copies.is_dir() {
        fs::remove_dir_all(&copies)?;
    }
    let mut code =
        String::from("/// The files of the web client: name and bytes.\nstatic SITE: &[(&str, &[u8])] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.strip_prefix(&dist).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let copy = copies.join(&name);
        fs::create_dir_all(copy.parent().unwrap_or(&copies))?;
        fs::copy(&file, &copy)?;
        writeln!(code, "    ({name:?}, include_bytes!({copy:?})),").expect("a string takes all");
    }
    code += "];\n";
    fs::write(out.join("site.rs"), code)
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { gather(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
