# SPDX-License-Identifier: MIT
"""The outer form of source files: the licence line first, at most 600 lines (1000 in tests; rows of
a table of numbers do not count), UTF-8, no tabs, no blanks at line ends, one newline at the end."""
import re

import house

LONGEST = {"include": 600, "src": 600, "app": 600}
LONGEST_ELSEWHERE = 1000
NUMBERS = re.compile(r"[\s{}]*(?:-?(?:0x[0-9a-fA-F]+|[0-9][0-9.e+-]*)[uUlLfF]*[,\s{}]*)+(?://.*)?")

problems = []
for file in house.files(house.ROOT, (*house.C_ENDINGS, ".py", ".sh", ".cmake", ".awk")):
    name = file.relative_to(house.ROOT)
    try:
        text = file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        problems.append(f"{name}: not UTF-8 at byte {error.start}")
        continue
    lines = text.split("\n")
    if file.suffix != ".cmake" and "SPDX-License-Identifier: MIT" not in "".join(lines[:2]):
        problems.append(f"{name}:1: no line 'SPDX-License-Identifier: MIT'")
    long = sum(not NUMBERS.fullmatch(line) for line in lines[:-1])
    most = LONGEST.get(name.parts[0], LONGEST_ELSEWHERE)
    if file.suffix in house.C_ENDINGS and long > most:
        problems.append(f"{name}: {long} lines, at most {most} are allowed")
    if not text.endswith("\n") or text.endswith("\n\n"):
        problems.append(f"{name}: does not end in one newline")
    for number, line in enumerate(lines, 1):
        if "\t" in line or "\r" in line:
            problems.append(f"{name}:{number}: tab or carriage return")
        if line != line.rstrip():
            problems.append(f"{name}:{number}: blank at the line's end")
house.fail(problems)
