//! What the ground of a battle means in these rules: features laid on the table, each with its row of T-TERRAIN.

use std::sync::Arc;

use firelock_core::Rulebook;
use firelock_scenario::{Battle, Clerk, Derived, FaultKind, Feature as Described, Frame, Kind, Subject, Word};
use firelock_table::{
    Angle, Base, Extent, Feature, FeatureId, FeatureKind, Length, Point, Polygon, Pose, Segment, Size, Table,
    without_gaps,
};

use crate::charts::{self, numbers};
use crate::state::{Ground, Land, Piece, Stage};
use crate::words::Terrain;

/// The ground of a battle, and the number of each of its features on the table.
pub(crate) struct Laid {
    pub(crate) ground: Ground,
    /// By the place in the battle's list; none where the frame leaves it out.
    pub(crate) ids: Vec<Option<FeatureId>>,
}

impl Land {
    /// What it does, in words.
    pub(crate) fn meaning(&self) -> String {
        let ground = charts::ground(self.terrain);
        let mut words = vec![name(self.terrain).to_owned()];
        if self.impassable {
            words.push("impassable".into());
        }
        if ground.is_slowing {
            words.push("slowing".into());
        }
        match ground.cover {
            charts::Cover::None => {}
            charts::Cover::Inside => words.push("cover for those inside".into()),
            charts::Cover::Defended => words.push("cover for those who line it".into()),
        }
        match ground.sight {
            charts::Sight::Clear => {}
            charts::Sight::Depth => words.push("hides what is deep inside or beyond".into()),
            charts::Sight::BlocksBeyond => words.push("hides what is beyond".into()),
        }
        words.join(", ")
    }
}

/// What players read.
pub(crate) const fn name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Open => "open ground",
        Terrain::Wood => "wood",
        Terrain::Building => "building",
        Terrain::Marsh => "marsh",
        Terrain::Hill => "hill",
        Terrain::RoughHill => "rough hill",
        Terrain::River => "river",
        Terrain::Stream => "stream",
        Terrain::Obstacle => "obstacle",
        Terrain::Road => "road",
    }
}

/// The row of T-TERRAIN of a kind of ground (WA-TERR-01).
pub(crate) const fn terrain_of(kind: Kind, linear: bool) -> Terrain {
    match kind {
        Kind::Clear | Kind::Crops | Kind::Beach | Kind::Hollow => Terrain::Open,
        Kind::Vineyard | Kind::Orchard | Kind::LightWoods | Kind::DenseWoods | Kind::Brush => Terrain::Wood,
        Kind::Rocky | Kind::Rough | Kind::Marsh => Terrain::Marsh,
        Kind::GentleHill => Terrain::Hill,
        Kind::SteepHill => Terrain::RoughHill,
        Kind::Stream | Kind::Creek => Terrain::Stream,
        Kind::Ravine | Kind::Wagons if linear => Terrain::Obstacle,
        Kind::Ravine => Terrain::Marsh,
        Kind::River | Kind::Lake | Kind::Sea => Terrain::River,
        Kind::Cliff => Terrain::Obstacle,
        Kind::Bank | Kind::Fence | Kind::Hedge | Kind::StoneWall | Kind::HighWall | Kind::SunkenRoad => {
            Terrain::Obstacle
        }
        Kind::Ditch | Kind::Breastworks | Kind::Abatis | Kind::Palisade => Terrain::Obstacle,
        Kind::Redoubt | Kind::Fort | Kind::Building | Kind::Farm | Kind::Village | Kind::Town | Kind::Church => {
            Terrain::Building
        }
        Kind::Blockhouse | Kind::Wagons => Terrain::Building,
        Kind::Bridge | Kind::Ford | Kind::Causeway | Kind::Road | Kind::Track => Terrain::Road,
    }
}

