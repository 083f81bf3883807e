//! What a feature of a battle means in these rules: T-TERRAIN, and the ground laid on the table (NQ-TER).

use firelock_core::{Rulebook, UnitId};
use firelock_scenario::{
    Battle, Clerk, Cover as Shelter, Derived, FaultKind, Feature as Described, Frame, Kind, Passage, Subject, Word,
};
use firelock_table::{
    Angle, Base, Bounds, Extent, Feature, FeatureId, FeatureKind, Length, Point, Polygon, Pose, Segment, Size, Table,
    gap, without_gaps,
};

use crate::charts::{self, Ground, Sight, numbers};
use crate::state::State;
use crate::words::{Arm, Cover, Terrain};

/// What a feature means in these rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Land {
    /// The battle file's word for it, for pictures.
    pub kind: &'static str,
    /// Its name, if it has one.
    pub name: String,
    /// Its row of T-TERRAIN.
    pub terrain: Terrain,
    /// What it shelters.
    pub cover: Cover,
    /// Nobody enters or crosses it, whatever its row says.
    pub closed: bool,
}

/// What a feature does to lines of sight (T-TERRAIN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Screen {
    /// The feature.
    pub feature: FeatureId,
    /// The box around it.
    pub bounds: Bounds,
    /// How it hides.
    pub hides: Hides,
}

/// How a feature hides what lies behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hides {
    /// All, unless it is an end of the line itself.
    Wholly,
    /// Beyond so much of it.
    Depth(Length),
    /// What lies lower than its top, so many levels up.
    Height(i32),
    /// In a way that only a trace over the ground tells.
    Unclear,
}

/// The ground of a battle on the table.
pub(crate) struct Laid {
    pub(crate) table: Table,
    pub(crate) land: Vec<Land>,
    /// The first table feature of each feature of the battle, where the frame shows it.
    pub(crate) ids: Vec<Option<FeatureId>>,
}

impl Land {
    /// Its row of T-TERRAIN.
    pub fn ground(&self) -> &'static Ground {
        charts::ground(self.terrain)
    }

    /// What it is called in a sentence.
    pub(crate) fn called(&self) -> String {
        match self.name.is_empty() {
            true => format!("the {}", self.kind.replace('-', " ")),
            false => self.name.clone(),
        }
    }

    /// What it means, in words.
    pub(crate) fn meaning(&self) -> String {
        let ground = self.ground();
        let mut words = vec![match self.terrain {
            Terrain::Open => "open ground",
            Terrain::Road => "road",
            Terrain::GentleHill => "gentle hill",
            Terrain::SteepHill => "steep hill",
            Terrain::Crops => "crops",
            Terrain::LightWood => "light wood",
            Terrain::DenseWood => "dense wood",
            Terrain::Building => "building",
            Terrain::Marsh => "marsh or broken ground",
            Terrain::Hedge => "hedge or fence",
            Terrain::Wall => "wall",
            Terrain::Earthwork => "earthwork",
            Terrain::Stream => "stream or ditch",
            Terrain::River => "impassable",
            Terrain::Bridge => "crossing",
        }];
        words.extend(ground.is_difficult.then_some("difficult"));
        words.extend(ground.unforms.then_some("unforms"));
        words.extend(match self.cover {
            Cover::None => None,
            Cover::Light => Some("light cover"),
            Cover::Medium => Some("medium cover"),
            Cover::Hard => Some("hard cover"),
        });
        words.extend((self.closed && self.terrain != Terrain::River).then_some("impassable"));
        words.join(", ")
    }
}

impl State {
    /// The level of a place (NQ-TER-06).
    pub(crate) fn level(&self, place: Point) -> i32 {
        match self.stage.hills.iter().any(|(_, bounds)| bounds.contains(place)) {
            true => self.stage.table.level_at(place),
            false => 0,
        }
    }

    /// The level of a base: that of the ground under its middle (NQ-TER-07).
    pub(crate) fn base_level(&self, base: &Base) -> i32 {
        self.level(base.center())
    }

    /// The cover of a unit against an enemy at a place; only the best counts (NQ-TER-03, NQ-TER-04, NQ-TER-05).
    pub(crate) fn cover(&self, id: UnitId, from: Option<Point>) -> Cover {
        let unit = self.unit(id);
        if let Some(building) = unit.building() {
            return self.stage.land(building).cover.max(Cover::Hard);
        }
        let near = unit.bounds.grown(self.stage.length(&numbers::LINEAR_COVER));
        let mut best = Cover::None;
        for (feature, bounds) in &self.stage.covers {
            let land = self.stage.land(*feature);
            if land.cover > best && bounds.meets(&near) && self.shelters(id, *feature, from) {
                best = land.cover;
            }
        }
        best
    }

