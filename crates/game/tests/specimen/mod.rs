//! Views made by hand: a field in the manner of Cowpens, a sheet of ground and a sheet of formations.

use firelock_core::{
    Badge, Choice, Clause, FeatureView, Form, Mark, Measure, Piece, PieceKind, PlaceView, Prompt, Refusal, Shape, Side,
    Track, UnitId, View, ViewOverlay,
};
use firelock_table::{Angle, Base, Length, Point, Pose, Segment, Size};

const ANY: Clause = Clause::new("XX-ANY-01");

/// Hundredths of an inch.
pub(crate) fn spot(x: i32, y: i32) -> Point {
    Point::new(Length::inch_hundredths(x).get(), Length::inch_hundredths(y).get())
}

pub(crate) fn feature(kind: &str, name: &str, shape: Shape, level: i8) -> FeatureView {
    FeatureView { id: 0, kind: kind.into(), name: name.into(), shape, level, meaning: String::new() }
}

pub(crate) fn area(kind: &str, name: &str, corners: &[(i32, i32)]) -> FeatureView {
    feature(kind, name, Shape::Area(corners.iter().map(|(x, y)| spot(*x, *y)).collect()), 0)
}

pub(crate) fn line(kind: &str, name: &str, width: i32, corners: &[(i32, i32)]) -> FeatureView {
    let points = corners.iter().map(|(x, y)| spot(*x, *y)).collect();
    feature(kind, name, Shape::Line(points, Length::inch_hundredths(width)), 0)
}

/// A unit of stands in files, at a place, facing somewhere.
pub(crate) struct Troop<'a> {
    pub(crate) name: &'a str,
    pub(crate) side: Side,
    pub(crate) kind: PieceKind,
    pub(crate) formation: &'a str,
    pub(crate) at: (i32, i32),
    pub(crate) facing: i32,
    pub(crate) stands: u16,
    pub(crate) files: u16,
    pub(crate) full: u16,
    pub(crate) state: &'a str,
    pub(crate) marks: &'a [&'a str],
}

/// A plain line of foot, to be changed where it differs.
pub(crate) const FOOT: Troop<'_> = Troop {
    name: "",
    side: Side::Red,
    kind: PieceKind::Infantry,
    formation: "line",
    at: (0, 0),
    facing: 0,
    stands: 6,
    files: 3,
    full: 6,
    state: "fresh",
    marks: &[],
};

impl Troop<'_> {
    pub(crate) fn piece(&self, id: u16) -> Piece {
        let (wide, deep) = match self.kind {
            PieceKind::Artillery if self.formation == "limbered" => (100, 200),
            PieceKind::Artillery => (100, 150),
            PieceKind::Cavalry => (100, 100),
            PieceKind::Leader | PieceKind::Marker => (90, 90),
            _ => (100, 75),
        };
        let size = Size::new(Length::inch_hundredths(wide), Length::inch_hundredths(deep));
        let pose = Pose::new(spot(self.at.0, self.at.1), Angle::degrees(self.facing));
        let is_open = self.formation == "open order";
        let apart = if is_open { 150 } else { wide };
        let local = |nth: u16| {
            let (file, rank) = (i32::from(nth % self.files), i32::from(nth / self.files));
            let in_rank = i32::from((self.stands - (nth / self.files) * self.files).min(self.files));
            spot((2 * file - in_rank + 1) * apart / 2, -rank * (deep + if is_open { 17 } else { 0 }))
        };
        let base = |nth: u16| Base::new(Pose::new(pose.place(local(nth)), pose.facing), size).corners;
        let bases: Vec<[Point; 4]> = match self.formation {
            "square" => square(pose, size),
            "garrison" => Vec::new(),
            _ => (0..self.stands).map(base).collect(),
        };
        let half = spot(i32::from(self.files.min(self.stands)) * apart / 2, 0);
        let front = Segment::new(pose.place(-half), pose.place(half));
        Piece {
            id: UnitId(id),
            side: self.side,
            name: self.name.into(),
            group: String::new(),
            kind: self.kind,
            outline: bases.first().map_or(Vec::new(), |base| base.to_vec()),
            bases,
            front: (self.formation != "garrison" && self.kind != PieceKind::Leader).then_some(front),
            facing: pose.facing,
            formation: self.formation.into(),
            badge: Badge { now: self.stands, full: self.full, quality: "trained".into(), state: self.state.into() },
            marks: self.marks.iter().map(|word| Mark { word: (*word).into(), clause: ANY }).collect(),
            leader: None,
            facts: vec![("experience".into(), "trained".into())],
        }
    }
}

