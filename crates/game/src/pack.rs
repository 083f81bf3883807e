//! A value as MessagePack, fields of a structure in order and without their names, as `rmp_serde::to_vec` writes it: a test holds both
//! against each other. Every command of every game is fingerprinted by it, and into plain memory it can be written several times quicker
//! than through a writer that may fail.

use std::fmt;

use serde::Serialize;
use serde::ser::{
    SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple, SerializeTupleStruct,
    SerializeTupleVariant, Serializer,
};

/// A plain value as MessagePack.
pub(crate) fn pack<T: Serialize>(value: &T) -> Vec<u8> {
    // Room for most states: growing by doubling would copy each several times.
    let mut packer = Packer { bytes: Vec::with_capacity(8 * 1024) };
    value.serialize(&mut packer).expect("plain values always make MessagePack");
    packer.bytes
}

struct Packer {
    bytes: Vec<u8>,
}

type Packed = Result<(), fmt::Error>;

impl Packer {
    #[inline]
    fn marked<const N: usize>(&mut self, marker: u8, bytes: [u8; N]) {
        self.bytes.push(marker);
        self.bytes.extend_from_slice(&bytes);
    }

    /// Most numbers of a state are small: they take this one look.
    #[inline(always)]
    fn unsigned(&mut self, value: u64) {
        match value {
            0..=0x7f => self.bytes.push(value as u8),
            _ => self.large(value),
        }
    }

    fn large(&mut self, value: u64) {
        // Marker and number at once: most of what is large is a place on the table.
        match (value, value.to_be_bytes()) {
            (0..=0xff, [.., a]) => self.bytes.extend_from_slice(&[0xcc, a]),
            (0x100..=0xffff, [.., a, b]) => self.bytes.extend_from_slice(&[0xcd, a, b]),
            (0x1_0000..=0xffff_ffff, [.., a, b, c, d]) => self.bytes.extend_from_slice(&[0xce, a, b, c, d]),
            (_, bytes) => self.marked(0xcf, bytes),
        }
    }

    #[inline]
    fn signed(&mut self, value: i64) {
        match value {
            0.. => self.unsigned(value as u64),
            -0x20..0 => self.bytes.push(value as u8),
            -0x80..-0x20 => self.marked(0xd0, [value as u8]),
            -0x8000..-0x80 => self.marked(0xd1, (value as i16).to_be_bytes()),
            -0x8000_0000..-0x8000 => self.marked(0xd2, (value as i32).to_be_bytes()),
            _ => self.marked(0xd3, value.to_be_bytes()),
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        match text.len() {
            len @ 0..=31 => self.bytes.push(0xa0 | len as u8),
            len @ 32..=0xff => self.marked(0xd9, [len as u8]),
            len @ 0x100..=0xffff => self.marked(0xda, (len as u16).to_be_bytes()),
            len => self.marked(0xdb, (len as u32).to_be_bytes()),
        }
        self.bytes.extend_from_slice(text.as_bytes());
    }

    #[inline]
    fn array(&mut self, len: usize) {
        match len {
            0..=15 => self.bytes.push(0x90 | len as u8),
            16..=0xffff => self.marked(0xdc, (len as u16).to_be_bytes()),
            _ => self.marked(0xdd, (len as u32).to_be_bytes()),
        }
    }

    #[inline]
    fn map(&mut self, len: usize) {
        match len {
            0..=15 => self.bytes.push(0x80 | len as u8),
            16..=0xffff => self.marked(0xde, (len as u16).to_be_bytes()),
            _ => self.marked(0xdf, (len as u32).to_be_bytes()),
        }
    }

    #[cold]
    fn put_before(&mut self, began: usize, head: fn(&mut Packer, usize), count: usize) {
        let parts = self.bytes.split_off(began);
        head(self, count);
        self.bytes.extend_from_slice(&parts);
    }

    /// The name of a variant that holds something.
    #[inline]
    fn variant(&mut self, name: &str) {
        self.map(1);
        self.text(name);
    }
}

/// A list or a map on its way.
struct Parts<'a> {
    packer: &'a mut Packer,
    /// Where it began, if how long it is was not told before.
    began: Option<usize>,
    count: usize,
}

impl Parts<'_> {
    #[inline]
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Packed {
        self.count += 1;
        value.serialize(&mut *self.packer)
    }

    /// Puts the length before a list that did not tell it.
    #[inline(always)]
    fn close(self, head: fn(&mut Packer, usize), count: usize) -> Packed {
        if let Some(began) = self.began {
            self.packer.put_before(began, head, count);
        }
        Ok(())
    }
}

impl<'a> Serializer for &'a mut Packer {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Parts<'a>;
    type SerializeTuple = Parts<'a>;
    type SerializeTupleStruct = Parts<'a>;
    type SerializeTupleVariant = Parts<'a>;
    type SerializeMap = Parts<'a>;
    type SerializeStruct = Parts<'a>;
    type SerializeStructVariant = Parts<'a>;

