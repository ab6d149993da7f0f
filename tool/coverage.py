#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""coverage.py BUILD: which lines and branches of src/ and app/ ran, from gcov's counts. The table goes to
the output, the lines that never ran to BUILD/coverage.txt."""
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
build = Path(sys.argv[1]).resolve()
lines, branches = {}, {}
with tempfile.TemporaryDirectory() as folder:
    for number, counts in enumerate(sorted(build.rglob("*.gcda"))):
        into = Path(folder) / str(number)
        into.mkdir()
        subprocess.run(["gcov", "--json-format", "--branch-probabilities", counts], cwd=into,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        for report in into.glob("*.gcov.json.gz"):
            data = json.loads(gzip.open(report).read())
            for file in data["files"]:
                path = Path(data["current_working_directory"], file["file"]).resolve()
                if not path.is_relative_to(ROOT) or path.relative_to(ROOT).parts[0] not in ("src", "app"):
                    continue
                mine = lines.setdefault(path.relative_to(ROOT), {})
                for line in file["lines"]:
                    key = line["line_number"]
                    mine[key] = mine.get(key, 0) + line["count"]
                    for which, branch in enumerate(line["branches"]):
                        place = (path.relative_to(ROOT), key, which)
                        branches[place] = branches.get(place, 0) + branch["count"]

never = []
total = [0, 0]
print(f"{'file':<44} {'lines':>7} {'ran':>7}")
for path, counts in sorted(lines.items()):
    ran = sum(count > 0 for count in counts.values())
    total[0] += ran
    total[1] += len(counts)
    print(f"{str(path):<44} {len(counts):>7} {100 * ran / len(counts):>6.1f}%")
    never += [f"{path}:{line}" for line, count in sorted(counts.items()) if count == 0]
taken = sum(count > 0 for count in branches.values())
(build / "coverage.txt").write_text("\n".join(never) + "\n")
print(f"{'all':<44} {total[1]:>7} {100 * total[0] / max(1, total[1]):>6.1f}%")
print(f"branches taken: {taken} of {len(branches)}, {100 * taken / max(1, len(branches)):.1f}%")
print(f"lines that never ran: {build / 'coverage.txt'}")
