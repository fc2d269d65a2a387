"""The peak of memory while a table of numbers is masked, beyond the table itself, as a share of its numbers.

Usage: memory.py [ROWS] [float64|int64]     (Linux: the peak is counted anew from where the table is there)
"""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import re, sys, time
import numpy, pyarrow, scumble

def megabytes(of):
    return int(re.search(of + r":\\s+(\\d+) kB", open("/proc/self/status").read()).group(1)) * 1024 / 1e6

rows, kind = int(sys.argv[1]), sys.argv[2]
random = numpy.random.default_rng(42)
# Column by column, so that nothing but the table is there.
table = pyarrow.table({f"x{at}": pyarrow.array(random.integers(0, 1 << 20, rows).astype(kind)) for at in range(8)})
scumble.mask({"x": [1.0, 2.0, 3.0, 4.0]}, others="mask", k=2, progress=False)
before = megabytes("VmRSS")
open("/proc/self/clear_refs", "w").write("5")
start = time.perf_counter()
masked = scumble.mask(table, others="mask", k=5, progress=False)
out = masked.table
took = time.perf_counter() - start
assert out.num_rows == rows and table.num_rows == rows
peak, numbers = megabytes("VmHWM"), rows * 8 * 8 / 1e6
print(f"mask of {rows:,} × 8 ({kind}): numbers {numbers:.0f} MB, before {before:.0f} MB, peak {peak:.0f} MB; "
      f"beyond the table itself {(peak - before) / numbers:.2f} × its numbers, smallest class {masked.smallest}, loss {masked.loss:.4f} %, {took:.1f} s")
"""

if __name__ == "__main__":
    rows = sys.argv[1] if len(sys.argv) > 1 else "10000000"
    kind = sys.argv[2] if len(sys.argv) > 2 else "float64"
    subprocess.run([sys.executable, "-c", PROGRAM, rows, kind], check=True)