/// Lays the ground of a battle on the table.
pub(crate) fn lay(clerk: &mut Clerk<'_>, battle: &Battle, frame: &Frame, book: &Rulebook) -> Laid {
    let mut laid: Vec<(Extent, Land)> = Vec::new();
    let mut ids = vec![None; battle.features.len()];
    let corner = Point::new(frame.width().get(), frame.depth().get());
    if battle.map.ground != Kind::Clear
        && let Ok(all) = Polygon::upright(Point::ORIGIN, corner)
    {
        laid.push((Extent::Area { ground: all, levels: 0 }, plain(battle.map.ground, false, String::new())));
    }
    for part in &frame.survey(battle).features {
        let feature = &battle.features[part.feature];
        let extents: Vec<Extent> =
            part.extents.iter().flat_map(|extent| shaped(feature, frame, book, extent)).collect();
        let Some(first) = extents.first() else { continue };
        let land = read(clerk, battle, part.feature, matches!(first, Extent::Line { .. }));
        ids[part.feature] = u16::try_from(laid.len()).ok().map(FeatureId);
        for extent in &extents {
            laid.push((extent.clone(), land.clone()));
        }
        // Trees on a hill are a wood of their own.
        if feature.wooded && feature.kind.is_height() {
            let woods = plain(Kind::LightWoods, false, feature.name.clone().unwrap_or_default());
            laid.extend(extents.iter().map(|extent| (extent.clone(), woods.clone())));
        }
    }
    match table(frame.width(), frame.depth(), laid) {
        Ok(ground) => Laid { ground, ids },
        Err(fault) => {
            clerk.fault("map", FaultKind::BadShape, fault, "ground that fits on a table");
            let ground = table(Length::INCH, Length::INCH, Vec::new()).expect("a square inch is a table");
            Laid { ground, ids: vec![None; battle.features.len()] }
        }
    }
}

/// A bare table.
pub(crate) fn bare(width: Length, depth: Length) -> Ground {
    table(width, depth, Vec::new())
        .or_else(|_| table(Length::INCH, Length::INCH, Vec::new()))
        .expect("a square inch is a table")
}

/// The table with the pieces that the defender has laid (WA-PRE-10).
pub(crate) fn with_pieces(stage: &Stage, before: &Arc<Ground>, pieces: &[Piece]) -> Ground {
    let laid = pieces.iter().map(|piece| {
        let terrain = piece.terrain;
        let land = Land { word: word_of(terrain), name: String::new(), terrain, impassable: false };
        (piece_extent(stage, piece), land)
    });
    // A piece is checked before it is laid, so its extent is well formed.
    table(before.table.width(), before.table.depth(), laid.collect()).expect("pieces lie on the table")
}

/// Where a piece lies: a rectangle, or for a line its longer side.
pub(crate) fn piece_extent(stage: &Stage, piece: &Piece) -> Extent {
    let base = piece_base(stage, piece);
    match charts::ground(piece.terrain).is_linear {
        true => Extent::Line { path: vec![base.front().from, base.front().to], width: Length::ZERO },
        false => {
            let ground = Polygon::new(base.corners.to_vec()).expect("a rectangle is a polygon");
            Extent::Area { ground, levels: 0 }
        }
    }
}

/// The rectangle of a piece (WA-TERR-12); a line has no depth.
pub(crate) fn piece_base(stage: &Stage, piece: &Piece) -> Base {
    let depth = match charts::ground(piece.terrain).is_linear {
        true => Length::ZERO,
        false => stage.length(&numbers::PIECE_WIDTH),
    };
    Base::new(piece.pose, Size::new(stage.length(&numbers::PIECE_LENGTH), depth))
}

fn table(width: Length, depth: Length, laid: Vec<(Extent, Land)>) -> Result<Ground, firelock_table::TableFault> {
    let (extents, land): (Vec<Extent>, Vec<Land>) = laid.into_iter().unzip();
    let kind = |nth: usize| FeatureKind(land[nth].terrain as u16);
    let features = extents.into_iter().enumerate().map(|(nth, extent)| Feature { kind: kind(nth), extent }).collect();
    Ok(Ground { table: Table::new(width, depth, features)?, land })
}

