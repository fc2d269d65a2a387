"""Prints the tables of docs/microaggregation.md. Run through bench/microaggregation."""
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import time

DATA, MODE = sys.argv[1], sys.argv[2]
SCUMBLE = "target/release/scumble"
EXAMPLE = "target/release/examples/microaggregation_speed"
EIA = "UTILITYID,RESREVENUE,RESSALES,COMREVENUE,COMSALES,INDREVENUE,INDSALES,OTHREVENUE,OTHRSALES,TOTREVENUE,TOTSALES"
CELLS = {  # the marks to reach with --effort 60, for k = 3, 4, 5, 10
    "census": [4.7252, 6.0676, 7.3299, 11.4098],
    "tarragona": [14.5739, 17.1013, 20.1582, 30.1279],
    "eia": [0.3489, 0.4830, 0.7298, 1.9488],
}


def mask(path, *flags):
    done = subprocess.run([SCUMBLE, "mask", path, "--json", "--quiet", *flags], check=True, capture_output=True)
    return json.loads(done.stdout)


def cells():
    efforts = [5, 60] if MODE == "full" else [5]
    print("100 SSE/SST: MDAV, and refined with an effort of " + " and ".join(map(str, efforts)) + " (seconds in brackets)\n")
    for name, marks in CELLS.items():
        columns = ["--columns", EIA, "--others", "drop"] if name == "eia" else ["--others", "mask"]
        path = os.path.join(DATA, "casc_microdata", name + ".csv")
        for k, mark in zip([3, 4, 5, 10], marks):
            plain = mask(path, "-k", str(k), *columns)
            line = f"{name:<10} k={k:<3} MDAV {plain['sse_sst']:9.6f} ({plain['mask_seconds']:.3f})"
            for effort in efforts:
                found = mask(path, "-k", str(k), "--method", "refined", "--effort", str(effort), *columns)
                less = 100 * (1 - found["sse_sst"] / plain["sse_sst"])
                line += f"   {effort}: {found['sse_sst']:8.4f} -{less:4.1f} % ({found['mask_seconds']:.1f})"
                reached = round(found["sse_sst"], 4) <= mark  # marks have four decimals
            if MODE == "full":
                line += f"   mark {mark:8.4f} {'reached' if reached else 'missed'}"
            print(line, flush=True)


def processor_seconds(command, threads=None):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = dict(os.environ, RAYON_NUM_THREADS=str(threads)) if threads else None
    text = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return text.split(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def plain_mdav_seconds(records, width, k):
    """A plain MDAV in numpy, as a peer: the same passes, without blocks, bounds or single precision."""
    import numpy

    rows = numpy.random.default_rng(1).standard_normal((records, width))
    start = time.process_time()
    left = numpy.arange(records)
    while len(left) >= 3 * k:
        middle = rows[left].mean(axis=0)
        first = left[((rows[left] - middle) ** 2).sum(axis=1).argmax()]
        for seed in (first, None):
            if seed is None:
                seed = left[((rows[left] - rows[first]) ** 2).sum(axis=1).argmax()]
            near = ((rows[left] - rows[seed]) ** 2).sum(axis=1)
            taken = numpy.argpartition(near, k - 1)[:k]
            left = numpy.delete(left, taken)
    return time.process_time() - start


def growth():
    print("\nNormal records of 10 numbers, k = 5: exact MDAV on one thread, and on all\n")
    last = None
    for records in [12_500, 25_000, 50_000, 100_000]:
        command = [EXAMPLE, "normal", str(records), "10", "5"]
        (_, loss), cpu = processor_seconds(command, threads=1)
        (seconds, _), all_cpu = processor_seconds(command)
        grown = "" if last is None else f"   grows as n^{math.log2(cpu / last):.2f}"
        print(f"{records:>8} records {cpu:7.2f} CPU-s{grown or ' ' * 20}   all threads {float(seconds):6.2f} s, {all_cpu:6.2f} CPU-s"
              f"   100 SSE/SST {float(loss):8.4f}", flush=True)
        last = cpu
    records = 25_000
    _, cpu = processor_seconds([EXAMPLE, "normal", str(records), "10", "5"])
    plain = plain_mdav_seconds(records, 10, 5)
    print(f"\nA plain MDAV in numpy, {records} records: {plain:.2f} CPU-s, {plain / cpu:.0f} times ours")
    print("\nThe same 100,000 in blocks\n")
    for block in ["1000", "8192"]:
        for way in [["plain"], []]:
            (seconds, loss), cpu = processor_seconds([EXAMPLE, "normal", "100000", "10", "5", block, *way])
            told = "borders as they are" if way else "borders repaired"
            print(f"blocks of {block:>5}, {told:<19} {float(seconds):6.2f} s {cpu:6.2f} CPU-s   100 SSE/SST {float(loss):8.4f}", flush=True)


def adult():
    columns = "age workclass fnlwgt education marital-status occupation relationship race sex hours-per-week native-country education-num"
    with_tree = {"education", "marital-status", "native-country", "occupation", "race", "sex", "workclass"}
    tree = lambda column: os.path.join(DATA, "adult_arx", f"adult_hierarchy_{column}.csv")
    path = os.path.join(DATA, "adult_uci", "adult_train.csv.gz")
    flags = ["--columns", columns.replace(" ", ","), "--others", "publish", "--missing", "suppress", "--missing-values", "?"]
    for column in sorted(with_tree):
        flags += ["--hierarchy", f"{column}={tree(column)}"]
    print("\nAdult, 30,162 complete records, 12 mixed columns: squared distance a record\n")
    for k in [3, 5, 10]:
        found = mask(path, "-k", str(k), *flags)
        named = [f"{column}={tree(column)}" if column in with_tree else column for column in columns.split()]
        cut, _ = processor_seconds([EXAMPLE, "cut", str(k), path, *named])
        best = min(map(float, cut))
        ours = found["sse_per_record"]
        print(f"k={k:<3} MDAV {ours:.4f} ({found['seconds']:.2f} s)   sort-and-cut {best:.4f}: {best / ours:.2f} times as much", flush=True)


def large():
    with tempfile.TemporaryDirectory(dir="target") as folder:
        path, release = os.path.join(folder, "large.csv"), os.path.join(folder, "release.csv")
        subprocess.run([EXAMPLE, "table", "10000000", "8", path], check=True)
        print(f"\n10 million records of 8 numbers ({os.path.getsize(path) / 1e9:.2f} GB of CSV), k = 5, read, masked, written, checked\n")
        found = mask(path, "--others", "mask", "-k", "5", "-o", release)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1e6
        print(f"{found['seconds']:.0f} s, of which {found['mask_seconds']:.0f} s grouping; at most {peak:.2f} GB; "
              f"100 SSE/SST {found['sse_sst']:.4f}; smallest class {found['smallest_over_all']}")


if MODE == "large":
    large()
else:
    cells()
    growth()
    adult()
