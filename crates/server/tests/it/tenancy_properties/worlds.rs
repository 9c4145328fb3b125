//! Two dealers with a few rooftops each, and callers with grants.

use dealeragent_protocol::tool::Profile;
use proptest::{prelude::*, sample::subsequence};
use serde_json::json;

use super::oracle::Rights;
use crate::support::{
    dealership::{Car, Dealership, Lot, OPENNESS},
    signed_in::{SCOPES, SignInAt, SignedIn},
};

#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) tenants: Vec<Dealership>,
    pub(super) askers: Vec<Asker>,
}

/// Somebody who asks, with or without a token.
#[derive(Debug, Clone)]
pub(super) struct Asker {
    name: String,
    pub(super) grant: Option<Held>,
}

/// What a token says.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub(super) organization: String,
    pub(super) rooftops: Vec<String>,
    pub(super) scopes: Vec<&'static str>,
    pub(super) profiles: Option<Vec<Profile>>,
}

impl Scene {
    pub(super) fn dealers(&self) -> impl Iterator<Item = (&str, &[Lot])> {
        self.tenants.iter().map(|tenant| (tenant.id.as_str(), tenant.rooftops.as_slice()))
    }

    /// Every lot with its dealer.
    pub(super) fn lots(&self) -> impl Iterator<Item = (&str, &Lot)> {
        self.dealers().flat_map(|(dealer, lots)| lots.iter().map(move |lot| (dealer, lot)))
    }

    pub(super) fn open(&self) -> SignedIn {
        let world = SignedIn::new(SignInAt::OwnIssuer, &self.tenants);
        self.askers.iter().for_each(|asker| world.record_for(&asker.name, &asker.name));
        world
    }

    /// The same for this caller: wherever it may use no tool, there are other
    /// cars, and more of them.
    pub(super) fn with_other_secrets(&self, rights: &Rights<'_>) -> Self {
        let mut scene = self.clone();
        for tenant in &mut scene.tenants {
            for lot in tenant.rooftops.iter_mut().filter(|lot| !rights.sees_cars_of(&tenant.id, lot)) {
                let more = Car { price: 77_000, ..lot.cars[0].clone() };
                lot.cars.extend([more.clone(), more.clone(), more]);
                for (n, car) in lot.cars.iter_mut().enumerate() {
                    car.vin = format!("9ZZY{n}{}", &car.vin[5..]);
                    car.stock_number = format!("Y{n}{}", car.stock_number);
                }
                lot.make = format!("Other {}", lot.make);
            }
        }
        scene
    }
}

impl Asker {
    /// Its credential, signed by the gateway that it asks.
    pub(super) fn authorization(&self, world: &SignedIn) -> Option<String> {
        let held = self.grant.as_ref()?;
        let rooftops: Vec<&str> = held.rooftops.iter().map(String::as_str).collect();
        let mut claims = world.claims(&self.name, &held.organization, &rooftops);
        claims["sub"] = self.name.clone().into();
        claims["scope"] = held.scopes.join(" ").into();
        if let Some(profiles) = &held.profiles {
            claims["dealeragent_profiles"] = json!(profiles.iter().map(|it| it.as_str()).collect::<Vec<_>>());
        }
        Some(format!("Bearer {}", world.signer.sign(&claims)))
    }
}

/// Ids that occur nowhere else, so that finding one is a leak.
fn lot(tenant: usize, at: usize) -> impl Strategy<Value = Lot> {
    let access = prop::array::uniform5(prop::sample::select(&OPENNESS[..]));
    // Few gateways are closed altogether; most of the time something differs.
    let access = prop_oneof![access, Just(["authenticated"; 5]), Just(["public"; 5])];
    let cars = prop::collection::vec((any::<bool>(), 10_000..60_000_u32), 1..4);
    (access, prop::bool::weighted(0.7), prop::bool::weighted(0.7), cars).prop_map(
        move |(access, listed, group_search, cars)| Lot {
            id: format!("rtx{tenant}{at}k"),
            access,
            listed,
            group_search,
            make: format!("Mkz{tenant}{at}"),
            cars: cars
                .into_iter()
                .enumerate()
                .map(|(n, (is_used, price))| Car {
                    vin: format!("9ZZX0{tenant}{at}{n}000000000"),
                    stock_number: format!("SKV{tenant}{at}{n}W"),
                    price,
                    is_used,
                })
                .collect(),
        },
    )
}

fn tenant(number: usize) -> impl Strategy<Value = Dealership> {
    let rooftops = prop_oneof![
        lot(number, 0).prop_map(|one| vec![one]),
        (lot(number, 0), lot(number, 1)).prop_map(|(one, two)| vec![one, two]),
        (lot(number, 0), lot(number, 1), lot(number, 2)).prop_map(|(one, two, three)| vec![one, two, three]),
    ];
    rooftops.prop_map(move |rooftops| Dealership { id: format!("orgz{number}q"), rooftops })
}

/// A grant for some of a tenant's rooftops. That it may name one of the other
/// tenant's too must be worth nothing.
fn held(tenants: &[Dealership]) -> impl Strategy<Value = Held> + use<> {
    let ids = |tenant: &Dealership| tenant.rooftops.iter().map(|lot| lot.id.clone()).collect::<Vec<_>>();
    let choices: Vec<(String, Vec<String>, String)> = (0..2)
        .map(|own| (tenants[own].id.clone(), ids(&tenants[own]), tenants[1 - own].rooftops[0].id.clone()))
        .collect();
    let all = Profile::ALL.to_vec();
    let profiles = prop_oneof![3 => Just(None), 1 => subsequence(all.clone(), 0..=all.len()).prop_map(Some)];
    let scopes = prop_oneof![2 => Just(SCOPES.to_vec()), 1 => subsequence(SCOPES.to_vec(), 0..=2)];
    (prop::sample::select(choices), scopes, profiles, any::<bool>()).prop_flat_map(
        |((organization, own, foreign), scopes, profiles, names_foreign)| {
            subsequence(own.clone(), 0..=own.len()).prop_map(move |mut rooftops| {
                rooftops.extend(names_foreign.then(|| foreign.clone()));
                Held {
                    organization: organization.clone(),
                    rooftops,
                    scopes: scopes.clone(),
                    profiles: profiles.clone(),
                }
            })
        },
    )
}

pub(super) fn arbitrary_scene() -> impl Strategy<Value = Scene> {
    (tenant(0), tenant(1)).prop_flat_map(|(one, two)| {
        let tenants = vec![one, two];
        prop::collection::vec(held(&tenants), 2).prop_map(move |grants| {
            let named = grants.into_iter().enumerate();
            let named = named.map(|(n, held)| Asker { name: format!("asker-{n}"), grant: Some(held) });
            let nobody = Asker { name: "nobody".to_owned(), grant: None };
            Scene { tenants: tenants.clone(), askers: std::iter::once(nobody).chain(named).collect() }
        })
    })
}
