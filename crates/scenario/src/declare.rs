//! One declaration of each table and each list of words feeds the reader, the JSON schema and the hints, so that
//! they cannot disagree.

use std::fmt;

use toml::Spanned;
use toml::de::DeValue;

use crate::reader::Reader;

/// Least and most that a declaration allows: of a number, of the letters of a text, of the members of a list.
pub(crate) type Limits = Option<(i64, i64)>;

/// A value that a battle file may hold.
pub(crate) trait Readable: Sized {
    /// What it looks like, for the schema and for what a fault says was expected.
    fn shape(limits: Limits) -> Shape;

    /// Reads it, or tells the reader what is wrong with it.
    fn read(reader: &mut Reader<'_>, value: &Spanned<DeValue<'_>>, limits: Limits) -> Option<Self>;

    /// What the value is when the file does not give it; nothing where it must.
    fn absent() -> Option<Self> {
        None
    }

    /// What stands in for a faulty value while the rest of the file is checked; it never leaves the reader.
    fn placeholder() -> Self;
}

/// A file would not mention this value at all.
pub(crate) fn is_left_out<T: Readable + PartialEq>(value: &T) -> bool {
    T::absent().as_ref() == Some(value)
}

/// What a value looks like.
pub(crate) enum Shape {
    Text { most: i64 },
    Id,
    Flag,
    Whole { least: i64, most: i64 },
    Tenths { least: i64, most: i64 },
    Word { words: &'static [&'static str], first_number: Option<i64> },
    Facing,
    Date,
    Clock,
    Count,
    Numbers { names: &'static [&'static str] },
    List { of: Box<Shape>, least: i64, most: i64 },
    Table(&'static Table),
    Settings,
    Overrides,
}

/// The keys of a table of the file.
pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) keys: &'static [Key],
}

/// One key of a table.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) shape: fn() -> Shape,
    pub(crate) required: fn() -> bool,
}

/// A closed list of words, such as the arms of service.
pub trait Word: Copy + 'static {
    /// What one of the words is called: `arm`.
    const NOUN: &'static str;
    /// The words, in their order.
    const WORDS: &'static [&'static str];

    /// What the word stands for.
    fn from_word(word: &str) -> Option<Self>;

    /// The word itself.
    fn word(self) -> &'static str;
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Text { .. } => f.write_str("a text in quotes"),
            Shape::Id => f.write_str("a short name of letters, digits, hyphens and underscores, in quotes"),
            Shape::Flag => f.write_str("true or false"),
            Shape::Whole { least, most } => write!(f, "a whole number from {least} to {most}"),
            Shape::Tenths { least, most } => write!(f, "a number from {least} to {most}, to one decimal place"),
            Shape::Word { words, first_number: None } => write!(f, "{}", OneOf(words)),
            Shape::Word { words, first_number: Some(first) } => {
                write!(f, "{}, or a number from {first} to {}", OneOf(words), first + words.len() as i64 - 1)
            }
            Shape::Facing => {
                f.write_str("degrees from 0 to 359 (0 is north, 90 east) or a word such as \"north-east\"")
            }
            Shape::Date => f.write_str("a date such as 1781-01-17"),
            Shape::Clock => f.write_str("a time of day such as \"07:00\""),
            Shape::Count => f.write_str("a whole number, or [least, most]"),
            Shape::Numbers { names } => write!(f, "[{}]", names.join(", ")),
            Shape::List { of, .. } => write!(f, "a list: each {of}"),
            Shape::Table(_) => f.write_str("a table"),
            Shape::Settings => f.write_str("a table of settings"),
            Shape::Overrides => f.write_str("a table of settings for each id"),
        }
    }
}

