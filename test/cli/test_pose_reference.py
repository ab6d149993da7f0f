# SPDX-License-Identifier: MIT
"""World positions of `hone pose --json` against reference poses of real files.

    test_pose_reference.py HONE

The references, one JSON a file, hold the places of all nodes at some frames, computed in double
precision by another program; see their README. The limit is 1e-5 of the figure's size.
"""

import json
import math
import os
import subprocess
import sys

LIMIT = 1e-5


def size_of(points):
    return max(max(p[a] for p in points) - min(p[a] for p in points) for a in range(3))


def pose(hone, path, frame, offset):
    done = subprocess.run(
        [hone, "pose", path, "--frame", str(frame), "--offset", offset, "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}: {done.stderr.decode()}")
    return json.loads(done.stdout.decode("utf-8"))


def compare(hone, path, reference):
    """The largest difference as a part of the figure's size, and how many poses were compared."""
    worst, count = 0.0, 0
    for frame in reference["frames"]:
        places = reference["frames"][frame]
        for key, offset in (("p", "replace"), ("p_add", "add")):
            if key not in places:
                continue
            document = pose(hone, path, frame, offset)
            names = [joint[0] for joint in reference["joints"] if not joint[4]]
            found = [b["name"] for b in document["bones"]]
            if len(found) != len(reference["joints"]):
                raise RuntimeError(f"{len(found)} bones, expected {len(reference['joints'])}")
            for joint, bone in zip(reference["joints"], document["bones"]):
                if joint[1] != bone["parent"]:
                    raise RuntimeError(f"{bone['name']}: another parent")
                if not joint[4] and joint[0] in names and joint[0] != bone["name"]:
                    raise RuntimeError(f"bone {bone['name']}, expected {joint[0]}")
            size = size_of(places[key])
            for bone, place in zip(document["bones"], places[key]):
                worst = max(worst, math.dist(bone["world_position"], place) / size)
            count += 1
    return worst, count


def main():
    hone = sys.argv[1]
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    shared = os.environ.get("HONE_SHARED", os.path.join(source, "..", "shared"))
    folder = os.path.join(shared, "data", "bvh")
    references = os.path.join(folder, "reference")
    if not os.path.isdir(references):
        print(f"skipped: all: no reference poses at {references}")
        return 0
    failures = 0
    for name in sorted(os.listdir(references)):
        if not name.endswith(".bvh.json"):
            continue
        with open(os.path.join(references, name), encoding="utf-8") as file:
            reference = json.load(file)
        try:
            worst, count = compare(hone, os.path.join(folder, reference["file"]), reference)
        except RuntimeError as error:
            print(f"FAILED: {name}: {error}")
            failures += 1
            continue
        verdict = "ok" if worst <= LIMIT and count > 0 else "FAILED"
        failures += verdict != "ok"
        print(f"{verdict}: {reference['file']}: {count} poses, off by {worst:.2e} at most")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
