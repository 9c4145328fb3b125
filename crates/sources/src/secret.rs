//! Where a secret is written down: never in the configuration itself.

use std::{borrow::Cow, fmt, path::Path};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use secrecy::SecretString;
use serde::{Deserialize, Deserializer, de};

use crate::{FaultKind, SourceFault};

/// The longest secret in bytes; a private key is far shorter.
const LONGEST: u64 = 64 << 10;

/// The longest name of a variable in bytes.
const LONGEST_NAME: usize = 200;

/// The longest path in bytes.
const LONGEST_PATH: usize = 500;

/// `{ env = "NAME" }` or `{ file = "path" }`. Read anew for each fetch, so that
/// a secret can be changed without a restart of the gateway.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretRef {
    /// A variable of the environment.
    Env(String),
    /// A file, relative to the configuration file.
    File(String),
}

impl SecretRef {
    /// The secret, without line breaks at its end.
    ///
    /// # Errors
    /// [`FaultKind::Credentials`]: it is not there, is empty, or lies in a file
    /// that others can read. `what` names the key that asks for it.
    pub fn read(&self, what: &str, folder: &Path) -> Result<SecretString, SourceFault> {
        let text = match self {
            Self::Env(name) => std::env::var(name).map_err(|_| {
                fault(what, &format!("the variable {name} is not set"), "set it for the user that runs the gateway")
            })?,
            Self::File(path) => read_file(what, &folder.join(path))?,
        };
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            return Err(fault(what, &format!("{self} is empty"), "put the secret there"));
        }
        Ok(SecretString::from(text))
    }
}

/// Says where it is, never what.
impl fmt::Display for SecretRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Env(name) => write!(f, "the variable {name}"),
            Self::File(path) => write!(f, "the file {path}"),
        }
    }
}

fn fault(what: &str, problem: &str, mend: &str) -> SourceFault {
    SourceFault::new(FaultKind::Credentials, what, problem, mend)
}

fn read_file(what: &str, path: &Path) -> Result<String, SourceFault> {
    use std::io::Read;
    let shown = path.display();
    let unreadable = |error: std::io::Error| {
        fault(what, &format!("cannot read {shown}: {}", error.kind()), "check the path and who may read it")
    };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let found = file.metadata().map_err(unreadable)?;
    check_permissions(what, path, &found)?;
    if !found.is_file() || found.len() > LONGEST {
        return Err(fault(
            what,
            &format!("{shown} is no file of at most {LONGEST} bytes"),
            "name the secret's own file",
        ));
    }
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).map_err(unreadable)?;
    Ok(text)
}

/// A secret that everybody on the machine can read is none. A group may read it:
/// that is how container platforms hand secrets over.
#[cfg(unix)]
fn check_permissions(what: &str, path: &Path, found: &std::fs::Metadata) -> Result<(), SourceFault> {
    use std::os::unix::fs::PermissionsExt;
    let mode = found.permissions().mode() & 0o777;
    if mode & 0o027 == 0 {
        return Ok(());
    }
    let shown = path.display();
    let problem = format!("{shown} can be read or changed by others (mode {mode:03o})");
    Err(fault(what, &problem, "make it its owner's alone: chmod 600"))
}

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "the same signature on every system")]
fn check_permissions(_: &str, _: &Path, _: &std::fs::Metadata) -> Result<(), SourceFault> {
    Ok(())
}

/// What stands in the file. Its refusals repeat nothing of what was written: it
/// may be the secret itself.
impl<'de> Deserialize<'de> for SecretRef {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Table)
    }
}

const WANTED: &str = "write { env = \"NAME\" } or { file = \"path\" }, never the secret itself";

struct Table;

impl<'de> de::Visitor<'de> for Table {
    type Value = SecretRef;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(WANTED)
    }

    fn visit_str<E: de::Error>(self, _: &str) -> Result<SecretRef, E> {
        Err(E::custom(WANTED))
    }

    fn visit_i64<E: de::Error>(self, _: i64) -> Result<SecretRef, E> {
        Err(E::custom(WANTED))
    }

    fn visit_u64<E: de::Error>(self, _: u64) -> Result<SecretRef, E> {
        Err(E::custom(WANTED))
    }

    fn visit_f64<E: de::Error>(self, _: f64) -> Result<SecretRef, E> {
        Err(E::custom(WANTED))
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<SecretRef, A::Error> {
        let mut found = None;
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            let Ok(text) = map.next_value::<String>() else { return Err(de::Error::custom(WANTED)) };
            let is_fine = found.is_none() && !text.is_empty();
            found = match &*key {
                "env" if is_fine && text.len() <= LONGEST_NAME && !text.contains(['=', '\0']) => {
                    Some(SecretRef::Env(text))
                }
                "file" if is_fine && text.len() <= LONGEST_PATH => Some(SecretRef::File(text)),
                _ => return Err(de::Error::custom(WANTED)),
            };
        }
        found.ok_or_else(|| de::Error::custom(WANTED))
    }
}

impl JsonSchema for SecretRef {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "SecretRef".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "env": { "type": "string", "minLength": 1, "maxLength": LONGEST_NAME },
                "file": { "type": "string", "minLength": 1, "maxLength": LONGEST_PATH },
            },
            "additionalProperties": false,
            "minProperties": 1,
            "maxProperties": 1,
        })
    }
}
