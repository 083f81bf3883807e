//! What a feature of a battle means in these rules: T2, T22, what the battle says otherwise, and the ground laid on the table
//! (FD-TER-02..08, FD-OBJ-01).

use firelock_core::{Rulebook, Side};
use firelock_scenario::{
    Battle, Clerk, Cover as Shelter, Derived, FaultKind, Feature as Described, Frame, Kind, Passage, Subject, Word,
};
use firelock_table::{
    Angle, Base, Bounds, Extent, Feature, FeatureId, FeatureKind, Length, Point, Polygon, Pose, Shape, Size, Table,
    gap, gap_within, without_gaps,
};

use crate::charts::{self, Going, Sight, Terrain, numbers};
use crate::state::{BodyId, Stage, State, Zone, ZoneId};
use crate::words::{Cover, Level, Scale, Woods, ZoneClass};

/// What a feature means in these rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Land {
    /// The battle file's word for it, for pictures.
    pub kind: &'static str,
    /// Its name, if it has one.
    pub name: String,
    /// Its row of T2.
    pub terrain: Terrain,
    /// What it shelters (FD-TER-05).
    pub cover: Cover,
    /// Nobody enters or crosses it, whatever its row says.
    pub closed: bool,
    /// It hinders nobody, whatever its row says.
    pub free: bool,
    /// The zone it is, if it is one.
    pub zone: Option<ZoneId>,
    /// A bridge, ford or causeway that is no zone: where water is crossed.
    pub crossing: bool,
    /// The height of the ground it lies on, in half-levels (FD-LOS-17).
    pub height: i32,
    /// Its slope, if it is a hilltop (FD-TER-04).
    pub slope: Length,
}

/// The ground of a battle on the table.
pub(crate) struct Laid {
    pub(crate) table: Table,
    pub(crate) land: Vec<Land>,
    pub(crate) zones: Vec<Zone>,
    /// The first table feature of each feature of the battle, where the frame shows it.
    pub(crate) ids: Vec<Option<FeatureId>>,
}

/// How high a place lies (FD-TER-04).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Height {
    /// Ground, slope or hilltop.
    pub(crate) level: Level,
    /// In half-levels: a slope is one below its hilltop.
    pub(crate) steps: i32,
    /// The hill, if it is on one.
    pub(crate) hill: Option<FeatureId>,
}

impl Height {
    /// Off all hills.
    pub(crate) const GROUND: Height = Height { level: Level::Ground, steps: 0, hill: None };
}

impl Land {
    /// What it is called in a sentence.
    pub(crate) fn called(&self) -> String {
        match self.name.is_empty() {
            true => format!("the {}", self.kind.replace('-', " ")),
            false => self.name.clone(),
        }
    }

    /// What it means, in words.
    pub(crate) fn meaning(&self) -> String {
        let mut words = vec![
            match self.terrain {
                Terrain::Open => "open ground",
                Terrain::Road => "road",
                Terrain::LightWoods => "light woods",
                Terrain::HeavyWoods => "heavy woods",
                Terrain::Rough => "rough ground",
                Terrain::Slope => "slope",
                Terrain::Hilltop => "hilltop, ringed by a slope",
                Terrain::Marsh => "marsh",
                Terrain::Buildings => "buildings",
                Terrain::Zone => "objective zone",
                Terrain::Stream => "stream",
                Terrain::River => "not to be crossed",
                Terrain::Wall => "wall, hedge or ditch",
                Terrain::Earthworks => "earthworks",
            }
            .to_string(),
        ];
        match self.cover {
            Cover::None => {}
            Cover::Protective => words.push("protective cover".into()),
            Cover::Earthworks => words.push("cover of earthworks".into()),
        }
        words.extend(self.closed.then(|| "impassable".to_string()));
        words.join(", ")
    }

    /// What is left of each yard for a body that goes over it, in hundredths (FD-TER-03); none where it may not be entered.
    pub(crate) fn factor(&self, book: &Rulebook, going: Going) -> Option<i32> {
        match self.terrain {
            _ if self.closed => None,
            _ if self.free || self.terrain.is_line() => Some(100),
            // A slope lies about the hilltop and is asked for apart.
            Terrain::Hilltop => Some(100),
            terrain => charts::factor(book, terrain, going),
        }
    }

