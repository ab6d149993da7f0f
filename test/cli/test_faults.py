# SPDX-License-Identifier: MIT
"""Every sample of the fault set through the tool: what shall load loads, what shall fail fails with
a message that names the file, and nothing is left behind.

    test_faults.py HONE FOLDER
"""

import json
import os
import shutil
import subprocess
import sys


def run(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                          check=False)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace")


def faults_of(hone, path, sample, out):
    """What is wrong with the tool's answers about one sample."""
    refused = sample["result"] == "error"
    status, said, told = run(hone, "info", "--json", path)
    if status != (1 if refused else 0):
        yield f"info ends with {status}, result should be {sample['result']}: {told.strip()}"
        return
    if not all(line.startswith("hone: ") for line in told.splitlines()):
        yield f"a line without \"hone: \": {told.strip()}"
    if refused:
        if said or os.path.basename(path) not in told:
            yield f"no message about the file, or output all the same: {told.strip()}"
    else:
        document = json.loads(said)
        warned = ": warning: " in told
        if warned != bool(document["warnings"]):
            yield "warnings on standard error and in the document differ"
        if sample["result"] == "warn" and not warned:
            yield "no warning"
        animation = document["animations"][0]
        if "frames" in sample and animation["frames"] != sample["frames"]:
            yield f"{animation['frames']} frames, expected {sample['frames']}"
        if "frame_time" in sample and abs(animation["frame_time"] - sample["frame_time"]) > 1e-9:
            yield f"frame time {animation['frame_time']}, expected {sample['frame_time']}"
    for command in (("render", "--size", "40x40"), ("convert",)):
        target = out + (".png" if command[0] == "render" else ".bvh")
        status, _, told = run(hone, command[0], path, *command[1:], "-o", target)
        if status != (1 if refused else 0):
            yield f"{command[0]} ends with {status}: {told.strip()}"
        if os.path.exists(target) == refused:
            yield f"{command[0]} " + ("leaves a file" if refused else "leaves no file")
        if os.path.exists(target):
            if command[0] == "convert":
                status, _, told = run(hone, "info", target)
                if status != 0:
                    yield f"what convert wrote cannot be read: {told.strip()}"
            os.remove(target)
    if os.listdir(os.path.dirname(out)):
        yield f"left behind: {os.listdir(os.path.dirname(out))}"


def main():
    hone, folder = sys.argv[1:]
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    shared = os.environ.get("HONE_SHARED", os.path.join(source, "..", "shared"))
    samples = os.path.join(shared, "data", "bvh-faults")
    if not os.path.isdir(samples):
        print(f"skipped: all: no fault set at {samples}")
        return 0
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    with open(os.path.join(samples, "expected.json"), encoding="utf-8") as file:
        expected = json.load(file)
    failures = 0
    for sample in expected:
        path = os.path.join(samples, sample["file"])
        for fault in faults_of(hone, path, sample, os.path.join(folder, "out")):
            print(f"FAILED: {sample['file']}: {fault}")
            failures += 1
    print(f"{len(expected)} samples, {failures} faults")
    return 1 if failures or not expected else 0


if __name__ == "__main__":
    sys.exit(main())
