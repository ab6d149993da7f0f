# SPDX-License-Identifier: MIT
"""tool/setup.sh with stand-ins for apt-get, dpkg-query, id and sudo, which write down how they are
called."""
import re
import stat
import tempfile
from pathlib import Path

import house

SETUP = house.ROOT / "tool/setup.sh"
problems = []
wanted = {name: re.search(rf"(?s)^{name}='\n(.*?)'$", SETUP.read_text(), re.M)[1].split("\n")
          for name in ("build", "test", "all")}
packages = {name: [line.split()[0] for line in lines] for name, lines in wanted.items()}
build = packages["build"]
everything = build + packages["test"] + packages["all"]


def attempt(group, installed, user=0, sudo=True, debian=True, apt_fails=False):
    """Runs setup.sh; gives back (exit status, what it said, the calls of apt-get in order)."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        log = folder / "log"
        log.touch()

        def stand_in(name, text):
            path = folder / name
            path.write_text("#!/bin/sh\n" + text)
            path.chmod(path.stat().st_mode | stat.S_IXUSR)

        for name in ("sh", "awk", "sed", "grep", "tr", "cat"):
            (folder / name).symlink_to(house.tool(name))
        if debian:
            lines = "".join(f"echo '{line}'\n" for line in installed)
            stand_in("dpkg-query", lines)
            stand_in("apt-get", f"echo apt-get $* >>{log}\n" + ("exit 100\n" if apt_fails else ""))
        stand_in("id", f"echo {user}\n")
        if sudo:
            stand_in("sudo", f'echo sudo >>{log}\nexec "$@"\n')
        status, said = house.run(["sh", SETUP, group], env={"PATH": str(folder)})
        return status, said, log.read_text().splitlines()


def expect(what, condition, got):
    if not condition:
        problems.append(f"{what}: {got}")


def there(names, status="installed"):
    return [f"{status} {name} " for name in names]


got = attempt("build", there(build))
expect("nothing missing: nothing done, nothing said", got == (0, "", []), got)

got = attempt("all", there(everything))
expect("nothing missing for test-all", got == (0, "", []), got)

less = [name for name in build if name not in ("cmake", "libpopt-dev")]
status, said, calls = attempt("build", there(less))
expect("what is missing, and only that, is installed after one update",
       status == 0 and len(calls) == 2 and calls[0].startswith("apt-get update")
       and sorted(re.findall(r"\S+-dev|cmake", calls[1])) == ["cmake", "libpopt-dev"], calls)
expect("it is said what and why", "cmake" in said and "describes the build" in said
       and "parses the command line" in said and "gcc" not in said, said)

got = attempt("build", there(less) + there(["cmake"], "config-files") + there(["libpopt-dev"]))
expect("a removed package whose settings are left is missing", len(got[2]) == 2, got)

got = attempt("build", there([name for name in build if name != "pkg-config"])
              + ["installed pkgconf pkg-config (= 1.8.1-1), pkg-config-bin"])
expect("a package that another one provides is there", got == (0, "", []), got)

status, said, calls = attempt("build", there(less), user=1000)
expect("who is not root goes through sudo and is told", status == 0 and "sudo" in said
       and [line.split()[0] for line in calls] == ["sudo", "apt-get"] * 2, (said, calls))

status, said, calls = attempt("build", there(less), user=1000, sudo=False)
expect("without sudo the command to give is told", status == 1 and not calls
       and "apt-get install cmake libpopt-dev" in said, (status, said, calls))

status, said, calls = attempt("build", there(less), apt_fails=True)
expect("a failing apt-get ends it", status == 100 and len(calls) == 1, (status, calls))

status, said, calls = attempt("test", [], debian=False)
expect("elsewhere the needs are told and the build goes on", status == 0 and not calls
       and all(name in said for name in build + packages["test"]), (status, said))

status, said, calls = attempt("nonsense", there(build))
expect("an unknown group is refused", status == 2 and "usage" in said, (status, said))

document = (house.ROOT / "doc/dependencies.md").read_text()
for name in everything:
    expect("doc/dependencies.md has each package", f"`{name}`" in document, name)
house.fail(problems)
