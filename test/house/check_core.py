# SPDX-License-Identifier: MIT
"""The embedded core: compiled for a bare machine against nothing but the compiler's own headers and a
string.h of four functions, it needs no symbol besides those four, has no data that changes, and each
function's stack frame stays small.

check_core.py SOURCES: a file with the core's sources, one a line. Compiled for the host by gcc (with and
without vector code, -O0 and -O2) and, where clang-14 is installed, for Cortex-M0+ and Cortex-M33."""
import shutil
import sys
import tempfile
from pathlib import Path

import house

ALLOWED = {"memcpy", "memmove", "memset", "strlen"}
# What a compiler for Arm calls for soft floats, division and switch tables: libgcc has them.
RUNTIME = ("__aeabi_", "__gnu_thumb1_case_")
# What tells on the host which instructions there are; libgcc has it too.
PROCESSOR = ("__cpu_model", "__cpu_indicator_init")
STACK = 1024

sources = [Path(line) for line in Path(sys.argv[1]).read_text().split()]
common = ["-std=c17", "-ffreestanding", "-nostdinc", "-isystem", house.ROOT / "test/house/freestanding",
          "-I", house.ROOT / "include", "-I", house.ROOT / "src", "-ffp-contract=off",
          "-fno-math-errno", "-Wall", "-Wextra", "-Werror", "-c"]
gcc_headers = house.need(["gcc", "-print-file-name=include"]).strip()
# The headers of vector code take in one that allocates, unless it was there already.
host = ["gcc", "-D_MM_MALLOC_H_INCLUDED", "-isystem", gcc_headers, "-fno-pie", "-fno-stack-protector", *common]
builds = [("host -O2", host + ["-O2", f"-Wstack-usage={STACK}"], "nm", PROCESSOR),
          ("host -O2 plain", host + ["-O2", "-DHONE_NO_SIMD"], "nm", ()),
          ("host -O0 plain", host + ["-O0", "-DHONE_NO_SIMD"], "nm", ())]
if shutil.which("clang-14") and shutil.which("llvm-nm-14"):
    headers = Path(house.need(["clang-14", "-print-resource-dir"]).strip()) / "include"
    for name, cpu, more in (("cortex-m0plus", "thumbv6m-none-eabi", ["-mcpu=cortex-m0plus"]),
                            ("cortex-m33", "thumbv8m.main-none-eabi", ["-mcpu=cortex-m33"])):
        builds.append((name, ["clang-14", f"--target={cpu}", *more, "-isystem", headers, *common,
                              "-Os", "-ffunction-sections", "-fdata-sections"], "llvm-nm-14", RUNTIME))
else:
    print("skipped: clang-14 and llvm-nm-14 are not both installed, no bare-metal build")

problems = []
with tempfile.TemporaryDirectory() as folder:
    def compile_one(job):
        number, (name, command, nm, runtime), source = job
        target = Path(folder) / f"{number}.o"
        status, said = house.run([*command, source, "-o", target])
        what = f"{source.relative_to(house.ROOT)} for {name}"
        if status != 0:
            return name, set(), set(), 0, [f"{what}:\n{said}"]
        needs, has, bad, size = set(), set(), [], 0
        for line in house.need([nm, "--format=posix", target]).splitlines():
            symbol, kind, *rest = line.split()
            if kind == "U":
                needs.add(symbol)
            elif kind.isupper():
                has.add(symbol)
            if kind in "BbDdCcSsGg" and not symbol.startswith("$"):
                bad.append(f"{what}: {symbol} can change (nm says {kind})")
            if kind in "TtRr" and len(rest) > 1:
                size += int(rest[1], 16)
        return name, needs, has, size, bad

    jobs = [(f"{b}-{s}", build, source)
            for b, build in enumerate(builds) for s, source in enumerate(sources)]
    results = house.in_parallel(compile_one, jobs)

for name, _, _, runtime in builds:
    mine = [result for result in results if result[0] == name]
    problems += [line for result in mine for line in result[4]]
    has = set().union(*(result[2] for result in mine))
    needs = set().union(*(result[1] for result in mine)) - has - ALLOWED
    problems += [f"{name}: undefined symbol {symbol}" for symbol in sorted(needs)
                 if not (runtime and symbol.startswith(runtime))]
    print(f"{name}: {sum(result[3] for result in mine)} bytes of code and constants")
house.fail(problems)
