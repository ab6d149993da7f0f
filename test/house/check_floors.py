# SPDX-License-Identifier: MIT
"""The direction of dependencies: a room includes only rooms of lower floors, the embedded core only
what a freestanding compiler has. With --self-test, planted violations must be found.

base counts as a floor of its own below math, because math's public header stands on it."""
import re
import sys
import tempfile
from pathlib import Path

import house

FLOOR = {"base": 0, "math": 1, "canvas": 2, "rig": 3, "body": 3, "format": 4, "stage": 5,
         "all": 6, "bench": 7, "app": 8, "free": 9}
CORE = ("base", "math", "canvas", "rig")
PUBLIC = {"base": "base", "math": "math", "canvas": "canvas", "rig": "rig", "body": "body",
          "stage": "stage", "hone": "all"}  # every other header is of format/
HOSTED = ("src/base/heap.c",)  # the files of core rooms that the core leaves out
CORE_HEADERS = ("stdbool.h", "stddef.h", "stdint.h", "float.h", "limits.h", "stdalign.h", "stdarg.h",
                "string.h", "immintrin.h", "emmintrin.h", "arm_neon.h", "arm_acle.h",
                "wasm_simd128.h")
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)


def room_of(path):
    """The room of a file, from its path below the root."""
    parts = Path(path).parts
    if parts[0] == "include":
        return PUBLIC.get(Path(path).stem, "format")
    if parts[0] == "src":
        return parts[1] if parts[1] in FLOOR else None
    if parts[0] in ("app", "bench"):
        return parts[0]
    return "free"


def resolve(root, path, name):
    """Where an #include "name" in path leads, below the root."""
    app = [Path(*path.parts[:2])] if path.parts[0] == "app" else []
    for folder in [path.parent, Path("include"), Path("src"), *app, Path("bench"), Path("test")]:
        if (root / folder / name).is_file():
            return Path((root / folder / name).resolve()).relative_to(root)
    return None


def violations(root):
    root = Path(root).resolve()
    found = []
    for file in house.files(root, house.C_ENDINGS, ("include", "src", "app", "bench")):
        path = file.relative_to(root)
        room = room_of(path)
        if room is None:
            found.append(f"{path}: {path.parts[1]} is no room")
            continue
        text = file.read_text()
        for match in INCLUDE.finditer(text):
            where = f"{path}:{text.count(chr(10), 0, match.start(2)) + 1}"
            if match[1] == "<":
                if room in CORE and str(path) not in HOSTED and match[2] not in CORE_HEADERS:
                    found.append(f"{where}: the embedded core includes <{match[2]}>")
                continue
            to = resolve(root, path, match[2])
            if to is None:
                found.append(f"{where}: \"{match[2]}\" leads nowhere")
                continue
            target = room_of(to)
            if path.parts[0] == "include" and to.parts[0] != "include":
                found.append(f"{where}: a public header includes {to}")
            if target != room and not FLOOR[target] < FLOOR[room]:
                found.append(f"{where}: {room} includes {target} ({to}), which is not below it")
    return found


def self_test():
    good = {
        "include/hone/base.h": "#include <stdint.h>\n",
        "include/hone/canvas.h": '#include "hone/base.h"\n',
        "include/hone/rig.h": '#include "hone/canvas.h"\n',
        "include/hone/body.h": '#include "hone/base.h"\n',
        "include/hone/bvh.h": '#include "hone/body.h"\n',
        "include/hone/hone.h": '#include "hone/bvh.h"\n',
        "src/base/error.h": "", "src/base/heap.c": "#include <stdlib.h>\n",
        "src/body/pose.h": '#include "hone/body.h"\n#include "base/error.h"\n',
        "src/body/pose.c": '#include "pose.h"\n#include <stdio.h>\n',
        "src/format/bvh/read.c": '#include "hone/bvh.h"\n#include "body/pose.h"\n',
        "app/cli/main.c": '#include "hone/hone.h"\n',
    }
    bad = {
        "src/rig/a.c": '#include "hone/body.h"\n',       # neighbours do not know each other
        "src/body/b.c": '#include "hone/rig.h"\n',
        "src/canvas/c.c": '#  include "body/pose.h"\n',  # upwards, inside
        "src/body/d.c": '#include "hone/bvh.h"\n',       # upwards, public
        "src/stage/e.c": '#include "hone/hone.h"\n',     # all of it from below
        "src/math/f.c": "#include <stdio.h>\n",          # hosted header in the core
        "src/stage/g.c": '#include "../../app/cli/h.h"\n', "app/cli/h.h": "",
        "src/body/i.c": '#include "nowhere.h"\n',
        "include/hone/stage.h": '#include "../../src/body/pose.h"\n',
        "src/attic/j.c": "",
    }

    def plant(names):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in names.items():
                file = Path(folder) / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text)
            return violations(folder)

    problems = [f"false alarm: {line}" for line in plant(good)]
    for name, text in bad.items():
        if text or "attic" in name:
            hits = plant({**good, "app/cli/h.h": "", name: text})
            if len(hits) != 1 or not hits[0].startswith(name):
                problems.append(f"{name} with {text!r} gave {hits}")
    return problems


house.fail(self_test() if "--self-test" in sys.argv else violations(house.ROOT))