/// Twelve stands about a hollow, each side looking out.
fn square(pose: Pose, size: Size) -> Vec<[Point; 4]> {
    let mut bases = Vec::new();
    for quarter in 0..4 {
        let facing = Angle::degrees(quarter * 90);
        let center = pose.ahead(-Length::inch_hundredths(200)).at;
        for nth in -1..=1 {
            let at = Point::new(nth * 2540, Length::inch_hundredths(200).get()).turned(pose.facing + facing);
            bases.push(Base::new(Pose::new(center + at, (pose.facing + facing).heading()), size).corners);
        }
    }
    bases
}

fn numbered(mut features: Vec<FeatureView>) -> Vec<FeatureView> {
    features.iter_mut().zip(1..).for_each(|(feature, id)| feature.id = id);
    features
}

fn leader<'a>(name: &'a str, side: Side, rank: &'a str, at: (i32, i32)) -> Troop<'a> {
    Troop { name, side, formation: rank, at, kind: PieceKind::Leader, stands: 1, files: 1, full: 1, ..FOOT }
}

/// A battle in its fifth turn.
pub(crate) fn field() -> View {
    use PieceKind::{Artillery, Cavalry, Light};
    let blue = Troop { side: Side::Blue, facing: 180, ..FOOT };
    let open = Troop { kind: Light, formation: "open order", stands: 4, files: 2, full: 4, ..blue };
    let troops = [
        Troop { name: "71st Highlanders", at: (1180, 2080), facing: 18, stands: 7, files: 4, full: 7, ..FOOT },
        Troop { name: "7th Fusiliers", at: (1760, 2050), facing: 2, stands: 5, files: 3, full: 5, ..FOOT },
        Troop {
            name: "3-pounders",
            at: (2110, 1970),
            facing: -4,
            kind: Artillery,
            formation: "unlimbered",
            stands: 2,
            files: 2,
            full: 2,
            marks: &["silenced"],
            ..FOOT
        },
        Troop {
            name: "Legion infantry",
            at: (2520, 2030),
            stands: 5,
            full: 6,
            state: "worn",
            marks: &["disordered"],
            ..FOOT
        },
        Troop {
            name: "Light infantry",
            at: (2990, 2060),
            facing: -5,
            kind: Light,
            formation: "open order",
            stands: 4,
            files: 2,
            full: 4,
            ..FOOT
        },
        Troop {
            name: "17th Light Dragoons",
            at: (3470, 1770),
            facing: -12,
            kind: Cavalry,
            stands: 2,
            files: 2,
            full: 2,
            marks: &["charging"],
            ..FOOT
        },
        Troop {
            name: "Ogilvie’s troop",
            at: (820, 690),
            facing: 8,
            kind: Cavalry,
            stands: 2,
            files: 2,
            full: 2,
            ..FOOT
        },
        Troop {
            name: "Legion cavalry",
            at: (2040, 920),
            facing: 2,
            kind: Cavalry,
            formation: "column",
            stands: 6,
            files: 2,
            full: 6,
            ..FOOT
        },
        leader("Tarleton", Side::Red, "army", (2100, 1420)),
        leader("McArthur", Side::Red, "brigade", (1260, 980)),
        leader("Newmarsh", Side::Red, "brigade", (1500, 1800)),
        Troop { name: "Tate’s Virginians", at: (1340, 2490), facing: 192, stands: 3, files: 2, full: 3, ..open },
        Troop {
            name: "Maryland & Delaware",
            at: (1930, 2440),
            stands: 7,
            files: 4,
            full: 7,
            marks: &["fired"],
            ..blue
        },
        Troop { name: "Triplett", at: (2520, 2460), facing: 177, ..open },
        Troop {
            name: "Beattie",
            at: (2980, 2540),
            facing: 170,
            stands: 2,
            full: 3,
            state: "worn",
            marks: &["low on ammunition"],
            ..open
        },
        Troop { name: "Brandon", at: (2580, 3030), facing: 186, stands: 3, state: "spent", ..open },
        Troop { name: "Thomas", at: (2960, 3400), facing: 158, stands: 2, state: "spent", marks: &["broken"], ..open },
        Troop {
            name: "Hayes",
            at: (3020, 2990),
            facing: 184,
            stands: 3,
            state: "spent",
            marks: &["disordered", "casualties", "hesitant", "engaged"],
            ..open
        },
        Troop { name: "Cunningham", at: (760, 2670), facing: 150, stands: 2, files: 1, full: 2, ..open },
        Troop {
            name: "3rd Light Dragoons",
            at: (1700, 2940),
            facing: 192,
            kind: Cavalry,
            stands: 3,
            files: 3,
            full: 3,
            ..blue
        },
        Troop { name: "McCall", at: (1260, 3180), facing: 200, kind: Cavalry, stands: 2, files: 2, full: 2, ..blue },
        leader("Morgan", Side::Blue, "army", (2290, 2870)),
        leader("Howard", Side::Blue, "wing", (1630, 2740)),
        leader("Pickens", Side::Blue, "brigade", (2760, 2870)),
        Troop { name: "Wayside post", side: Side::Blue, formation: "garrison", stands: 3, full: 4, ..FOOT },
    ];
    let hill = |name: &str, level, corners: &[(i32, i32)]| FeatureView { level, ..area("gentle-hill", name, corners) };
    let ground = numbered(vec![
        area(
            "light-woods",
            "",
            &[(0, 2380), (350, 2340), (560, 2130), (620, 1760), (490, 1320), (660, 900), (440, 540), (0, 480)],
        ),
        area(
            "light-woods",
            "",
            &[(0, 3560), (340, 3480), (840, 3200), (1020, 2840), (760, 2620), (280, 2740), (0, 2660)],
        ),
        area("light-woods", "", &[(3560, 3340), (3940, 3520), (4200, 3460), (4200, 1640), (3720, 1940), (3640, 2600)]),
        area("dense-woods", "Thicketty", &[(2700, 0), (3040, 360), (3540, 500), (4080, 380), (4200, 580), (4200, 0)]),
        area("marsh", "Maple Swamp", &[(3700, 1560), (4200, 1580), (4200, 1080), (3800, 1020), (3640, 1280)]),
        hill(
            "Morgan’s Hill",
            1,
            &[(1300, 3640), (1740, 3780), (2300, 3780), (2660, 3600), (2440, 3360), (1940, 3280), (1460, 3360)],
        ),
        hill(
            "",
            1,
            &[
                (1120, 2640),
                (1500, 2860),
                (2000, 2930),
                (2550, 2900),
                (3100, 2840),
                (3320, 2640),
                (3120, 2420),
                (2500, 2320),
                (1850, 2300),
                (1300, 2400),
            ],
        ),
        hill("", 2, &[(1520, 2640), (1940, 2750), (2460, 2730), (2840, 2640), (2560, 2480), (2040, 2440)]),
        hill("", 1, &[(2950, 940), (3400, 1110), (3800, 950), (3760, 640), (3300, 540), (2960, 680)]),
        line(
            "creek",
            "Suck Creek",
            18,
            &[(4200, 1340), (3920, 1250), (3680, 1250), (3340, 1340), (3140, 1180), (2860, 800), (2700, 0)],
        ),
        line(
            "stream",
            "",
            16,
            &[
                (0, 2420),
                (240, 2430),
                (620, 2310),
                (880, 2380),
                (1000, 2530),
                (1040, 2820),
                (1180, 3100),
                (1120, 3600),
                (1100, 3800),
            ],
        ),
        line(
            "road",
            "Green River Road",
            50,
            &[
                (2560, 0),
                (2420, 500),
                (2220, 940),
                (2260, 1500),
                (2140, 2000),
                (2240, 2500),
                (2160, 3000),
                (1880, 3500),
                (1870, 3800),
            ],
        ),
        line("fence", "", 4, &[(1380, 830), (1650, 850), (1680, 640), (1560, 620)]),
        line("fence", "", 4, &[(1380, 830), (1360, 660), (1440, 610)]),
        area("building", "cow pens", &[(1770, 820), (1880, 835), (1890, 765), (1780, 750)]),
        area("blockhouse", "", &[(3330, 3260), (3480, 3260), (3480, 3160), (3330, 3160)]),
        feature("ford", "", Shape::Circle(spot(2740, 230), Length::inch_hundredths(60)), 0),
    ]);
    let post = ground.iter().find(|feature| feature.kind == "blockhouse").map(|feature| feature.id);
    let pieces: Vec<Piece> = troops.iter().zip(0..).map(|(troop, id)| troop.piece(id)).collect();
    let circle = |x, y, inches| Shape::Circle(spot(x, y), Length::inches(inches));
    let overlay = |kind, unit: Option<u16>, side, label: &str, shape| ViewOverlay {
        kind,
        unit: unit.map(UnitId),
        side,
        label: label.into(),
        clause: ANY,
        shape,
    };
    let fan = |inches: i32| {
        let front = pieces[0].front.expect("a line has a front");
        let facing = pieces[0].facing;
        let reach = Length::inches(inches);
        let arc = |from: Point, degrees: std::ops::RangeInclusive<i32>| {
            degrees.step_by(5).map(move |turn| from.ahead(facing + Angle::degrees(turn), reach))
        };
        let points =
            [front.from].into_iter().chain(arc(front.from, -45..=0)).chain(arc(front.to, 0..=45)).chain([front.to]);
        Shape::Area(points.collect())
    };
    let overlays = vec![
        overlay("arc", Some(0), Some(Side::Red), "long 8″", fan(8)),
        overlay("arc", Some(0), Some(Side::Red), "close 4″", fan(4)),
        overlay("radius", Some(9), Some(Side::Red), "8″", circle(1260, 980, 8)),
        overlay("objective", None, Some(Side::Blue), "The crest, value 2", Shape::Point(spot(2240, 2600))),
        overlay("objective", None, None, "Morgan’s Hill, value 3", Shape::Point(spot(1980, 3640))),
    ];
    let choice = |words: &str| Choice {
        words: words.into(),
        unit: None,
        target: None,
        command: serde_json::json!("x"),
        ledger: None,
    };
    View {
        system: "specimen",
        turn: 5,
        turns: Some(10),
        phase: "maneuver".into(),
        active: Some(Side::Red),
        size: (Length::inches(42), Length::inches(38)),
        measure: Measure::Inches,
        ground,
        pieces,
        gone: Vec::new(),
        places: vec![
            PlaceView { name: "blockhouse".into(), feature: post, capacity: Some(4), units: vec![UnitId(24)] },
            PlaceView { name: "off the table".into(), feature: None, capacity: None, units: Vec::new() },
        ],
        tracks: vec![Track { side: Some(Side::Red), name: "stands lost".into(), now: 1, of: Some(12), clause: ANY }],
        overlays,
        prompt: Some(Prompt {
            side: Side::Red,
            clause: ANY,
            words: "move the 71st, or let it stand".into(),
            form: Form::Orders,
            options: vec![choice("hold"), choice("done")],
            acts: vec![(UnitId(0), "full move".into()), (UnitId(0), "half move".into())],
            not_yet: Some(Refusal::new(ANY, "a broken unit has not been checked")),
        }),
        waiting: Vec::new(),
        over: None,
    }
}