    fn shelters(&self, id: UnitId, feature: FeatureId, from: Option<Point>) -> bool {
        let unit = self.unit(id);
        if let Some(ground) = self.stage.table.ground(feature) {
            // More than half of its bases stand in the area (NQ-TER-03).
            let inside = unit.stands.iter().filter(|base| ground.contains(base.center())).count() as i32;
            let part = self.stage.book.number(&numbers::AREA_COVER);
            return 100 * inside > part * unit.stands.len() as i32;
        }
        let (Some(from), Some(path)) = (from, self.stage.table.path(feature)) else { return false };
        let line = Segment::new(from, unit.outline.center());
        let crosses = || path.windows(2).any(|leg| Segment::new(leg[0], leg[1]).meets(line));
        crosses() && gap(&unit.stands[..], path).within(self.stage.length(&numbers::LINEAR_COVER))
    }
}

/// The features of a table that matter for something, with the boxes around them.
pub(crate) fn boxes(table: &Table, land: &[Land], matters: impl Fn(&Land) -> bool) -> Vec<(FeatureId, Bounds)> {
    let own = |id: FeatureId| matters(&land[usize::from(id.0)]);
    table.boxes().filter(|(id, _)| own(*id)).map(|(id, bounds)| (id, *bounds)).collect()
}

/// The features that may stop sight.
pub(crate) fn screens(book: &Rulebook, table: &Table, land: &[Land]) -> Vec<Screen> {
    let own = |id: FeatureId| &land[usize::from(id.0)];
    // A height that is no hill, and a hill that is a hollow, are told by a trace only.
    let odd = |id: FeatureId| match own(id).ground().sight {
        Sight::Hill => table.levels(id) < 0,
        _ => table.levels(id) != 0,
    };
    let any_odd = table.boxes().any(|(id, _)| odd(id));
    let screen = |(feature, bounds): (FeatureId, &Bounds)| {
        let hides = match own(feature).ground().sight {
            Sight::Clear => return None,
            _ if any_odd || !table.ground(feature).is_some_and(Polygon::is_convex) => Hides::Unclear,
            Sight::Blocks => Hides::Wholly,
            Sight::Depth => Hides::Depth(charts::sight_depth(book, own(feature).terrain)?),
            Sight::Hill => Hides::Height(table.levels(feature).into()),
        };
        Some(Screen { feature, bounds: *bounds, hides })
    };
    table.boxes().filter_map(screen).collect()
}

/// Whether a feature slows, bars or unforms somebody.
pub(crate) fn hinders(land: &Land) -> bool {
    let ground = land.ground();
    land.closed
        || ground.is_difficult
        || ground.unforms
        || !matches!(land.terrain, Terrain::Open | Terrain::Road | Terrain::GentleHill | Terrain::Crops)
}

/// Lays the ground of a battle on the table.
pub(crate) fn lay(clerk: &mut Clerk<'_>, battle: &Battle, frame: &Frame, book: &Rulebook) -> Laid {
    let mut laid: Vec<(Extent, Land, Kind)> = Vec::new();
    let mut ids = vec![None; battle.features.len()];
    let corner = Point::new(frame.width().get(), frame.depth().get());
    if battle.map.ground != Kind::Clear
        && let Ok(ground) = Polygon::upright(Point::ORIGIN, corner)
    {
        let extent = Extent::Area { ground, levels: 0 };
        let land = printed(battle.map.ground, &extent);
        laid.push((extent, land, battle.map.ground));
    }
    for part in &frame.survey(battle).features {
        let feature = &battle.features[part.feature];
        if feature.kind == Kind::Clear {
            continue;
        }
        let pieces: Vec<Extent> = part.extents.iter().flat_map(|extent| shaped(feature, frame, book, extent)).collect();
        let Some(first) = pieces.first() else { continue };
        let land = read(clerk, battle, part.feature, first);
        // Trees on a hill are laid before it: the feature of the battle is the hill.
        if feature.wooded && feature.kind.is_height() {
            let woods = Land { name: land.name.clone(), ..printed(Kind::LightWoods, first) };
            laid.extend(pieces.iter().map(|extent| (flat(extent), woods.clone(), Kind::LightWoods)));
        }
        ids[part.feature] = u16::try_from(laid.len()).ok().map(FeatureId);
        laid.extend(pieces.into_iter().map(|extent| (extent, land.clone(), feature.kind)));
    }
    let (features, land): (Vec<Feature>, Vec<Land>) =
        laid.into_iter().map(|(extent, land, kind)| (Feature { kind: FeatureKind(kind as u16), extent }, land)).unzip();
    match Table::new(frame.width(), frame.depth(), features) {
        Ok(table) => Laid { table, land, ids },
        Err(fault) => {
            clerk.fault("map", FaultKind::BadShape, fault, "ground that fits on a table");
            let table = Table::new(Length::cm(1), Length::cm(1), Vec::new()).expect("a square centimeter is a table");
            Laid { table, land: Vec::new(), ids: vec![None; battle.features.len()] }
        }
    }
}

/// The same area without its height.
fn flat(extent: &Extent) -> Extent {
    match extent {
        Extent::Area { ground, .. } => Extent::Area { ground: ground.clone(), levels: 0 },
        other => other.clone(),
    }
}

