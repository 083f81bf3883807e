//! What a feature of a battle means in these rules: T-TER, what the battle says otherwise, and the ground laid on the table
//! (RF-TER-04..08, RF-TER-23).

mod clearing;

use firelock_core::Rulebook;
use firelock_scenario::{
    Battle, Clerk, Cover as Shelter, Derived, Feature as Described, Frame, Kind, Passage, RoadCondition, Subject,
    Weather, Word,
};
use firelock_table::{
    Angle, Base, Extent, Feature, FeatureId, FeatureKind, Length, Point, Polygon, Pose, Segment, Shape, Size, Table,
    gap, without_gaps,
};

use crate::charts::{self, ChargeWhen, Ground, SightRule, Works};
use crate::state::{Land, Road, Sight, State};
use crate::words::{ChargeGround, Cover, MoveClass, Obstacle};

/// The ground of a leg of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Underfoot {
    /// The slowest class off the roads.
    pub(crate) class: MoveClass,
    /// How much of it is good road.
    pub(crate) good_road: Length,
}

/// The ground of a battle on the table.
pub(crate) struct Terrain {
    /// The table.
    pub(crate) table: Table,
    /// What each of its features means.
    pub(crate) land: Vec<Land>,
    /// The first table feature of each feature of the battle, where the frame shows it.
    pub(crate) ids: Vec<Option<FeatureId>>,
}

impl Land {
    /// A road, bridge or ford: what lies under it does not count (RF-TER-05, RF-TER-06).
    pub(crate) fn is_crossing(&self) -> bool {
        self.road.is_some() || self.kind == Kind::Ford.word()
    }

    /// Whether it bars somebody's way: impassable ground, garrisons' places, major obstacles.
    pub(crate) fn may_bar(&self) -> bool {
        self.movement == MoveClass::Impassable || matches!(self.obstacle, Obstacle::Major | Obstacle::GarrisonOnly)
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
        let mut words = vec![match (self.road, self.movement) {
            (Some(Road::Good), _) => "good road, open ground".to_string(),
            (Some(Road::Poor), _) => "open ground".to_string(),
            (None, MoveClass::Impassable) => "impassable".to_string(),
            (None, class) => format!("{} ground", class.word()),
        }];
        match (self.cover, self.sunken) {
            (Cover::None, _) => {}
            (Cover::Fortified, _) => words.push("fortified".into()),
            (cover, true) => words.push(format!("{} cover inside", cover.word())),
            (cover, false) => words.push(format!("{} cover", cover.word())),
        }
        match (self.charge, self.uphill) {
            (ChargeGround::None | ChargeGround::Fortified, _) => {}
            (charge, true) => words.push(format!("{} in a charge uphill", charge.word())),
            (charge, false) => words.push(format!("{} in a charge", charge.word())),
        }
        match self.sight {
            Sight::Free => {}
            Sight::Through(length) => words.push(format!("sight passes {length}")),
            Sight::Blocks => words.push("blocks sight".into()),
        }
        match self.obstacle {
            Obstacle::None => {}
            Obstacle::Minor => words.push("minor obstacle".into()),
            Obstacle::Major => words.push("major obstacle".into()),
            Obstacle::GarrisonOnly => words.push("entered by a garrison only".into()),
        }
        words.extend(self.wooded.then(|| "wooded".to_string()));
        words.extend(self.closed_works.then(|| "closed works".to_string()));
        words.extend(self.capacity.map(|stands| format!("holds {stands} stands")));
        words.join(", ")
    }
}

impl State {
    /// The feature that closes a place, unless a road, bridge or ford leads over it.
    pub(crate) fn closed_at(&self, place: Point, closes: impl Fn(&Land) -> bool) -> Option<FeatureId> {
        let spot = Base::new(Pose::new(place, Angle::ZERO), Size::default());
        let under: Vec<FeatureId> = self.stage.table.under(&spot).collect();
        let crossed = under.iter().any(|id| self.stage.land(*id).is_crossing());
        under.into_iter().find(|id| !crossed && closes(self.stage.land(*id)))
    }
}

