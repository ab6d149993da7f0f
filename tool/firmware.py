#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""firmware.py HOST_PROGRAM FOX WORK [--update-budget]: the firmware on every machine there is.

HOST_PROGRAM   firmware as built for this machine
FOX            the folder with the character as C: fox.c, fox.h
WORK           where to build

Builds the embedded core and the program with the presets cortex-m0plus, cortex-m4, cortex-m33 and web, says how
large they are, looks at every symbol of the core, runs the programs (emulated boards, node) and compares what they
print with the host's, line by line. Counted figures are held against firmware/budget.txt: more than 3 % above is a
failure; --update-budget writes the figures of this run instead. Then the library for Arduino and PlatformIO is put
together, and its sketch is compiled for all of them and run against a display of memory."""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUDGET = ROOT / "firmware/budget.txt"
DOCUMENT = ROOT / "doc/firmware.md"
TABLE = (("flash with the character, bytes", "bytes.flash"), ("RAM without stack, bytes", "bytes.ram"),
         ("deepest stack, bytes", "bytes.stack"), ("code of `rig`, bytes", "bytes.rig"),
         ("instructions of a pose", "instructions.pose.walk"), ("instructions of a frame", "instructions.draw.walk"))
TOLERANCE = 1.03
BOARDS = {"cortex-m0plus": "microbit", "cortex-m4": "mps2-an386", "cortex-m33": "mps2-an505"}
ROOMS = ("base", "math", "canvas", "rig")
# What the core may ask for: four functions of the C library, and the compiler's own.
ALLOWED = re.compile(r"(memcpy|memmove|memset|strlen|__aeabi_\w+|__gnu_thumb1_case_\w+)$")
problems, figures = [], {}


def run(command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, text=True, errors="replace", **options)
    return done.returncode, done.stdout


def need(command, **options):
    status, said = run(command, **options)
    if status != 0:
        sys.exit(f"$ {' '.join(str(word) for word in command)}\n{said}exit status {status}")
    return said


def there(what, *tools):
    """False, and said, when a tool is not installed."""
    missing = [tool for tool in tools if not (Path(tool).exists() if "/" in tool else shutil.which(tool))]
    if missing:
        print(f"skipped: {what}: {', '.join(missing)} not installed (tool/setup.sh all)")
    return not missing


def build(preset, work, fox):
    folder = work / preset
    need(["cmake", "--preset", preset, "-B", folder, f"-DHONE_FIRMWARE_FOX={fox}", "-DHONE_WERROR=ON"],
         cwd=ROOT)
    need(["cmake", "--build", folder, "--parallel", os.environ.get("JOBS", "2")])
    return folder


def look_at_core(preset, folder):
    """Sizes of the core's objects, and its symbols."""
    library = folder / "src/libhone_core.a"
    rooms, parts = dict.fromkeys(ROOMS, 0), {}
    objects = sorted((folder / "src").rglob("*.obj"))
    for line in need(["arm-none-eabi-size", *objects]).splitlines()[1:]:
        text, data, bss, *_, name = line.split()
        path = Path(name).relative_to(folder / "src/CMakeFiles/hone_core_objects.dir")
        parts[str(path.with_suffix("").with_suffix(""))] = int(text)
        rooms[path.parts[0]] += int(text)
        if int(data) or int(bss):
            problems.append(f"{preset}: {path} has data that changes")
    print(f"\n{preset}: bytes of code and constants of the core at -O2")
    for room in ROOMS:
        inside = ", ".join(f"{name.split('/')[-1]} {size}" for name, size in sorted(parts.items())
                           if name.startswith(room + "/") and size)
        print(f"  {room:7}{rooms[room]:6}  {inside}")
        figures[f"{preset} bytes.{room}"] = rooms[room]
    figures[f"{preset} bytes.rig+sine"] = rooms["rig"] + parts["math/angle16"]
    needs, has = set(), set()
    for line in need(["arm-none-eabi-nm", "--format=posix", library]).splitlines():
        words = line.split()
        if len(words) >= 2:
            (needs if words[1] == "U" else has).add(words[0])
    strange = sorted(name for name in needs - has if not ALLOWED.match(name))
    print(f"  asks for {', '.join(sorted(needs - has))}")
    problems.extend(f"{preset}: the core needs {name}" for name in strange)


