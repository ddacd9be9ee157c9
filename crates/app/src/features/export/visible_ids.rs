//! Numbers the combatants and items of a player's JSON export anew. Their ids in the fight count
//! hidden ones too, so a gap would tell of them.
//!
//! A serializer around that of JSON recognises each id by the name of its type (`CombatantId`,
//! `ItemId`), in whatever field it stands.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use engine::core::ids::{CombatantId, ItemId};
use serde::ser::{self, Serialize, Serializer};
use serde_json::{Error, Value};

/// An id with the name of its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct TypedId {
    type_name: &'static str,
    number: u16,
}

impl TypedId {
    const fn new(type_name: &'static str, number: u16) -> Self {
        Self { type_name, number }
    }
}

const RENUMBERED_TYPES: [&str; 2] = ["CombatantId", "ItemId"];

/// Ids that stand for something else than a combatant or item of the fight.
const SPECIAL_IDS: [TypedId; 4] = [
    TypedId::new("CombatantId", CombatantId::NOBODY.0 as u16),
    TypedId::new("ItemId", ItemId::WORN_ARMOUR.0),
    TypedId::new("ItemId", ItemId::UNARMED.0),
    TypedId::new("ItemId", ItemId::NONE.0),
];

/// Converts a value to JSON. Its combatants and items get the numbers 0, 1, 2, … in the order of
/// their ids, each kind for itself; an item never gets the number of a special one.
///
/// # Errors
/// Fails if the value cannot be written as JSON.
pub(super) fn to_json_with_renumbered_ids<T: Serialize>(value: &T) -> Result<Value, Error> {
    // The first pass only collects the ids; what it writes is dropped.
    let collected_ids = RefCell::new(BTreeSet::new());
    let collect = |id: TypedId| {
        collected_ids.borrow_mut().insert(id);
        id.number
    };
    value.serialize(IdSerializer { inner: serde_json::value::Serializer, map_id: &collect })?;
    let mut new_numbers: BTreeMap<TypedId, u16> = BTreeMap::new();
    for type_name in RENUMBERED_TYPES {
        let is_free = |number: &u16| !SPECIAL_IDS.contains(&TypedId::new(type_name, *number));
        let mut free_numbers = (0..).filter(is_free);
        for id in collected_ids.borrow().iter() {
            if id.type_name == type_name
                && !SPECIAL_IDS.contains(id)
                && let Some(number) = free_numbers.next()
            {
                new_numbers.insert(*id, number);
            }
        }
    }
    let renumber = |id: TypedId| new_numbers.get(&id).copied().unwrap_or(id.number);
    value.serialize(IdSerializer { inner: serde_json::value::Serializer, map_id: &renumber })
}

/// Returns the id that a newtype is; `None` for a type that is not renumbered.
fn typed_id_of<T: Serialize + ?Sized>(type_name: &'static str, value: &T) -> Option<TypedId> {
    if !RENUMBERED_TYPES.contains(&type_name) {
        return None;
    }
    let number = serde_json::to_value(value).ok()?.as_u64()?;
    Some(TypedId::new(type_name, u16::try_from(number).ok()?))
}

/// Serializes a value, and the ids in it as a function maps them.
struct IdSerializer<'m, S> {
    inner: S,
    map_id: &'m dyn Fn(TypedId) -> u16,
}

/// A value whose ids are mapped when it is serialized.
struct WithMappedIds<'m, T: ?Sized> {
    value: &'m T,
    map_id: &'m dyn Fn(TypedId) -> u16,
}

impl<T: Serialize + ?Sized> Serialize for WithMappedIds<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(IdSerializer { inner: serializer, map_id: self.map_id })
    }
}

/// Passes simple values on.
macro_rules! forward {
    ($($method:ident($type:ty)),* $(,)?) => {
        $(fn $method(self, value: $type) -> Result<S::Ok, S::Error> {
            self.inner.$method(value)
        })*
    };
}

