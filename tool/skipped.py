#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""skipped.py LAST_TEST_LOG: names the tests that skipped something. Exit status 1 when one of them
did so for another reason than the shared data that is not everywhere."""
import re
import sys

text = open(sys.argv[1], errors="replace").read()
bad = 0
for block in re.split(r"(?m)^-{58}\n(?=\d+/\d+ Testing)", text)[0:]:
    named = re.search(r"\d+/\d+ Test(?:ing)?: (\S+)", block)
    if not named:
        continue
    reasons = re.findall(r"(?i)\bskipped: *(.*)", block)
    if not reasons and ("[  SKIPPED ]" in block or "Test Skipped" in block):
        reasons = ["no reason given"]
    for reason in dict.fromkeys(reasons):
        excused = "shared" in reason.lower()
        bad += not excused
        print(f"{'' if excused else 'NOT ALLOWED: '}{named.group(1)} skipped: {reason}")
sys.exit(1 if bad else 0)
