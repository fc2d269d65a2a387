//! The names of organizations, places and other things: the words that say what it is stay, the others are made up.

use super::{Named, Surrogates, in_case_of};
use crate::document::finding::Found;
use scumble_span::{Span, word_spans};
use scumble_text::entity::EntityKind;

/// What becomes of a word of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It says what it is.
    Stays,
    /// It is a number.
    Number,
    /// It is an abbreviation.
    Letters,
    /// It is the name itself.
    Name,
}

impl Surrogates<'_> {
    pub(super) fn thing(&mut self, piece: Named<'_>) -> Option<String> {
        let lists = self.lists;
        if self.avoid.is_country(piece.surface) {
            return self.core(piece, 0, |this| this.one_of(&lists.countries).cloned());
        }
        let surface = piece.surface;
        let part = |span: Span| {
            let possessive = span.of(surface) == "s" && surface[..span.start].ends_with(['\'', '’']);
            if possessive { Part::Stays } else { self.part(span.of(surface), piece.kind) }
        };
        let words: Vec<(Span, Part)> = word_spans(surface).map(|span| (span, part(span))).collect();
        let has_name = words.iter().any(|(_, part)| *part != Part::Stays);
        let mut made = String::new();
        if has_name {
            let (mut at, mut cores) = (0, 0);
            let mut before = None;
            for &(span, part) in &words {
                let between = &surface[at..span.start];
                // Several words side by side are one name.
                let goes_on =
                    part == Part::Name && before == Some(Part::Name) && between.chars().all(|c| c == ' ' || c == '-');
                if !goes_on {
                    made += between;
                    let form = span.of(surface);
                    made += &match part {
                        Part::Stays => form.to_owned(),
                        Part::Number => self.figures(form)?,
                        Part::Letters => {
                            let length = form.chars().count();
                            cores += 1;
                            self.core(piece, cores - 1, |this| this.letters(length))?
                        }
                        Part::Name => {
                            cores += 1;
                            in_case_of(&self.core(piece, cores - 1, |this| this.coined_like(form))?, form)
                        }
                    };
                }
                before = Some(part);
                at = span.end;
            }
            made += &surface[at..];
        } else {
            // "National Bank" says no name: one is put before the word that says what it is.
            let kind = words.last().map_or("", |(span, _)| span.of(surface));
            made = format!("{} {kind}", self.core(piece, 0, Self::coined)?).trim_end().to_owned();
        }
        if !self.avoid.says(&made) {
            return Some(made);
        }
        // A word that stays is redacted for itself.
        let coined = self.core(piece, 0, Self::coined)?;
        (!self.avoid.says(&coined)).then_some(coined)
    }

    fn part(&self, form: &str, kind: Found) -> Part {
        let lower = form.to_lowercase();
        let stays = match kind {
            Found::Entity(EntityKind::Place | EntityKind::Address) => self.lists.place_kinds.contains(&lower),
            _ => self.lists.organization_kinds.contains(&lower) || self.lists.place_kinds.contains(&lower),
        };
        let figures = form.bytes().any(|byte| byte.is_ascii_digit());
        let capitals = form.chars().all(char::is_uppercase) && (2..=5).contains(&form.chars().count());
        let small = form.starts_with(char::is_lowercase);
        match (stays || small && self.language.is_stop_word(&lower), figures, capitals) {
            (true, ..) => Part::Stays,
            (_, true, _) => Part::Number,
            (_, _, true) => Part::Letters,
            _ if form.chars().count() == 1 => Part::Letters,
            _ => Part::Name,
        }
    }

    /// The made-up part of a name, by its number; one identity keeps its own.
    fn core(
        &mut self,
        piece: Named<'_>,
        number: usize,
        made: impl FnMut(&mut Self) -> Option<String>,
    ) -> Option<String> {
        let key = format!("thing/{}/{number}", piece.identity);
        if let Some(known) = self.ledger.surrogate(&key) {
            return Some(known.to_owned());
        }
        let made = self.draw(made, true)?;
        self.ledger.give(key, made.clone());
        Some(made)
    }

    /// An abbreviation of so many letters.
    fn letters(&mut self, length: usize) -> Option<String> {
        (0..length).map(|_| self.ledger.below(26).map(|i| char::from(b'A' + i as u8))).collect()
    }

    /// Whether the last of several words says that somebody belongs to a country.
    fn ends_in_citizenship(&self, surface: &str) -> bool {
        let last = surface.rsplit_once(' ').map(|(_, last)| last.to_lowercase());
        last.is_some_and(|last| self.language.words.citizenship_words.contains(&last))
    }

    /// A nationality in place of another, a trade in place of another.
    pub(super) fn demographic(&mut self, surface: &str) -> Option<String> {
        let lists = self.lists;
        let is_people = |form: &str| lists.peoples.iter().any(|people| people.eq_ignore_ascii_case(form));
        let people = word_spans(surface).find(|span| is_people(span.of(surface)));
        let made = match people {
            Some(span) => {
                // One people stands for another everywhere in the collection.
                let form = span.of(surface);
                let key = format!("people/{}", form.to_lowercase());
                let drawn = match self.ledger.surrogate(&key) {
                    Some(known) => known.to_owned(),
                    None => {
                        let drawn =
                            self.draw(|this| this.like(form, |this| this.one_of(&lists.peoples).cloned()), false)?;
                        self.ledger.give(key, drawn.clone());
                        drawn
                    }
                };
                format!("{}{drawn}{}", &surface[..span.start], &surface[span.end..])
            }
            None if surface.contains('-') => return None,
            // "United Kingdom national": the last word stays.
            None if self.ends_in_citizenship(surface) => {
                let last = surface.rfind(' ').unwrap_or(0);
                let drawn = self.draw(|this| this.like(surface, |this| this.one_of(&lists.peoples).cloned()), false)?;
                format!("{drawn}{}", &surface[last..])
            }
            None => {
                let plural = surface.ends_with('s') && !surface.ends_with("ss");
                let drawn = self.draw(|this| this.like(surface, |this| this.one_of(&lists.trades).cloned()), false)?;
                let drawn = if plural { format!("{drawn}s") } else { drawn };
                match surface.starts_with(char::is_uppercase) {
                    true => drawn[..1].to_uppercase() + &drawn[1..],
                    false => drawn,
                }
            }
        };
        (!self.avoid.says(&made)).then_some(made)
    }
}
