//! Values by the names of elements from the root.

use quick_xml::{Reader, XmlVersion, events::BytesStart, events::Event};

use crate::Nonsense;

/// Elements inside each other.
const MAX_DEPTH: usize = 32;

/// The texts at these paths. Namespaces' prefixes do not count. No document type
/// is read, so nothing but XML's own five entities is ever expanded.
pub(crate) fn pick(bytes: &[u8], paths: &[Option<&str>]) -> Result<Vec<Option<String>>, Nonsense> {
    let text = std::str::from_utf8(bytes).map_err(|_| Nonsense::NotXml)?;
    let mut walk = Walk { paths, found: vec![None; paths.len()], open: Vec::new(), text: Vec::new() };
    let mut reader = Reader::from_str(text);
    loop {
        match reader.read_event().map_err(|_| Nonsense::NotXml)? {
            Event::Start(element) => walk.start(&element)?,
            Event::Empty(element) => {
                walk.start(&element)?;
                walk.end()?;
            }
            Event::End(_) => walk.end()?,
            Event::Text(text) => walk.text(&text.xml10_content()),
            Event::CData(text) => walk.text(&text.xml10_content()),
            Event::GeneralRef(reference) => {
                let resolved = match reference.resolve_char_ref() {
                    Ok(Some(char)) => Some(char.to_string()),
                    Ok(None) => {
                        quick_xml::escape::resolve_predefined_entity(&reference.into_inner()).map(str::to_owned)
                    }
                    Err(_) => None,
                };
                walk.text(&resolved.ok_or(Nonsense::NotXml)?);
            }
            Event::DocType(_) => return Err(Nonsense::NotXml),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            Event::Eof if walk.open.is_empty() => return Ok(walk.found),
            Event::Eof => return Err(Nonsense::NotXml),
        }
    }
}

struct Walk<'p> {
    paths: &'p [Option<&'p str>],
    found: Vec<Option<String>>,
    open: Vec<String>,
    /// The text so far of each open element.
    text: Vec<String>,
}

impl Walk<'_> {
    fn start(&mut self, element: &BytesStart<'_>) -> Result<(), Nonsense> {
        if self.open.len() >= MAX_DEPTH {
            return Err(Nonsense::NotXml);
        }
        let name = element.local_name();
        let name: &str = name.as_ref();
        self.open.push(name.to_owned());
        self.text.push(String::new());
        for attribute in element.attributes() {
            let attribute = attribute.map_err(|_| Nonsense::NotXml)?;
            let name = attribute.key.local_name();
            let name: &str = name.as_ref();
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|_| Nonsense::NotXml)?;
            let path = format!("{}/@{name}", self.path());
            self.put(&path, &value)?;
        }
        Ok(())
    }

    fn text(&mut self, text: &str) {
        if let Some(so_far) = self.text.last_mut() {
            so_far.push_str(text);
        }
    }

    fn end(&mut self) -> Result<(), Nonsense> {
        let path = self.path();
        self.open.pop();
        let text = self.text.pop().unwrap_or_default();
        self.put(&path, &text)
    }

    fn path(&self) -> String {
        self.open.iter().fold(String::new(), |path, name| path + "/" + name)
    }

    /// A second value at a path would leave the choice to us.
    fn put(&mut self, path: &str, text: &str) -> Result<(), Nonsense> {
        for (wanted, found) in self.paths.iter().zip(&mut self.found) {
            if *wanted == Some(path) && found.replace(text.trim().to_owned()).is_some() {
                return Err(Nonsense::Ambiguous);
            }
        }
        Ok(())
    }
}
