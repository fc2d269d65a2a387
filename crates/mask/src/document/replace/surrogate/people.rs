//! The names of people: a given name of the same gender and origin, as far as the text shows them, and a family name.

use super::{Named, Surrogates, in_case_of, name_form};
use crate::document::words::folded;
use scumble_span::{Span, word_spans};
use scumble_text::Gender;

/// A part of a name as it is written.
#[derive(Debug)]
struct Unit {
    span: Span,
    role: Role,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A title, a possessive, "Jr": it stays.
    Stays,
    Given,
    /// A single letter.
    Initial,
    Family,
}

impl Surrogates<'_> {
    /// The surrogate of a mention of a person: each part of it by its role, everything between as it is written.
    pub(super) fn person(&mut self, piece: Named<'_>) -> Option<String> {
        let units = self.units(piece);
        if !units.iter().any(|unit| unit.role != Role::Stays) {
            return None;
        }
        let mut out = String::new();
        let mut at = 0;
        for unit in &units {
            let form = unit.span.of(piece.surface);
            let made = match unit.role {
                Role::Stays => form.to_owned(),
                Role::Family => in_case_of(&self.family(piece, form)?, form),
                Role::Given => in_case_of(&self.given_name(piece, form)?, form),
                Role::Initial => {
                    let initial = self.given_name(piece, form)?.chars().next()?;
                    initial.to_string()
                }
            };
            out += &piece.surface[at..unit.span.start];
            out += &made;
            at = unit.span.end;
        }
        out += &piece.surface[at..];
        Some(out)
    }

    /// The parts of a mention with their roles.
    fn units(&self, piece: Named<'_>) -> Vec<Unit> {
        let (surface, lists) = (piece.surface, &self.language.words);
        let mut spans: Vec<Span> = Vec::new();
        for word in word_spans(surface) {
            // Double names and O'Neill are one part; a possessive is one of its own.
            match spans.last_mut() {
                Some(last)
                    if matches!(&surface[last.end..word.start], "-" | "'" | "’")
                        && !word.of(surface).eq_ignore_ascii_case("s") =>
                {
                    last.end = word.end;
                }
                _ => spans.push(word),
            }
        }
        let lower = |span: &Span| span.of(surface).to_lowercase();
        let stays = |i: usize, span: &Span| {
            let form = lower(span);
            let possessive = form == "s" && i > 0 && surface[..span.start].ends_with(['\'', '’']);
            let suffix = i > 0 && (lists.name_suffixes.contains(&form) || matches!(form.as_str(), "ii" | "iii" | "iv"));
            let title = lists.is_title(&form) || lists.definite_articles.contains(&form);
            possessive || suffix || title && form.len() > 1
        };
        let mut units: Vec<Unit> = Vec::new();
        for (i, span) in spans.iter().enumerate() {
            let one_letter = span.of(surface).chars().count() == 1;
            let role = match (stays(i, span), one_letter) {
                (true, _) => Role::Stays,
                (_, true) => Role::Initial,
                _ => Role::Given,
            };
            units.push(Unit { span: *span, role });
        }
        let named: Vec<usize> = (0..units.len()).filter(|&i| units[i].role == Role::Given).collect();
        let family = self.family_of(piece.identity);
        let first_is_family = named.len() > 1
            && surface[units[named[0]].span.end..].starts_with(',')
            && !surface[..units[named[0]].span.start].contains(',');
        match named[..] {
            [] => {}
            [one] => {
                let form = folded(units[one].span.of(surface));
                let parts: Vec<&str> = piece.identity.split(' ').collect();
                let is_given = parts.len() > 1 && parts[..parts.len() - 1].contains(&form.as_str())
                    || parts.len() == 1 && self.lists.gender(units[one].span.of(surface)).is_some() && one == 0;
                if !(is_given && form != family) {
                    units[one].role = Role::Family;
                }
            }
            [first, ..] if first_is_family => units[first].role = Role::Family,
            [.., last] => {
                // Particles before a family name are a part of it.
                let mut from = last;
                while from > 0
                    && units[from - 1].role == Role::Given
                    && lists.particles.contains(&lower(&units[from - 1].span))
                {
                    from -= 1;
                }
                let end = units[last].span.end;
                units[from] = Unit { span: Span::new(units[from].span.start, end), role: Role::Family };
                units.drain(from + 1..=last);
            }
        }
        units
    }

    /// The family name of an identity.
    fn family_of<'i>(&self, identity: &'i str) -> &'i str {
        identity.rsplit(' ').next().unwrap_or_default()
    }

    fn family(&mut self, piece: Named<'_>, form: &str) -> Option<String> {
        let own = name_form(form);
        let key = format!("family/{}", piece.identity);
        if let Some(known) = self.ledger.surrogate(&key) {
            let known = known.to_owned();
            self.families.entry(own).or_insert_with(|| known.clone());
            self.taken.insert(known.clone());
            return Some(known);
        }
        let made = match self.families.get(&own) {
            Some(known) => known.clone(),
            None => {
                let origin = self.lists.origin(&format!("{} {form}", piece.identity));
                let names = &self.lists.origins[origin].family;
                let mut tries = 0;
                self.draw(
                    |this| {
                        tries += 1;
                        // When the list has no free one left, one is coined.
                        let drawn = if tries < 40 { this.one_of(names)?.clone() } else { this.coined()? };
                        if this.taken.contains(&drawn) { this.coined() } else { Some(drawn) }
                    },
                    true,
                )?
            }
        };
        self.taken.insert(made.clone());
        self.families.insert(own, made.clone());
        self.ledger.give(key, made.clone());
        Some(made)
    }

    fn given_name(&mut self, piece: Named<'_>, form: &str) -> Option<String> {
        let own = self.whole_given(piece.identity, &folded(form));
        let key = format!("given/{}/{own}", piece.identity);
        if let Some(known) = self.ledger.surrogate(&key) {
            return Some(known.to_owned());
        }
        let gender = self.gender(piece, form)?;
        let origin = &self.lists.origins[self.lists.origin(&format!("{} {form}", piece.identity))];
        let names = if gender == Gender::Female { &origin.female } else { &origin.male };
        let free = |this: &mut Self| {
            // Two people of a document have two given names, as long as there are enough.
            let drawn = this.one_of(names)?;
            if this.taken.contains(drawn) { this.one_of(names).cloned() } else { Some(drawn.clone()) }
        };
        let made = self.draw(free, true).or_else(|| {
            let all =
                if gender == Gender::Female { &self.lists.origins[0].female } else { &self.lists.origins[0].male };
            self.draw(|this| this.one_of(all).cloned(), false)
        })?;
        self.taken.insert(made.clone());
        self.ledger.give(key, made.clone());
        Some(made)
    }

    /// The given name that an initial stands for.
    fn whole_given(&self, identity: &str, form: &str) -> String {
        let parts: Vec<&str> = identity.split(' ').collect();
        let given = &parts[..parts.len().saturating_sub(1)];
        let whole = given.iter().find(|part| part.chars().next() == form.chars().next());
        if form.chars().count() == 1 { whole.map_or(form, |whole| whole).to_owned() } else { form.to_owned() }
    }

    /// By the title, by the given name, by the next pronoun, or else by chance; remembered for the person.
    fn gender(&mut self, piece: Named<'_>, form: &str) -> Option<Gender> {
        let key = format!("gender/{}", piece.identity);
        match self.ledger.surrogate(&key) {
            Some("female") => return Some(Gender::Female),
            Some(_) => return Some(Gender::Male),
            None => {}
        }
        let titles = &self.language.words.titles;
        let title = word_spans(piece.surface)
            .find_map(|word| titles.get(&word.of(piece.surface).to_lowercase()).and_then(|title| title.gender));
        let gender = title
            .or_else(|| self.lists.gender(form))
            .or_else(|| piece.identity.split(' ').find_map(|part| self.lists.gender(part)))
            .or_else(|| self.pronoun_after(piece.start + piece.surface.len()));
        let gender = match gender {
            Some(gender) => gender,
            None if self.ledger.below(2)? == 0 => Gender::Female,
            None => Gender::Male,
        };
        self.ledger.give(key, if gender == Gender::Female { "female" } else { "male" }.to_owned());
        Some(gender)
    }

    /// The gender of the first pronoun in the words that follow.
    fn pronoun_after(&self, place: usize) -> Option<Gender> {
        const REACH: usize = 40;
        let rest = &self.text[place..];
        word_spans(rest).take(REACH).find_map(|word| match word.of(rest).to_lowercase().as_str() {
            "she" | "her" | "hers" | "herself" => Some(Gender::Female),
            "he" | "him" | "his" | "himself" => Some(Gender::Male),
            _ => None,
        })
    }
}
