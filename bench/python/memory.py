"""The peak of memory while a table of numbers is masked, as a share of its numbers. Usage: memory.py [ROWS]"""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import resource, sys
import numpy, pyarrow, scumble
rows = int(sys.argv[1])
random = numpy.random.default_rng(42)
table = pyarrow.table({f"x{at}": random.integers(0, 1 << 20, rows).astype(numpy.float64) for at in range(8)})
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
masked = scumble.mask(table, others="mask", k=5, progress=False)
out = masked.table
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
numbers = rows * 8 * 8
print(f"mask of {rows:,} × 8: numbers {numbers / 1e6:.0f} MB, before {before / 1e3:.0f} MB, peak {peak / 1e3:.0f} MB; "
      f"beyond the table itself {(peak - before) * 1024 / numbers:.2f} × its numbers, smallest class {masked.smallest}")
"""

if __name__ == "__main__":
    rows = sys.argv[1] if len(sys.argv) > 1 else "10000000"
    subprocess.run([sys.executable, "-c", PROGRAM, rows], check=True)
