use crate::Style;

/// Declares the weights once: the fields, their names, and the way to a plain list and back.
macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// How much each side of a position counts, in the worth of troops. Each system has its own, set by
        /// trial; `examples/learn.rs` says what battles teach about them.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl Weights {
            /// Their names, in order.
            pub const NAMES: &[&str] = &[$(stringify!($name)),*];

            /// Nothing counts.
            pub const NONE: Weights = Weights { $($name: 0.0),* };

            /// Each by its counterpart, summed.
            pub(crate) fn dot(&self, other: &Weights) -> f64 {
                0.0 $(+ self.$name * other.$name)*
            }

            /// Adds so many times another.
            pub(crate) fn add(&mut self, other: &Weights, times: f64) {
                $(self.$name += times * other.$name;)*
            }

            /// As a list, in the order of the names.
            pub fn list(&self) -> Vec<f64> {
                vec![$(self.$name),*]
            }

            /// From such a list; what is missing stays as it is here.
            pub fn with(mut self, list: &[f64]) -> Weights {
                let mut list = list.iter();
                $(if let Some(number) = list.next() { self.$name = *number; })*
                self
            }
        }
    };
}

weights! {
    /// Own troops against the enemy's: above 1 they are spared.
    own,
    /// Troops, by worth and order.
    material,
    /// The part of a body's worth that lies in its order.
    order,
    /// Victory points.
    points,
    /// Places held, by their points.
    places,
    /// A battle that would be won if it ended now.
    victory,
    /// How early in the day that begins to count.
    foresight,
    /// What brings an army nearer to giving up.
    wear,
    /// Armies near giving up.
    strain,
    /// Fire that can be given.
    fire,
    /// Fire that may be taken.
    exposure,
    /// Shelter from the enemy's fire.
    cover,
    /// Charges to be made.
    steel,
    /// Charges to be feared.
    threat,
    /// Flanks that lie open.
    flank,
    /// The way to the enemy and to what is to be taken, for a side that must go forward.
    press,
    /// The way to what is to be held, for a side that need not.
    hold,
    /// Where to halt before the enemy, in parts of the close range.
    halt,
    /// Places not yet reached, or left.
    lacking,
    /// Friends at hand.
    support,
    /// Leaders near their troops.
    command,
    /// What keeps a side that need not go forward from charging.
    patience,
    /// What keeps a side that must go forward from charging.
    care,
    /// What every move must at least gain: order and time are lost by marching about.
    stir,
    /// Shaken troops out of the enemy's reach, and a free way back.
    retreat,
    /// What a system says of a step besides the position.
    prior,
    /// Troops that may still act in this turn.
    ready,
}

impl Weights {
    /// What any system begins with.
    pub const PLAIN: Weights = Weights {
        own: 1.0,
        material: 1.0,
        order: 0.5,
        points: 1.0,
        places: 1.0,
        victory: 4.0,
        foresight: 1.0,
        wear: 0.0,
        strain: 12.0,
        fire: 1.0,
        exposure: 1.0,
        cover: 0.5,
        steel: 0.25,
        threat: 0.25,
        flank: 0.25,
        press: 0.15,
        hold: 0.15,
        halt: 0.8,
        lacking: 1.0,
        support: 0.04,
        command: 0.05,
        patience: 1.0,
        care: 0.1,
        stir: 0.2,
        retreat: 0.1,
        prior: 1.0,
        ready: 0.0,
    };

    /// A recruit counts heads, points and places, and goes forward; of fire, order and ground he sees nothing until it has told.
    pub(crate) const RECRUIT: Weights = Weights {
        own: 1.0,
        material: 1.0,
        points: 1.0,
        places: 1.0,
        press: 0.15,
        hold: 0.15,
        halt: 0.8,
        lacking: 1.0,
        prior: 1.0,
        foresight: 1.0,
        ..Weights::NONE
    };

    /// What a style makes of them.
    pub(crate) fn styled(self, style: Style) -> Weights {
        match style {
            Style::Historical => self,
            Style::Cautious => Weights {
                own: self.own * 1.3,
                patience: self.patience * 1.5,
                press: self.press * 0.7,
                hold: self.hold * 0.7,
                retreat: self.retreat * 2.0,
                ..self
            },
            Style::Bold => Weights {
                own: self.own * 0.85,
                patience: self.patience * 0.3,
                press: self.press * 1.5,
                hold: self.hold * 1.5,
                threat: self.threat * 0.8,
                ..self
            },
            Style::Teaching => {
                Weights { steel: self.steel * 0.5, threat: self.threat * 0.5, flank: self.flank * 0.5, ..self }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_to_a_list_and_back() {
        let list: Vec<f64> = (0..Weights::NAMES.len()).map(|nth| nth as f64).collect();
        assert_eq!(Weights::PLAIN.with(&list).list(), list);
        assert_eq!(Weights::PLAIN.with(&[]), Weights::PLAIN);
    }
}
