# SPDX-License-Identifier: MIT
"""The library as two files: made, compiled alone, linked with a program that runs; and the core alone,
compiled for a bare machine."""
import shutil
import sys
import tempfile
from pathlib import Path

import house

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
ALLOWED = {"memcpy", "memmove", "memset", "strlen", "__cpu_model", "__cpu_indicator_init"}

problems = []
with tempfile.TemporaryDirectory() as folder:
    folder = Path(folder)
    print(house.need([sys.executable, house.ROOT / "tool/amalgamate.py", folder / "hone"]), end="")
    made = folder / "hone"
    libraries = ["spng", "libjpeg", "libwebp", "libwebpmux", "zlib"]
    flags = house.need(["pkg-config", "--cflags", *libraries]).split()
    links = house.need(["pkg-config", "--libs", *libraries]).split()

    compilers = [name for name in ("gcc", "clang-14") if shutil.which(name)]
    jobs = [(compiler, more, link) for compiler in compilers
            for more, link in (([], []), (["-DHONE_IMAGE_LIBS", *flags], links))]

    def attempt(job):
        number, (compiler, more, link) = job
        target = folder / f"hone{number}.o"
        program = folder / f"consumer{number}"
        # One compiler makes programs, the other one only reads.
        work = ["-c", "-o", target] if compiler == "gcc" else ["-fsyntax-only"]
        status, said = house.run([compiler, "-std=c17", "-ffp-contract=off", *WARNINGS, *more, *work,
                                  made / "hone.c"])
        if status != 0:
            return f"{compiler} {more}:\n{said}"
        if compiler != "gcc":
            return None
        house.need([compiler, "-std=c17", f"-I{folder}", house.ROOT / "test/house/consumer/consumer.c",
                    target, *link, "-lm", "-o", program])
        status, said = house.run([program])
        if status != 0 or not said.startswith("hone "):
            return f"the program of {compiler} {more} says {said!r}"
        return None

    problems += [said for said in house.in_parallel(attempt, list(enumerate(jobs))) if said]

    status, said = house.run(["gcc", "-std=c17", "-O2", "-ffreestanding", "-nostdinc",
                              "-D_MM_MALLOC_H_INCLUDED", "-isystem",
                              house.need(["gcc", "-print-file-name=include"]).strip(), "-isystem",
                              house.ROOT / "test/house/freestanding", "-ffp-contract=off",
                              "-fno-math-errno", "-fno-pie", *WARNINGS, "-c", made / "hone_core.c",
                              "-o", folder / "core.o"])
    if status != 0:
        problems.append(said)
    else:
        for line in house.need(["nm", "--format=posix", folder / "core.o"]).splitlines():
            symbol, kind, *_ = line.split()
            if kind == "U" and symbol not in ALLOWED:
                problems.append(f"hone_core.c needs {symbol}")
            if kind.isupper() and kind != "U" and not symbol.startswith("hone_"):
                problems.append(f"hone_core.c defines {symbol}")
house.fail(problems)
