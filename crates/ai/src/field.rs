use firelock_core::{Side, UnitId};
use firelock_table::{Angle, Base, FeatureId, Point, Table, TableEdge};

/// A battle in plain numbers, the same for every system: who stands where and how strong, what is worth holding, how near the end is.
/// Lengths are inches of the table. Commanders weigh positions by it and by nothing else.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// Troops and guns on the table.
    pub bodies: Vec<Body>,
    /// Leaders on the table.
    pub leaders: Vec<Leader>,
    /// Places worth holding.
    pub goals: Vec<Goal>,
    /// Victory points as they stand, red first, in the worth of troops: what the rules would give now.
    pub points: [f64; 2],
    /// The lead in points with which each side would win if the battle ended now, red first.
    pub lead: [f64; 2],
    /// How near each army is to giving up, from 0 to 1, red first.
    pub strain: [f64; 2],
    /// What each side's troops may still do in this turn, red first, where that is a matter of dice and commanders: the worth of those
    /// who may act, by how surely they will.
    pub ready: [f64; 2],
    /// How much of the battle is left, from 1 down to 0.
    pub left: f64,
    /// Who attacks.
    pub attacker: Side,
    /// The direction in which each army retreats, red first.
    pub home: [Spot; 2],
    /// How far foot goes in a turn.
    pub stride: f64,
    /// Who has won, once the battle is over; nobody is a draw.
    pub winner: Option<Option<Side>>,
}

/// A place or a direction on the table, in inches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spot {
    /// East.
    pub x: f64,
    /// North.
    pub y: f64,
}

/// What a body is, roughly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Arm {
    /// Foot.
    #[default]
    Foot,
    /// Horse.
    Horse,
    /// Guns ready to fire, or on their limbers.
    Guns,
}

/// Troops or guns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// Its number.
    pub unit: UnitId,
    /// Whose it is.
    pub side: Side,
    /// Foot, horse or guns.
    pub arm: Arm,
    /// Its middle.
    pub at: Spot,
    /// Where it faces.
    pub facing: Spot,
    /// Half its front.
    pub half: f64,
    /// What it is worth now: bases, by how good they are.
    pub worth: f64,
    /// Its order, from 1 (steady) down to 0 (in flight).
    pub order: f64,
    /// What its fire does at close range, in the worth of troops a turn.
    pub fire: f64,
    /// Where its close range ends.
    pub close: f64,
    /// Where its long range ends.
    pub long: f64,
    /// How well it fights hand to hand, for each point of its worth.
    pub steel: f64,
    /// How far it is sheltered from fire, from 0 to 1.
    pub cover: f64,
    /// Which command it belongs to.
    pub command: u16,
    /// Whether it can be shot at and charged from the flank.
    pub has_flanks: bool,
    /// Whether it counts for holding places.
    pub holds: bool,
}

/// A leader.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Leader {
    /// Whose he is.
    pub side: Side,
    /// Where he stands.
    pub at: Spot,
    /// Which command is his.
    pub command: u16,
    /// How far his word reaches.
    pub reach: f64,
}

/// A place worth holding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Goal {
    /// Where.
    pub at: Spot,
    /// How near troops must be to it.
    pub reach: f64,
    /// What it is worth, in the worth of troops.
    pub worth: f64,
    /// Who has it.
    pub holder: Option<Side>,
    /// Whose only it can be; none is whoever has it.
    pub only: Option<Side>,
}

impl Spot {
    /// A place of the table.
    pub fn of(place: Point) -> Spot {
        Spot { x: f64::from(place.x) / 2540.0, y: f64::from(place.y) / 2540.0 }
    }

    /// One inch in a direction.
    pub fn heading(angle: Angle) -> Spot {
        let ahead = Point::new(0, 0).ahead(angle, firelock_table::Length::inches(100));
        Spot { x: f64::from(ahead.x) / 254_000.0, y: f64::from(ahead.y) / 254_000.0 }
    }

