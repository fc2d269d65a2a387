//! Form fields and notes: what they show on their page.

use super::page::{IDENTITY, Interpreter, Read, State, get};
use super::recount::Second;
use super::shown::{Matrix, then};
use super::stream::unpack;
use crate::error::Result;
use lopdf::{Dictionary, Object, ObjectId};

/// Flags of notes that are not shown.
const HIDDEN: i64 = 2;
const NO_VIEW: i64 = 32;

impl<'a> Interpreter<'a> {
    /// Form fields and notes that show something on the page, as far as they show text.
    pub(super) fn notes(&mut self, page: ObjectId, read: &mut Read, second: &mut Second) -> Result<()> {
        let notes = self.document.get_dictionary(page).ok().and_then(|page| get(self.document, page, b"Annots"));
        let Some(notes) = notes.and_then(|notes| notes.as_array().ok()) else { return Ok(()) };
        for note in notes {
            let Some((stream, map)) = self.appearance(note) else { continue };
            let resources = get(self.document, &stream.dict, b"Resources").and_then(|object| object.as_dict().ok());
            let resources = resources.filter(|resources| resources.has(b"Font")).or_else(|| self.form_resources());
            let Some(resources) = resources else { continue };
            let mut own = Read::default();
            self.form(stream, resources, &State { map, ..State::new() }, 0, &mut own)?;
            read.shown.append(&mut own.shown);
            if let Ok(content) = unpack(self.document, stream, self.budget.0) {
                self.count(&content, Some(resources), 0, second);
            }
        }
        Ok(())
    }

    /// What form fields may use without having it themselves.
    fn form_resources(&self) -> Option<&'a Dictionary> {
        let form = get(self.document, self.document.catalog().ok()?, b"AcroForm")?.as_dict().ok()?;
        get(self.document, form, b"DR")?.as_dict().ok()
    }

    /// What a note shows on its page, and where; `None` if that is nothing.
    fn appearance(&self, note: &'a Object) -> Option<(&'a lopdf::Stream, Matrix)> {
        let note = self.document.dereference(note).ok()?.1.as_dict().ok()?;
        let kind = get(self.document, note, b"Subtype")?.as_name().ok()?;
        let flags = get(self.document, note, b"F").and_then(|flags| flags.as_i64().ok()).unwrap_or(0);
        if matches!(kind, b"Popup" | b"Link") || flags & (HIDDEN | NO_VIEW) != 0 {
            return None;
        }
        let looks = get(self.document, get(self.document, note, b"AP")?.as_dict().ok()?, b"N")?;
        let stream = match looks {
            Object::Stream(stream) => stream,
            looks => {
                let state = get(self.document, note, b"AS")?.as_name().ok()?;
                get(self.document, looks.as_dict().ok()?, state)?.as_stream().ok()?
            }
        };
        let [left, bottom, right, top] = self.numbers::<4>(note, b"Rect")?;
        let (left, bottom, right, top) = (left.min(right), bottom.min(top), left.max(right), bottom.max(top));
        let inner = self.numbers::<4>(&stream.dict, b"BBox")?;
        let matrix = self.numbers::<6>(&stream.dict, b"Matrix").unwrap_or(IDENTITY);
        let corners = [(0, 1), (2, 1), (0, 3), (2, 3)].map(|(x, y)| {
            let place = then(&[1.0, 0.0, 0.0, 1.0, inner[x], inner[y]], &matrix);
            (place[4], place[5])
        });
        let least =
            corners.iter().fold((f64::INFINITY, f64::INFINITY), |least, &(x, y)| (least.0.min(x), least.1.min(y)));
        let most =
            corners.iter().fold((-f64::INFINITY, -f64::INFINITY), |most, &(x, y)| (most.0.max(x), most.1.max(y)));
        let scale = |wanted: f64, has: f64| if has > 0.0 { wanted / has } else { 1.0 };
        let (wide, high) = (scale(right - left, most.0 - least.0), scale(top - bottom, most.1 - least.1));
        Some((stream, [wide, 0.0, 0.0, high, left - least.0 * wide, bottom - least.1 * high]))
    }
}
