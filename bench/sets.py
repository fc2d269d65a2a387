"""Prints the table of docs/sets.md. Run through bench/sets."""
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile

DATA = sys.argv[1]
SCUMBLE = "target/release/scumble"
DISTANCE = ["--distance", "min-sum", "-k", "3"]


def run(told, path, *flags):
    # A process of its own, so that its memory is its own.
    command = [sys.executable, "-c", "import json, resource, subprocess, sys\n"
               "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
               "sys.stderr.write(done.stderr)\n"
               "print(json.dumps([json.loads(done.stdout), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss]))",
               SCUMBLE, "sets", path, "--json", "--quiet", *flags]
    report, peak = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(f"{told:<52} {report['records']:>7} records {report['concepts']:>6} concepts {report['seconds']:7.1f} s "
          f"{peak / 1e6:5.2f} GB   smallest {report['smallest']}, sum of min-sum {report['sum_min_sum']:.1f}", flush=True)
    return report


with tempfile.TemporaryDirectory() as folder:
    concepts = os.path.join(DATA, "sets", "concepts.jsonl")
    run("reference run, from its concepts", concepts, "--concepts", "--field", "concepts", *DISTANCE)
    raw = os.path.join(DATA, "sets", "users.jsonl.gz")
    run("reference run, from raw queries", raw, *DISTANCE)
    users = [json.loads(line)["items"] for line in gzip.open(raw, "rt")]
    queries = sorted({query for user in users for query in user})
    for count in [2_000, 5_000, 10_000]:
        # Users of the same size, each over the queries of two others and some of anyone's.
        chance = random.Random(1)
        path = os.path.join(folder, f"{count}.jsonl")
        with open(path, "w") as out:
            for number in range(count):
                one, two = chance.choice(users), chance.choice(users)
                items = chance.sample(one, len(one) // 2) + chance.sample(two, len(two) // 2) + chance.sample(queries, 3)
                out.write(json.dumps({"id": number, "items": sorted(set(items))}) + "\n")
        run(f"made-up users over the same queries", path, *DISTANCE)
    retail = os.path.join(DATA, "transactions", "retail_belgium.csv.gz")
    run("Belgian baskets, equality, k = 5, in blocks", retail, "--taxonomy", "none", "--semantic", "no", "-k", "5")
