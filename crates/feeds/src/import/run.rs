//! The rows of one file, one after the other.

use std::io::Read;

use super::{Import, Withheld, answers, sealed, suspect, trailer};
use dealeragent_protocol::values::ContentDigest;

use crate::{
    FileFault, Limits, SourceSettings,
    bind::Binding,
    decode::{Container, DeclaredEncoding, Decoder, Encoding, Opening},
    map::{Mapper, Outcome},
    profile::{Field, Profile},
    read::{Delimiter, Encodings, Lost, Record, RecordReader},
    report::{Keyword, Ledger, Note, Notice, Reject},
    validate::Lot,
    values::vin,
};

/// A file while its rows go by.
pub(crate) struct Run<'p> {
    settings: &'p SourceSettings,
    binding: &'p Binding,
    mapper: Mapper<'p>,
    limits: Limits,
    ledger: Ledger,
    lot: Lot,
    /// A record that closes the file, if no other follows.
    closing: Option<Closing>,
    /// The last row, where the file ends behind it without a line end.
    open_end: Option<u64>,
    has_lost: bool,
    /// Rows that are held back without a unit of their own.
    withheld: Vec<Withheld>,
}

struct Closing {
    line: u64,
    cells: usize,
    stated: Option<u64>,
}

impl<'p> Run<'p> {
    pub(crate) fn new(
        profile: &'p Profile,
        settings: &'p SourceSettings,
        binding: &'p Binding,
        limits: Limits,
    ) -> Result<Self, FileFault> {
        let mapper = Mapper::new(profile, settings, binding)?;
        let ledger = Ledger::new(binding.names.clone());
        Ok(Self {
            settings,
            binding,
            mapper,
            limits,
            ledger,
            lot: Lot::default(),
            closing: None,
            open_end: None,
            has_lost: false,
            withheld: Vec::new(),
        })
    }

    /// Takes a record.
    pub(super) fn record(&mut self, record: &Record<'_>) -> Result<(), FileFault> {
        if let Some(closing) = self.closing.take() {
            // Something follows, so it was a row after all.
            self.count(closing.line)?;
            let reject = self.ragged(closing.line, closing.cells)?;
            self.ledger.reject(reject);
        }
        let (line, cells) = (record.line, record.count());
        if let Some(stated) = trailer::read(record) {
            self.closing = Some(Closing { line, cells, stated });
            return Ok(());
        }
        self.count(line)?;
        suspect::note(record, self.binding, &mut self.ledger);
        let columns = self.binding.names.len();
        if record.is_open {
            if cells < columns {
                return Err(FileFault::CutShort { line, cells, columns });
            }
            self.open_end = Some(line);
        }
        if cells != columns {
            let reject = self.ragged(line, cells)?;
            self.ledger.reject(reject);
            // Whatever stands where: a VIN is a VIN.
            let vins = record.cells().filter_map(|cell| vin::parse(cell.trim()).ok());
            self.withheld.extend(vins.map(|read| Withheld { rooftop_id: None, vin: Some(read.vin), stock: None }));
            return Ok(());
        }
        self.map(record);
        Ok(())
    }

    /// Takes a unit of a document: no cell of one can be too many.
    pub(crate) fn unit(&mut self, record: &Record<'_>) -> Result<(), FileFault> {
        self.count(record.line)?;
        suspect::note(record, self.binding, &mut self.ledger);
        self.map(record);
        Ok(())
    }

    fn map(&mut self, record: &Record<'_>) {
        match self.mapper.row(record) {
            Outcome::Dropped(reason) => self.ledger.drop_row(reason),
            Outcome::Rejected { reject, unit } => {
                self.ledger.reject(reject);
                match unit {
                    Some(unit) => self.lot.refuse(unit, record.line),
                    None => self.withheld.extend(self.told_by(record)),
                }
            }
            Outcome::Listed { listing, notes } => self.lot.take(record.line, *listing, notes),
        }
    }

    /// What a row without a usable VIN or rooftop still tells of its unit.
    fn told_by(&self, record: &Record<'_>) -> Option<Withheld> {
        let cell = |field| self.binding.at(field).and_then(|at| record.cell(at)).filter(|cell| !cell.is_empty());
        let vin = cell(Field::Vin).and_then(|cell| vin::parse(cell).ok()).map(|read| read.vin);
        let stock = cell(Field::Stock).filter(|_| vin.is_none()).map(str::to_owned);
        (vin.is_some() || stock.is_some()).then_some(Withheld { rooftop_id: None, vin, stock })
    }

