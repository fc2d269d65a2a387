//! HTML pages that need nothing from outside.

use std::fmt::Write;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}\
h1{font-weight:600}table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .75rem;text-align:left;\
border-bottom:1px solid #ddd}td.number{text-align:right;font-variant-numeric:tabular-nums}figure{margin:1.5rem 0}\
figcaption{color:#555}.beside{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem}\
pre{white-space:pre-wrap;font:inherit}mark{background:#ffe08a;border-bottom:2px solid #b07a00}svg{max-width:100%;height:auto}";

/// A page under construction.
pub(crate) struct Page {
    body: String,
    title: String,
}

impl Page {
    pub(crate) fn new(title: &str) -> Self {
        Self { body: String::new(), title: title.to_owned() }
    }

    pub(crate) fn heading(&mut self, text: &str) {
        self.element("h2", text);
    }

    pub(crate) fn paragraph(&mut self, text: &str) {
        self.element("p", text);
    }

    fn element(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.body, "<{name}>{}</{name}>", escape(text));
    }

    /// A table; cells that are numbers stand to the right.
    pub(crate) fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let cells = |name: &str, cells: &[String]| -> String {
            let one = |cell: &String| {
                let class = if cell.parse::<f64>().is_ok() { " class=\"number\"" } else { "" };
                format!("<{name}{class}>{}</{name}>", escape(cell))
            };
            cells.iter().map(one).collect()
        };
        let head: Vec<String> = head.iter().map(|&text| text.to_owned()).collect();
        let _ = writeln!(self.body, "<table><tr>{}</tr>", cells("th", &head));
        for row in rows {
            let _ = writeln!(self.body, "<tr>{}</tr>", cells("td", row));
        }
        self.body.push_str("</table>\n");
    }

    /// A picture, given as SVG.
    pub(crate) fn figure(&mut self, svg: &str, caption: &str) {
        let _ = writeln!(self.body, "<figure>{svg}<figcaption>{}</figcaption></figure>", escape(caption));
    }

    /// Two texts side by side, given as HTML.
    pub(crate) fn beside(&mut self, left: (&str, &str), right: (&str, &str)) {
        let one = |(name, html): (&str, &str)| format!("<section><h3>{}</h3><pre>{html}</pre></section>", escape(name));
        let _ = writeln!(self.body, "<div class=\"beside\">{}{}</div>", one(left), one(right));
    }

    pub(crate) fn finish(self) -> String {
        let title = escape(&self.title);
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
             content=\"width=device-width\"><title>{title}</title><style>{STYLE}</style></head>\n<body>\n\
             <h1>{title}</h1>\n{}</body></html>\n",
            self.body
        )
    }
}

/// Text as it may stand in HTML and SVG, also inside attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}