/// Every kind of ground in a cell of its own.
pub(crate) fn grounds() -> View {
    let kinds = [
        "clear",
        "crops",
        "vineyard",
        "orchard",
        "light-woods",
        "dense-woods",
        "brush",
        "rocky",
        "rough",
        "marsh",
        "beach",
        "gentle-hill",
        "steep-hill",
        "hollow",
        "ravine",
        "river",
        "lake",
        "sea",
        "cliff",
        "redoubt",
        "fort",
        "building",
        "farm",
        "village",
        "town",
        "church",
        "blockhouse",
        "wagons",
        "stream",
        "creek",
        "river",
        "ravine",
        "bank",
        "cliff",
        "ditch",
        "fence",
        "hedge",
        "stone-wall",
        "high-wall",
        "sunken-road",
        "breastworks",
        "abatis",
        "palisade",
        "road",
        "track",
        "causeway",
        "bridge",
        "ford",
    ];
    let mut ground = Vec::new();
    for (nth, kind) in (0..).zip(kinds) {
        let (x, y) = (nth % 8 * 700, 3600 - nth / 8 * 600);
        let is_small = matches!(kind, "building" | "church" | "blockhouse");
        let outline = match is_small {
            true => vec![(x + 270, y - 180), (x + 430, y - 200), (x + 440, y - 300), (x + 280, y - 280)],
            false => vec![
                (x + 80, y - 100),
                (x + 360, y - 60),
                (x + 600, y - 140),
                (x + 560, y - 400),
                (x + 300, y - 450),
                (x + 100, y - 360),
            ],
        };
        let course = [(x + 20, y - 320), (x + 250, y - 220), (x + 450, y - 240), (x + 680, y - 120)];
        if matches!(kind, "bridge" | "ford") {
            ground.push(line("stream", "", 30, &[(x + 340, y - 20), (x + 370, y - 240), (x + 340, y - 440)]));
            ground.push(line("road", "", 50, &[(x + 20, y - 240), (x + 680, y - 230)]));
            ground.push(feature(kind, kind, Shape::Point(spot(x + 368, y - 235)), 0));
        } else if nth >= 28 {
            ground.push(line(kind, kind, if kind == "river" { 120 } else { 50 }, &course));
        } else {
            ground.push(area(kind, kind, &outline));
        }
    }
    View {
        system: "specimen",
        size: (Length::inches(56), Length::inches(36)),
        ground: numbered(ground),
        ..View::default()
    }
}

