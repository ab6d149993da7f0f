#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tool/test_all.sh JOBS: every test in every build: gcc and clang with sanitizers, optimised, optimised
# without vector code, and a short run of each fuzz target. Nothing may be skipped but what needs the
# shared data beside the repository.
set -eu
cd "$(dirname "$0")/.."
jobs=$1
HONE_TEST_ALL=1
export HONE_TEST_ALL
result=0
mkdir -p build
for preset in dev release scalar dev-clang fuzz; do
    echo
    echo "=== $preset"
    cmake --preset "$preset" -DHONE_WERROR=ON >"build/$preset.configure.log" || {
        cat "build/$preset.configure.log"
        exit 1
    }
    cmake --build --preset "$preset" --parallel "$jobs" >"build/$preset.build.log" 2>&1 || {
        tail -n 60 "build/$preset.build.log"
        exit 1
    }
    # The checks of the source tree are the same in every build: the first one has them.
    only=
    if [ "$preset" != dev ]; then
        only="--label-exclude house"
    fi
    # One line a test while it runs, and the output of those that fail. $only is meant to split.
    ctest --preset "$preset" $only --parallel "$jobs" --output-log "build/$preset.test.log" || result=1
    python3 tool/skipped.py "build/$preset/Testing/Temporary/LastTest.log" || result=1
done

echo
echo "=== all"
for preset in dev release scalar dev-clang fuzz; do
    printf '%-10s %s\n' "$preset" "$(grep -E 'tests passed' "build/$preset.test.log" || echo 'did not end')"
done
exit $result