/// Lays the ground of a battle on the table; each hill raises what it holds by whole levels (RF-TER-20).
pub(crate) fn lay(clerk: &mut Clerk<'_>, battle: &Battle, frame: &Frame, book: &Rulebook) -> Terrain {
    let mut laid: Vec<(Extent, Land, Kind)> = Vec::new();
    let mut ids = vec![None; battle.features.len()];
    base_ground(battle, frame, book, &mut laid);
    let survey = frame.survey(battle);
    let roads: Vec<&Extent> = survey
        .features
        .iter()
        .filter(|part| is_road(battle.features[part.feature].kind))
        .flat_map(|part| &part.extents)
        .collect();
    for part in &survey.features {
        let feature = &battle.features[part.feature];
        let extents: Vec<Extent> =
            part.extents.iter().flat_map(|extent| shaped(feature, frame, book, extent)).collect();
        let on_road = extents.iter().any(|extent| roads.iter().any(|road| touches_road(extent, road, book)));
        let Some(first) = extents.first() else { continue };
        let land = read(clerk, battle, frame, book, part.feature, first, on_road);
        ids[part.feature] = u16::try_from(laid.len()).ok().map(FeatureId);
        for extent in extents {
            let linear = matches!(extent, Extent::Line { .. });
            laid.extend(undergrowth(feature, &extent, book));
            laid.push((extent, Land { linear, ..land.clone() }, feature.kind));
        }
        // Trees on a hill are laid before it: the feature of the battle is the hill.
        if feature.wooded && feature.kind.is_height() {
            ids[part.feature] = ids[part.feature].map(|id| FeatureId(id.0 + 1));
        }
    }
    paint(&mut laid);
    let (features, land): (Vec<Feature>, Vec<Land>) =
        laid.into_iter().map(|(extent, land, kind)| (Feature { kind: FeatureKind(kind as u16), extent }, land)).unzip();
    let whole = Table::new(frame.width(), frame.depth(), features);
    match whole {
        Ok(table) => Terrain { table, land, ids },
        Err(fault) => {
            clerk.fault("map", firelock_scenario::FaultKind::BadShape, fault, "ground that fits on a table");
            let table = Table::new(Length::inches(1), Length::inches(1), Vec::new()).expect("a square inch is a table");
            Terrain { table, land: Vec::new(), ids: vec![None; battle.features.len()] }
        }
    }
}

/// Where ground cover lies wholly inside earlier ground cover, the earlier one ends: the later one counts there.
fn paint(laid: &mut [(Extent, Land, Kind)]) {
    for at in 0..laid.len() {
        let (before, after) = laid.split_at_mut(at + 1);
        let over = after.iter().filter(|(_, _, kind)| kind.is_cover());
        let clearings = over.filter_map(|(extent, ..)| match extent {
            Extent::Area { ground, .. } => Some(ground),
            Extent::Line { .. } | Extent::Spot { .. } => None,
        });
        if let (Extent::Area { ground, .. }, _, kind) = &mut before[at]
            && kind.is_cover()
        {
            *ground = clearing::without(ground, clearings.collect());
        }
    }
}

/// Woods, marsh or crops that cover the whole map.
fn base_ground(battle: &Battle, frame: &Frame, book: &Rulebook, laid: &mut Vec<(Extent, Land, Kind)>) {
    let kind = battle.map.ground;
    // An inch beyond the table on every side, so that a clearing at its edge lies inside.
    let inch = Length::INCH.get();
    let corner = Point::new(frame.width().get() + inch, frame.depth().get() + inch);
    if kind != Kind::Clear
        && let (Some(ground), Ok(polygon)) =
            (charts::ground(kind.word()), Polygon::upright(Point::new(-inch, -inch), corner))
    {
        laid.push((Extent::Area { ground: polygon, levels: 0 }, printed(ground, kind, book), kind));
    }
}

/// A wooded hill carries light woods.
fn undergrowth(feature: &Described, extent: &Extent, book: &Rulebook) -> Option<(Extent, Land, Kind)> {
    let Extent::Area { ground, .. } = extent else { return None };
    if !feature.wooded || !feature.kind.is_height() {
        return None;
    }
    let woods = charts::ground(Kind::LightWoods.word())?;
    let land = Land { name: feature.name.clone().unwrap_or_default(), ..printed(woods, Kind::LightWoods, book) };
    Some((Extent::Area { ground: ground.clone(), levels: 0 }, land, Kind::LightWoods))
}