    /// What crossing it costs at once; none where it may not be crossed.
    pub(crate) fn toll(&self, stage: &Stage, going: Going) -> Option<Length> {
        match self.terrain.is_line() && !self.free {
            true => charts::crossing_cost(&stage.book, self.terrain, going).map(|cost| cost.on_table(stage.scale)),
            false => Some(Length::ZERO),
        }
    }
}

impl State {
    /// How high a place lies (FD-TER-04): on a hilltop, on the slope about it, or on the ground.
    pub(crate) fn height(&self, place: Point) -> Height {
        let mut best = Height::GROUND;
        for (id, land) in self.hills() {
            let Some(top) = self.stage.table.ground(id) else { continue };
            if !top.bounds().grown(land.slope).contains(place) {
                continue;
            }
            let found = if top.contains(place) {
                Height { level: Level::Hilltop, steps: land.height, hill: Some(id) }
            } else if gap(place, top).within(land.slope) {
                Height { level: Level::Slope, steps: land.height - 1, hill: Some(id) }
            } else {
                continue;
            };
            if found.steps > best.steps {
                best = found;
            }
        }
        best
    }

    /// How high the middle of a body lies.
    pub(crate) fn height_of(&self, id: BodyId) -> Height {
        *self.known(id).height.get_or_init(|| self.height(self.center(id)))
    }

    /// All hilltops.
    pub(crate) fn hills(&self) -> impl Iterator<Item = (FeatureId, &Land)> {
        let hills = self.stage.hills.iter();
        hills.map(|id| (*id, self.stage.land(*id)))
    }

    /// How far a place lies from the edge of a hilltop.
    pub(crate) fn behind_crest(&self, hill: FeatureId, place: Point) -> Length {
        let Some(top) = self.stage.table.ground(hill) else { return Length::ZERO };
        top.edges().map(|edge| gap(place, edge).length()).min().unwrap_or_default()
    }

    /// The woods or rough ground a base is in, by its middle (FD-TER-08).
    pub(crate) fn woods(&self, base: &Base) -> Woods {
        let at = self.stage.table.areas_at(base.center());
        at.map(|id| self.stage.land(id).terrain.woods()).max().unwrap_or_default()
    }

    /// The area of buildings or works a base is in, by its middle.
    pub(crate) fn area_cover(&self, base: &Base) -> Cover {
        let at = self.stage.table.areas_at(base.center()).map(|id| self.stage.land(id));
        at.filter(|land| !land.terrain.is_line()).map(|land| land.cover).max().unwrap_or_default()
    }
}

/// Lays the ground of a battle on the table.
pub(crate) fn lay(clerk: &mut Clerk<'_>, battle: &Battle, frame: &Frame, book: &Rulebook) -> Laid {
    let mut laid: Vec<(Extent, Land, Kind)> = Vec::new();
    let mut zones = Vec::new();
    let mut ids = vec![None; battle.features.len()];
    let corner = Point::new(frame.width().get(), frame.depth().get());
    if battle.map.ground != Kind::Clear
        && let Ok(ground) = Polygon::upright(Point::ORIGIN, corner)
    {
        laid.push((Extent::Area { ground, levels: 0 }, printed(battle.map.ground), battle.map.ground));
    }
    for part in &frame.survey(battle).features {
        let feature = &battle.features[part.feature];
        // Open ground is what there is without a feature (FD-TER-01).
        if feature.kind == Kind::Clear {
            continue;
        }
        let class = zone_class(clerk, battle, part.feature);
        let pieces = part.extents.iter().flat_map(|extent| shaped(feature, frame, book, extent, class));
        let pieces: Vec<Extent> = pieces.collect();
        let land = read(clerk, book, battle, part.feature);
        // Trees on a hill are laid before it: the feature of the battle is the hill.
        if feature.wooded && feature.kind.is_height() {
            let woods = Land { name: land.name.clone(), ..printed(Kind::LightWoods) };
            laid.extend(pieces.iter().map(|extent| (extent.clone(), woods.clone(), Kind::LightWoods)));
        }
        ids[part.feature] = u16::try_from(laid.len()).ok().map(FeatureId);
        for extent in pieces {
            let zone = class.zip(area(&extent)).map(|(class, ground)| {
                let id = FeatureId(laid.len() as u16);
                zones.push(zone(clerk, book, battle, (part.feature, id), class, ground));
                ZoneId(zones.len() as u8 - 1)
            });
            let terrain = if zone.is_some() { Terrain::Zone } else { land.terrain };
            laid.push((extent, Land { zone, terrain, ..land.clone() }, feature.kind));
        }
    }
    let (features, mut land): (Vec<Feature>, Vec<Land>) =
        laid.into_iter().map(|(extent, land, kind)| (Feature { kind: FeatureKind(kind as u16), extent }, land)).unzip();
    match Table::new(frame.width(), frame.depth(), features) {
        Ok(table) => {
            raise(&table, &mut land);
            Laid { table, land, zones, ids }
        }
        Err(fault) => {
            clerk.fault("map", FaultKind::BadShape, fault, "ground that fits on a table");
            let table = Table::new(Length::inches(1), Length::inches(1), Vec::new()).expect("a square inch is a table");
            Laid { table, land: Vec::new(), zones: Vec::new(), ids: vec![None; battle.features.len()] }
        }
    }
}