/// A feature as the table wants it: roads and crossings at least as wide as a base, buildings as ground, lines cut at their gaps.
fn shaped(feature: &Described, frame: &Frame, book: &Rulebook, extent: &Extent) -> Vec<Extent> {
    let (base, _) = charts::base_size(book, Arm::Infantry);
    match extent {
        Extent::Line { path, width } if is_way(feature.kind) => {
            vec![Extent::Line { path: path.clone(), width: (*width).max(base) }]
        }
        Extent::Line { path, width } if !feature.gaps.is_empty() => {
            let gaps: Vec<Point> = feature.gaps.iter().map(|gap| frame.point(*gap)).collect();
            without_gaps(path, &gaps, base).into_iter().map(|path| Extent::Line { path, width: *width }).collect()
        }
        Extent::Spot { at, radius } if feature.kind.is_crossing() => {
            vec![Extent::Spot { at: *at, radius: (*radius).max(base) }]
        }
        Extent::Spot { at, radius } => {
            // A building that is a mere place is as wide as two bases each way.
            let side = (*radius).max(base) * 2;
            let facing = feature.facing.map_or(Angle::ZERO, |facing| frame.heading(facing));
            let ground = Base::new(Pose::new(at.ahead(facing, side.half()), facing), Size::new(side, side));
            let ground = Polygon::new(ground.corners.to_vec());
            ground.map_or(Vec::new(), |ground| vec![Extent::Area { ground, levels: 0 }])
        }
        other => vec![other.clone()],
    }
}

fn is_way(kind: Kind) -> bool {
    matches!(kind, Kind::Road | Kind::Track) || kind.is_crossing()
}

/// What a feature of the battle means: its row, what the file says of it, and its settings for this system.
fn read(clerk: &mut Clerk<'_>, battle: &Battle, nth: usize, extent: &Extent) -> Land {
    let (feature, subject) = (&battle.features[nth], Subject::Feature(nth));
    let row = printed(feature.kind, extent);
    let source = format!("{} in T-TERRAIN", feature.kind.word());
    let terrain = match feature.wooded && row.terrain == Terrain::Open {
        true => Derived::new(Terrain::LightWood, "wooded"),
        false => Derived::new(row.terrain, source.clone()),
    };
    let terrain = clerk.word(subject, "ground", terrain);
    let cover = match (feature.fortified, feature.cover) {
        (true, _) => Derived::new(Cover::Hard, "fortified"),
        (false, Some(Shelter::None)) => Derived::new(Cover::None, "cover none"),
        (false, Some(Shelter::Light)) => Derived::new(Cover::Light, "cover light"),
        (false, Some(Shelter::Medium)) => Derived::new(Cover::Medium, "cover medium"),
        (false, Some(Shelter::Strong)) => Derived::new(Cover::Hard, "cover strong"),
        (false, None) => Derived::new(charts::ground(terrain).cover, source),
    };
    let cover = clerk.word(subject, "cover", cover);
    let closed = feature.passage == Some(Passage::Impassable);
    Land { name: feature.name.clone().unwrap_or_default(), terrain, cover, closed, ..row }
}

/// A kind of ground as land.
fn printed(kind: Kind, extent: &Extent) -> Land {
    let terrain = terrain(kind, matches!(extent, Extent::Area { .. }));
    Land { kind: kind.word(), name: String::new(), terrain, cover: charts::ground(terrain).cover, closed: false }
}

/// The row of T-TERRAIN that a kind of ground in a battle file is (NQ-TER-01).
fn terrain(kind: Kind, area: bool) -> Terrain {
    match kind {
        Kind::Clear | Kind::Beach | Kind::Hollow => Terrain::Open,
        Kind::Crops | Kind::Vineyard => Terrain::Crops,
        Kind::Orchard | Kind::LightWoods | Kind::Brush => Terrain::LightWood,
        Kind::DenseWoods => Terrain::DenseWood,
        Kind::Rocky | Kind::Rough | Kind::Marsh => Terrain::Marsh,
        Kind::GentleHill => Terrain::GentleHill,
        Kind::SteepHill => Terrain::SteepHill,
        Kind::Ravine if area => Terrain::Marsh,
        Kind::Stream | Kind::Creek | Kind::Ravine | Kind::Bank | Kind::Ditch => Terrain::Stream,
        Kind::River | Kind::Lake | Kind::Sea | Kind::Cliff => Terrain::River,
        Kind::Bridge | Kind::Ford | Kind::Causeway => Terrain::Bridge,
        Kind::Fence | Kind::Hedge | Kind::SunkenRoad => Terrain::Hedge,
        Kind::Wagons if area => Terrain::LightWood,
        Kind::StoneWall | Kind::HighWall | Kind::Wagons => Terrain::Wall,
        Kind::Breastworks | Kind::Abatis | Kind::Palisade => Terrain::Earthwork,
        Kind::Redoubt | Kind::Fort | Kind::Building | Kind::Farm | Kind::Village | Kind::Town => Terrain::Building,
        Kind::Church | Kind::Blockhouse => Terrain::Building,
        Kind::Road | Kind::Track => Terrain::Road,
    }
}