/// A feature as the table wants it: roads one stand wide (RF-SCL-11), places as ground, lines cut at their gaps.
fn shaped(feature: &Described, frame: &Frame, book: &Rulebook, extent: &Extent) -> Vec<Extent> {
    let road = charts::length(book, &charts::ROAD_WIDTH);
    match extent {
        Extent::Line { path, .. } if is_road(feature.kind) || feature.kind.is_crossing() => {
            vec![Extent::Line { path: path.clone(), width: road }]
        }
        Extent::Line { path, width } if !feature.gaps.is_empty() => {
            let gaps: Vec<Point> = feature.gaps.iter().map(|gap| frame.point(*gap)).collect();
            let pieces = without_gaps(path, &gaps, road.half());
            pieces.into_iter().map(|path| Extent::Line { path, width: *width }).collect()
        }
        Extent::Spot { at, radius } if feature.kind.is_place() && !feature.kind.is_crossing() => {
            let side = if radius.get() > 0 { *radius * 2 } else { charts::length(book, &charts::BUILDING_SIDE) };
            let facing = feature.facing.map_or(Angle::ZERO, |facing| frame.heading(facing));
            let front = at.ahead(facing, side.half());
            let square = Base::new(Pose::new(front, facing), Size::new(side, side));
            let ground = Polygon::new(square.corners.to_vec());
            ground.map_or(Vec::new(), |ground| vec![Extent::Area { ground, levels: 0 }])
        }
        Extent::Spot { at, radius } => vec![Extent::Spot { at: *at, radius: (*radius).max(road.half()) }],
        other => vec![other.clone()],
    }
}

/// What a feature of the battle means: its row of T-TER, what the file says of it, and its settings for this system.
fn read(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    frame: &Frame,
    book: &Rulebook,
    nth: usize,
    extent: &Extent,
    on_road: bool,
) -> Land {
    let (feature, subject) = (&battle.features[nth], Subject::Feature(nth));
    let key = if feature.kind == Kind::Ford && on_road { "ford-on-road" } else { feature.kind.word() };
    let ground = charts::ground(key).or_else(|| charts::ground(Kind::Clear.word())).expect("clear ground has a row");
    let row = printed(ground, feature.kind, book);
    let as_printed = format!("{key} in T-TER");
    let movement = match feature.passage {
        None => Derived::new(row.movement, as_printed.clone()),
        Some(Passage::Free) => Derived::new(MoveClass::Open, "passage free"),
        Some(Passage::Slow) => Derived::new(row.movement.clamp(MoveClass::Broken, MoveClass::Rough), "passage slow"),
        Some(Passage::Impassable) => Derived::new(MoveClass::Impassable, "passage impassable"),
    };
    let cover = match (feature.fortified, feature.cover) {
        (true, _) => Derived::new(Cover::Fortified, "fortified"),
        (false, None) => Derived::new(row.cover, as_printed.clone()),
        (false, Some(Shelter::None)) => Derived::new(Cover::None, "cover none"),
        (false, Some(Shelter::Light)) => Derived::new(Cover::Partial, "cover light"),
        (false, Some(Shelter::Medium)) => Derived::new(Cover::Full, "cover medium"),
        (false, Some(Shelter::Strong)) => Derived::new(Cover::Fortified, "cover strong"),
    };
    let movement = clerk.word(subject, "move", movement);
    let cover = clerk.word(subject, "cover", cover);
    let charge = match cover == Cover::Fortified && row.charge != ChargeGround::Fortified {
        true => Derived::new(ChargeGround::Fortified, "fortified"),
        false => Derived::new(row.charge, as_printed.clone()),
    };
    let charge = clerk.word(subject, "charge", charge);
    let obstacle = clerk.word(subject, "obstacle", Derived::new(row.obstacle, as_printed.clone()));
    let wooded = match feature.wooded && !feature.kind.is_height() {
        true => Derived::new(true, "wooded"),
        false => Derived::new(row.wooded, as_printed.clone()),
    };
    let wooded = clerk.flag(subject, "wooded", wooded);
    let sight = match feature.sight {
        Some(depth) => Sight::Through(frame.length(i32::try_from(depth).unwrap_or(0).saturating_mul(10))),
        None if wooded && row.sight == Sight::Free => sight_of(SightRule::LightWoods, book),
        None => row.sight,
    };
    // RF-TER-23: a fortified building is closed works.
    let closed = match ground.garrison && cover == Cover::Fortified {
        true => Derived::new(true, "a fortified place to garrison"),
        false => Derived::new(row.closed_works, as_printed),
    };
    let closed_works = clerk.flag(subject, "closed", closed);
    let capacity = ground.garrison.then(|| capacity(clerk, book, subject, extent)).flatten();
    let road = road_of(clerk, battle, feature, subject, on_road);
    let name = feature.name.clone().unwrap_or_default();
    Land { name, movement, cover, charge, sight, wooded, obstacle, closed_works, capacity, road, ..row }
}

