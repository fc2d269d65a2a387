//! Round ticks for the axes of a chart.
//!
//! A tick is kept as a whole multiple of a step, and a step as a whole mantissa and a power of ten. Steps are therefore
//! equal by construction, and a label is written from whole numbers: it is exact, never a rounded value.

/// The name of an axis, the unit of its values, and whether they are counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis<'a> {
    /// What the axis measures.
    pub label: &'a str,
    /// The unit of the values; empty if they have none.
    pub unit: &'a str,
    /// Whether the values are counts: ticks are whole numbers then.
    pub whole: bool,
}

impl<'a> Axis<'a> {
    /// An axis of measured values.
    #[must_use]
    pub fn new(label: &'a str, unit: &'a str) -> Self {
        Self { label, unit, whole: false }
    }

    /// An axis of counts.
    #[must_use]
    pub fn counts(label: &'a str) -> Self {
        Self { label, unit: "", whole: true }
    }

    /// The axis title: label, unit, and the power of ten that the labels leave out.
    pub(crate) fn title(&self, ticks: &Ticks) -> String {
        let unit = [ticks.multiplier(), self.unit.to_owned()];
        let unit: Vec<String> = unit.into_iter().filter(|part| !part.is_empty()).collect();
        if unit.is_empty() { self.label.to_owned() } else { format!("{} ({})", self.label, unit.join(" ")) }
    }
}

/// The most ticks of an axis with enough room for their labels.
pub(crate) const MOST_TICKS: usize = 8;

/// Values beyond are drawn at this bound, so that differences stay finite.
const BOUND: f64 = 1e300;

/// The mantissas of round steps, and what they add to the exponent: 1, 2, 2.5 and 5.
const ROUND: [(i128, i32); 4] = [(1, 0), (2, 0), (25, -1), (5, 0)];

/// Equally spaced round values that cover a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticks {
    /// The first tick, in steps.
    first: i128,
    count: usize,
    /// A step is `mantissa` × 10^`exponent`.
    mantissa: i128,
    exponent: i32,
}

impl Ticks {
    /// At most `most` (and at least three) ticks with the smallest round step that covers `low..=high`. A range without
    /// extent is widened: zero to 0..1, other values by a tenth on each side.
    #[must_use]
    pub fn cover(low: f64, high: f64, whole: bool, most: usize) -> Self {
        let (low, high) = widened(low, high, whole);
        let most = most.max(3);
        let mut exponent = ((high - low) / most as f64).log10().floor() as i32;
        if whole {
            exponent = exponent.max(0);
        }
        loop {
            for (mantissa, shift) in ROUND {
                if whole && exponent + shift < 0 {
                    continue;
                }
                let mut ticks = Self { first: 0, count: 0, mantissa, exponent: exponent + shift };
                let step = ticks.at(1);
                let from = nearest((low / step).floor(), |n| ticks.at(n) <= low, 1);
                let to = nearest((high / step).ceil(), |n| ticks.at(n) >= high, -1);
                // Two ticks at least, also where a range without extent lies on one.
                let count = (to - from).max(1) as usize + 1;
                if count <= most {
                    (ticks.first, ticks.count) = (from, count);
                    return ticks;
                }
            }
            exponent += 1;
        }
    }

    /// `steps` steps from zero, as the nearest floating-point number.
    fn at(&self, steps: i128) -> f64 {
        // The parser rounds correctly, which repeated multiplication does not.
        format!("{}e{}", steps * self.mantissa, self.exponent).parse().unwrap_or(f64::NAN)
    }

