# SPDX-License-Identifier: MIT
"""What `make install` gives, used as a user would: check_package.py WORK VERSION builds hone optimised,
installs it into WORK/prefix, looks at what is there and builds consumers of it: in C with CMake, in C++
with pkg-config, each static and shared, and a project that takes hone's folder in."""
import os
import re
import shutil
import sys
from pathlib import Path

import house

work, version = Path(sys.argv[1]), sys.argv[2]
major = version.split(".")[0]
prefix = work / "prefix"
jobs = str(os.cpu_count() or 2)
problems = []


def expect(condition, message):
    if not condition:
        problems.append(message)


def says(program, **environment):
    text = house.need([program], env={**os.environ, **environment})
    expect(text == f"hone {version}\n", f"{program} says {text!r}")


shutil.rmtree(prefix, ignore_errors=True)
house.need(["cmake", "-S", house.ROOT, "-B", work / "build", "-DCMAKE_BUILD_TYPE=Release",
            "-DHONE_TESTS=OFF", "-DHONE_WERROR=ON", f"-DCMAKE_INSTALL_PREFIX={prefix}",
            "-DCMAKE_INSTALL_LIBDIR=lib"])
house.need(["cmake", "--build", work / "build", "--parallel", jobs])
house.need(["cmake", "--install", work / "build"])

# The tree must work from another place than it was installed to.
moved = work / "moved"
shutil.rmtree(moved, ignore_errors=True)
prefix.rename(moved)
library = moved / "lib"

names = {str(path.relative_to(moved)) for path in moved.rglob("*") if not path.is_dir()}
for header in house.files(house.ROOT, (".h",), ("include",)):
    expect(str(header.relative_to(house.ROOT)) in names, f"{header.name} is not installed")
for name in ("bin/hone", "lib/libhone.a", "lib/libhone.so", f"lib/libhone.so.{major}",
             f"lib/libhone.so.{version}", "lib/pkgconfig/hone.pc",
             "lib/cmake/hone/hone-config.cmake", "share/doc/hone/LICENSE"):
    expect(name in names, f"{name} is not installed")
for path in sorted(names):
    if path.endswith((".pc", ".cmake")):
        text = (moved / path).read_text()
        expect(str(work) not in text and str(house.ROOT) not in text, f"{path} names the build folder")

# The shared library: its own name, and no symbol of others.
dynamic = house.need(["readelf", "-d", library / f"libhone.so.{version}"])
expect(f"soname: [libhone.so.{major}]" in dynamic, "the soname is not libhone.so.MAJOR")
exported = {line.split()[-1].split("@")[0] for line in
            house.need(["nm", "-D", "--defined-only", library / "libhone.so"]).splitlines()}
expect(len(exported) > 20, f"only {len(exported)} symbols are exported")
problems += [f"libhone.so exports {name}" for name in sorted(exported)
             if not name.startswith("hone_")]

# Nor may the static one bring names that are not hone's into a program.
defined = {line.split()[0] for line in
           house.need(["nm", "-g", "-P", "--defined-only", library / "libhone.a"]).splitlines()
           if len(line.split()) > 2}
problems += [f"libhone.a defines {name}" for name in sorted(defined) if not name.startswith("hone_")]

# Every function that a public header declares is there, and nothing is exported that none declares.
declared = set()
for header in house.files(moved, (".h",), ("include",)):
    text = re.sub(r"//.*|#define[^\n]*", "", header.read_text())
    declared |= set(re.findall(r"HONE_API\b[^;{]*?\b(hone_\w+)\s*\(", text))
problems += [f"{name} is declared but not in libhone.so" for name in sorted(declared - exported)]
problems += [f"{name} is in libhone.so but not declared" for name in sorted(exported - declared)]

# C, with CMake.
consumer = house.ROOT / "test/house/consumer"
for how, setting in (("find", f"-DCMAKE_PREFIX_PATH={moved}"),
                     ("subdirectory", f"-DHONE_FOLDER={house.ROOT}")):
    build = work / how
    if how == "find":
        shutil.rmtree(build, ignore_errors=True)
    house.need(["cmake", "-S", consumer, "-B", build, f"-DHOW={how}", setting])
    house.need(["cmake", "--build", build, "--parallel", jobs])
    says(build / "consumer_static")
    says(build / "consumer_shared")

# C and C++, with pkg-config.
environment = {**os.environ, "PKG_CONFIG_PATH": str(library / "pkgconfig")}


def flags(*options):
    return house.need(["pkg-config", *options, "hone"], env=environment).split()


expect(house.need(["pkg-config", "--modversion", "hone"], env=environment).strip() == version,
       "hone.pc has another version")
pairs = [("gcc", ["-std=c17"], "consumer.c")]
if shutil.which("g++"):
    pairs.append(("g++", ["-std=c++17"], "consumer.cc"))
else:
    print("skipped: g++ is not installed")
for compiler, standard, source in pairs:
    start = [compiler, *standard, "-Wall", "-Wextra", "-Werror", *flags("--cflags"),
             consumer / source]
    house.need([*start, "-o", work / "linked_shared", *flags("--libs")])
    says(work / "linked_shared", LD_LIBRARY_PATH=str(library))
    # The static one by its file, because both lie in the same folder.
    static = [str(library / "libhone.a") if word == "-lhone" else word
              for word in flags("--libs", "--static")]
    house.need([*start, "-o", work / "linked_static", *static])
    says(work / "linked_static")
    expect("libhone" not in house.need(["readelf", "-d", work / "linked_static"]),
           "the static consumer needs libhone.so")

# The program that was installed, its manual page and its completion.
text = house.need([moved / "bin/hone", "--version"])
expect(version in text, f"hone --version says {text!r}")
if shutil.which("man"):
    status, said = house.run(["sh", "-c", 'man --warnings -E UTF-8 -l -Tutf8 -Z "$1" 2>&1 >/dev/null',
                              "sh", moved / "share/man/man1/hone.1"])
    expect(status == 0 and not said, f"man has complaints: {said}")
else:
    print("skipped: man is not installed")
complete = """
source "$1"
words=$(complete -p hone) || exit 1
function_name=${words##*-F }
function_name=${function_name%% *}
COMP_WORDS=(hone re) COMP_CWORD=1 COMP_LINE='hone re' COMP_POINT=7 COMP_TYPE=9
"$function_name" hone re hone
printf '%s\n' "${COMPREPLY[@]}"
"""
text = house.need(["bash", "-c", complete, "bash",
                   moved / "share/bash-completion/completions/hone"])
expect("render" in text.split(), f"completion of 'hone re' offers {text.split()}")
house.fail(problems)