/// A row of T-TER as land.
fn printed(ground: &Ground, kind: Kind, book: &Rulebook) -> Land {
    Land {
        kind: kind.word(),
        name: String::new(),
        movement: ground.class,
        cover: ground.cover,
        charge: ground.charge,
        uphill: ground.charge_when == ChargeWhen::Uphill,
        sight: sight_of(ground.sight, book),
        wooded: ground.wooded,
        obstacle: ground.obstacle,
        closed_works: ground.works == Works::Closed,
        capacity: None,
        road: None,
        linear: false,
        // The ravine hides those in it and nobody behind it.
        sunken: matches!(kind, Kind::Ravine | Kind::Creek),
    }
}

fn sight_of(rule: SightRule, book: &Rulebook) -> Sight {
    match rule {
        SightRule::Free | SightRule::Level => Sight::Free,
        SightRule::LightWoods => Sight::Through(charts::length(book, &charts::LIGHT_WOODS_DEPTH)),
        SightRule::DenseWoods => Sight::Through(charts::length(book, &charts::DENSE_WOODS_DEPTH)),
        SightRule::Blocks => Sight::Blocks,
    }
}

/// How many stands a place holds: so many to an inch of its longer side (RF-FRM-08).
fn capacity(clerk: &mut Clerk<'_>, book: &Rulebook, subject: Subject, extent: &Extent) -> Option<u8> {
    let Extent::Area { ground, .. } = extent else { return None };
    let bounds = ground.bounds();
    let side = match ground.points().len() {
        4 => ground.edges().map(Segment::length).max().unwrap_or_default(),
        _ => Length::grid((bounds.max.x - bounds.min.x).max(bounds.max.y - bounds.min.y)),
    };
    let per_inch = book.number(&charts::GARRISON_PER_INCH);
    let stands = i64::from((side * per_inch).get() / Length::INCH.get());
    let source = format!("{per_inch} stands to an inch of {side}");
    let stands = clerk.whole(subject, "capacity", "kind", 0..=60, Derived::new(stands, source));
    u8::try_from(stands).ok()
}

/// The state of a road (RF-TER-07, RF-TER-08); a bridge, causeway or ford on the road is open ground and no more.
fn road_of(
    clerk: &mut Clerk<'_>,
    battle: &Battle,
    feature: &Described,
    subject: Subject,
    on_road: bool,
) -> Option<Road> {
    match feature.kind {
        Kind::Road | Kind::Track => {
            let said = match (battle.about.weather, feature.condition, feature.kind) {
                (Weather::Rain, ..) => Derived::new(Road::Poor, "rain"),
                (_, Some(RoadCondition::Good), _) => Derived::new(Road::Good, "condition good"),
                (_, Some(RoadCondition::Poor), _) => Derived::new(Road::Poor, "condition poor"),
                (_, None, Kind::Track) => Derived::new(Road::Poor, "a track"),
                (_, None, _) => Derived::new(Road::Good, "a road"),
            };
            Some(clerk.word(subject, "road", said))
        }
        Kind::Bridge | Kind::Causeway => Some(Road::Poor),
        Kind::Ford if on_road => Some(Road::Poor),
        _ => None,
    }
}

fn is_road(kind: Kind) -> bool {
    matches!(kind, Kind::Road | Kind::Track)
}

/// Whether a road runs over a crossing.
fn touches_road(extent: &Extent, road: &Extent, book: &Rulebook) -> bool {
    let Extent::Line { path: road, .. } = road else { return false };
    let half = charts::length(book, &charts::ROAD_WIDTH).half();
    match extent {
        Extent::Spot { at, .. } => gap(*at, Shape::Path(road)).within(half),
        Extent::Line { path, .. } => gap(Shape::Path(path), Shape::Path(road)).within(half),
        Extent::Area { ground, .. } => gap(ground, Shape::Path(road)).within(half),
    }
}