/// The hilltops of a table.
pub(crate) fn hills(table: &Table, land: &[Land]) -> Vec<FeatureId> {
    let hilltops = table.features().filter(|(id, _)| land[usize::from(id.0)].terrain == Terrain::Hilltop);
    hilltops.map(|(id, _)| id).collect()
}

/// The features that slow or bar somebody; zones among them, whoever holds them.
pub(crate) fn barriers(table: &Table, land: &[Land]) -> Vec<(FeatureId, Bounds)> {
    let matters = |land: &Land| {
        let open = matches!(land.terrain, Terrain::Open | Terrain::Road | Terrain::Hilltop | Terrain::Slope);
        land.closed || land.zone.is_some() || !(open || land.free)
    };
    let around = |extent: &Extent| match extent {
        Extent::Area { ground, .. } => *ground.bounds(),
        Extent::Line { path, width } => Bounds::of(path).grown(width.half()),
        Extent::Spot { at, radius } => Bounds::of(&[*at]).grown(*radius),
    };
    let all = table.features().filter(|(id, _)| matters(&land[usize::from(id.0)]));
    all.map(|(id, feature)| (id, around(&feature.extent))).collect()
}

/// Gives each feature the height of the ground it lies on, in half-levels; a hilltop its own.
fn raise(table: &Table, land: &mut [Land]) {
    for (id, feature) in table.features() {
        let place = match &feature.extent {
            Extent::Area { ground, .. } => ground.bounds().min.middle(ground.bounds().max),
            Extent::Line { path, .. } => path[path.len() / 2],
            Extent::Spot { at, .. } => *at,
        };
        land[usize::from(id.0)].height = 2 * table.level_at(place).max(0);
    }
}

fn area(extent: &Extent) -> Option<Polygon> {
    match extent {
        Extent::Area { ground, .. } => Some(ground.clone()),
        _ => None,
    }
}

/// The class of a feature that is an objective zone: what troops can hold, and a crossing that is worth something (FD-OBJ-01).
fn zone_class(clerk: &mut Clerk<'_>, battle: &Battle, nth: usize) -> Option<ZoneClass> {
    let feature = &battle.features[nth];
    let usual = charts::ground(feature.kind.word()).and_then(|ground| ground.zone)?;
    let objective = battle.objectives.iter().any(|objective| objective.feature.as_ref() == Some(&feature.id));
    let garrison = battle.units.iter().any(|unit| unit.garrison.as_ref() == Some(&feature.id));
    let single = matches!(feature.kind, Kind::Building) || feature.kind.is_crossing();
    let derived = match (single, objective, garrison) {
        (true, false, false) => Derived::new(ZoneWord(None), "nobody's objective"),
        _ if feature.fortified && usual < ZoneClass::E => Derived::new(ZoneWord(Some(ZoneClass::E)), "fortified"),
        _ => Derived::new(ZoneWord(Some(usual)), format!("{} in T22", feature.kind.word())),
    };
    clerk.word(Subject::Feature(nth), "zone", derived).0
}

/// The class of a zone, or none, as battle files say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ZoneWord(Option<ZoneClass>);

