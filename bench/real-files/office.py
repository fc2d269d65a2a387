"""Which DOCX files LibreOffice opens: it converts them to text, many in one process, two processes at once."""

import json
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

BATCH = 25


def convert(paths, limit):
    """Those of the files that LibreOffice opens."""
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "in").mkdir()
        for number, path in enumerate(paths):
            shutil.copyfile(path, here / "in" / f"{number}.docx")
        command = ["soffice", f"-env:UserInstallation=file://{here}/profile", "--headless", "--norestore"]
        command += ["--infilter=MS Word 2007 XML", "--convert-to", "txt:Text (encoded):UTF8", "--outdir", str(here / "out")]
        command += [str(here / "in" / f"{number}.docx") for number in range(len(paths))]
        try:
            subprocess.run(command, capture_output=True, timeout=limit)
        except subprocess.TimeoutExpired:
            pass
        return {path for number, path in enumerate(paths) if (here / "out" / f"{number}.txt").exists()}


def attempt(paths):
    """A batch, then each file that did not come out of it alone: one bad file must not speak for its neighbours."""
    opened = convert(paths, 20 + 8 * len(paths))
    for path in paths:
        if path not in opened:
            opened |= convert([path], 60)
    return opened


def opens(paths, remember=None):
    """Whether each file opens. `remember` is a file that keeps the answers (for originals, which do not change)."""
    known = json.loads(Path(remember).read_text()) if remember and Path(remember).exists() else {}
    open_now = [path for path in paths if path not in known]
    batches = [open_now[i : i + BATCH] for i in range(0, len(open_now), BATCH)]
    with ThreadPoolExecutor(2) as pool:
        for batch, opened in zip(batches, pool.map(attempt, batches)):
            known.update({path: path in opened for path in batch})
    if remember:
        Path(remember).write_text(json.dumps(known))
    return {path: known[path] for path in paths}
