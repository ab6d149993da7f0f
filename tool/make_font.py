#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_font.py: reads tool/font.txt, writes src/canvas/font_data.c (--check: only compares)."""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "tool" / "font.txt"
TARGET = ROOT / "src" / "canvas" / "font_data.c"
ROWS = 12
SPACE = 3


def read():
    glyphs, marks, compositions = {}, {}, []
    lines = SOURCE.read_text(encoding="utf-8").split("\n")
    i = 0
    while i < len(lines):
        words = lines[i].split()
        i += 1
        if words[:1] == ["rows"] and words[2:3] == ["of"]:
            top, names = int(words[1]), words[3:]
            art = []
            while i < len(lines) and lines[i].strip():
                art.append(lines[i].split())
                i += 1
            for column, name in enumerate(names):
                rows = [line[column] for line in art]
                if len({len(row) for row in rows}) != 1 or name in glyphs:
                    sys.exit(f"make_font.py: {name}: rows of different width, or twice")
                if any(len(line) != len(names) for line in art):
                    sys.exit(f"make_font.py: {names}: a row has too many or too few columns")
                width = len(rows[0])
                cell = ["." * width] * top + rows
                cell += ["." * width] * (ROWS - len(cell))
                glyphs[name] = cell
        elif words[:1] == ["mark"]:
            art = []
            while i < len(lines) and lines[i].strip():
                art.append(lines[i].strip())
                i += 1
            marks[words[1]] = art
        elif words[:1] == ["compose"]:
            compositions += [(words[1], pair[0], pair[1]) for pair in words[2:]]
    for mark, name, base in compositions:
        glyphs[name] = compose(glyphs[base], marks[mark], mark)
    for name in (" ", "\u00a0"):
        glyphs[name] = ["." * SPACE] * ROWS
    glyphs["\u00ad"] = glyphs["-"]
    return glyphs


def compose(base, art, mark):
    """The letter with its mark; the cell grows when the mark is wider."""
    width = max(len(base[0]), len(art[0]))
    if (width - len(art[0])) % 2 and (width - len(base[0])) % 2 and width == len(base[0]):
        width += 1
    cell = [list(row.center(width).replace(" ", ".")) for row in base]
    left = (width - len(art[0])) // 2
    inked = [y for y, row in enumerate(base) if "#" in row]
    top = 10 if mark == "cedilla" else max(inked[0] - 1 - len(art), 0)
    for y, row in enumerate(art):
        for x, ink in enumerate(row):
            if ink == "#":
                cell[top + y][left + x] = "#"
    return ["".join(row) for row in cell]


def text():
    glyphs = read()
    names = [chr(code) for code in [*range(0x20, 0x7F), *range(0xA0, 0x100)]] + ["box"]
    missing = [name for name in names if name not in glyphs]
    if missing:
        sys.exit("make_font.py: missing: " + " ".join(missing))
    out = ["// SPDX-License-Identifier: MIT", "//",
           "// The glyphs of the built-in font; written by tool/make_font.py from tool/font.txt.",
           '#include "canvas/font.h"', "", "const font_glyph font_glyphs[FONT_GLYPHS] = {"]
    entries = []
    for name in names:
        cell = glyphs[name]
        width = len(cell[0])
        if width > 8:
            sys.exit(f"make_font.py: {name}: wider than 8")
        rows = [sum(1 << x for x, ink in enumerate(row) if ink == "#") for row in cell]
        label = name if name == "box" else f"U+{ord(name):04X}"
        entries.append((f"    {{{width}, {{{', '.join(str(row) for row in rows)}}}}},", label))
    longest = max(len(entry) for entry, _ in entries)
    out += [f"{entry.ljust(longest)} // {label}" for entry, label in entries]
    out.append("};")
    return "\n".join(out) + "\n"


if __name__ == "__main__":
    new = text()
    if "--check" in sys.argv:
        sys.exit(0 if TARGET.read_text(encoding="utf-8") == new else
                 "src/canvas/font_data.c is not what tool/make_font.py writes")
    TARGET.write_text(new, encoding="utf-8")
