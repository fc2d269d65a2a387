//! Documents that are not in the format of their ending, or that are locked.

use scumble_files::{Error, FileKind, Limits, Opened};

#[test]
fn an_encrypted_document_says_so() {
    let mut bytes = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    bytes.resize(1024, 0);
    let refused = |bytes: Vec<u8>| match Opened::open(FileKind::Docx, bytes, &Limits::default()) {
        Err(Error::Refused(reason)) => reason,
        other => panic!("{other:?}"),
    };
    assert!(refused(bytes.clone()).contains(".doc"));
    bytes.extend("EncryptedPackage".bytes().flat_map(|byte| [byte, 0]));
    assert!(refused(bytes).contains("encrypted"));
}