    fn is_human_readable(&self) -> bool {
        false
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Packed {
        self.bytes.push(0xc2 | u8::from(value));
        Ok(())
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Packed {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Packed {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Packed {
        self.serialize_i64(value.into())
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Packed {
        self.signed(value);
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Packed {
        self.serialize_bytes(&value.to_be_bytes())
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Packed {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Packed {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Packed {
        self.serialize_u64(value.into())
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Packed {
        self.unsigned(value);
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Packed {
        self.serialize_bytes(&value.to_be_bytes())
    }

    fn serialize_f32(self, value: f32) -> Packed {
        self.marked(0xca, value.to_be_bytes());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Packed {
        self.marked(0xcb, value.to_be_bytes());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Packed {
        self.text(value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Packed {
        self.text(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Packed {
        match value.len() {
            len @ 0..=0xff => self.marked(0xc4, [len as u8]),
            len @ 0x100..=0xffff => self.marked(0xc5, (len as u16).to_be_bytes()),
            len => self.marked(0xc6, (len as u32).to_be_bytes()),
        }
        self.bytes.extend_from_slice(value);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Packed {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Packed {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Packed {
        self.bytes.push(0xc0);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Packed {
        self.array(0);
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Packed {
        self.text(variant);
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Packed {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Packed {
        self.variant(variant);
        value.serialize(self)
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Parts<'a>, fmt::Error> {
        let began = if len.is_none() { Some(self.bytes.len()) } else { None };
        len.into_iter().for_each(|len| self.array(len));
        Ok(Parts { packer: self, began, count: 0 })
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Parts<'a>, fmt::Error> {
        self.serialize_seq(Some(len))
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Parts<'a>, fmt::Error> {
        self.serialize_seq(Some(len))
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Parts<'a>, fmt::Error> {
        self.variant(variant);
        self.serialize_seq(Some(len))
    }

    fn serialize_map(self, len: Option<usize>) -> Result<Parts<'a>, fmt::Error> {
        let began = if len.is_none() { Some(self.bytes.len()) } else { None };
        len.into_iter().for_each(|len| self.map(len));
        Ok(Parts { packer: self, began, count: 0 })
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, len: usize) -> Result<Parts<'a>, fmt::Error> {
        self.serialize_seq(Some(len))
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Parts<'a>, fmt::Error> {
        self.variant(variant);
        self.serialize_seq(Some(len))
    }
}

/// Lists of values differ only in what serde calls them.
macro_rules! lists {
    ($($list:ident $add:ident $(($key:ty))?),*) => {$(
        impl $list for Parts<'_> {
            type Ok = ();
            type Error = fmt::Error;

            #[inline]
            fn $add<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Packed {
                self.add(value)
            }

            #[inline]
            fn end(self) -> Packed {
                let count = self.count;
                self.close(Packer::array, count)
            }
        }
    )*};
}

lists!(
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field, SerializeStruct serialize_field (&'static str),
    SerializeStructVariant serialize_field (&'static str)
);

impl SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Packed {
        self.add(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Packed {
        self.add(value)
    }

    fn end(self) -> Packed {
        let count = self.count / 2;
        self.close(Packer::map, count)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use firelock_core::{Grain, Overlay};
    use firelock_scenario::{Battle, Muster};

    use super::*;

    #[track_caller]
    fn check<T: Serialize>(value: &T) {
        assert_eq!(pack(value), rmp_serde::to_vec(value).expect("plain values"));
    }

    #[derive(Serialize)]
    enum Kind {
        Bare,
        Wrapped(Option<i16>),
        Tuple(u8, char),
        Named { a: (), b: [i32; 3] },
    }

    #[derive(Serialize)]
    struct Bare;

    #[derive(Serialize)]
    struct Wrapped(u64);

    /// A list that does not tell how long it is.
    struct Untold(u8);

    impl Serialize for Untold {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut seq = serializer.serialize_seq(None)?;
            (0..self.0).try_for_each(|value| seq.serialize_element(&value))?;
            seq.end()
        }
    }

    #[test]
    fn numbers_at_every_border() {
        for power in 0..64 {
            for near in [-1, 0, 1] {
                let value = (1_i64 << power).wrapping_add(near);
                check(&value);
                check(&value.wrapping_neg());
                check(&(value as u64));
                check(&(value as i8));
                check(&i128::from(value));
            }
        }
        check(&(0.5_f32, -2.25_f64, true, false, u128::MAX));
    }

    #[test]
    fn texts_lists_and_maps_of_every_length() {
        for len in [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536] {
            check(&"é".repeat(len));
            check(&"x".repeat(len));
            check(&vec![len; len]);
            check(&(0..len).map(|n| (n, "n")).collect::<BTreeMap<_, _>>());
        }
        [0, 3, 15, 16, 200].into_iter().for_each(|len| check(&(Untold(len), "after")));
    }

    #[test]
    fn kinds_of_values() {
        check(&[Kind::Bare, Kind::Wrapped(None), Kind::Wrapped(Some(-3)), Kind::Tuple(200, 'ß')]);
        check(&(Kind::Named { a: (), b: [1, -70_000, 3] }, Bare, Wrapped(7), Some("text"), None::<u8>));
    }

    fn check_states<S: Muster>(battle: &str) {
        let battle = Battle::read("battle", battle).expect("a sound battle");
        let book = battle.book::<S>(Overlay::default()).expect("no house rules");
        let mut state = S::muster(&battle, &book).expect("it musters").state;
        let mut dice = firelock_core::Seeded::keyed([7; 32], 0);
        for nth in 0..60 {
            check(&state);
            let Some(side) = S::asked(&state).first().copied() else { break };
            let mut commands = Vec::new();
            S::candidates(&state, side, Grain::Coarse, &mut commands);
            let command = &commands[nth * 7 % commands.len()];
            state = firelock_core::carry_out::<S>(&state, side, command, &mut dice).expect("a candidate").0;
        }
    }

    #[test]
    fn states_of_every_system() {
        check_states::<firelock_regimental::Regimental>(include_str!(
            "../../../scenarios/first-volley-regimental.toml"
        ));
        check_states::<firelock_washington::Washington>(include_str!(
            "../../../scenarios/first-volley-washington.toml"
        ));
        check_states::<firelock_discipline::Discipline>(include_str!(
            "../../../scenarios/first-volley-discipline.toml"
        ));
        check_states::<firelock_napoleonic::Napoleonic>(include_str!(
            "../../../scenarios/first-volley-napoleonic.toml"
        ));
    }
}
