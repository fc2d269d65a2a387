//! Texts in other languages: said to be so, patterns still hold, names by their capitals.

use scumble_text::Document;

/// Written for this test.
const OTHERS: [(&str, &str); 14] = [
    (
        "Spanish",
        "La paciente ingresó en el hospital de Zaragoza con fiebre y dolor de cabeza. Su hermano, que trabaja en una fábrica de muebles, la acompañó durante toda la noche y habló con los médicos.",
    ),
    (
        "French",
        "La patiente est arrivée à l'hôpital de Lyon avec de la fièvre et des maux de tête. Son frère, qui travaille dans une usine de meubles, est resté avec elle toute la nuit et a parlé aux médecins.",
    ),
    (
        "German",
        "Die Patientin kam mit Fieber und Kopfschmerzen in das Krankenhaus von Bremen. Ihr Bruder, der in einer Möbelfabrik arbeitet, blieb die ganze Nacht bei ihr und sprach mit den Ärzten.",
    ),
    (
        "Italian",
        "La paziente è arrivata all'ospedale di Verona con la febbre e il mal di testa. Suo fratello, che lavora in una fabbrica di mobili, è rimasto con lei tutta la notte e ha parlato con i medici.",
    ),
    (
        "Portuguese",
        "A doente chegou ao hospital de Coimbra com febre e dores de cabeça. O irmão, que trabalha numa fábrica de móveis, ficou com ela toda a noite e falou com os médicos sobre o tratamento.",
    ),
    (
        "Catalan",
        "La pacient va arribar a l'hospital de Girona amb febre i mal de cap. El seu germà, que treballa en una fàbrica de mobles, es va quedar amb ella tota la nit i va parlar amb els metges.",
    ),
    (
        "Dutch",
        "De patiënte kwam met koorts en hoofdpijn in het ziekenhuis van Utrecht aan. Haar broer, die in een meubelfabriek werkt, bleef de hele nacht bij haar en sprak met de artsen over de behandeling.",
    ),
    (
        "Swedish",
        "Patienten kom till sjukhuset i Uppsala med feber och huvudvärk. Hennes bror, som arbetar på en möbelfabrik, stannade hos henne hela natten och talade med läkarna om behandlingen.",
    ),
    (
        "Polish",
        "Pacjentka trafiła do szpitala w Poznaniu z gorączką i bólem głowy. Jej brat, który pracuje w fabryce mebli, został z nią przez całą noc i rozmawiał z lekarzami o leczeniu.",
    ),
    (
        "Czech",
        "Pacientka přišla do nemocnice v Brně s horečkou a bolestí hlavy. Její bratr, který pracuje v továrně na nábytek, s ní zůstal celou noc a mluvil s lékaři o léčbě.",
    ),
    (
        "Turkish",
        "Hasta ateş ve baş ağrısıyla Bursa'daki hastaneye geldi. Mobilya fabrikasında çalışan erkek kardeşi bütün gece onun yanında kaldı ve doktorlarla tedavi hakkında konuştu.",
    ),
    (
        "Finnish",
        "Potilas tuli Turun sairaalaan kuumeen ja päänsäryn vuoksi. Hänen veljensä, joka työskentelee huonekalutehtaassa, jäi hänen luokseen koko yöksi ja puhui lääkäreiden kanssa hoidosta.",
    ),
    (
        "Russian",
        "Пациентка поступила в больницу в Казани с температурой и головной болью. Её брат, который работает на мебельной фабрике, оставался с ней всю ночь и говорил с врачами о лечении.",
    ),
    (
        "Greek",
        "Η ασθενής ήρθε στο νοσοκομείο της Πάτρας με πυρετό και πονοκέφαλο. Ο αδελφός της, που δουλεύει σε εργοστάσιο επίπλων, έμεινε μαζί της όλη τη νύχτα και μίλησε με τους γιατρούς.",
    ),
];

#[test]
fn other_languages_are_detected() {
    for (language, text) in OTHERS {
        assert_eq!(Document::read(text).looks_english(), Some(false), "{language}");
        // As a form or a shouted heading would have it.
        assert_eq!(Document::read(&text.to_uppercase()).looks_english(), Some(false), "{language} in capitals");
    }
    let english = "The patient came to the hospital of Leeds with a fever and a headache. Her brother, who works in a furniture \
                   factory, stayed with her all night and spoke to the doctors about the treatment.";
    assert_eq!(Document::read(english).looks_english(), Some(true));
    assert_eq!(Document::read("Guten Tag.").looks_english(), None, "too short to tell");
}

#[test]
fn patterns_and_capitals_still_tell() {
    let text = "Ayer la señora Pilar de la Fuente llamó desde Zaragoza al +34 976 123 456 y escribió a pilar@example.org. Dijo que \
                vendría con su hermano el 12/05/1984, y que Zaragoza le gusta mucho.";
    let document = Document::read(text);
    let found: Vec<(&str, &str)> = document.entities().iter().map(|e| (e.kind.as_str(), e.span.of(text))).collect();
    let expected = [
        ("miscellaneous", "Pilar de la Fuente"),
        ("miscellaneous", "Zaragoza"),
        ("phone", "+34 976 123 456"),
        ("e-mail", "pilar@example.org"),
        ("date", "12/05/1984"),
        ("miscellaneous", "Zaragoza"),
    ];
    assert_eq!(found, expected);
}
