# SPDX-License-Identifier: MIT
#
# What the tests of the tool share. A test script is run as
#
#     bash test_NAME.sh HONE FOLDER
#
# with the program under test and a folder to work in, which is emptied first. It sources this file
# and writes sentences:
#
#     it "tells the line of the fault"
#     run info broken.bvh
#     expect_status 1
#     expect_err "broken.bvh:3: "
#
# `run` keeps $status, and standard output and error in the files out and err. Every expectation that
# fails is printed with what was there instead; `finish` says how many and ends the script.

set -u
HONE=$1
WORK=$2
SOURCE_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
SHARED=${HONE_SHARED:-$SOURCE_DIR/../shared}
failures=0
checks=0
sentence=
unset NO_COLOR
export LC_ALL=C

rm -rf "$WORK"
mkdir -p "$WORK"
cd "$WORK" || exit 1

it()
{
    sentence=$1
}

fail()
{
    failures=$((failures + 1))
    echo "FAILED: $sentence: $1"
    echo "    command: ${command_line:-}"
    echo "    status:  ${status:-}"
    sed 's/^/    out: /' out 2>/dev/null | head -n 12
    sed 's/^/    err: /' err 2>/dev/null | head -n 12
}

ok()
{
    checks=$((checks + 1))
}

run()
{
    command_line="hone $*"
    "$HONE" "$@" >out 2>err </dev/null
    status=$?
    sanitizer_report
}

# Whatever else a test expects: no report of a sanitizer.
sanitizer_report()
{
    if grep -q -e 'ERROR: AddressSanitizer' -e 'runtime error:' -e 'LeakSanitizer' err; then
        fail "a sanitizer has reported something"
    fi
}

expect_status()
{
    ok
    [ "$status" = "$1" ] || fail "expected exit status $1, found $status"
}

expect_out()
{
    ok
    grep -qF -- "$1" out || fail "standard output lacks \"$1\""
}

expect_err()
{
    ok
    grep -qF -- "$1" err || fail "standard error lacks \"$1\""
}

expect_no_err()
{
    ok
    [ ! -s err ] || fail "standard error is not empty"
}

expect_no_out()
{
    ok
    [ ! -s out ] || fail "standard output is not empty"
}

# Each line of standard error starts as a message of the tool.
expect_messages()
{
    ok
    [ -s err ] || fail "no message"
    ! grep -qv '^hone: ' err || fail "a line of standard error does not start with \"hone: \""
}

expect_file()
{
    ok
    [ -s "$1" ] || fail "there is no file $1, or it is empty"
}

# Neither the file nor anything beside it.
expect_nothing_at()
{
    ok
    local left
    left=$(find "$(dirname "$1")" -maxdepth 1 -name "*$(basename "$1")*" 2>/dev/null)
    [ -z "$left" ] || fail "left behind: $left"
}

expect_equal()
{
    ok
    [ "$1" = "$2" ] || fail "expected \"$1\", found \"$2\""
}

# expect_json PYTHON: standard output is one JSON document, and the expression over it, d, is true.
expect_json()
{
    ok
    command -v python3 >/dev/null || return 0
    local told
    told=$(python3 -c '
import json, sys
with open("out", encoding="utf-8") as file:
    d = json.load(file)
result = eval(sys.argv[1])
if not result:
    print("not true:", sys.argv[1])
' "$1" 2>&1)
    [ -z "$told" ] || fail "$(printf '%s' "$told" | tail -n 2)"
}

# make_walk FILE FRAMES [FRAME_TIME]: a small figure that walks along x.
make_walk()
{
    cat >"$1" <<'END'
HIERARCHY
ROOT Hips
{
    OFFSET 0 0 0
    CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
    JOINT Chest
    {
        OFFSET 0 30 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        JOINT Head
        {
            OFFSET 0 35 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            End Site
            {
                OFFSET 0 20 0
            }
        }
        JOINT LeftArm
        {
            OFFSET 20 25 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            End Site
            {
                OFFSET 60 0 0
            }
        }
        JOINT RightArm
        {
            OFFSET -20 25 0
            CHANNELS 3 Zrotation Xrotation Yrotation
            End Site
            {
                OFFSET -60 0 0
            }
        }
    }
    JOINT LeftLeg
    {
        OFFSET 10 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0 -90 0
        }
    }
    JOINT RightLeg
    {
        OFFSET -10 0 0
        CHANNELS 3 Zrotation Xrotation Yrotation
        End Site
        {
            OFFSET 0 -90 0
        }
    }
}
MOTION
END
    {
        printf 'Frames: %d\nFrame Time: %s\n' "$2" "${3:-0.025}"
        awk -v n="$2" 'BEGIN {
            for (i = 0; i < n; i++) {
                s = 30 * sin(i / 5.0)
                printf "%.3f 90 0 0 0 0  0 0 0  0 0 0  -60 %.2f 0  60 %.2f 0  0 %.2f 0  0 %.2f 0\n",
                    i * 0.5, -s, s, s, -s
            }
        }'
    } >>"$1"
}

skip_all()
{
    echo "skipped: all: $1"
    exit 0
}

skip()
{
    echo "skipped: $1"
}

finish()
{
    if [ "$failures" -gt 0 ]; then
        echo "$failures of $checks expectations failed"
        exit 1
    fi
    if [ "$checks" -eq 0 ]; then
        echo "no expectation was checked"
        exit 1
    fi
    echo "$checks expectations met"
    exit 0
}
