//! Bytes to text, piece by piece: what the file is, how it is packed, and how
//! its characters are written (A01 to A04, A18 to A20, A23, A24).
//!
//! The order is fixed and nothing is guessed from statistics: a byte order
//! mark, else strict UTF-8, else the encoding that the source declares, else
//! Windows-1252. UTF-16 is turned into UTF-8 on the way. The one-byte code
//! pages agree with UTF-8 on every mark that a delimited file is made of, so
//! they are left as they are and settled record by record, see
//! [`crate::read::RecordReader`]: a file of a million rows with one foreign
//! row in it is read once, and only that row differs.

mod archive;
mod code_page;
mod encoding;
mod magic;
mod peek;
mod source;
mod utf16;
mod zip;
mod zip_entry;

use std::io::{self, Read};

use dealeragent_protocol::values::ContentDigest;

pub use archive::Container;
pub use code_page::CodePage;
pub use encoding::{DeclaredEncoding, Encoding};

use crate::{FileFault, Limits};
use archive::Unpacked;
use peek::Peeked;
use source::Source;
use utf16::Utf16;

/// Bytes that are looked at before anything is read.
const HEAD: usize = 4_096;

/// A file on its way to text. Reading it gives UTF-8, or the bytes of a code
/// page that agrees with UTF-8 on ASCII.
#[derive(Debug)]
pub struct Decoder<R: Read> {
    text: Peeked<Text<R>>,
    opening: Opening,
}

/// What the first bytes say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// The archive that the file really is (A20).
    pub container: Option<Container>,
    /// The encoding that a mark, or a declared UTF-16, settles for the whole
    /// file.
    pub marked: Option<Encoding>,
    /// How records that are no UTF-8 are read.
    pub fallback: CodePage,
}

#[derive(Debug)]
enum Text<R: Read> {
    Bytes(Inner<R>),
    Utf16(Box<Utf16<Inner<R>>>),
}

type Inner<R> = Peeked<Unpacked<Peeked<Source<R>>>>;

impl<R: Read> Decoder<R> {
    /// Looks at the first bytes: unpacks an archive, takes a mark off, and
    /// refuses what is no delimited text.
    ///
    /// # Errors
    /// [`FileFault`]: empty, a page or another kind of document, an archive
    /// that cannot be used, or NULs without a mark.
    pub fn open(input: R, declared: Option<DeclaredEncoding>, limits: &Limits) -> Result<Self, FileFault> {
        let packed = Peeked::new(Source::new(input, limits.file_bytes as u64), HEAD).map_err(FileFault::from_io)?;
        let container = Container::of(packed.head());
        let unpacked = Unpacked::open(packed, container, limits).map_err(FileFault::from_io)?;
        let mut inner = Peeked::new(unpacked, HEAD).map_err(FileFault::from_io)?;
        if container.is_some() && Container::of(inner.head()).is_some() {
            return Err(FileFault::Archive { kind: "nested", problem: "holds another archive; pack the file once" });
        }
        magic::refuse_binary(inner.head())?;
        let marked = encoding::marked(inner.head(), declared);
        if marked.is_none() {
            magic::refuse_nuls(inner.head())?;
        }
        inner.skip(marked.map_or(0, |(_, length)| length));
        let marked = marked.map(|(encoding, _)| encoding);
        let text = match marked {
            Some(Encoding::Utf16Le | Encoding::Utf16Be) => {
                Text::Utf16(Box::new(Utf16::new(inner, marked == Some(Encoding::Utf16Be))))
            }
            _ => Text::Bytes(inner),
        };
        let text = Peeked::new(text, HEAD).map_err(FileFault::from_io)?;
        magic::refuse_document(text.head())?;
        let fallback = CodePage::declared(declared);
        Ok(Self { text, opening: Opening { container, marked, fallback } })
    }

    /// What the first bytes said.
    #[must_use]
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// The digest of the file as it came, packed or not. Complete once
    /// everything was read.
    #[must_use]
    pub fn digest(&self) -> ContentDigest {
        let inner = match self.text.get_ref() {
            Text::Bytes(inner) => inner,
            Text::Utf16(utf16) => utf16.get_ref(),
        };
        inner.get_ref().packed().get_ref().digest()
    }
}

impl<R: Read> Read for Decoder<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.text.read(into)
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Bytes(inner) => inner.read(into),
            Self::Utf16(inner) => inner.read(into),
        }
    }
}
