//! Errors as Python exceptions: the class by the kind of problem, with the place and what to do. No value of the data is in them.

use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use scumble::corpus::Provenance;
use scumble::io::Field;
use scumble::{Error, ErrorKind};
use std::ffi::CString;

/// The name that a table at hand has in the library's messages.
const AT_HAND: &str = "record batch";

/// The Python exception of an error.
pub(crate) fn exception(py: Python<'_>, error: &Error) -> PyErr {
    if error.kind == ErrorKind::Cancelled {
        return PyKeyboardInterrupt::new_err("cancelled");
    }
    let class = match error.kind {
        ErrorKind::Promise => "PromiseError",
        ErrorKind::Withheld => "WithheldError",
        ErrorKind::Counts => "CountsError",
        ErrorKind::Io => "FileError",
        _ => "InputError",
    };
    let help = error.help.as_deref().map(|help| {
        help.written(|setting, value| match value {
            Some(value) => format!("{setting}={value:?}"),
            None => setting.to_owned(),
        })
    });
    let place = error.place.as_deref();
    let at_hand = place.is_some_and(|place| place.file == AT_HAND);
    // A file's row 1 is its header; a frame's first row is 0.
    let row = place.and_then(|place| place.row).map(|row| if at_hand { row.saturating_sub(2) } else { row });
    let column = place.and_then(|place| match place.column.as_ref()? {
        Field::Name(name) => Some(name.clone()),
        Field::Number(number) => Some(number.to_string()),
    });
    let message = match (place, at_hand) {
        (None, _) => error.message.clone(),
        (Some(place), false) => format!("{place}: {}", error.message),
        (Some(_), true) => {
            let column = column.as_ref().map(|column| format!("column “{column}”"));
            let row = row.map(|row| format!("row {row}"));
            let parts: Vec<String> = column.into_iter().chain(row).collect();
            if parts.is_empty() { error.message.clone() } else { format!("{}: {}", parts.join(", "), error.message) }
        }
    };
    let made = || -> PyResult<Bound<'_, PyAny>> {
        let details = PyDict::new(py);
        details.set_item("help", help)?;
        details.set_item("row", row)?;
        details.set_item("column", column)?;
        details.set_item("line", place.and_then(|place| place.line))?;
        details.set_item("file", place.filter(|_| !at_hand).map(|place| place.file.clone()))?;
        py.import("scumble.errors")?.getattr(class)?.call((message,), Some(&details))
    };
    made().map_or_else(|error| error, PyErr::from_value)
}

/// An input that cannot be used, as an exception.
pub(crate) fn input(py: Python<'_>, message: impl Into<String>) -> PyErr {
    exception(py, &Error::input(message))
}

/// Warns of counts that come from a server. Python may take the warning for an error: then nothing was asked yet.
pub(crate) fn warn_of_server(py: Python<'_>, counts: &Provenance) -> PyResult<()> {
    if !counts.remote {
        return Ok(());
    }
    let seen = "it will see every phrase that is asked for, sensitive ones too";
    let message = CString::new(format!("counts come from {}: {seen}", counts.name))?;
    // The first level is the package's function, the second what called it.
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)
}

/// A fault of the program, as an exception.
pub(crate) fn fault(py: Python<'_>) -> PyErr {
    let made = || py.import("scumble.errors")?.getattr("InternalError")?.call0();
    made().map_or_else(|error| error, PyErr::from_value)
}
