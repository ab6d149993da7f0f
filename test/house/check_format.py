# SPDX-License-Identifier: MIT
"""clang-format over all C files; --fix lays them out instead of complaining."""
import sys

import house

clang_format = house.tool("clang-format-14")
names = [str(file.relative_to(house.ROOT)) for file in house.files(house.ROOT, (".c", ".h", ".cc"))]
if "--fix" in sys.argv:
    house.need([clang_format, "-i", *names], cwd=house.ROOT)
    sys.exit(0)
status, text = house.run([clang_format, "--dry-run", "-Werror", "--ferror-limit=1", *names],
                         cwd=house.ROOT)
lines = [line for line in text.splitlines() if "error:" in line]
if lines:
    print("`make format` mends this")
house.fail(lines if status != 0 else [])
