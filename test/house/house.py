# SPDX-License-Identifier: MIT
"""What the checks of the source tree share."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("include", "src", "app", "test", "fuzz", "bench", "example", "data", "tool", "cmake",
           "firmware")
C_ENDINGS = (".c", ".h", ".inc")


def files(root, endings, folders=FOLDERS):
    """All files below the folders whose name ends so, in a fixed order."""
    found = []
    for folder in folders:
        for path in (Path(root) / folder).rglob("*"):
            if path.name.endswith(endings) and path.is_file():
                found.append(path)
    return sorted(found)


def fail(problems):
    """Ends the program: with every problem said, or well."""
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems" if problems else "in order")
    sys.exit(1 if problems else 0)


def skip(reason):
    """ctest counts the test as skipped."""
    print(f"skipped: all: {reason}")
    sys.exit(0)


def tool(name):
    """The path of a program, or the end of the check when it is not there."""
    path = shutil.which(name)
    if path is None:
        skip(f"{name} is not installed")
    return path


def run(command, **options):
    """Runs a program; gives back (exit status, what it printed on both streams)."""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", **options)
    return done.returncode, done.stdout


def need(command, **options):
    """Runs a program that must succeed; gives back what it printed."""
    status, text = run(command, **options)
    if status != 0:
        print("$ " + " ".join(str(word) for word in command))
        print(text)
        print(f"exit status {status}")
        sys.exit(1)
    return text


def in_parallel(work, items):
    """The results of work(item), by as many threads as the machine has processors."""
    from concurrent.futures import ThreadPoolExecutor
    with ThreadPoolExecutor(os.cpu_count() or 2) as pool:
        return list(pool.map(work, items))