impl Word for ZoneWord {
    const NOUN: &'static str = "class of zone";
    const WORDS: &'static [&'static str] = &["A", "B", "C", "D", "E", "F", "none"];

    fn from_word(word: &str) -> Option<ZoneWord> {
        let place = ZoneWord::WORDS.iter().position(|known| *known == word)?;
        Some(ZoneWord(ZoneClass::ALL.get(place).copied()))
    }

    fn word(self) -> &'static str {
        self.0.map_or("none", |class| ZoneWord::WORDS[class as usize])
    }
}

fn zone(
    clerk: &mut Clerk<'_>,
    book: &Rulebook,
    battle: &Battle,
    (nth, id): (usize, FeatureId),
    class: ZoneClass,
    ground: Polygon,
) -> Zone {
    let (feature, subject) = (&battle.features[nth], Subject::Feature(nth));
    let stands = i64::from(charts::zone_halves(book, class)) / 2;
    let capacity = clerk.whole(subject, "capacity", "kind", 1..=40, Derived::new(stands, "its class in T22"));
    let objective = battle.objectives.iter().position(|objective| objective.feature.as_ref() == Some(&feature.id));
    let usual = i64::from(book.number(&charts::ZONE_POINTS));
    let (value, owner) = match objective {
        Some(nth) => {
            let objective = &battle.objectives[nth];
            let source = format!("{usual} points x worth {}", objective.worth);
            let derived = Derived::new(usual * i64::from(objective.worth), source);
            (clerk.whole(Subject::Objective(nth), "vp", "worth", 0..=100, derived), objective.holder)
        }
        None => (usual, None),
    };
    let held = battle.units.iter().find(|unit| unit.garrison.as_ref() == Some(&feature.id));
    let owner: Option<Side> = owner.or(held.map(|unit| unit.side));
    Zone {
        name: feature.name.clone().unwrap_or_else(|| format!("the {}", feature.kind.word().replace('-', " "))),
        feature: id,
        ground,
        class,
        capacity: u16::try_from(capacity * 2).unwrap_or(0),
        value: i32::try_from(value).unwrap_or(0),
        owner,
    }
}

/// A feature as the table wants it: roads and crossings as wide as a column, zones as ground, lines cut at their gaps.
fn shaped(
    feature: &Described,
    frame: &Frame,
    book: &Rulebook,
    extent: &Extent,
    class: Option<ZoneClass>,
) -> Vec<Extent> {
    let (stand, _) = charts::base_size(book, charts::Base::Stand);
    let scale: Scale = charts::scale(book);
    match (extent, class) {
        (Extent::Spot { at, radius }, Some(class)) => {
            let (width, depth) = charts::zone_size(book, class);
            let (width, depth) = match radius.get() {
                0 => (width.on_table(scale), depth.on_table(scale)),
                _ => (*radius * 2, *radius * 2),
            };
            let facing = feature.facing.map_or(Angle::ZERO, |facing| frame.heading(facing));
            let ground = Base::new(Pose::new(at.ahead(facing, depth.half()), facing), Size::new(width, depth));
            let ground = Polygon::new(ground.corners.to_vec());
            ground.map_or(Vec::new(), |ground| vec![Extent::Area { ground, levels: 0 }])
        }
        (Extent::Line { path, .. }, Some(class)) => {
            let (width, depth) = charts::zone_size(book, class);
            let middle = path[0].middle(path[path.len() - 1]);
            let half = Point::new(width.on_table(scale).half().get(), depth.on_table(scale).half().get());
            let ground = Polygon::upright(middle - half, middle + half);
            ground.map_or(Vec::new(), |ground| vec![Extent::Area { ground, levels: 0 }])
        }
        (Extent::Line { path, width }, None) if is_road(feature.kind) || feature.kind.is_crossing() => {
            vec![Extent::Line { path: path.clone(), width: (*width).max(stand) }]
        }
        (Extent::Line { path, width }, None) if !feature.gaps.is_empty() => {
            let gaps: Vec<Point> = feature.gaps.iter().map(|gap| frame.point(*gap)).collect();
            // A gap lets a limber through with room to spare.
            without_gaps(path, &gaps, stand).into_iter().map(|path| Extent::Line { path, width: *width }).collect()
        }
        (Extent::Spot { at, radius }, None) if feature.kind.is_crossing() => {
            vec![Extent::Spot { at: *at, radius: (*radius).max(stand) }]
        }
        (Extent::Spot { at, radius }, None) => {
            let half = Point::new((*radius).max(stand).get(), (*radius).max(stand).get());
            let ground = Polygon::upright(*at - half, *at + half);
            ground.map_or(Vec::new(), |ground| vec![Extent::Area { ground, levels: 0 }])
        }
        (other, _) => vec![other.clone()],
    }
}

