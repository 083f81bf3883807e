use std::path::{Path, PathBuf};

/// A rule system: its chapter and its crate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct System {
    /// The name of the chapter and of the crate, `regimental`.
    pub(crate) name: &'static str,
    /// What its clause ids begin with, `RF`.
    pub(crate) prefix: &'static str,
}

pub(crate) const SYSTEMS: [System; 4] = [
    System { name: "regimental", prefix: "RF" },
    System { name: "washington", prefix: "WA" },
    System { name: "discipline", prefix: "FD" },
    System { name: "napoleonic", prefix: "NQ" },
];

impl System {
    /// The chapter, relative to the root.
    pub(crate) fn chapter(&self) -> PathBuf {
        format!("docs/rules/{}.md", self.name).into()
    }

    /// The source folder of the crate, relative to the root.
    pub(crate) fn source(&self) -> PathBuf {
        self.folder().join("src")
    }

    /// The folder of its integration tests, relative to the root.
    pub(crate) fn tests(&self) -> PathBuf {
        self.folder().join("tests")
    }

    /// The generated list of clauses, relative to the root.
    pub(crate) fn clauses(&self) -> PathBuf {
        self.source().join("clauses.rs")
    }

    /// Whether the crate exists.
    pub(crate) fn is_begun(&self, root: &Path) -> bool {
        root.join(self.folder()).join("Cargo.toml").is_file()
    }

    fn folder(&self) -> PathBuf {
        format!("crates/system-{}", self.name).into()
    }
}
