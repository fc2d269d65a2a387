"""What is in the wheel beside code."""

from __future__ import annotations

from importlib import metadata


def test_licences_of_code_and_data_are_in_the_wheel():
    licences = {path.name: path.read_text(encoding="utf-8") for path in metadata.files("scumble") if "licences" in path.parts}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "LICENSE-font"} <= set(licences)
    for name, said in [("NOTICE", "Princeton"), ("NOTICE-models", "Attribution-ShareAlike"), ("NOTICE-corpus", "Wikipedia"), ("NOTICE-weights", "models")]:
        assert said in licences[name], name