def take(machine, status, said, expected):
    """Compares what a machine printed with the host's lines; keeps its figures."""
    lines = said.splitlines()
    frames = [line for line in lines if line.startswith("frame ")]
    if status != 0:
        problems.append(f"{machine}: exit status {status}\n{said[-2000:]}")
    for got, wanted in zip(frames, expected):
        if got != wanted:
            problems.append(f"{machine}: {got}, the host has {wanted}")
            break
    if len(frames) != len(expected):
        problems.append(f"{machine}: {len(frames)} frames, the host has {len(expected)}")
    elif frames == expected:
        print(f"  {machine}: all {len(frames)} frames have the host's hashes")
    for line in lines:
        words = line.split()
        if words[:1] == ["count"]:
            figures[f"{machine} instructions.pose.{words[1]}"] = int(words[2])
            figures[f"{machine} instructions.draw.{words[1]}"] = int(words[3])
        elif words[:1] == ["stack"]:
            figures[f"{machine} bytes.stack"] = int(words[1])
        elif words[:1] == ["clock"] and not 199000 < int(words[1]) < 201000:
            problems.append(f"{machine}: the clock does not count instructions: 200000 are {words[1]}")


def cortex(work, fox, expected):
    if not there("no run on Cortex-M", "arm-none-eabi-gcc", "qemu-system-arm",
                 "cmake"):
        return
    if not Path(need(["arm-none-eabi-gcc", "-print-file-name=nano.specs"]).strip()).is_file():
        print("skipped: no run on Cortex-M: newlib for arm-none-eabi not installed (tool/setup.sh all)")
        return
    for preset, board in BOARDS.items():
        folder = build(preset, work, fox)
        look_at_core(preset, folder)
        program = folder / "firmware/firmware"
        text, _, bss, *_ = need(["arm-none-eabi-size", program]).splitlines()[1].split()
        print(f"  the program: {text} bytes of flash with the character, {bss} bytes of RAM without stack")
        figures[f"{preset} bytes.flash"] = int(text)
        figures[f"{preset} bytes.ram"] = int(bss)
        status, said = run(["qemu-system-arm", "-M", board, "-nographic", "-monitor", "none", "-serial", "none",
                            "-semihosting-config", "enable=on,target=native", "-icount", "shift=0",
                            "-kernel", program], timeout=600)
        take(preset, status, said, expected)


def web(work, fox, expected):
    if not there("no run in WebAssembly", "clang-14", "wasm-ld-14", "llvm-ar-14", "node",
                 "/usr/lib/wasm32-wasi/libc.a"):
        return
    module = build("web", work, fox) / "firmware/firmware.wasm"
    print(f"\nweb: a module of {module.stat().st_size} bytes with the character")
    take("web", *run(["node", ROOT / "firmware/run_web.mjs", module], timeout=600), expected)