/// Formations of both sides at several facings.
pub(crate) fn formations() -> View {
    use PieceKind::{Artillery, Cavalry, Leader, Light};
    let open = Troop { kind: Light, formation: "open order", stands: 5, files: 3, full: 5, ..FOOT };
    let rows = [
        Troop { name: "line", stands: 7, files: 4, full: 7, ..FOOT },
        Troop { name: "single rank", stands: 4, files: 4, full: 4, ..FOOT },
        Troop { name: "open order", ..open },
        Troop { name: "attack column", formation: "column", stands: 8, files: 2, full: 8, ..FOOT },
        Troop { name: "march column", formation: "march column", stands: 5, files: 1, full: 5, ..FOOT },
        Troop { name: "square", formation: "square", stands: 12, full: 12, ..FOOT },
        Troop { name: "horse", kind: Cavalry, stands: 4, files: 4, full: 4, ..FOOT },
        Troop { name: "horse in column", kind: Cavalry, formation: "column", stands: 6, files: 2, full: 6, ..FOOT },
        Troop { name: "guns", kind: Artillery, formation: "unlimbered", stands: 2, files: 2, full: 2, ..FOOT },
        Troop { name: "limbered", kind: Artillery, formation: "limbered", stands: 1, files: 1, full: 1, ..FOOT },
        Troop { name: "disordered", marks: &["disordered"], ..FOOT },
        Troop { name: "broken", marks: &["broken"], ..FOOT },
        Troop { name: "worn", stands: 5, full: 7, state: "worn", marks: &["shaken", "silenced", "damaged"], ..FOOT },
        Troop { name: "wing", kind: Leader, formation: "wing", stands: 1, files: 1, ..FOOT },
    ];
    let mut pieces = Vec::new();
    for (nth, row) in (0..).zip(&rows) {
        for (column, (side, facing)) in
            [(Side::Red, 0), (Side::Blue, 0), (Side::Red, 180), (Side::Blue, 130)].into_iter().enumerate()
        {
            let (x, y) = (400 + nth % 7 * 750, 4850 - nth / 7 * 2500 - column as i32 * 600);
            pieces.push(Troop { side, facing, at: (x, y), ..*row }.piece(pieces.len() as u16));
        }
    }
    View { system: "specimen", size: (Length::inches(54), Length::inches(51)), pieces, ..View::default() }
}
