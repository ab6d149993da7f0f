#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""figures.py [FILE]: puts the answer of `hone bench --json` (FILE, or standard input) into README.md,
between the lines <!-- figures --> and <!-- /figures -->."""
import json
import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def number(value):
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


data = json.load(open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin)
machine = data["machine"]
table = [f"On an {machine['cpu']}, one thread, best of many runs:", "",
         "| row | hone | | others |", "| --- | ---: | --- | --- |"]
for row in data["rows"]:
    peers = ", ".join(f"{name} {value}" for name, value in row["peers"].items())
    remark = f" ({row['remark']})" if row.get("remark") else ""
    table.append(f"| `{row['name']}`{remark} | {number(row['best'])} | {row['unit']} | {peers} |")
text, count = re.subn(r"(?s)(<!-- figures -->\n).*?(<!-- /figures -->)",
                      lambda match: match[1] + "\n" + "\n".join(table) + "\n\n" + match[2],
                      README.read_text())
if count != 1:
    sys.exit("figures: README.md has no place for them")
README.write_text(text)
