"""Random releases of `scumble mask`, judged by pyCANON."""
import csv, json, os, random, subprocess, sys, tempfile

import numpy as np
import pandas as pd
from pycanon import anonymity
from pycanon.anonymity.utils import aux_anonymity

SCUMBLE = os.environ["SCUMBLE"]
WORDS = ["oak", "elm", "ash", "rose", "lily", "cat", "dog", "cow"]
TREE = {"oak": "tree", "elm": "tree", "ash": "tree", "rose": "flower", "lily": "flower", "cat": "animal", "dog": "animal", "cow": "animal"}
LEVELS = ["low", "middle", "high", "extreme"]


def column(kind, rows, rng):
    if kind == "number":
        return [f"{rng.gauss(50, 12):.1f}" for _ in range(rows)]
    if kind == "date":
        return [f"19{rng.randint(50, 99)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}" for _ in range(rows)]
    if kind == "ordinal":
        return [rng.choice(LEVELS) for _ in range(rows)]
    return [rng.choice(WORDS) for _ in range(rows)]


def classes(release, columns):
    """The equivalence classes as pyCANON makes them."""
    return [release.iloc[[*rows]] for rows in aux_anonymity.get_equiv_class(release, np.array(columns))]


def recursive(groups, confidential, l):
    worst = 0.0
    for group in groups:
        counts = sorted(group[confidential].value_counts(), reverse=True)
        rare = sum(counts[l - 1:])
        worst = max(worst, counts[0] / rare if rare else float("inf"))
    return worst


def one(number, rng, folder):
    rows = rng.randint(60, 240)
    kinds = rng.sample(["number", "number", "date", "ordinal", "nominal", "text"], rng.randint(2, 4))
    names = [f"{kind}{at}" for at, kind in enumerate(kinds)]
    values = rng.randint(3, 7)
    weights = [rng.uniform(0.5, 2) for _ in range(values)]
    table = {name: column(kind, rows, rng) for name, kind in zip(names, kinds)}
    table["amount"] = [str(10 * rng.choices(range(values), weights)[0]) for _ in range(rows)]
    table["illness"] = [f"illness {rng.choices(range(values), weights)[0]}" for _ in range(rows)]
    path, output, tree = (os.path.join(folder, name) for name in (f"{number}.csv", f"{number}-release.csv", "tree.csv"))
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table)
        writer.writerows(zip(*table.values()))
    with open(tree, "w") as file:
        file.writelines(f"{leaf};{kind};living thing\n" for leaf, kind in TREE.items())
    t_column, l_column = rng.choice([("amount", "illness"), ("illness", "amount"), ("illness", "illness")])
    model = ["distinct", "entropy", "recursive"][number % 3]
    l = rng.choice([2, 3])
    asked = {"distinct": f"{l}", "entropy": f"entropy:{rng.uniform(1.5, 2.5):.2f}", "recursive": f"recursive:{rng.uniform(1.5, 4):.2f}:{l}"}[model]
    command = [SCUMBLE, "mask", path, "-o", output, "--json", "--columns", ",".join(names), "--confidential", "amount,illness",
               "-k", str(rng.randint(2, 6)), "--t-closeness", f"{t_column}={rng.uniform(0.1, 0.4):.2f}", "--l-diversity", f"{l_column}={asked}",
               "--method", rng.choice(["mdav", "mdav", "v-mdav"]), "--seed", str(number)]
    for name, kind in zip(names, kinds):
        if kind == "text":
            command += ["--hierarchy", f"{name}={tree}"]
        elif kind == "ordinal":
            command += ["--kind", f"{name}=ordinal:{','.join(LEVELS)}"]
        else:
            command += ["--kind", f"{name}={kind}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 1:
        return None
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    ours = json.loads(done.stdout)
    release = pd.read_csv(output, dtype={name: str for name in names})
    groups = classes(release, names)
    found = {"k": ours["smallest_over_all"] == anonymity.k_anonymity(release, names)}
    found["l, distinct"] = ours["distinct"] == anonymity.l_diversity(release, names, [l_column])
    found["t, ordered" if t_column == "amount" else "t, equal"] = abs(ours["closeness"] - anonymity.t_closeness(release, names, [t_column])) < 1e-6
    if model == "entropy":
        theirs = anonymity.entropy_l_diversity(release, names, [l_column])
        # pyCANON rounds down: a whole number may come out one lower.
        found["l, entropy"] = theirs in (int(ours["entropy_l"] + 1e-9), int(ours["entropy_l"] - 1e-9))
    if model == "recursive":
        found["recursive c"] = abs(ours["recursive_c"] - recursive(groups, l_column, l)) < 1e-9
        c, distinct = anonymity.recursive_c_l_diversity(release, names, [l_column])
        counts = [np.sort(group[l_column].value_counts()) for group in groups]
        ascending = max(int(np.floor(count[0] / sum(count[distinct - 1:]) + 1)) for count in counts)
        found["(pyCANON's c by its ascending order)"] = distinct == ours["distinct"] and c == ascending
    return found


def main():
    wanted, seed = (int(text) for text in (sys.argv[1:] + ["50", "1"][len(sys.argv) - 1:])[:2])
    rng = random.Random(seed)
    agreed, compared, releases, refused, number = {}, {}, 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        while releases < wanted:
            found = one(number, rng, folder)
            number += 1
            if found is None:
                refused += 1
                continue
            releases += 1
            for name, same in found.items():
                compared[name] = compared.get(name, 0) + 1
                agreed[name] = agreed.get(name, 0) + same
    print(f"{releases} random releases ({refused} more were refused because their promise cannot be kept)")
    print(f"{'figure':<40} {'compared':>8} {'agree':>6}")
    for name in sorted(compared):
        print(f"{name:<40} {compared[name]:>8} {agreed[name]:>6}")
    sys.exit(0 if agreed == compared else 1)


if __name__ == "__main__":
    main()