/// What a feature of the battle means: its kind, what the file says of it, and its settings for this system.
fn read(clerk: &mut Clerk<'_>, battle: &Battle, nth: usize, linear: bool) -> Land {
    let (feature, subject) = (&battle.features[nth], Subject::Feature(nth));
    let usual = plain(feature.kind, linear, feature.name.clone().unwrap_or_default());
    let source = format!("{} in T-TERRAIN", feature.kind);
    let terrain = clerk.word(subject, "terrain", Derived::new(usual.terrain, source));
    let barred = match feature.passage {
        Some(_) => Derived::new(feature.is_impassable(), "passage"),
        None => Derived::new(usual.impassable, feature.kind.word()),
    };
    Land { terrain, impassable: clerk.flag(subject, "impassable", barred), ..usual }
}

fn plain(kind: Kind, linear: bool, name: String) -> Land {
    // WA-TERR-08, WA-TERR-14: a river is crossed; other deep water and crags are not.
    let impassable = kind.is_impassable() && kind != Kind::River;
    Land { word: kind.word(), name, terrain: terrain_of(kind, linear), impassable }
}

fn word_of(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Open => "clear",
        Terrain::Wood => "light-woods",
        Terrain::Building => "building",
        Terrain::Marsh => "marsh",
        Terrain::Hill => "gentle-hill",
        Terrain::RoughHill => "steep-hill",
        Terrain::River => "river",
        Terrain::Stream => "stream",
        Terrain::Obstacle => "fence",
        Terrain::Road => "road",
    }
}

/// A feature as the table wants it: roads one base wide (WA-TERR-15), rivers and places as ground, lines cut at their gaps.
fn shaped(feature: &Described, frame: &Frame, book: &Rulebook, extent: &Extent) -> Vec<Extent> {
    let road = charts::size(book, &numbers::INFANTRY_WIDTH);
    match extent {
        Extent::Line { path, .. } if terrain_of(feature.kind, true) == Terrain::Road => {
            vec![Extent::Line { path: path.clone(), width: road }]
        }
        Extent::Line { path, width } if is_area(terrain_of(feature.kind, true)) => {
            let width = (*width).max(road);
            path.windows(2).filter_map(|leg| band(Segment::new(leg[0], leg[1]), width)).collect()
        }
        Extent::Line { path, width } if !feature.gaps.is_empty() => {
            let gaps: Vec<Point> = feature.gaps.iter().map(|gap| frame.point(*gap)).collect();
            let pieces = without_gaps(path, &gaps, road.half());
            pieces.into_iter().map(|path| Extent::Line { path, width: *width }).collect()
        }
        Extent::Spot { at, radius } if terrain_of(feature.kind, false) != Terrain::Road => {
            // A place without a size holds a unit of eight bases in two ranks.
            let side = if radius.get() > 0 { *radius * 2 } else { road * 4 };
            let facing = feature.facing.map_or(Angle::ZERO, |facing| frame.heading(facing));
            let square = Base::new(Pose::new(at.ahead(facing, side.half()), facing), Size::new(side, side));
            Polygon::new(square.corners.to_vec()).map_or(Vec::new(), |ground| vec![Extent::Area { ground, levels: 0 }])
        }
        Extent::Spot { at, radius } => vec![Extent::Spot { at: *at, radius: (*radius).max(road.half()) }],
        other => vec![other.clone()],
    }
}

fn is_area(terrain: Terrain) -> bool {
    terrain != Terrain::Open && !charts::ground(terrain).is_linear
}

/// The ground along a leg.
fn band(leg: Segment, width: Length) -> Option<Extent> {
    let heading = Angle::towards(leg.from, leg.to);
    let base = Base::new(Pose::new(leg.to, heading), Size::new(width, leg.length()));
    Polygon::new(base.corners.to_vec()).ok().map(|ground| Extent::Area { ground, levels: 0 })
}
