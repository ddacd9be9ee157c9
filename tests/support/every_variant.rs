//! Generates values of every variant of an enum from its `Deserialize` implementation alone, so
//! that tests also cover variants that are added later.
//!
//! The [`ValueGenerator`] is a deserializer that answers each request with random data.

use riposte::engine::core::dice::SeededDice;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer,
    MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Texts that types with a syntax of their own can parse. Each generator uses one of them.
const TEXTS: &[&str] = &["2d6", "4D+1", "str", "strength", "strike", "party"];
/// The largest depth at which data is still random; below it, lists and options are empty.
const MAX_DEPTH: usize = 6;
/// The number of different ids, and the largest length of lists.
const MAX_LENGTH: usize = 2;

/// Returns the names of an enum's variants.
pub fn variant_names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut generator = ValueGenerator::new("", 0);
    let _ = T::deserialize(&mut generator);
    generator.variants.expect("the type is an enum")
}

/// Generates that variant of an enum with random data. Returns `None` if the type refuses the data.
pub fn generate_variant<T: DeserializeOwned>(variant: &'static str, seed: u64) -> Option<T> {
    T::deserialize(&mut ValueGenerator::new(variant, seed)).ok()
}

struct ValueGenerator {
    rng: SeededDice,
    text: &'static str,
    /// The variant of the outermost enum to generate, until it has been chosen.
    wanted_variant: Option<&'static str>,
    /// The variants of the outermost enum.
    variants: Option<&'static [&'static str]>,
    depth: usize,
    max_depth: usize,
}

impl ValueGenerator {
    fn new(wanted_variant: &'static str, seed: u64) -> Self {
        let mut rng = SeededDice::new(seed);
        let text = TEXTS[rng.number_below(TEXTS.len())];
        let max_depth = 1 + rng.number_below(MAX_DEPTH);
        Self {
            rng,
            text,
            wanted_variant: Some(wanted_variant),
            variants: None,
            depth: 0,
            max_depth,
        }
    }

    /// Returns a random number below this one, or 0 where the data is nested too deeply.
    fn number_below_or_zero(&mut self, number: usize) -> usize {
        if self.depth > self.max_depth { 0 } else { self.rng.number_below(number) }
    }

    /// Lets the visitor read a list of this many random elements, one level deeper.
    fn visit_list<'de, V: Visitor<'de>>(
        &mut self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.depth += 1;
        let value = visitor.visit_seq(ListAccess { generator: self, remaining: len });
        self.depth -= 1;
        value
    }

    /// Lets the visitor read fields of these names with random values, one level deeper.
    fn visit_fields<'de, V: Visitor<'de>>(
        &mut self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.depth += 1;
        let value =
            visitor.visit_map(FieldAccess { generator: self, names, has_generated_keys: false });
        self.depth -= 1;
        value
    }
}

macro_rules! impl_number_methods {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let number = self.number_below_or_zero(MAX_LENGTH);
            visitor.visit_u64(number as u64)
        }
    )*};
}

macro_rules! impl_text_methods {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.visit_str(self.text)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut ValueGenerator {
    type Error = Error;

    impl_number_methods! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    impl_text_methods! {
        deserialize_str deserialize_string deserialize_char deserialize_bytes
        deserialize_byte_buf deserialize_identifier
    }

    /// Types that accept several forms get a number or a text.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.rng.number_below(2) {
            0 => visitor.visit_u64(0),
            _ => visitor.visit_str(self.text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.number_below_or_zero(2) == 1)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.number_below_or_zero(3) == 0 {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
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
        let len = self.number_below_or_zero(MAX_LENGTH + 1);
        self.visit_list(len, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.visit_list(len, visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_list(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        const ONE_KEY: &[&str] = &[""];
        let names = &ONE_KEY[..self.number_below_or_zero(2)];
        visitor.visit_map(FieldAccess { generator: self, names, has_generated_keys: true })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.visit_fields(names, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.variants.get_or_insert(variants);
        let name = match self.wanted_variant.take() {
            Some(wanted_variant) => variants.iter().copied().find(|name| *name == wanted_variant),
            None => Some(variants[self.number_below_or_zero(variants.len())]),
        };
        let name = name.ok_or_else(|| Error::custom("no such variant"))?;
        visitor.visit_enum(ChosenVariant { generator: self, name })
    }
}

struct ListAccess<'a> {
    generator: &'a mut ValueGenerator,
    remaining: usize,
}

impl<'de> SeqAccess<'de> for ListAccess<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.remaining == 0 {
            return Ok(None);
        }
        self.remaining -= 1;
        seed.deserialize(&mut *self.generator).map(Some)
    }
}

struct FieldAccess<'a> {
    generator: &'a mut ValueGenerator,
    names: &'static [&'static str],
    /// Whether keys are generated too, as in a map, and not taken from `names`.
    has_generated_keys: bool,
}

impl<'de> MapAccess<'de> for FieldAccess<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        let Some((name, rest)) = self.names.split_first() else { return Ok(None) };
        self.names = rest;
        if self.has_generated_keys {
            return seed.deserialize(&mut *self.generator).map(Some);
        }
        let name: StrDeserializer<'_, Error> = (*name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.generator)
    }
}

struct ChosenVariant<'a> {
    generator: &'a mut ValueGenerator,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for ChosenVariant<'_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let name: StrDeserializer<'_, Error> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> VariantAccess<'de> for ChosenVariant<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.generator)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Error> {
        self.generator.visit_list(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.generator.visit_fields(names, visitor)
    }
}