def arduino(work, fox):
    """The library for Arduino and PlatformIO; its sketch is compiled, and run on the host."""
    version = re.search(r"project\(hone VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    library = work / "arduino/Hone"
    shutil.rmtree(library, ignore_errors=True)
    example = library / "examples/HoneFox"
    example.mkdir(parents=True)
    need([sys.executable, ROOT / "tool/amalgamate.py", work / "amalgamation"])
    (library / "src").mkdir()
    for name in ("hone_core.h", "hone_core.c"):
        shutil.copy(work / "amalgamation" / name, library / "src" / name)
    for name in ("library.properties", "library.json"):
        text = (ROOT / "firmware/arduino" / name).read_text()
        (library / name).write_text(text.replace("@VERSION@", version))
    shutil.copy(ROOT / "LICENSE", library)
    shutil.copy(ROOT / "firmware/arduino/HoneFox/HoneFox.ino", example)
    shutil.copy(fox / "fox.c", example)
    header = (fox / "fox.h").read_text()
    (example / "fox.h").write_text(header.replace('"hone/rig.h"', "<hone_core.h>"))
    print(f"\nlibrary for Arduino and PlatformIO: {library}")
    if not there("the sketch is not compiled", "gcc", "g++"):
        return
    stubs = ROOT / "test/firmware/arduino"
    headers = work / "arduino/headers"
    headers.mkdir(exist_ok=True)
    for name in ("Arduino.h", "SPI.h"):
        (headers / name).write_text('#include "arduino.hpp"\n')
    compilers = {"host": ("", ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"])}
    if shutil.which("arm-none-eabi-g++"):
        for preset in BOARDS:
            compilers[preset] = ("arm-none-eabi-", [f"-mcpu={preset}", "-mthumb"])
    for name, (prefix, flags) in compilers.items():
        folder = work / "arduino" / name
        folder.mkdir(exist_ok=True)
        common = ["-O2", "-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", *flags,
                  "-I", library / "src", "-I", headers, "-I", stubs, "-I", example, "-c"]
        for source in (library / "src/hone_core.c", example / "fox.c"):
            need([f"{prefix}gcc", *common, "-std=gnu17", source, "-o", folder / f"{source.stem}.o"])
        need([f"{prefix}g++", *common, "-std=gnu++17", "-fno-exceptions", "-x", "c++", example / "HoneFox.ino",
              "-o", folder / "sketch.o"])
        print(f"  the sketch compiles for {name}")
        if name == "host":
            need(["g++", *common, "-std=gnu++17", stubs / "test_sketch.cpp", "-o", folder / "test_sketch.o"])
            program = folder / "sketch"
            need(["g++", *flags, *sorted(folder.glob("*.o")), "-o", program])
            status, said = run([program], timeout=600)
            print(f"  {said.strip()}")
            if status != 0:
                problems.append(f"the sketch on the host:\n{said}")


def write_table():
    """The table of costs in the document."""
    rows = "".join(f"| {what} | " + " | ".join(f"{figures[f'{preset} {key}']:,}".replace(",", " ") for preset in BOARDS)
                   + " |\n" for what, key in TABLE)
    text = DOCUMENT.read_text()
    DOCUMENT.write_text(re.sub(r"(?<=\| --- \| --- \| --- \| --- \|\n)\| flash with .*?\n(?=\n)", lambda _: rows, text,
                               flags=re.S))


def hold_budget(update):
    compiler = "arm-none-eabi-gcc " + need(["arm-none-eabi-gcc", "-dumpfullversion"]).strip()
    if update:
        rows = "".join(f"{name:44}{value:>10}\n" for name, value in sorted(figures.items()))
        BUDGET.write_text("# What the firmware costs, by tool/firmware.py --update-budget: at most 3 % more is allowed.\n"
                          f"# {compiler}\n{rows}")
        write_table()
    text = BUDGET.read_text()
    known = dict(line.rsplit(None, 1) for line in text.splitlines() if line and line[0] != "#")
    same = f"# {compiler}\n" in text
    print(f"\n{'figure':44}{'now':>10}{'budget':>10}")
    for name, value in sorted(figures.items()):
        budget = int(known.pop(name, 0))
        above = value > budget * TOLERANCE
        word = "  above" if above else "  well below" if value * TOLERANCE < budget else ""
        print(f"{name:44}{value:>10}{budget:>10}{word}")
        if above and same:
            problems.append(f"{name}: {value}, the budget is {budget} (when that is meant: make firmware BUDGET=update)")
    problems.extend(f"{name}: in firmware/budget.txt, but nobody measured it" for name in known)
    if not same:
        print(f"the budget is of another compiler than {compiler}: figures are told and not held against it")


def main():
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    options = set(sys.argv[1:]) - set(arguments)
    if len(arguments) != 3 or options - {"--update-budget"}:
        sys.exit("usage: firmware.py HOST_PROGRAM FOX WORK [--update-budget]")
    host, fox, work = (Path(word).resolve() for word in arguments)
    work.mkdir(parents=True, exist_ok=True)
    said = need([host])
    expected = said.splitlines()
    print(f"host: {len(expected)} frames\n{said}", end="")
    if len({line.split()[3] for line in expected}) < len(expected) * 3 // 4:
        problems.append("host: too many frames are alike")
    pictures = work / "pictures"
    pictures.mkdir(exist_ok=True)
    whole = need([host, pictures, "8"]).replace("whole", "frame").splitlines()
    if whole != expected:
        problems.append("host: bands and whole pictures are not equal")
    cortex(work, fox, expected)
    web(work, fox, expected)
    arduino(work, fox)
    if figures:
        hold_budget("--update-budget" in options)
    print()
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else "in order")
    sys.exit(1 if problems else 0)


main()
