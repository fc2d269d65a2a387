//! What kind of text a document is, as far as the built-in rules decide by it.

use super::reading::Reading;

/// The kinds of text that rules tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum Style {
    /// A judgment: quantities, lengths of time and bare numbers single out a case.
    Case,
    /// The life of a person, told by others: numbers and titles of works single out a life.
    Biography,
    /// Anything else: letters, forms, chats, notes. Numbers count and capitals head lines; they name nothing by themselves.
    Everyday,
}

impl Style {
    /// The style of a text, by words that no rule redacts: it is the same when the result is read again.
    pub(in crate::document) fn of(reading: &Reading<'_>) -> Self {
        if reading.document.reads_like_a_case() {
            Self::Case
        } else if is_life(reading) {
            Self::Biography
        } else {
            Self::Everyday
        }
    }
}

/// Whether a text begins by saying who somebody is or was, and speaks to nobody.
fn is_life(reading: &Reading<'_>) -> bool {
    /// A definition stands in the first words, or there is none.
    const BEGINNING: usize = 60;
    let (text, document) = (reading.text(), &reading.document);
    let word = |i: usize| document.tokens().get(i).map_or("", |token| token.span.of(text));
    let of_speech = ["i", "you", "my", "your", "we", "our", "me", "please"];
    let count = document.tokens().len();
    let speech = (0..count).filter(|&i| of_speech.contains(&&*word(i).to_lowercase())).count();
    let end = document.sentences().first().map_or(0, |sentence| sentence.end).clamp(BEGINNING, BEGINNING.max(count));
    let defines = |i: usize| {
        matches!(word(i), "is" | "was" | "were" | "are")
            && (1..=3).any(|next| matches!(word(i + next), "a" | "an" | "the" | "one"))
            || matches!(word(i), "born" | "born:")
    };
    let begins = (0..count.min(4)).any(|i| word(i).starts_with(char::is_uppercase));
    let third = (0..count).filter(|&i| matches!(&*word(i).to_lowercase(), "he" | "she" | "his" | "her")).count();
    let is_form = 12 * document.field_labels().len() > count.max(1) || document.field_labels().len() > 3;
    begins && (1..end.min(BEGINNING)).any(defines) && 100 * speech < count && (third >= 1 || count < 80) && !is_form
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use super::*;
    use scumble_text::Document;

    #[test]
    fn three_kinds_of_text() {
        let of = |text: &str| Style::of(&Reading::new(Document::read(text)));
        let case = "The applicant complained to the court. The court held a hearing and gave judgment in the proceedings. The \
                    applicant lodged an appeal against the decision of the court.";
        assert_eq!(of(case), Style::Case);
        assert_eq!(
            of("Zeb Quackenbush (born 4 May 1950) is an American singer. He made six records."),
            Style::Biography
        );
        // A release reads the same.
        assert_eq!(of("Pers1 (born Date1) is an American singer. He made six records."), Style::Biography);
        assert_eq!(of("Hi Zeb,\nthe parcel is in the office, can you fetch it when you are back?"), Style::Everyday);
        assert_eq!(of("Name: Zeb\nDOB: 4 May 1950\nStatus: is a patient\nWard: 4\n"), Style::Everyday);
    }
}
