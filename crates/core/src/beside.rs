use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

/// Something found out about a state and kept beside it, so that nobody looks twice: copies share it, and it is no part of the
/// state's value.
#[derive(Default)]
pub struct Beside<T>(Arc<T>);

impl<T> Beside<T> {
    /// What is known from now on; copies of the state as it was keep theirs.
    pub fn new(known: T) -> Beside<T> {
        Beside(Arc::new(known))
    }
}

impl<T: Default> Beside<T> {
    /// Forgets it; copies of the state as it was keep theirs.
    pub fn forget(&mut self) {
        match Arc::get_mut(&mut self.0) {
            Some(own) => *own = T::default(),
            None => self.0 = Arc::default(),
        }
    }
}

impl<T> Clone for Beside<T> {
    fn clone(&self) -> Beside<T> {
        Beside(Arc::clone(&self.0))
    }
}

impl<T> Deref for Beside<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> PartialEq for Beside<T> {
    fn eq(&self, _: &Beside<T>) -> bool {
        true
    }
}

impl<T> Eq for Beside<T> {}

impl<T> Hash for Beside<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T> fmt::Debug for Beside<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Beside")
    }
}
