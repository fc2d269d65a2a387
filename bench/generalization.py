"""Generalisation of Adult with ARX's nine hierarchies: scumble's two methods against a Mondrian baseline.

    python3 bench/generalization.py DATA [BINARY]

DATA is the folder with adult_arx (adult.csv with its hierarchies). Prints, for k = 2, 5, 10, 25, the normalised certainty penalty by leaf
share and the seconds; then the figures that `scumble assess table` gives of both releases at k = 5 beside those worked out here from the
released file by their definitions; then both methods of scumble on 301,620 records (ten copies, 5 % of the cells redrawn).
"""
import collections
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time

DATA = os.path.join(sys.argv[1], "adult_arx")
SCUMBLE = sys.argv[2] if len(sys.argv) > 2 else "target/release/scumble"


def read():
    with open(os.path.join(DATA, "adult.csv")) as file:
        names, *rows = [line.rstrip("\n").split(";") for line in file]
    ways = []
    for name in names:
        with open(os.path.join(DATA, f"adult_hierarchy_{name}.csv")) as file:
            ways.append({way[0]: way for way in (line.rstrip("\n").split(";") for line in file)})
    return names, rows, ways


def mondrian(rows, ways, k):
    """Strict multidimensional Mondrian (LeFevre and others 2006). Ages are cut at their median, other columns by the children of the node
    that their values have in common; the column with the widest values is cut first. Values that have no common ancestor but
    themselves cannot be cut. Published is the lowest common ancestor."""
    leaves = [len(way) for way in ways]
    counts = []
    for way in ways:
        count = {}
        for path in way.values():
            for level, label in enumerate(path):
                count[level, label] = count.get((level, label), 0) + 1
        counts.append(count)

    def common(column, values):
        paths = [ways[column][value] for value in values]
        level = next(level for level in range(len(paths[0])) if len({path[level] for path in paths}) == 1)
        below = counts[column][level, paths[0][level]]
        return level, (below / leaves[column] if below > 1 else 0.0)

    def parts(column, group, level):
        if names[column] == "age":
            ages = sorted(int(row[column]) for row in group)
            median = ages[len(ages) // 2]
            cut = median if ages[0] < median else median + 1
            low = [row for row in group if int(row[column]) < cut]
            return [low, [row for row in group if int(row[column]) >= cut]]
        found = {}
        for row in group:
            found.setdefault(ways[column][row[column]][level - 1], []).append(row)
        return list(found.values())

    lost, open_groups = 0.0, [rows]
    while open_groups:
        group = open_groups.pop()
        widths = [common(column, {row[column] for row in group}) for column in range(len(ways))]
        for column in sorted(range(len(ways)), key=lambda column: -widths[column][1]):
            level, share = widths[column]
            if level == 0 or share == 0.0:
                continue
            cut = parts(column, group, level)
            if len(cut) > 1 and all(len(part) >= k for part in cut):
                open_groups += cut
                break
        else:
            lost += len(group) * sum(share for _, share in widths)
    return lost / len(rows) / len(ways)


def scumble(path, method, k):
    flags = [f"--hierarchy={name}={DATA}/adult_hierarchy_{name}.csv" for name in names]
    command = [SCUMBLE, "mask", path, "--others", "mask", "--method", method, "-k", str(k), "--json", "--quiet", *flags]
    done = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert done["smallest_over_all"] >= k
    return f"{done['generalization']['ncp']:.4f} ({done['mask_seconds']:.2f} s)"


def figures(released, rows, ways):
    """Certainty penalty, granularity, non-uniform entropy, precision, discernibility, mean class size of a release, by definition."""
    penalty = granularity = bits = all_bits = level_sum = 0.0
    for column, way in enumerate(ways):
        own = collections.Counter(row[column] for row in rows)
        height = len(next(iter(way.values()))) - 1
        # The records and the leaves below each label, by the values that have it on their way up.
        below, leaves = collections.Counter(), collections.Counter()
        for value, path in way.items():
            for label in set(path):
                below[label] += own[value]
                leaves[label] += 1
        for row, new in zip(rows, released):
            value, label = row[column], new[column]
            level = way[value].index(label)
            penalty += leaves[label] / len(way) if leaves[label] > 1 else 0.0
            granularity += (leaves[label] - 1) / (len(way) - 1)
            bits += -math.log2(own[value] / below[label])
            all_bits += -math.log2(own[value] / len(rows))
            level_sum += level / height
    cells = len(rows) * len(ways)
    sizes = collections.Counter(map(tuple, released)).values()
    return {
        "ncp": penalty / cells,
        "granularity": granularity / cells,
        "non_uniform_entropy": bits / all_bits,
        "precision": 1 - level_sum / cells,
        "discernibility": sum(size * size for size in sizes),
        "mean_class_size": len(rows) / len(sizes),
    }


def compared(method):
    flags = [f"--hierarchy={name}={DATA}/adult_hierarchy_{name}.csv" for name in names]
    table = os.path.join(DATA, "adult.csv")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "release.csv")
        command = [SCUMBLE, "mask", table, "--others", "mask", "--method", method, "-k", "5", "--quiet", "-o", path]
        subprocess.run([*command, *flags], check=True, capture_output=True)
        with open(path) as file:
            released = [line.rstrip("\n").split(";") for line in file][1:]
        command = [SCUMBLE, "assess", "table", table, path, "--only", "ncp", "--json", "--quiet"]
        found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["loss"]["generalization"]
    for name, expected in figures(released, rows, ways).items():
        assert abs(found[name] - expected) <= 1e-9 * max(1, abs(expected)), (method, name, found[name], expected)
        print(f"{method:<12} {name:<20} {found[name]:<20.10g} {expected:.10g}")


names, rows, ways = read()
print(f"{len(rows)} records: normalised certainty penalty (seconds)\n")
print("k   Mondrian          full-domain       generalize")
for k in [2, 5, 10, 25]:
    start = time.process_time()
    baseline = mondrian(rows, ways, k)
    baseline = f"{baseline:.4f} ({time.process_time() - start:.2f} s)"
    results = [scumble(os.path.join(DATA, "adult.csv"), method, k) for method in ["full-domain", "generalize"]]
    print(f"{k:<3} " + "".join(f"{cell:<18}" for cell in [baseline, *results]), flush=True)
print("\nk = 5: scumble assess table, and the definitions")
for method in ["full-domain", "generalize"]:
    compared(method)
draw = random.Random(1)
columns = list(zip(*rows))
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "large.csv")
    with open(path, "w") as file:
        file.write(";".join(names) + "\n")
        for row in rows * 10:
            cells = [draw.choice(column) if draw.random() < 0.05 else cell for cell, column in zip(row, columns)]
            file.write(";".join(cells) + "\n")
    results = [scumble(path, method, 5) for method in ["full-domain", "generalize"]]
    print(f"\n{10 * len(rows)} records, k = 5: full-domain {results[0]}, generalize {results[1]}")