/// "one of a, b, c"; long lists are cut, since the nearest word is named beside them.
pub(crate) struct OneOf<'w>(pub(crate) &'w [&'w str]);

impl fmt::Display for OneOf<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 14;
        f.write_str("one of ")?;
        for (nth, word) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{word}", if nth > 0 { ", " } else { "" })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

/// Declares a closed list of words as an enum.
///
/// `from n` after the noun lets a file write the word's number instead, counted from `n`.
macro_rules! words {
    (
        $(#[doc = $about:literal])*
        pub enum $name:ident: $noun:literal $(from $first:literal)? {
            $( $(#[doc = $doc:literal])* $variant:ident = $word:literal, )+
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $( $(#[doc = $doc])* $variant, )+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            $(
                /// Its number, as a file may write it instead of the word.
                pub const fn number(self) -> i32 {
                    self as i32 + $first
                }
            )?
        }

        impl $crate::declare::Word for $name {
            const NOUN: &'static str = $noun;
            const WORDS: &'static [&'static str] = &[$($word),+];

            fn from_word(word: &str) -> Option<$name> {
                match word {
                    $( $word => Some($name::$variant), )+
                    _ => None,
                }
            }

            fn word(self) -> &'static str {
                match self {
                    $( $name::$variant => $word, )+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad($crate::declare::Word::word(*self))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::declare::Word::word(*self))
            }
        }

        impl $crate::declare::Readable for $name {
            fn shape(_: $crate::declare::Limits) -> $crate::declare::Shape {
                $crate::declare::Shape::Word {
                    words: <$name as $crate::declare::Word>::WORDS,
                    first_number: $crate::declare::first_number!($($first)?),
                }
            }

            fn read(
                reader: &mut $crate::reader::Reader<'_>,
                value: &toml::Spanned<toml::de::DeValue<'_>>,
                _: $crate::declare::Limits,
            ) -> Option<$name> {
                $( if let Some(number) = reader.number_of_word(value) {
                    let index = number.checked_sub($first).and_then(|index| usize::try_from(index).ok());
                    return match index.and_then(|index| $name::ALL.get(index)) {
                        Some(word) => Some(*word),
                        None => reader.out_of_range(value, number, <$name as $crate::declare::Readable>::shape(None)),
                    };
                } )?
                reader.word(value, <$name as $crate::declare::Readable>::shape(None))
            }

            fn placeholder() -> $name {
                $name::ALL[0]
            }
        }
    };
}

macro_rules! first_number {
    () => {
        None
    };
    ($first:literal) => {
        Some($first)
    };
}

/// Declares a table of the file as a struct: `field as "key": Type [least..=most] = default`.
///
/// The words above a field are also what editors show for its key. A field of the last section (`beside`) is no key.
macro_rules! table {
    (
        $(#[doc = $about:literal])*
        pub struct $name:ident: $noun:literal {
            $( $(#[doc = $doc:literal])* $field:ident $(as $key:literal)?: $type:ty $([ $least:literal..=$most:literal ])? $(= $default:expr)?, )+
        }
        $( beside { $(#[doc = $beside_doc:literal])* $beside:ident: $beside_type:ty } )?
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
        pub struct $name {
            $(
                $(#[doc = $doc])*
                $(#[serde(rename = $key)])?
                #[serde(skip_serializing_if = "crate::declare::is_left_out")]
                pub $field: $type,
            )+
            $( $(#[doc = $beside_doc])* #[serde(skip)] pub $beside: $beside_type, )?
        }

        impl $name {
            pub(crate) const TABLE: &'static $crate::declare::Table = &$crate::declare::Table {
                name: $noun,
                about: concat!($($about),*),
                keys: &[ $( $crate::declare::Key {
                    name: $crate::declare::key!($field $(as $key)?),
                    about: concat!($($doc),*),
                    shape: || <$type as $crate::declare::Readable>::shape($crate::declare::limits!($($least, $most)?)),
                    required: || $crate::declare::default!($type $(= $default)?).is_none(),
                } ),+ ],
            };
        }

        impl $crate::declare::Readable for $name {
            fn shape(_: $crate::declare::Limits) -> $crate::declare::Shape {
                $crate::declare::Shape::Table(Self::TABLE)
            }

            fn read(
                reader: &mut $crate::reader::Reader<'_>,
                value: &toml::Spanned<toml::de::DeValue<'_>>,
                _: $crate::declare::Limits,
            ) -> Option<$name> {
                let table = reader.table(value, Self::TABLE)?;
                Some($name {
                    $( $field: reader.key(
                        table,
                        $crate::declare::key!($field $(as $key)?),
                        $crate::declare::limits!($($least, $most)?),
                        $crate::declare::default!($type $(= $default)?),
                    ), )+
                    $( $beside: Default::default(), )?
                })
            }

            fn placeholder() -> $name {
                $name {
                    $( $field: <$type as $crate::declare::Readable>::placeholder(), )+
                    $( $beside: Default::default(), )?
                }
            }
        }
    };
}

macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident as $key:literal) => {
        $key
    };
}

macro_rules! limits {
    () => {
        None
    };
    ($least:literal, $most:literal) => {
        Some(($least, $most))
    };
}

macro_rules! default {
    ($type:ty) => {
        <$type as $crate::declare::Readable>::absent()
    };
    ($type:ty = $default:expr) => {{
        let default: Option<$type> = Some($default);
        default
    }};
}

pub(crate) use {default, first_number, key, limits, table, words};
