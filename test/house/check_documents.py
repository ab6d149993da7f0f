# SPDX-License-Identifier: MIT
"""What the documents say is true: check_documents.py PREFIX WORK, with hone installed in PREFIX.

In README.md and doc/*.md
  ```c        with a main: is compiled against the installed library and run
  ```sh       each command runs and must succeed; the installed hone is in the path
  ```console  lines after "$ " run, and print exactly what follows; a line "..." stands for any lines
all in a folder WORK that has a copy of data/. A block after the line <!-- not run --> is left alone.
Links inside the repository lead somewhere."""
import os
import re
import shutil
import sys
from pathlib import Path

import house

prefix, work = Path(sys.argv[1]), Path(sys.argv[2])
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
if (house.ROOT / "data").is_dir():
    shutil.copytree(house.ROOT / "data", work / "data")
environment = {**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}",
               "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"),
               "LD_LIBRARY_PATH": str(prefix / "lib"), "LC_ALL": "C.UTF-8"}
BLOCK = re.compile(r"(?P<not_run><!-- not run[^\n]*-->\n+)?^```(?P<kind>c|sh|console)\n(?P<text>.*?)^```$",
                   re.M | re.S)
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)|\bsrc=\"([^\"]+)\"")
problems = []
done = {"c": 0, "sh": 0, "console": 0, "links": 0}


def run_c(where, text):
    source, program = work / "sample.c", work / "sample"
    source.write_text(text)
    flags = house.need(["pkg-config", "--cflags", "--libs", "hone"], env=environment).split()
    status, said = house.run(["gcc", "-std=c17", "-Wall", "-Wextra", "-Werror", source, "-o", program,
                              *flags], env=environment)
    if status == 0:
        status, said = house.run([program], cwd=work, env=environment, timeout=300)
    if status != 0:
        problems.append(f"{where}: exit status {status}\n{said}")


def run_sh(where, command):
    status, said = house.run(["bash", "-euc", command], cwd=work, env=environment, timeout=300)
    if status != 0:
        problems.append(f"{where}: {command}\nexit status {status}\n{said}")
    return said


def run_console(where, text):
    for part in re.split(r"(?m)^\$ ", text)[1:]:
        command, expected = part.split("\n", 1)
        said = run_sh(where, command)
        pattern = ".*?".join(re.escape(piece) for piece in
                             re.split(r"(?m)^\.\.\.\n", expected.rstrip("\n") + "\n"))
        if not re.fullmatch(pattern, said.rstrip("\n") + "\n", re.S):
            problems.append(f"{where}: {command}\nprints\n{said}\nand not\n{expected}")


documents = [path for path in (house.ROOT / name for name in
                               ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"))
             if path.exists()] + sorted((house.ROOT / "doc").rglob("*.md"))
for document in documents:
    text = document.read_text()
    name = document.relative_to(house.ROOT)
    for match in BLOCK.finditer(text):
        if match["not_run"]:
            continue
        where = f"{name}:{text.count(chr(10), 0, match.start('text'))}"
        done[match["kind"]] += 1
        if match["kind"] == "c" and "int main(" in match["text"]:
            run_c(where, match["text"])
        elif match["kind"] == "sh":
            # A backslash at a line's end goes on on the next one.
            for command in match["text"].replace("\\\n", " ").splitlines():
                if command.strip() and not command.startswith("#"):
                    run_sh(where, command)
        elif match["kind"] == "console":
            run_console(where, match["text"])
    outside = re.sub(r"(?ms)^```.*?^```$|`[^`\n]*`", "", text)
    for match in LINK.finditer(outside):
        link = match[1] or match[2]
        done["links"] += 1
        if not re.match(r"https?:|mailto:", link) and not (document.parent / link).exists():
            problems.append(f"{name}: the link {link} leads nowhere")

if not (house.ROOT / "README.md").exists():
    problems.append("there is no README.md")
print(", ".join(f"{count} {kind}" for kind, count in done.items()))
house.fail(problems)
