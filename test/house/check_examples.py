# SPDX-License-Identifier: MIT
"""Every example is one file that a user can compile: check_examples.py PREFIX WORK does it against the
installed library, and runs each in a folder with a copy of data/."""
import os
import re
import shutil
import sys
from pathlib import Path

import house

ARGUMENTS = {"terminal": ["data/dance.bvh", "0.2"]}

prefix, work = Path(sys.argv[1]), Path(sys.argv[2])
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
shutil.copytree(house.ROOT / "data", work / "data")
environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig"),
               "LD_LIBRARY_PATH": str(prefix / "lib")}
flags = house.need(["pkg-config", "--cflags", "--libs", "hone"], env=environment).split()


def attempt(source):
    program = work / source.stem
    status, said = house.run(["gcc", "-std=c17", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                              source, "-o", program, *flags])
    if status == 0:
        status, said = house.run([program, *ARGUMENTS.get(source.stem, [])], cwd=work,
                                 env=environment, timeout=300)
    if status != 0 or not said:
        return f"{source.name}: exit status {status}\n{said}"
    # A line that names a file speaks of one that is there.
    missing = [name for name in re.findall(r"^\S+\.(?:gif|png)$", said, re.M)
               if not (work / name).stat().st_size]
    return f"{source.name}: {missing} are empty" if missing else None


sources = house.files(house.ROOT, (".c",), ("example",))
problems = [said for said in house.in_parallel(attempt, sources) if said]
if not sources:
    problems.append("there are no examples")
print(f"{len(sources)} examples")
house.fail(problems)
