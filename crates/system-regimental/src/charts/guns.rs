//! The weights and bores that name the types of guns (RF-ROS-23).

use crate::words::GunType;

/// The weight of the ball in tenths of a pound, heaviest first; a gun between two is of the nearer, the heavier of equals.
pub const GUN_WEIGHTS: &[(i32, GunType)] = &[
    (240, GunType::SG),
    (180, GunType::SG),
    (120, GunType::HG),
    (80, GunType::MG),
    (60, GunType::LG),
    (40, GunType::LG),
    (30, GunType::GG),
];

/// The bore of a howitzer in tenths of an inch.
pub const HOWITZER_BORES: &[(i32, GunType)] = &[(80, GunType::SH), (55, GunType::H)];
