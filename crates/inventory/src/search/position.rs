//! Where a page ends: the sort key and the id of its last unit.

use dealeragent_protocol::{
    tools::search::{Sort, SortField, SortOrder},
    values::VehicleId,
};

/// First byte of the written form.
const VERSION: u8 = 1;
/// Bytes of a key.
const KEY: usize = 16;

/// A place in an order. It names a value and an id, not a number, so it holds
/// across snapshots: whatever was added or taken away, the next page goes on
/// after this value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) sort: Sort,
    pub(super) key: Option<i128>,
    pub(super) vehicle_id: VehicleId,
}

impl Position {
    /// The order that the position belongs to.
    #[must_use]
    pub fn sort(&self) -> Sort {
        self.sort
    }

    /// A compact form of at most 147 bytes: version, order, whether there is a
    /// key, the key, the id.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let id = self.vehicle_id.as_str().as_bytes();
        let mut bytes = Vec::with_capacity(3 + KEY + id.len());
        bytes.extend([VERSION, sort_byte(self.sort), u8::from(self.key.is_some())]);
        if let Some(key) = self.key {
            bytes.extend(key.to_be_bytes());
        }
        bytes.extend(id);
        bytes
    }

    /// Reads [`Position::to_bytes`]; `None` for anything else.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let [VERSION, sort, has_key, rest @ ..] = bytes else { return None };
        let sort = sort_of_byte(*sort)?;
        let (key, id) = match *has_key {
            0 => (None, rest),
            1 => {
                let (key, id) = rest.split_first_chunk::<KEY>()?;
                (Some(i128::from_be_bytes(*key)), id)
            }
            _ => return None,
        };
        let vehicle_id = VehicleId::parse(std::str::from_utf8(id).ok()?).ok()?;
        Some(Self { sort, key, vehicle_id })
    }
}

/// Numbers of the written form. They stay when the wire's list grows.
const fn field_number(field: SortField) -> u8 {
    match field {
        SortField::AdvertisedPrice => 0,
        SortField::Year => 1,
        SortField::Odometer => 2,
        SortField::InventoryAgeDays => 3,
        SortField::ObservedAt => 4,
    }
}

const fn sort_byte(sort: Sort) -> u8 {
    let direction = match sort.order {
        SortOrder::Asc => 0,
        SortOrder::Desc => 1,
    };
    field_number(sort.field) << 1 | direction
}

fn sort_of_byte(byte: u8) -> Option<Sort> {
    let all = SortField::ALL.iter().flat_map(|field| SortOrder::ALL.iter().map(move |order| (*field, *order)));
    all.map(|(field, order)| Sort { field, order }).find(|sort| sort_byte(*sort) == byte)
}
