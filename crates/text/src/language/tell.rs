//! Whether a text is English: by its letters, and where those are unlike English, by its small words.
//!
//! Names, codes and abbreviations fill forms, statements and chats, and their letters surprise whoever expects English prose. Such a
//! text is English all the same if its small words are, or if it has hardly any and its other words are in the dictionary.

use super::lists::WordLists;
use crate::model::detect::MOST_BITS;
use crate::model::word::known_parts;
use scumble_span::words;

/// Whether a text is English; `None` if it is too short to tell. `surprise` is the cost of its letters in bits.
pub(crate) fn is_english(text: &str, surprise: Option<f64>, lists: &WordLists) -> Option<bool> {
    let bits = surprise?;
    Some(bits < MOST_BITS || has_english_words(text, lists))
}

/// What the words of a text say.
fn has_english_words(text: &str, lists: &WordLists) -> bool {
    /// One in so many words of an English text is a small word of English and of nothing else.
    const RAREST: usize = 25;
    /// Shorter words stand in any dictionary.
    const LETTERS: usize = 4;
    let others = [
        &lists.function_words_german,
        &lists.function_words_french,
        &lists.function_words_spanish,
        &lists.function_words_italian,
        &lists.function_words_dutch,
        &lists.function_words_portuguese,
        &lists.function_words_others,
    ];
    let (mut all, mut english, mut foreign) = (0usize, 0usize, [0usize; 7]);
    let (mut long, mut known) = (0usize, 0usize);
    for word in words(text).filter(|word| word.chars().all(char::is_alphabetic)) {
        all += 1;
        let lower = word.to_lowercase();
        let of_others = others.map(|list| list.contains(&lower));
        match (lists.stop_words.contains(&lower) || lists.chat_words.contains(&lower), of_others.contains(&true)) {
            (true, false) => english += 1,
            // Words of both, such as "in" and "was", say nothing.
            (false, true) => foreign.iter_mut().zip(of_others).for_each(|(count, has)| *count += usize::from(has)),
            _ => {}
        }
        if lower.chars().count() >= LETTERS {
            long += 1;
            known += usize::from(known_parts(&lower) != 0);
        }
    }
    let most = foreign.into_iter().max().unwrap_or(0);
    let by_small_words = english >= 3 && english * RAREST >= all && english > most;
    by_small_words || most <= english && most * RAREST < all && 5 * known >= 2 * long && long >= 5
}

#[cfg(all(test, feature = "models"))]
mod tests {
    use crate::Document;

    #[test]
    fn chats_statements_and_forms_are_english() {
        for text in [
            "[22:14] <wojtas_92> yo any1 home tmrw?\n[22:15] <xX_kraken_Xx> im in til 6 bro, ask grzesiu, he has keys lol\n[22:16] <dj_zupa> ok ty btw whats the pw\n[22:17] <xX_kraken_Xx> its on the fridge, dont tell szymon he would give it to everyone in the block",
            "01/03 ACH PAYROLL KOWALCZYK GMBH 1,640.22\n01/06 POS PRZEMYSL GROCERY 22.75\n01/08 ATM WITHDRAWAL 40.00\n01/27 TRANSFER TO SZCZEPANSKI SAVINGS 60.00\nENDING BALANCE 2,772.43 INTEREST PAID THIS YEAR 0.41",
            "Name: Zsuzsanna Kovácsné Szűcs\nDOB: 03/11/1958\nMRN: GR-0481926\nPPSN: 7284193N\nAddress: Apt 12, Cuan na Mara, Bóthar na Trá\nConsultant: Dr Olúwaṣeun Adébáyọ̀\nDischarge summary and plan\nPatient was seen by the nurse",
        ] {
            assert_eq!(Document::read(text).looks_english(), Some(true), "{text}");
        }
    }

    #[test]
    fn forms_of_other_languages_are_not() {
        for text in [
            "Kontoauszug Nr. 3\nKontoinhaber: Dariusz Kowalski\nZeitraum: 01.02.2025 bis 28.02.2025\nDauerauftrag Miete Lengsdorfer Str. 19\nLastschrift Stadtwerke\nIhre Beraterin ist für Sie da, wir freuen uns über Ihre Nachricht",
            "Bonjour Madame,\nVoici les pièces pour le bail : nom, adresse et employeur. Le loyer me convient, je peux venir signer dès lundi avec mon garant.\nBien à vous, Magda",
        ] {
            assert_eq!(Document::read(text).looks_english(), Some(false), "{text}");
        }
    }
}
