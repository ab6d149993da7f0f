# SPDX-License-Identifier: MIT
"""clang-tidy over the library and the program. check_tidy.py BUILD takes the compile commands of that
build folder and keeps in it what was clean: a file is looked at again only when it, a header that it
includes, its command or the rules have changed."""
import hashlib
import json
import re
import shlex
import sys
from pathlib import Path

import house

# The analyzer gives up a function after so many states; by default it tries four times as long.
OPTIONS = ["--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Xclang",
           "--extra-arg=-analyzer-config", "--extra-arg=-Xclang", "--extra-arg=max-nodes=50000"]

clang_tidy = house.tool("clang-tidy-14")
build = Path(sys.argv[1]).resolve()
clean = build / "tidy-clean"
clean.mkdir(exist_ok=True)
rules = (house.ROOT / ".clang-tidy").read_bytes()

commands = {}
for entry in json.loads((build / "compile_commands.json").read_text()):
    file = Path(entry["directory"], entry["file"]).resolve()
    if file.is_relative_to(house.ROOT) and file.relative_to(house.ROOT).parts[0] in ("src", "app"):
        commands[file] = entry
seen = set()


def key_of(file, entry):
    """A hash of everything that the answer depends on."""
    command = shlex.split(entry["command"])
    command = command[:command.index("-o")] + command[command.index("-o") + 2:]
    command = [word for word in command if word != "-c"]
    deps = house.need([*command, "-MM", "-MT", "x"], cwd=entry["directory"])
    digest = hashlib.sha256(rules + " ".join([*OPTIONS, *command]).encode())
    for name in sorted(set(re.sub(r"\\\n", " ", deps).split()[1:])):
        digest.update(Path(entry["directory"], name).read_bytes())
    return digest.hexdigest()


def look(item):
    file, entry = item
    key = key_of(file, entry)
    seen.add(key)
    if (clean / key).exists():
        return None
    status, said = house.run([clang_tidy, "--quiet", "-p", build, *OPTIONS, file])
    if status == 0:
        (clean / key).touch()
        return None
    return said.strip()


problems = [said for said in house.in_parallel(look, sorted(commands.items())) if said]
for old in clean.iterdir():
    if old.name not in seen:
        old.unlink()
print(f"{len(commands)} files")
house.fail(problems)
