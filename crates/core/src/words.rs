//! A closed list of words: what units and ground are called, in files, forms and states alike.

/// Declares closed lists of words: an enumeration that reads and writes as words with hyphens, knows its schema and lists
/// all of itself in printed order. The crate that calls it has `serde` and `schemars`.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$each:meta])* $variant:ident,)+ }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default,
            ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $($(#[$each])* $variant,)+
        }

        impl $name {
            /// All of them, in printed order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)+];
        }
    };
}