impl<'m, S: Serializer> Serializer for IdSerializer<'m, S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = IdSerializer<'m, S::SerializeSeq>;
    type SerializeTuple = IdSerializer<'m, S::SerializeTuple>;
    type SerializeTupleStruct = IdSerializer<'m, S::SerializeTupleStruct>;
    type SerializeTupleVariant = IdSerializer<'m, S::SerializeTupleVariant>;
    type SerializeMap = IdSerializer<'m, S::SerializeMap>;
    type SerializeStruct = IdSerializer<'m, S::SerializeStruct>;
    type SerializeStructVariant = IdSerializer<'m, S::SerializeStructVariant>;

    forward! {
        serialize_bool(bool), serialize_i8(i8), serialize_i16(i16), serialize_i32(i32),
        serialize_i64(i64), serialize_u8(u8), serialize_u16(u16), serialize_u32(u32),
        serialize_u64(u64), serialize_f32(f32), serialize_f64(f64), serialize_char(char),
        serialize_str(&str), serialize_bytes(&[u8]), serialize_unit_struct(&'static str),
    }

    fn serialize_none(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_none()
    }

    fn serialize_unit(self) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        self.inner.serialize_some(&WithMappedIds { value, map_id: self.map_id })
    }

    fn serialize_unit_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<S::Ok, S::Error> {
        self.inner.serialize_unit_variant(name, index, variant)
    }

    /// Writes an id as `map_id` maps it. In a type that is no id, the ids within are mapped.
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        match typed_id_of(name, value) {
            Some(id) => self.inner.serialize_newtype_struct(name, &(self.map_id)(id)),
            None => {
                let value = WithMappedIds { value, map_id: self.map_id };
                self.inner.serialize_newtype_struct(name, &value)
            }
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        let value = WithMappedIds { value, map_id: self.map_id };
        self.inner.serialize_newtype_variant(name, index, variant, &value)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<Self::SerializeSeq, S::Error> {
        Ok(IdSerializer { inner: self.inner.serialize_seq(length)?, map_id: self.map_id })
    }

    fn serialize_tuple(self, length: usize) -> Result<Self::SerializeTuple, S::Error> {
        Ok(IdSerializer { inner: self.inner.serialize_tuple(length)?, map_id: self.map_id })
    }

    fn serialize_tuple_struct(
        self,
        name: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleStruct, S::Error> {
        let inner = self.inner.serialize_tuple_struct(name, length)?;
        Ok(IdSerializer { inner, map_id: self.map_id })
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        let inner = self.inner.serialize_tuple_variant(name, index, variant, length)?;
        Ok(IdSerializer { inner, map_id: self.map_id })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        Ok(IdSerializer { inner: self.inner.serialize_map(length)?, map_id: self.map_id })
    }

    fn serialize_struct(
        self,
        name: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStruct, S::Error> {
        Ok(IdSerializer { inner: self.inner.serialize_struct(name, length)?, map_id: self.map_id })
    }

    fn serialize_struct_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let inner = self.inner.serialize_struct_variant(name, index, variant, length)?;
        Ok(IdSerializer { inner, map_id: self.map_id })
    }
}

/// Serializes the elements of a list.
macro_rules! map_ids_in_elements {
    ($($trait:ident::$method:ident),* $(,)?) => {
        $(impl<S: ser::$trait> ser::$trait for IdSerializer<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
                self.inner.$method(&WithMappedIds { value, map_id: self.map_id })
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        })*
    };
}

map_ids_in_elements! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// Serializes the fields of a struct.
macro_rules! map_ids_in_fields {
    ($($trait:ident),*) => {
        $(impl<S: ser::$trait> ser::$trait for IdSerializer<'_, S> {
            type Ok = S::Ok;
            type Error = S::Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), S::Error> {
                self.inner.serialize_field(key, &WithMappedIds { value, map_id: self.map_id })
            }

            fn end(self) -> Result<S::Ok, S::Error> {
                self.inner.end()
            }
        })*
    };
}

map_ids_in_fields! { SerializeStruct, SerializeStructVariant }

impl<S: ser::SerializeMap> ser::SerializeMap for IdSerializer<'_, S> {
    type Ok = S::Ok;
    type Error = S::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), S::Error> {
        self.inner.serialize_key(&WithMappedIds { value: key, map_id: self.map_id })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), S::Error> {
        self.inner.serialize_value(&WithMappedIds { value, map_id: self.map_id })
    }

    fn end(self) -> Result<S::Ok, S::Error> {
        self.inner.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[derive(serde::Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Told {
        Hit { who: CombatantId, with: ItemId },
        Fled(CombatantId),
        Names(BTreeMap<CombatantId, u8>),
        Nearby(Vec<Option<CombatantId>>),
    }

    #[test]
    fn ids_get_numbers_without_gaps_wherever_they_stand() {
        let [ana, wolf] = [CombatantId(2), CombatantId(7)];
        let told = [
            Told::Hit { who: ana, with: ItemId(40) },
            Told::Hit { who: wolf, with: ItemId::UNARMED },
            Told::Fled(wolf),
            Told::Names(BTreeMap::from([(ana, 7), (wolf, 2)])),
            Told::Nearby(vec![None, Some(wolf), Some(CombatantId::NOBODY)]),
        ];
        let expected = json!([
            { "hit": { "who": 0, "with": 0 } },
            { "hit": { "who": 1, "with": 254 } },
            { "fled": 1 },
            { "names": { "0": 7, "1": 2 } },
            { "nearby": [null, 1, 255] },
        ]);
        assert_eq!(to_json_with_renumbered_ids(&told).unwrap(), expected);
    }
}
