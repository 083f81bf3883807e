//! Fixtures drawn as text, random walks and the laws every system must obey.
//!
//! A system's tests call [`laws()`] on random games, keep [`golden`] files, and write their clauses as [`fixture`]s. The
//! [`toy`] proves the kit; its tests show the use of each part.

pub mod bench;
mod draws;
pub mod fixture;
pub mod golden;
mod law;
mod laws;
pub mod lines;
pub mod published;
pub mod toy;
mod walk;
mod words;

pub use draws::draws_evenly;
pub use fixture::{Act, Fixture, FixtureFault, FixtureLine, Reader};
pub use law::{Fault, Law};
pub use laws::{Summary, Trial, laws};
pub use walk::{Policy, Step, Walk, walk};
pub use words::{picture, record_words, refusal_words, roll_words};

/// The allocator of the program, so that tests and benches run on what people run on.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;