fn is_road(kind: Kind) -> bool {
    matches!(kind, Kind::Road | Kind::Track)
}

/// What a feature of the battle means: its row of T2, what the file says of it, and its settings for this system.
fn read(clerk: &mut Clerk<'_>, book: &Rulebook, battle: &Battle, nth: usize) -> Land {
    let (feature, subject) = (&battle.features[nth], Subject::Feature(nth));
    let row = printed(feature.kind);
    let as_printed = format!("{} in T2", feature.kind.word());
    let terrain = match feature.wooded && !feature.kind.is_height() && row.terrain == Terrain::Open {
        true => Derived::new(Terrain::LightWoods, "wooded"),
        false => Derived::new(row.terrain, as_printed.clone()),
    };
    let terrain = clerk.word(subject, "ground", terrain);
    let cover = match (feature.fortified, feature.cover) {
        (true, _) => Derived::new(Cover::Earthworks, "fortified"),
        (false, Some(Shelter::None)) => Derived::new(Cover::None, "cover none"),
        (false, Some(Shelter::Light | Shelter::Medium)) => Derived::new(Cover::Protective, "cover"),
        (false, Some(Shelter::Strong)) => Derived::new(Cover::Earthworks, "cover strong"),
        (false, None) => Derived::new(terrain.cover(), as_printed),
    };
    let cover = clerk.word(subject, "cover", cover);
    let slope = match terrain {
        Terrain::Hilltop => {
            let usual = i64::from(book.number(&numbers::SLOPE_WIDTH)) / 10;
            clerk.whole(subject, "slope", "kind", 0..=500, Derived::new(usual, "usual"))
        }
        _ => 0,
    };
    let steps = charts::scale(book).steps();
    Land {
        name: feature.name.clone().unwrap_or_default(),
        terrain,
        cover,
        closed: feature.is_impassable() && feature.passage.is_some(),
        free: feature.passage == Some(Passage::Free),
        slope: Length::grid(i32::try_from(slope).unwrap_or(0) * steps),
        ..row
    }
}

/// A row of T2 as land.
fn printed(kind: Kind) -> Land {
    let ground = charts::ground(kind.word());
    let terrain = ground.map_or(Terrain::Open, |ground| ground.terrain);
    Land {
        kind: kind.word(),
        name: String::new(),
        terrain,
        cover: terrain.cover(),
        closed: false,
        free: false,
        zone: None,
        crossing: kind.is_crossing(),
        height: 0,
        slope: Length::ZERO,
    }
}

/// Whether something of this ground stops fire or sight at all.
pub(crate) fn may_block(land: &Land) -> bool {
    land.terrain.sight() != Sight::Clear
}

/// Whether a shape and a feature share a place.
pub(crate) fn touches<'a>(table: &Table, shape: impl Into<Shape<'a>>, id: FeatureId) -> bool {
    within_of(table, shape, id, Length::ZERO)
}

/// Whether a shape is at most so far from a feature.
pub(crate) fn within_of<'a>(table: &Table, shape: impl Into<Shape<'a>>, id: FeatureId, limit: Length) -> bool {
    match table.feature(id).map(|feature| &feature.extent) {
        Some(Extent::Area { ground, .. }) => gap_within(shape, ground, limit),
        Some(Extent::Line { path, .. }) => gap_within(shape, &path[..], limit),
        Some(Extent::Spot { at, .. }) => gap_within(shape, *at, limit),
        None => false,
    }
}

/// The distance from a shape to a feature.
pub(crate) fn gap_to<'a>(table: &Table, shape: impl Into<Shape<'a>>, id: FeatureId) -> firelock_table::Gap {
    match table.feature(id).map(|feature| &feature.extent) {
        Some(Extent::Area { ground, .. }) => gap(shape, ground),
        Some(Extent::Line { path, .. }) => gap(shape, &path[..]),
        Some(Extent::Spot { at, .. }) => gap(shape, *at),
        None => firelock_table::Gap::NONE,
    }
}
