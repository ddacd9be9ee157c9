//! Things made of their types alone: every variant that a type has, with anything in it. So a
//! test can go through all of an enum, and finds what is new in it.

use riposte::engine::core::dice::SeededDice;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer,
    MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Texts, one of which each text that is more than a name reads.
const TEXTS: &[&str] = &["2d6", "4D+1", "str", "strength", "strike", "party"];
/// What stands deeper than some of these has nothing in it.
const DEEPEST: usize = 6;
/// How many there are of ids, and of what is in lists.
const FEW: usize = 2;

/// The names of an enum's variants.
pub fn variants<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut maker = Maker::new("", 0);
    let _ = T::deserialize(&mut maker);
    maker.variants.expect("it is an enum")
}

/// That variant of an enum with what is drawn in it; none where it cannot be with that.
pub fn made<T: DeserializeOwned>(variant: &'static str, seed: u64) -> Option<T> {
    T::deserialize(&mut Maker::new(variant, seed)).ok()
}

struct Maker {
    choice: SeededDice,
    text: &'static str,
    /// The variant of the outermost enum, until that is made.
    wanted: Option<&'static str>,
    /// The variants of the outermost enum.
    variants: Option<&'static [&'static str]>,
    depth: usize,
    deepest: usize,
}

impl Maker {
    fn new(wanted: &'static str, seed: u64) -> Self {
        let mut choice = SeededDice::new(seed);
        let text = TEXTS[choice.number_below(TEXTS.len())];
        let deepest = 1 + choice.number_below(DEEPEST);
        Self { choice, text, wanted: Some(wanted), variants: None, depth: 0, deepest }
    }

    fn below(&mut self, number: usize) -> usize {
        if self.depth > self.deepest { 0 } else { self.choice.number_below(number) }
    }

    fn list<'de, V: Visitor<'de>>(&mut self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.depth += 1;
        let made = visitor.visit_seq(Members { maker: self, left: len });
        self.depth -= 1;
        made
    }

    fn fields<'de, V: Visitor<'de>>(
        &mut self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.depth += 1;
        let made = visitor.visit_map(Fields { maker: self, names, is_free: false });
        self.depth -= 1;
        made
    }
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number = self.below(FEW);
            visitor.visit_u64(number as u64)
        }
    )*};
}

macro_rules! texts {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.visit_str(self.text)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Maker {
    type Error = Error;

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    texts! {
        deserialize_str deserialize_string deserialize_char deserialize_bytes
        deserialize_byte_buf deserialize_identifier
    }

    /// It may be written in several ways.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.choice.number_below(2) {
            0 => visitor.visit_u64(0),
            _ => visitor.visit_str(self.text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.below(2) == 1)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.below(3) == 0 { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let len = self.below(FEW + 1);
        self.list(len, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.list(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.list(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        const ONE: &[&str] = &[""];
        let names = &ONE[..self.below(2)];
        visitor.visit_map(Fields { maker: self, names, is_free: true })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.fields(names, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.variants.get_or_insert(variants);
        let name = match self.wanted.take() {
            Some(wanted) => variants.iter().copied().find(|name| *name == wanted),
            None => Some(variants[self.below(variants.len())]),
        };
        let name = name.ok_or_else(|| Error::custom("no such variant"))?;
        visitor.visit_enum(Chosen { maker: self, name })
    }
}

struct Members<'a> {
    maker: &'a mut Maker,
    left: usize,
}

impl<'de> SeqAccess<'de> for Members<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(&mut *self.maker).map(Some)
    }
}

struct Fields<'a> {
    maker: &'a mut Maker,
    names: &'static [&'static str],
    /// The keys are made as well.
    is_free: bool,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, rest)) = self.names.split_first() else { return Ok(None) };
        self.names = rest;
        if self.is_free {
            return seed.deserialize(&mut *self.maker).map(Some);
        }
        let name: StrDeserializer<'_, Error> = (*name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.maker)
    }
}

struct Chosen<'a> {
    maker: &'a mut Maker,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for Chosen<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for Chosen<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.maker)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.maker.list(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.maker.fields(names, visitor)
    }
}
