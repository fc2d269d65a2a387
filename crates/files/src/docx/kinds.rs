//! Which files of a package are kept, by their content types. Every other file is dropped and named.

/// What people call a kept file; `None` if the file is dropped.
pub(super) fn kept(content_type: &str) -> Option<&'static str> {
    let kind = content_type.to_ascii_lowercase();
    let kind = kind.strip_suffix("+xml")?;
    if let Some(kind) = kind.strip_prefix("application/vnd.openxmlformats-officedocument.wordprocessingml.") {
        return Some(match kind {
            "document.main" | "template.main" => "body",
            "document.glossary" => "building blocks",
            "header" => "header",
            "footer" => "footer",
            "footnotes" => "footnotes",
            "endnotes" => "endnotes",
            "comments" => "comments",
            "commentsextended" => "comment threads",
            "styles" => "styles",
            "settings" => "settings",
            "websettings" => "web settings",
            "numbering" => "numbering",
            "fonttable" => "fonts",
            _ => return None,
        });
    }
    Some(match kind.strip_prefix("application/")? {
        "vnd.openxmlformats-officedocument.theme" => "theme",
        "vnd.openxmlformats-officedocument.drawingml.chart" => "chart",
        "vnd.openxmlformats-officedocument.drawingml.chartshapes" => "chart shapes",
        "vnd.openxmlformats-officedocument.drawingml.diagramdata" => "diagram",
        "vnd.openxmlformats-officedocument.drawingml.diagramlayout" => "diagram layout",
        "vnd.openxmlformats-officedocument.drawingml.diagramstyle" => "diagram style",
        "vnd.openxmlformats-officedocument.drawingml.diagramcolors" => "diagram colours",
        "vnd.ms-office.drawingml.diagramdrawing" => "diagram drawing",
        "vnd.ms-office.chartstyle" => "chart style",
        "vnd.ms-office.chartcolorstyle" => "chart colours",
        "vnd.ms-word.styleswitheffects" => "styles with effects",
        _ => return None,
    })
}

/// What people call a dropped file, by its name and type.
pub(super) fn dropped(name: &str, content_type: &str) -> &'static str {
    let (name, kind) = (name.to_ascii_lowercase(), content_type.to_ascii_lowercase());
    let has = |word: &str| name.contains(word) || kind.contains(word);
    if has("thumbnail") {
        "preview picture"
    } else if has("core-properties")
        || has("extended-properties")
        || has("custom-properties")
        || name.starts_with("docprops/")
    {
        "file of properties (author, title, company, dates)"
    } else if kind.starts_with("image/") || has("/media/") {
        "image or sound"
    } else if has("vba") || has("macro") || has("activex") || has("keymap") {
        "macro or control"
    } else if has("people") || has("commentsextensible") || has("documenttasks") {
        "list of people"
    } else if has("commentsids") {
        "list of ids of comments"
    } else if has("customxml") {
        "custom XML"
    } else if has("embeddings") || has("oleobject") || has("package") {
        "embedded file"
    } else if has("font") {
        "embedded font"
    } else {
        "other file"
    }
}

/// Whether a dropped file is an image.
pub(super) fn is_image(name: &str, content_type: &str) -> bool {
    dropped(name, content_type) == "image or sound"
}
