# SPDX-License-Identifier: MIT
"""Every header compiles alone: the public ones as C17 and C++17 by each compiler that is there, the
internal ones as C17 by the first."""
import shutil

import house

C = ["-xc", "-std=c17", "-Wstrict-prototypes"]
CXX = ["-xc++", "-std=c++17", "-Wold-style-cast", "-Wzero-as-null-pointer-constant"]
BOTH = ["-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion",
        "-Wdouble-promotion", "-Wundef", "-Werror", "-Iinclude"]

compilers = [(name, flags) for name, flags in
             (("gcc", C), ("clang-14", C), ("g++", CXX), ("clang++-14", CXX)) if shutil.which(name)]
if len(compilers) < 4:
    print("skipped: not all of gcc, g++, clang-14 and clang++-14 are installed")

jobs = []
for header in house.files(house.ROOT, (".h",), ("include",)):
    name = header.relative_to(house.ROOT / "include")
    jobs += [(name, [compiler, *flags, *BOTH, "-"]) for compiler, flags in compilers]
for header in house.files(house.ROOT, (".h",), ("src", "app", "test")):
    # A header without a guard is a template, to be included with macros set.
    if "_H\n#define " in header.read_text():
        folders = [f"-I{folder}" for folder in ("src", "test", header.parent)]
        jobs.append((header.relative_to(house.ROOT),
                     ["gcc", *C, *BOTH, *folders, "-Wno-unused-function",
                      '-DHONE_SOURCE_DIR="."', '-DHONE_TEST_OUTPUT_DIR="."', "-"]))


def attempt(job):
    name, command = job
    # Twice, so that the guard is tried too.
    path = name if str(name).startswith("hone/") else house.ROOT / name
    text = f'#include "{path}"\n#include "{path}"\nextern int hone_check_header;\n'
    status, said = house.run(command, input=text, cwd=house.ROOT)
    return None if status == 0 else f"{name} by {command[0]}:\n{said}"


print(f"{len(jobs)} compilations")
house.fail([problem for problem in house.in_parallel(attempt, jobs) if problem])