    /// Takes lines that could not be read as records. They count as one row:
    /// how many there are in truth, nobody can tell.
    pub(super) fn lost(&mut self, lost: Lost) -> Result<(), FileFault> {
        self.count(lost.line)?;
        self.has_lost = true;
        self.not_strict(lost.line, || lost.to_string())?;
        self.ledger.reject(Reject {
            line: lost.line,
            column: None,
            keyword: Keyword::LostQuote,
            reason: lost.to_string(),
            hint: "double every quotation mark inside a quoted cell, or take it out".to_owned(),
            stock: None,
        });
        Ok(())
    }

    /// What came of it all.
    pub(super) fn close<R: Read>(
        mut self,
        first_line: u64,
        opening: Opening,
        reader: RecordReader<Decoder<R>>,
    ) -> Result<Import, FileFault> {
        if let Some(Closing { line, stated: Some(stated), .. }) = self.closing
            && stated != self.ledger.rows
            && !self.has_lost
        {
            return Err(FileFault::TrailerMismatch { line, stated, rows: self.ledger.rows });
        }
        if self.ledger.rows == 0 {
            return Err(FileFault::NoRows { line: first_line });
        }
        if let Some(line) = self.open_end {
            self.ledger.note(Some(line), &note(Notice::NoLastLineEnd, 1));
        }
        let encodings = reader.encodings();
        let encoding = encodings.of_file(opening);
        note_encodings(&mut self.ledger, encodings, encoding, self.settings.reading.encoding);
        let delimiter = reader.delimiter();
        let digest = reader.into_input().digest();
        Ok(self.settled(encoding, Some(delimiter), opening.container, &digest))
    }

    /// What came of a document.
    pub(crate) fn close_document(mut self, encoding: Encoding, digest: &ContentDigest) -> Import {
        let is_declared = self.settings.reading.encoding.is_some_and(|declared| declared.fits(encoding));
        if encoding == Encoding::Windows1252 && !is_declared {
            self.ledger.note_file(Notice::Windows1252, 1);
        }
        self.settled(encoding, None, None, digest)
    }

    fn settled(
        mut self,
        encoding: Encoding,
        delimiter: Option<Delimiter>,
        container: Option<Container>,
        digest: &ContentDigest,
    ) -> Import {
        let (listings, held_back) = self.lot.settle(&mut self.ledger);
        let mut withheld = self.withheld;
        withheld.extend(held_back.into_iter().map(|(rooftop, vin)| Withheld {
            rooftop_id: Some(rooftop),
            vin: Some(vin),
            stock: None,
        }));
        withheld.sort_unstable();
        withheld.dedup();
        let answers = answers(self.binding, self.settings, &listings);
        let mut report = self.ledger.close(encoding, delimiter, self.binding.columns.clone());
        report.container = container;
        Import { listings: sealed(listings, digest), report, answers, withheld, digest: digest.clone() }
    }

    fn count(&mut self, line: u64) -> Result<(), FileFault> {
        self.ledger.rows += 1;
        if self.ledger.rows > self.limits.rows {
            return Err(FileFault::too_large("the number of rows", Some(line), "rows", self.limits.rows));
        }
        Ok(())
    }

    /// A row of another length. Its cells may stand in wrong columns, so none
    /// is shown, not even the stock number (A06, A12).
    fn ragged(&self, line: u64, cells: usize) -> Result<Reject, FileFault> {
        let columns = self.binding.names.len();
        let reason = format!("the row has {cells} cells, the header {columns}");
        self.not_strict(line, || reason.clone())?;
        let hint = "look for a separator or a quotation mark too many or too few".to_owned();
        Ok(Reject { line, column: None, keyword: Keyword::Ragged, reason, hint, stock: None })
    }

    fn not_strict(&self, line: u64, problem: impl FnOnce() -> String) -> Result<(), FileFault> {
        if self.settings.reading.strict { Err(FileFault::NotStrict { line, problem: problem() }) } else { Ok(()) }
    }
}

/// How the characters were read, where that needs a word (A03, A23).
fn note_encodings(ledger: &mut Ledger, encodings: &Encodings, read: Encoding, declared: Option<DeclaredEncoding>) {
    let mut lines = |kind, lines: &crate::read::Lines| {
        ledger.note_file(kind, lines.count);
        ledger.lines(kind, &lines.first);
    };
    if let Some(others) = encodings.others() {
        lines(Notice::MixedEncodings, others);
    }
    let is_declared = declared.is_some_and(|declared| declared.fits(read));
    if read == Encoding::Windows1252 && !is_declared {
        lines(Notice::Windows1252, &encodings.recoded);
    } else if declared.is_some() && !is_declared && encodings.utf8.count + encodings.recoded.count > 0 {
        ledger.note_file(Notice::OtherEncoding, 1);
    }
}

pub(super) fn note(kind: Notice, count: u64) -> Note {
    Note { kind, column: None, count, example: None }
}
