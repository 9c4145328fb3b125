//! XML: every element of one name is a unit; the elements inside it get dotted
//! paths, attributes `@`. No document type, so no entity but the five of XML
//! itself is ever expanded, and nothing outside the file is read.

use quick_xml::{
    Reader, XmlVersion,
    events::{BytesStart, Event},
};

use super::table::{Builder, Lines, Table};
use crate::{FileFault, Limits};

/// Elements inside each other.
const MAX_DEPTH: usize = 64;

/// Reads the units of a document.
pub(super) fn read(text: &str, record: &str, limits: Limits) -> Result<Table, FileFault> {
    let mut walk = Walk { record, builder: Builder::new(limits), unit: None, depth: 0, max_paths: limits.columns };
    let mut lines = Lines::new(text);
    let mut reader = Reader::from_str(text);
    loop {
        let at = usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX);
        let line = lines.of(at);
        let event = reader.read_event().map_err(|_| fault("is not well-formed XML", line))?;
        let known = match event {
            Event::Eof if walk.depth > 0 => return Err(fault("ends inside an element; it is cut short", line)),
            Event::Eof => break,
            Event::DocType(_) => return Err(fault("has a document type, which is never read", line)),
            Event::Start(start) => walk.start(&start, line),
            Event::Empty(start) => walk.start(&start, line).and_then(|()| walk.end()),
            Event::End(_) => walk.end(),
            Event::Text(text) => walk.text(&text.xml10_content()),
            Event::CData(text) => walk.text(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let char = match reference.resolve_char_ref() {
                    Ok(Some(char)) => Some(char.to_string()),
                    Ok(None) => predefined(&reference.into_inner()).map(str::to_owned),
                    Err(_) => None,
                };
                let char = char.ok_or_else(|| fault("has an entity that is not XML's own; none is expanded", line))?;
                walk.text(&char)
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => Ok(()),
        };
        known.map_err(|problem| match problem {
            Problem::Table(fault) => fault,
            Problem::Shape(problem) => fault(problem, line),
        })?;
    }
    Ok(walk.builder.finish())
}

fn fault(problem: &str, line: u64) -> FileFault {
    FileFault::Shape { problem: format!("{problem} (line {line})") }
}

fn predefined(name: &str) -> Option<&'static str> {
    Some(match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        _ => return None,
    })
}

enum Problem {
    Table(FileFault),
    Shape(&'static str),
}

impl From<FileFault> for Problem {
    fn from(fault: FileFault) -> Self {
        Self::Table(fault)
    }
}

struct Walk<'r> {
    record: &'r str,
    builder: Builder,
    unit: Option<Unit>,
    depth: usize,
    /// Paths that one unit may have.
    max_paths: usize,
}

/// A unit while it is read.
#[derive(Default)]
struct Unit {
    /// Names of the open elements, each with the text so far and whether there
    /// was an element inside.
    open: Vec<(String, String, bool)>,
    /// Cells; a path that comes again becomes a list.
    cells: Vec<(String, Vec<String>)>,
}

impl Unit {
    fn path(&self) -> String {
        let names: Vec<&str> = self.open.iter().map(|(name, _, _)| name.as_str()).collect();
        names.join(".")
    }

    fn push(&mut self, path: String, cell: String) {
        match self.cells.iter_mut().find(|(known, _)| *known == path) {
            Some((_, cells)) => cells.push(cell),
            None => self.cells.push((path, vec![cell])),
        }
    }
}

impl Walk<'_> {
    fn start(&mut self, element: &BytesStart<'_>, line: u64) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(Problem::Shape("has more than 64 elements inside each other"));
        }
        let name = element.local_name();
        let name: &str = name.as_ref();
        match &mut self.unit {
            None if name == self.record => {
                self.builder.start(line);
                self.unit = Some(Unit::default());
            }
            None => return Ok(()),
            Some(unit) => {
                if let Some((_, _, has_elements)) = unit.open.last_mut() {
                    *has_elements = true;
                }
                unit.open.push((name.to_owned(), String::new(), false));
            }
        }
        self.attributes(element)
    }

    fn attributes(&mut self, element: &BytesStart<'_>) -> Result<(), Problem> {
        let Some(unit) = &mut self.unit else { return Ok(()) };
        let path = unit.path();
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|_| Problem::Shape("has a malformed attribute"))?;
            let name = attribute.key.local_name();
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|_| Problem::Shape("has an entity in an attribute that is not XML's own"))?;
            let name: &str = name.as_ref();
            unit.push(format!("{path}@{name}"), value.into_owned());
            if unit.cells.len() > self.max_paths {
                break;
            }
        }
        self.check_paths()
    }

    fn text(&mut self, text: &str) -> Result<(), Problem> {
        if let Some((_, so_far, _)) = self.unit.as_mut().and_then(|unit| unit.open.last_mut()) {
            so_far.push_str(text);
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Problem> {
        self.depth = self.depth.saturating_sub(1);
        let Some(unit) = &mut self.unit else { return Ok(()) };
        if unit.open.is_empty() {
            let unit = self.unit.take().unwrap_or_default();
            for (path, mut cells) in unit.cells {
                let cell = match cells.len() {
                    1 => cells.remove(0),
                    _ => serde_json::to_string(&cells).map_err(|_| Problem::Shape("has a text that cannot be kept"))?,
                };
                self.builder.cell(&path, cell)?;
            }
            self.builder.end()?;
            return Ok(());
        }
        let path = unit.path();
        if let Some((_, text, has_elements)) = unit.open.pop()
            && (!has_elements || !text.trim().is_empty())
        {
            unit.push(path, text.trim().to_owned());
        }
        self.check_paths()
    }

    /// As soon as there are too many: each new path is looked for among them.
    fn check_paths(&self) -> Result<(), Problem> {
        if self.unit.as_ref().is_some_and(|unit| unit.cells.len() > self.max_paths) {
            return Err(Problem::Shape("has a unit with more different elements than the cap `columns` allows"));
        }
        Ok(())
    }
}
