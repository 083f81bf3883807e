//! The server by its interface, without a network.

mod desk;
mod games;
mod labs;
mod lists;
mod streams;
mod takeback;
