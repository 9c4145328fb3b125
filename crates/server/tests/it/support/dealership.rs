//! Dealerships of a few units each, written as an operator would: a
//! configuration and an export for each rooftop.

use std::fmt::Write as _;

use super::folder::Folder;

/// Who a group of tools is opened to, in the words of the configuration.
pub(crate) const OPENNESS: [&str; 3] = ["public", "authenticated", "closed"];
/// The groups of tools.
pub(crate) const GROUPS: [&str; 5] = ["dealer", "inventory", "availability", "pricing", "used_vehicles"];

#[derive(Debug, Clone)]
pub(crate) struct Dealership {
    pub(crate) id: String,
    pub(crate) rooftops: Vec<Lot>,
}

/// A rooftop with its cars.
#[derive(Debug, Clone)]
pub(crate) struct Lot {
    pub(crate) id: String,
    /// Who may use each group of tools, in the order of [`GROUPS`].
    pub(crate) access: [&'static str; 5],
    pub(crate) listed: bool,
    pub(crate) group_search: bool,
    /// The maker of every car here, so that a facet shows whose cars it counts.
    pub(crate) make: String,
    pub(crate) cars: Vec<Car>,
}

#[derive(Debug, Clone)]
pub(crate) struct Car {
    pub(crate) vin: String,
    pub(crate) stock_number: String,
    pub(crate) price: u32,
    pub(crate) is_used: bool,
}

impl Dealership {
    /// Its part of the configuration, and its exports in the folder.
    pub(crate) fn write(&self, folder: &Folder) -> String {
        let mut config = format!("[[organizations]]\nid = \"{0}\"\nname = \"Cars of {0}\"\n", self.id);
        for lot in &self.rooftops {
            lot.write_record(&mut config);
        }
        for lot in &self.rooftops {
            let (organization, id, file) = (&self.id, &lot.id, format!("{}.csv", lot.id));
            write!(
                config,
                "[[feeds]]\nid = \"{id}\"\norganization = \"{organization}\"\nrooftop = \"{id}\"\nprofile = \"vauto\"\n\
                 path = \"{file}\"\ncurrency = \"USD\"\nodometer_unit = \"mi\"\nprice_column = \"Price\"\n\
                 price_includes_required_charges = false\n\
                 listing_url_template = \"https://{organization}.example/{{stock}}\"\n"
            )
            .unwrap();
            folder.write(&file, lot.export().as_bytes(), "2026-12-01T10:00:00Z");
        }
        config
    }
}

impl Lot {
    fn write_record(&self, config: &mut String) {
        let access = GROUPS.iter().zip(self.access).map(|(group, openness)| format!("{group} = \"{openness}\""));
        let access = access.collect::<Vec<_>>().join(", ");
        let Self { id, listed, group_search, .. } = self;
        write!(
            config,
            "[[organizations.rooftops]]\nid = \"{id}\"\nname = \"Lot {id}\"\ntimezone = \"America/Denver\"\n\
             address = {{ lines = [\"1 Road\"], locality = \"Denver\", country = \"US\" }}\ndepartments = [\"sales\"]\n\
             access = {{ {access} }}\nlisted = {listed}\ngroup_search = {group_search}\n"
        )
        .unwrap();
    }

    fn export(&self) -> String {
        let mut csv =
            "Stock #,VIN,New/Used,Year,Make,Model,Odometer,Price,Inventory Date,Certified,Status\n".to_owned();
        for car in &self.cars {
            let Car { vin, stock_number, price, is_used } = car;
            let (condition, odometer) = if *is_used { ("U", 20_000) } else { ("N", 10) };
            let make = &self.make;
            writeln!(
                csv,
                "{stock_number},{vin},{condition},2024,{make},Model of {make},{odometer},{price},11/15/2026,False,In Stock"
            )
            .unwrap();
        }
        csv
    }
}