    /// How many ticks there are.
    #[expect(clippy::len_without_is_empty, reason = "there are always two ticks at least")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The ticks in ascending order.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        (0..self.count).map(|i| self.at(self.first + i as i128))
    }

    /// The first tick.
    #[must_use]
    pub fn low(&self) -> f64 {
        self.at(self.first)
    }

    /// The last tick.
    #[must_use]
    pub fn high(&self) -> f64 {
        self.at(self.first + self.count as i128 - 1)
    }

    /// The distance between two ticks.
    #[must_use]
    pub fn step(&self) -> f64 {
        self.at(1)
    }

    /// Where a value lies between the first tick (0) and the last (1).
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let (low, high) = (self.low(), self.high());
        (value.clamp(low, high) - low) / (high - low)
    }

    /// The power of ten that labels leave out: a multiple of three, and 0 for values of ordinary size.
    #[must_use]
    pub fn scale(&self) -> i32 {
        let last = self.first + self.count as i128 - 1;
        let largest = (self.first.abs().max(last.abs()) * self.mantissa).to_string();
        let order = largest.len() as i32 - 1 + self.exponent;
        if (-3..6).contains(&order) { 0 } else { 3 * order.div_euclid(3) }
    }

    /// The power of ten that labels leave out, in words: "million", "×10⁻⁶", or nothing.
    #[must_use]
    pub fn multiplier(&self) -> String {
        match self.scale() {
            0 => String::new(),
            6 => "million".to_owned(),
            9 => "billion".to_owned(),
            scale => format!("×10{}", superscript(scale)),
        }
    }

    /// The labels, with as many decimals as the step needs.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        let shift = self.exponent - self.scale();
        (0..self.count).map(|i| decimal((self.first + i as i128) * self.mantissa, shift)).collect()
    }
}

/// The range as finite numbers that differ enough to be told apart.
fn widened(low: f64, high: f64, whole: bool) -> (f64, f64) {
    let finite = |value: f64| if value.is_nan() { 0.0 } else { value.clamp(-BOUND, BOUND) };
    let (low, high) = (finite(low).min(finite(high)), finite(low).max(finite(high)));
    let size = low.abs().max(high.abs());
    if high - low > size * 1e-9 && high - low > 1.0 / BOUND {
        return (low, high);
    }
    match (size > 10.0 / BOUND, whole) {
        (false, _) => (0.0, 1.0),
        (true, true) => (low - (size / 10.0).max(1.0), high + (size / 10.0).max(1.0)),
        (true, false) => (low - size / 10.0, high + size / 10.0),
    }
}

/// The number of steps nearest to the border that still covers it, found from a guess that may be off by rounding.
/// `inward` points into the range.
fn nearest(guess: f64, covers: impl Fn(i128) -> bool, inward: i128) -> i128 {
    let mut steps = guess as i128;
    while !covers(steps) {
        steps -= inward;
    }
    while covers(steps + inward) {
        steps += inward;
    }
    steps
}

/// `digits` × 10^`exponent`, exactly, with narrow spaces between thousands from five digits on.
fn decimal(digits: i128, exponent: i32) -> String {
    let zeros = "0".repeat(exponent.max(0) as usize);
    let decimals = (-exponent).max(0) as usize;
    let text = if digits == 0 { "0".to_owned() } else { format!("{}{zeros}", digits.abs()) };
    let text = format!("{text:0>width$}", width = decimals + 1);
    let (whole, rest) = text.split_at(text.len() - decimals);
    let sign = if digits < 0 { "−" } else { "" };
    let whole = grouped(whole);
    if rest.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A count with narrow spaces between thousands.
pub(crate) fn grouped_count(count: usize) -> String {
    grouped(&count.to_string())
}

fn superscript(number: i32) -> String {
    let raised = |c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => char::from_u32('⁰' as u32 + (c as u32 - '0' as u32)).unwrap_or(c),
    };
    number.to_string().chars().map(raised).collect()
}

