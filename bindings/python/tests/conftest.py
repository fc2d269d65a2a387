"""What the tests share: the repository, the command line, the data folder, frames of every library."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def data() -> Path:
    if not DATA.is_dir():
        pytest.skip("the data folder ../shared/data is not there")
    return DATA


@pytest.fixture(scope="session")
def scumble_cli():
    """Runs the command line and gives its JSON."""
    binary = Path(os.environ.get("SCUMBLE", ROOT / "target" / "release" / "scumble"))
    if not binary.exists():
        pytest.skip("the command line is not built: cargo build --release, or name it by SCUMBLE")

    def run(*arguments: object, text: bool = False) -> object:
        command = [str(binary), *map(str, arguments)] + ([] if text else ["--json"])
        done = subprocess.run([*command, "--quiet"], capture_output=True, check=True, cwd=ROOT)
        return done.stdout.decode() if text else json.loads(done.stdout)

    return run


PEOPLE = {
    "name": ["Ann", "Ben", "Cas", "Dan", "Eve", "Fay"],
    "age": [23, 25, 41, 44, 67, 70],
    "income": [20.5, 21.0, 33.25, 35.0, 12.0, 11.5],
    "region": ["N", "N", "S", "S", "N", "S"],
}


def frames():
    """The same table of every library."""
    pyarrow = pytest.importorskip("pyarrow")
    made = {"pyarrow": pyarrow.table(PEOPLE)}
    polars = pytest.importorskip("polars")
    made["polars"] = polars.DataFrame(PEOPLE)
    pandas = pytest.importorskip("pandas")
    made["pandas"] = pandas.DataFrame(PEOPLE)
    return made
