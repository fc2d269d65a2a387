"""Programmes that `export_mps` wrote, solved by HiGHS; the optimum beside what our search links."""
import json, os, subprocess, sys, tempfile, time

import highspy

EXPORT, SCUMBLE = os.environ["EXPORT"], os.environ["SCUMBLE"]
FAMILIES = ["wm", "owa", "sb", "ci"]
X2 = [[23, 25], [18, 10], [58, 12], [46, 30], [31, 17], [27, 14]]
Y2 = [[25, 20], [20, 14], [55, 20], [48, 22], [29, 24], [30, 12]]
X3 = [row + [more] for row, more in zip(X2, [5, 9, 2, 7, 4, 8])]
Y3 = [row + [more] for row, more in zip(Y2, [7, 8, 4, 4, 6, 3])]
X_APART = [[8, 5, 4], [5, 3, 2], [6, 5, 2], [4, 4, 7], [8, 7, 2], [6, 8, 4]]
Y_APART = [[4, 4, 0], [7, 2, 3], [8, 8, 0], [8, 8, 5], [9, 3, 0], [7, 6, 1]]
# Optima by exhaustive search over the sets of linked records, with the margin 0.0001. Four records of the separating case can be linked by
# an OWA, but by no more than 0.000094. That of its bilinear form is of distances that are not negative (5.16), which here cost nothing.
CASES = [
    ("two columns", X2, Y2, {"wm": 5, "owa": 5, "sb": 6, "ci": 5}),
    ("three columns", X3, Y3, {"wm": 5, "owa": 3, "sb": 6, "ci": 5}),
    ("separating", X_APART, Y_APART, {"wm": 4, "owa": 3, "sb": 5, "ci": 6}),
]
# The margin of the programmes whose optima are known, and one that is as good as none.
MARGINS = ["1e-4", "1e-6"]


def write(path, rows):
    with open(path, "w") as file:
        file.write(",".join(f"v{at + 1}" for at in range(len(rows[0]))) + "\n")
        file.writelines(",".join(map(str, row)) + "\n" for row in rows)


def solve(path, seconds):
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 0.0)
    solver.setOptionValue("mip_feasibility_tolerance", 1e-9)
    solver.setOptionValue("primal_feasibility_tolerance", 1e-9)
    if seconds:
        solver.setOptionValue("time_limit", float(seconds))
    if solver.readModel(path) != highspy.HighsStatus.kOk:
        sys.exit("HiGHS does not read the programme")
    solver.run()
    model, info = solver.getLp(), solver.getInfo()
    return {
        "status": solver.modelStatusToString(solver.getModelStatus()),
        "lost": info.objective_function_value,
        "least": info.mip_dual_bound,
        "total": sum(model.col_cost_),
        "rows": model.num_row_,
        "columns": model.num_col_,
    }


def same_as_of_the_command(family, given, path):
    """Whether `scumble link --export-mps` writes the very programme that is solved."""
    other = path + ".command"
    command = [SCUMBLE, "link", *given, "--distance", family, "--export-mps", other, "--quiet"]
    subprocess.run(command, check=True, capture_output=True)
    with open(path, "rb") as ours, open(other, "rb") as theirs:
        return ours.read() == theirs.read()


def main():
    failed, by_command = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        given = [os.path.join(folder, name) for name in ("x.csv", "y.csv")]
        cases = CASES
        if len(sys.argv) > 2:
            given, cases = sys.argv[1:3], [("given", None, None, {})]
        print(f"{'case':14} {'family':6} {'margin':>6} {'rows':>7} {'columns':>7} {'HiGHS':>8} {'at most':>8} {'ours':>8} {'known':>6} {'s':>7}  status")
        for name, x, y, known in cases:
            if x:
                write(given[0], x), write(given[1], y)
            for family, margin in ((family, margin) for family in FAMILIES for margin in MARGINS):
                path = os.path.join(folder, f"{family}.mps")
                command = [EXPORT, family, *given, path, margin]
                ours = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
                start = time.monotonic()
                found = solve(path, sys.argv[3] if len(sys.argv) > 3 else None)
                taken = time.monotonic() - start
                linked, most = found["total"] - found["lost"], found["total"] - found["least"]
                right = (found["rows"], found["columns"]) == (ours["rows"], ours["columns"])
                if margin == MARGINS[0]:
                    expected = known.get(family, "-")
                    right = right and (expected == "-" or abs(linked - expected) < 1e-6)
                    is_same = same_as_of_the_command(family, given, path)
                    by_command += is_same
                    right = right and is_same
                else:
                    # Our search has no margin.
                    expected = "-"
                    optimal = found["status"] == "Optimal"
                    right = right and ours["linked"] <= most + 1e-6 and (not optimal or abs(ours["linked"] - linked) < 1e-6)
                failed += not right
                print(
                    f"{name:14} {family:6} {margin:>6} {found['rows']:7} {found['columns']:7} {linked:8.2f} {most:8.2f} "
                    f"{ours['linked']:8.2f} {expected:>6} {taken:7.2f}  {found['status']}{'' if right else '  DIFFERS'}"
                )
    print(f"{by_command} of {len(cases) * len(FAMILIES)} programmes with the margin {MARGINS[0]} are those that scumble link --export-mps writes")
    sys.exit(1 if failed else 0)


main()
