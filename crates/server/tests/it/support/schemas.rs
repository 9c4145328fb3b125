//! The committed and the published schemas, as validators.

use std::{collections::BTreeMap, path::PathBuf};

use dealeragent_protocol::{schema, tool::Tool};
use jsonschema::{Registry, Validator};
use serde_json::{Value, json};

/// File and definition of a tool's result.
fn place(tool: Tool) -> (&'static str, &'static str) {
    match tool {
        Tool::GetManifest => ("manifest.schema.json", "manifest"),
        Tool::DealerGet => ("dealer.schema.json", "dealerOrganization"),
        Tool::Search => ("vehicle.schema.json", "searchResponse"),
        Tool::GetVehicle => ("vehicle.schema.json", "vehicle"),
        Tool::VerifyAvailability => ("vehicle.schema.json", "availabilityResult"),
        Tool::GetDisclosure => ("pricing.schema.json", "pricingDisclosure"),
        Tool::GetUsedVehicleDetails => ("used-vehicle.schema.json", "usedVehicleDetails"),
    }
}

const ERROR_FILE: &str = "error.schema.json";

/// One set of schemas: a validator for each tool's result and for errors.
pub(crate) struct SchemaSet {
    pub(crate) title: String,
    results: BTreeMap<&'static str, Validator>,
    error: Validator,
}

fn read(folder: &std::path::Path, file: &str) -> Value {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

fn compiled(schema: &Value, registry: Option<&Registry<'_>>) -> Validator {
    let mut options = jsonschema::options().with_draft(jsonschema::Draft::Draft202012).should_validate_formats(true);
    if let Some(registry) = registry {
        options = options.with_registry(registry);
    }
    options.build(schema).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

impl SchemaSet {
    /// What this repository commits under `schemas/`.
    pub(crate) fn committed() -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../schemas");
        let one = |(file, definition): (&str, &str)| {
            let mut document = read(&folder, file);
            document["$ref"] = format!("#/$defs/{definition}").into();
            compiled(&document, None)
        };
        let results = Tool::ALL.iter().map(|tool| (tool.as_str(), one(place(*tool)))).collect();
        Self { title: "committed".to_owned(), results, error: compiled(&read(&folder, ERROR_FILE), None) }
    }

    /// What the protocol publishes, where `DEALERAGENT_PUBLISHED_SCHEMAS` says
    /// that it lies. References between the files are resolved from the folder
    /// alone.
    pub(crate) fn published() -> Option<Self> {
        let folder = PathBuf::from(std::env::var_os("DEALERAGENT_PUBLISHED_SCHEMAS")?);
        let mut ids = BTreeMap::new();
        let mut builder = Registry::new();
        for entry in std::fs::read_dir(&folder).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let document = read(&folder, &file);
            let id = document["$id"].as_str().unwrap().to_owned();
            builder = builder.add(&id, document).unwrap();
            ids.insert(file, id);
        }
        let registry = builder.prepare().unwrap();
        let refer = |reference: String| compiled(&json!({ "$ref": reference }), Some(&registry));
        let one = |(file, definition): (&str, &str)| refer(format!("{}#/$defs/{definition}", ids[file]));
        let results = Tool::ALL.iter().map(|tool| (tool.as_str(), one(place(*tool)))).collect();
        Some(Self { title: "published".to_owned(), results, error: refer(ids[ERROR_FILE].clone()) })
    }

    /// What hosts see as each tool's `outputSchema`: it takes errors too.
    pub(crate) fn of_hosts() -> Self {
        let one = |tool: &Tool| (tool.as_str(), compiled(&schema::tool_output(*tool), None));
        let error = compiled(&schema::tool_output(Tool::GetManifest), None);
        Self { title: "outputSchema".to_owned(), results: Tool::ALL.iter().map(one).collect(), error }
    }

    /// The committed and, where there are any, the published schemas.
    pub(crate) fn all() -> Vec<Self> {
        [Some(Self::committed()), Self::published()].into_iter().flatten().collect()
    }

    pub(crate) fn takes(&self, tool: Tool, value: &Value) -> bool {
        self.results[tool.as_str()].is_valid(value)
    }

    pub(crate) fn check_result(&self, tool: Tool, value: &Value, what: &str) {
        self.check(&self.results[tool.as_str()], value, what);
    }

    pub(crate) fn check_error(&self, value: &Value, what: &str) {
        self.check(&self.error, value, what);
    }

    fn check(&self, validator: &Validator, value: &Value, what: &str) {
        let errors: Vec<String> =
            validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{what} against the {} schema: {}", self.title, errors.join("; "));
    }
}