    /// From here to there.
    pub fn to(self, other: Spot) -> Spot {
        Spot { x: other.x - self.x, y: other.y - self.y }
    }

    /// So much of one direction along the other.
    pub fn dot(self, other: Spot) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// How far this leads.
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// How far it is to there.
    pub fn distance(self, other: Spot) -> f64 {
        self.to(other).length()
    }

    /// The square of that: for comparisons it does as well.
    pub fn distance_squared(self, other: Spot) -> f64 {
        let way = self.to(other);
        way.dot(way)
    }

    /// Whether it is no farther to there than so far.
    pub fn within(self, other: Spot, reach: f64) -> bool {
        self.distance_squared(other) <= reach * reach
    }

    /// A step from here.
    pub fn ahead(self, heading: Spot, by: f64) -> Spot {
        Spot { x: self.x + heading.x * by, y: self.y + heading.y * by }
    }
}

impl Body {
    /// Takes its place and front from its rectangle.
    pub fn stand(&mut self, outline: &Base) {
        self.at = Spot::of(outline.center());
        self.facing = Spot::heading(outline.facing());
        self.half = f64::from(outline.size.width.get()) / 5080.0;
    }

    /// How far it is from here to another body, front to front, roughly: the middle of this to the nearest point of the other's front
    /// line, less a little.
    pub fn gap(&self, other: &Body) -> f64 {
        // Along the other's front the nearest point counts, not its middle.
        let away = other.at.to(self.at);
        let side = Spot { x: other.facing.y, y: -other.facing.x };
        let along = away.dot(side).clamp(-other.half, other.half);
        let nearest = other.at.ahead(side, along);
        let back = nearest.to(self.at);
        let own_side = Spot { x: self.facing.y, y: -self.facing.x };
        let own_along = (-back.dot(own_side)).clamp(-self.half, self.half);
        (nearest.distance(self.at.ahead(own_side, own_along)) - 0.5).max(0.0)
    }

    /// How squarely it looks at a place: 1 straight ahead, 0 abreast, -1 behind.
    pub fn looks_at(&self, place: Spot) -> f64 {
        let way = self.at.to(place);
        let length = way.length();
        if length < 0.01 { 1.0 } else { way.dot(self.facing) / length }
    }
}

impl Field {
    /// Empties it, to be filled anew.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.leaders.clear();
        self.goals.clear();
        self.winner = None;
    }

    /// The body of a number.
    pub fn body(&self, unit: UnitId) -> Option<&Body> {
        self.bodies.iter().find(|body| body.unit == unit)
    }

    /// The troops and guns of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Body> {
        self.bodies.iter().filter(move |body| body.side == side)
    }
}

/// The direction over a table edge.
pub(crate) fn outward(edge: TableEdge) -> Spot {
    match edge {
        TableEdge::South => Spot { x: 0.0, y: -1.0 },
        TableEdge::East => Spot { x: 1.0, y: 0.0 },
        TableEdge::North => Spot { x: 0.0, y: 1.0 },
        TableEdge::West => Spot { x: -1.0, y: 0.0 },
    }
}

/// The best cover of the ground at a body: areas it stands in, lines within an inch before its front.
pub(crate) fn cover(table: &Table, outline: &Base, worth: impl Fn(FeatureId) -> (f64, bool)) -> f64 {
    let mut best: f64 = 0.0;
    let front = outline.pose.at;
    let ahead = front.ahead(outline.facing(), firelock_table::Length::inches(1));
    let before = firelock_table::Bounds::of(&[front, ahead]);
    for (id, bounds) in table.boxes() {
        let (cover, linear) = worth(id);
        if cover <= best {
            continue;
        }
        let near = bounds.distance_squared(&before) == 0;
        if near && (linear || table.ground(id).is_some_and(|ground| ground.contains(outline.center()))) {
            best = cover;
        }
    }
    best
}
