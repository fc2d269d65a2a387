"""What a local cluster of two workers makes of a table, of documents and of a corpus, beside one machine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy
import pandas
import pyspark
import scumble
import scumble.spark as on_spark

SCUMBLE = os.environ.get("SCUMBLE", "target/release/scumble")
NAMES = [f"x{at}" for at in range(8)]


def session(folder: str):
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("scumble")
    for key, value in {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "16",
        "spark.executor.memory": "1000m",
        "spark.driver.memory": "2g",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.sql.adaptive.coalescePartitions.enabled": "false",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
        "spark.task.maxFailures": "8",
        "spark.local.dir": folder,
    }.items():
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def numbers(rows: int) -> pandas.DataFrame:
    """Correlated normal columns."""
    random = numpy.random.default_rng(42)
    base = random.normal(size=(rows, 8))
    base[:, 1:] += 0.5 * base[:, :1]
    return pandas.DataFrame(numpy.round(100 + 15 * base, 2), columns=NAMES)


def command_line(file: Path, *flags: str) -> dict:
    command = [SCUMBLE, "mask", str(file), "--others", "mask", "-k", "5", "--round", "none", *flags, "--json", "--quiet"]
    return json.loads(subprocess.run(command, capture_output=True, check=True).stdout)


def hashed(df) -> tuple:
    """A sum of hashes of rows, whatever their order, and how many there are."""
    from pyspark.sql import functions as F

    row = df.agg(F.sum(F.xxhash64(*[F.col(name) for name in df.columns]).cast("decimal(38,0)")), F.count("*")).first()
    return str(row[0]), row[1]


def tables(spark, folder: Path, rows: int) -> None:
    for count, flags, what in [(min(rows, 100_000), ("--blocks", "no"), "exact"), (rows, (), "default")]:
        frame, file = numbers(count), folder / f"{count}.parquet"
        frame.to_parquet(file)
        report = command_line(file, *flags)
        start = time.perf_counter()
        df = spark.read.parquet(str(file)).repartition(8)
        masked = on_spark.mask(df, NAMES, 5, linkage=count <= 100_000)
        took, ours = time.perf_counter() - start, masked.report
        path = report["parts"][0]["path"]
        print(
            f"{count:,} × 8, k = 5: Spark {took:.0f} s, loss {ours['sse_sst']:.4f} %, smallest class {ours['smallest_over_all']}, {ours['blocks']} blocks of "
            f"{ours['smallest_block']:,} to {ours['largest_block']:,}, {len(ours['workers'])} workers"
            + (f", linked in blocks {ours['linked_in_blocks']:.2f} %" if ours["linked_in_blocks"] is not None else "")
        )
        print(f"  command line ({what}: {path}) {report['seconds']:.0f} s, loss {report['sse_sst']:.4f} %; Spark loses {100 * (ours['sse_sst'] / report['sse_sst'] - 1):+.2f} %")
        first = hashed(masked.df)
        masked.unpersist()
        if count == rows:
            continue
        again = on_spark.mask(spark.read.parquet(str(file)).repartition(2), NAMES, 5)
        print(f"  on 2 partitions the same rows: {hashed(again.df) == first}")
        again.unpersist()
        killed = []
        thread = threading.Thread(target=lambda: (time.sleep(took / 2), killed.extend(kill_one())))
        thread.start()
        lost = on_spark.mask(spark.read.parquet(str(file)).repartition(8), NAMES, 5)
        same = hashed(lost.df) == first
        thread.join()
        print(f"  with an executor killed in the middle ({len(killed)} killed) the same rows: {same}")
        lost.unpersist()


def kill_one() -> list:
    """Kills one executor of this process' own cluster."""
    parents, found = {}, []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if b"CoarseGrainedExecutorBackend" in (folder / "cmdline").read_bytes():
                    found.append(int(folder.name))
            except (OSError, IndexError):
                continue

    def is_ours(process: int) -> bool:
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    ours = [process for process in found if is_ours(process)][:1]
    for process in ours:
        os.kill(process, signal.SIGKILL)
    return ours


def leads(data: Path, count: int) -> list:
    file = data / "web_corpus/enwiki2014_leads.jsonl.zst"
    import pyarrow

    texts = []
    with pyarrow.CompressedInputStream(pyarrow.OSFile(str(file)), "zstd") as stream:
        rest = b""
        while len(texts) < count:
            part = stream.read(1 << 20)
            if not part:
                break
            *lines, rest = (rest + part).split(b"\n")
            texts.extend(json.loads(line)["text"] for line in lines if line)
    return texts[:count]


def documents(spark, texts: list) -> None:
    df = spark.createDataFrame(list(enumerate(texts)), "id long, text string").repartition(8)
    start = time.perf_counter()
    done = {row["id"]: row["text"] for row in on_spark.sanitize(df, "text", reader="fast", publish="id").collect()}
    took = time.perf_counter() - start
    start = time.perf_counter()
    alone = scumble.sanitize(texts, reader="fast", progress=False)
    one = time.perf_counter() - start
    same = sum(done[at] == text for at, text in enumerate(alone))
    print(f"{len(texts):,} documents: Spark {took:.0f} s, one machine {one:.0f} s; {same:,} are the same, {len(alone.withheld)} withheld")
    few = df.where(df.id < 1000)
    labels = on_spark.sanitize(few, "text", pseudonyms="collection", secret=b"bench", reader="fast", publish="id")
    first, again = hashed(labels), hashed(on_spark.sanitize(few.repartition(3), "text", pseudonyms="collection", secret=b"bench", reader="fast", publish="id"))
    print(f"  one label for one name over 1,000 documents: the same rows on 8 and on 3 partitions: {first == again}")


def phrases(spark, folder: Path, texts: list) -> None:
    (folder / "leads.jsonl").write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    index = folder / "leads.index"
    subprocess.run([SCUMBLE, "corpus", "build", str(folder / "leads.jsonl"), "-o", str(index), "--quiet"], check=True, capture_output=True)
    asked = ["river", "World War II", "football player", "blood", "New York", "census", "railway station", "album", "species", "university"]
    df = spark.createDataFrame([(text,) for text in texts], "text string").repartition(8)
    found = on_spark.count_phrases(df, "text", asked, partners=["New York"])
    same = 0
    for words, count in [((phrase,), count) for phrase, count in found.counts.items()] + list(found.pairs.items()):
        answer = json.loads(subprocess.run([SCUMBLE, "corpus", "count", f"index:{index}", *words, "--json", "--quiet"], check=True, capture_output=True).stdout)
        same += answer["count"] == count
    print(f"counts over {found.documents:,} leads: {same} of {len(found.counts) + len(found.pairs)} phrases and pairs as in the index")


def main(data: Path, rows: int, count: int) -> None:
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} (figures of a loaded machine are rough)")
    with tempfile.TemporaryDirectory() as folder:
        spark = session(folder)
        tables(spark, Path(folder), rows)
        if (data / "web_corpus").is_dir():
            texts = leads(data, max(count, 20_000))
            phrases(spark, Path(folder), texts)
            documents(spark, texts[:count])
        else:
            print("documents: the data folder is not there")
        spark.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
