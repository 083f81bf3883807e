use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use toml::Spanned;
use toml::de::DeValue;

use crate::declare::{Limits, Readable, Shape, table, words};
use crate::fault::FaultKind;
use crate::reader::{Reader, quoted};
use crate::values::{Id, Rectangle, Tenths};

words! {
    /// The four rule systems.
    pub enum System: "system" {
        /// Regimental Fire and Fury, American War of Independence variant.
        Regimental = "regimental",
        /// Washington's Army.
        Washington = "washington",
        /// Fire and Discipline, the dawn of modern warfare.
        Discipline = "discipline",
        /// The Napoleonic quick-reference system.
        Napoleonic = "napoleonic",
    }
}

impl System {
    /// The years the rules were written for.
    pub const fn period(self) -> (u16, u16) {
        match self {
            System::Regimental | System::Washington => (1775, 1783),
            System::Discipline => (1685, 1750),
            System::Napoleonic => (1792, 1815),
        }
    }

    /// The rules were written for this year; a battle of any other may be played, and is marked as out of period.
    pub const fn in_period(self, year: u16) -> bool {
        let (first, last) = self.period();
        first <= year && year <= last
    }

    /// How many minutes of battle one turn stands for: 12 of the 10 to 15 of RF-SCL-03, and as FD-SCL-02 and NQ-SCA-03
    /// say; WA-SCALE-08 gives none.
    pub const fn minutes_per_turn(self) -> Option<u16> {
        match self {
            System::Regimental => Some(12),
            System::Washington => None,
            System::Discipline => Some(2),
            System::Napoleonic => Some(10),
        }
    }
}

words! {
    /// What happens to a derived value outside its range.
    pub enum Fit: "fit" {
        /// It is a fault.
        Fault = "fault",
        /// It is set to the nearest end of the range, and the muster says so.
        Clamp = "clamp",
    }
}

/// A value that a file gives one system for one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A whole number.
    Whole(i64),
    /// Yes or no.
    Flag(bool),
    /// A word or a text.
    Text(String),
    /// Several words.
    Texts(Vec<String>),
}

/// Values by name, in the order of their names, with the path under which the file gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    path: String,
    values: Vec<(String, Setting)>,
}

impl Settings {
    /// The value of that name.
    pub fn get(&self, name: &str) -> Option<&Setting> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// All values with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Setting)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// There is none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Where the file gives the value of that name: `regimental.units.b1.stands`.
    pub fn path(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }
}

impl Serialize for Settings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.values.iter().map(|(name, value)| (name, value)))
    }
}

/// Settings for each of several things, by id and in the order of the ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    settings: Vec<(Id, Settings)>,
}

impl Overrides {
    /// The settings for that id.
    pub fn get(&self, id: &str) -> Option<&Settings> {
        self.settings.iter().find(|(known, _)| known.as_str() == id).map(|(_, settings)| settings)
    }

    /// All settings with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&Id, &Settings)> {
        self.settings.iter().map(|(id, settings)| (id, settings))
    }
}

impl Serialize for Overrides {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.settings.len()))?;
        for (id, settings) in &self.settings {
            map.serialize_entry(id, settings)?;
        }
        map.end()
    }
}

table! {
    /// What one rule system sees differently.
    pub struct SystemBlock: "system block" {
        /// The part of the map that is played: `[x, y, width, height]`; left out, all of it.
        frame: Option<Rectangle>,
        /// Ground scale: yards to the inch; for `napoleonic` meters to the centimeter.
        scale: Option<Tenths> [5..=200],
        /// How many turns are played.
        turns: Option<u16> [1..=100],
        /// What happens to a derived value outside its range.
        fit: Fit = Fit::Fault,
        /// Settings for single units, by id.
        units: Overrides,
        /// Settings for single commands, by id.
        commands: Overrides,
        /// Settings for single features, by id.
        features: Overrides,
        /// Settings for single objectives, by id.
        objectives: Overrides,
        /// Settings for a side, `red` or `blue`.
        sides: Overrides,
        /// Optional rules that this battle wants, by the name of the switch.
        switches: Settings,
        /// Why.
        note: Option<String> [1..=1000],
    }
}

impl Readable for Setting {
    fn shape(_: Limits) -> Shape {
        Shape::Text { most: 200 }
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Setting> {
        match value.get_ref() {
            DeValue::Boolean(flag) => Some(Setting::Flag(*flag)),
            DeValue::String(_) => String::read(reader, value, limits).map(Setting::Text),
            DeValue::Array(_) => Vec::<String>::read(reader, value, Some((0, 40))).map(Setting::Texts),
            DeValue::Integer(_) => i32::read(reader, value, None).map(|number| Setting::Whole(number.into())),
            _ => {
                let position = reader.position(value.span().start);
                let expected = "a whole number, true or false, a word, or a list of words".to_owned();
                reader.fault(position, FaultKind::WrongType, "this is no setting".to_owned(), expected);
                None
            }
        }
    }

    fn placeholder() -> Setting {
        Setting::Flag(false)
    }
}

impl Readable for Settings {
    fn shape(_: Limits) -> Shape {
        Shape::Settings
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, _: Limits) -> Option<Settings> {
        let Some(table) = value.get_ref().as_table() else {
            return reader.wrong_type(value, &Shape::Settings);
        };
        let path = reader.path().to_owned();
        let read = |(key, value)| {
            let setting = reader.named(key, |reader| Setting::read(reader, value, Some((1, 200))));
            Some((key.get_ref().to_string(), setting?))
        };
        let values = table.iter().filter_map(read).collect();
        Some(Settings { path, values })
    }

    fn absent() -> Option<Settings> {
        Some(Settings::default())
    }

    fn placeholder() -> Settings {
        Settings::default()
    }
}

impl Readable for Overrides {
    fn shape(_: Limits) -> Shape {
        Shape::Overrides
    }

    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Overrides> {
        let Some(table) = value.get_ref().as_table() else {
            return reader.wrong_type(value, &Shape::Overrides);
        };
        let read = |(key, value)| {
            let name: &str = Spanned::<std::borrow::Cow<'_, str>>::get_ref(key);
            reader.named(key, |reader| match Id::new(name) {
                Some(id) => Settings::read(reader, value, limits).map(|settings| (id, settings)),
                None => {
                    let position = reader.position(key.span().start);
                    let problem = format!("{} is no id", quoted(name));
                    reader.fault(position, FaultKind::OutOfRange, problem, Shape::Id.to_string());
                    None
                }
            })
        };
        Some(Overrides { settings: table.iter().filter_map(read).collect() })
    }

    fn absent() -> Option<Overrides> {
        Some(Overrides::default())
    }

    fn placeholder() -> Overrides {
        Overrides::default()
    }
}
