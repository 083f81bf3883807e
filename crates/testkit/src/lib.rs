//! Fixtures drawn as text, random walks and the laws every system must obey.