/// A value as it is read out beside a point or bar: at most four significant decimals.
pub(crate) fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1e15 || (size < 1e-4 && size > 0.0) {
        return format!("{value:.3e}").replace('-', "−");
    }
    let places = if size == value.trunc().abs() { 0 } else { (3 - size.log10().floor() as i32).clamp(0, 8) as usize };
    let text = format!("{size:.places$}");
    let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
    let rest = rest.trim_end_matches('0');
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}{}{rest}", grouped(whole), if rest.is_empty() { "" } else { "." })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn labels(low: f64, high: f64, whole: bool) -> (Vec<String>, String) {
        let ticks = Ticks::cover(low, high, whole, MOST_TICKS);
        (ticks.labels(), ticks.multiplier())
    }

    /// A label as the number that it stands for.
    fn read(label: &str, scale: i32) -> f64 {
        format!("{}e{scale}", label.replace('\u{202f}', "").replace('−', "-")).parse().unwrap()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(labels(0.0, 6.0, false).0, ["0", "1", "2", "3", "4", "5", "6"]);
        assert_eq!(labels(0.0, 1.0, false).0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(0.0, 15.0, false).0, ["0.0", "2.5", "5.0", "7.5", "10.0", "12.5", "15.0"]);
        assert_eq!(labels(0.0, 15.0, true).0, ["0", "5", "10", "15"]);
        assert_eq!(labels(-3.0, 2.0, false).0, ["−3", "−2", "−1", "0", "1", "2"]);
        assert_eq!(labels(0.0, 0.3, false).0, ["0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"]);
    }

    #[test]
    fn counts_never_have_decimals() {
        assert_eq!(labels(0.0, 1.0, true).0, ["0", "1"]);
        assert_eq!(labels(0.0, 2.0, true).0, ["0", "1", "2"]);
        assert_eq!(labels(7.0, 7.0, true).0, ["6", "7", "8"]);
        assert_eq!(labels(0.0, 120_000.0, true).0[5..], ["100\u{202f}000", "120\u{202f}000"]);
    }

    #[test]
    fn large_and_small_values_name_their_power_of_ten_at_the_axis() {
        assert_eq!(labels(0.0, 1e9, true).0, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels(0.0, 1e9, true).1, "billion");
        assert_eq!(labels(0.0, 3e-7, false).1, "×10⁻⁹");
        assert_eq!(labels(0.0, 3e-7, false).0.last().unwrap(), "300");
        let bytes = Axis::new("Size", "bytes");
        assert_eq!(bytes.title(&Ticks::cover(0.0, 3e6, false, 8)), "Size (million bytes)");
        assert_eq!(Axis::counts("Phrases").title(&Ticks::cover(0.0, 3.0, true, 8)), "Phrases");
    }

    #[test]
    fn odd_ranges_have_ticks_too() {
        for (low, high) in [
            (0.0, 0.0),
            (5.0, 5.0),
            (-5.0, -5.0),
            (0.3, 0.1 + 0.2),
            (f64::NAN, f64::NAN),
            (f64::NEG_INFINITY, f64::INFINITY),
            (f64::MIN, f64::MAX),
            (5e-324, 1e-310),
            (1e16, 1e16 + 2.0),
        ] {
            for whole in [false, true] {
                let ticks = Ticks::cover(low, high, whole, MOST_TICKS);
                assert!((2..=MOST_TICKS).contains(&ticks.len()), "{low} {high}");
                assert!(ticks.low() < ticks.high() && ticks.step() > 0.0, "{low} {high}");
            }
        }
    }

    #[test]
    fn values_read_out_are_short() {
        let shown = [0.0, 3.0, 0.123456, 12.5, -1.25, 1234567.0, 1e20, 2e-9].map(number);
        assert_eq!(shown, ["0", "3", "0.1235", "12.5", "−1.25", "1\u{202f}234\u{202f}567", "1.000e20", "2.000e−9"]);
    }

    proptest! {
        #[test]
        fn ticks_are_equally_spaced_exact_distinct_and_cover(
            a in -1e3..1e3f64, b in -1e3..1e3f64, power in -12..13i32, whole: bool, most in 3..12usize
        ) {
            let (low, high) = (a.min(b) * 10f64.powi(power), a.max(b) * 10f64.powi(power));
            let ticks = Ticks::cover(low, high, whole, most);
            let (values, labels): (Vec<f64>, _) = (ticks.values().collect(), ticks.labels());
            prop_assert!((2..=most).contains(&values.len()));
            prop_assert!(ticks.low() <= low && ticks.high() >= high);
            prop_assert_eq!(labels.iter().collect::<std::collections::BTreeSet<_>>().len(), labels.len());
            let size = ticks.low().abs().max(ticks.high().abs());
            for pair in values.windows(2) {
                prop_assert!((pair[1] - pair[0] - ticks.step()).abs() <= size * 1e-14);
            }
            for (value, label) in values.iter().zip(&labels) {
                prop_assert_eq!(read(label, ticks.scale()), *value);
                prop_assert!(!whole || value.fract() == 0.0);
                prop_assert!(!(whole && ticks.scale() == 0 && label.contains('.')));
            }
            // No smaller round step would do.
            prop_assert!(whole || high - low < 1e-6 * size || values.len() > most / 3);
        }
    }
}
