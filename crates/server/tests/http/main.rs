//! The server by its interface, without a network.

mod desk;
mod games;
mod lists;
mod streams;
