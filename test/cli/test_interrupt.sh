# SPDX-License-Identifier: MIT
# Ctrl-C in the middle of long work: it ends soon, with status 130, and nothing half-written stays.
. "$(dirname "$0")/lib.sh" "$@"

make_walk long.bvh 20000
sed '/^Frames:/s/.*/Frames: 400000/' long.bvh >longer.bvh
for i in $(seq 19); do
    sed '1,/^Frame Time/d' long.bvh
done >>longer.bvh

# interrupt SIGNAL COMMAND...: starts the tool in the background, waits until it has begun to write
# (20 seconds at most), sends the signal, and waits for the end. The work must go on for much longer
# than the look-out's pause, also in an optimised build on an idle machine: it is a second here.
interrupt()
{
    local signal=$1 process waited=0
    shift
    command_line="hone $* (with SIG$signal)"
    # A shell's background jobs ignore SIGINT; python's do not.
    python3 -c '
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$HONE" "$@" >out 2>err </dev/null &
    process=$!
    while [ $waited -lt 400 ] && [ -z "$(find . -newer marker -type f ! -name out ! -name err)" ]; do
        sleep 0.05
        waited=$((waited + 1))
    done
    kill -s "$signal" "$process" || fail "it had ended before"
    wait "$process"
    status=$?
    sanitizer_report
}

command -v python3 >/dev/null || skip_all "no python3"

# writes NAME: this build can write such a picture.
writes()
{
    run render long.bvh --size 8x8 --to 0.05 -o "$1"
    rm -f "$1"
    [ "$status" = 0 ] || skip "this build writes no $1"
    [ "$status" = 0 ]
}

for name in out.gif out.apng out.webp out.csv; do
    [ $name = out.csv ] || writes $name || continue
    it "ends cleanly while $name is written"
    touch marker
    sleep 0.05
    case $name in
    *.csv) interrupt INT convert longer.bvh -o "$name" ;;
    *) interrupt INT render long.bvh -o "$name" ;;
    esac
    expect_status 130
    expect_nothing_at "$name"
done

if command -v ffmpeg >/dev/null && writes out.mp4; then
    it "ends cleanly while a video is written"
    touch marker
    sleep 0.05
    interrupt INT render long.bvh -o out.mp4
    expect_status 130
    expect_nothing_at out.mp4
fi

it "keeps the file that was there"
echo "an old picture" >old.gif
cp old.gif keep.gif
touch marker
sleep 0.05
interrupt INT render long.bvh -o keep.gif
expect_status 130
cmp -s old.gif keep.gif || fail "the old file was changed"
expect_equal "keep.gif" "$(ls | grep keep)"

it "leaves only whole numbered pictures"
mkdir frames
touch marker
sleep 0.05
interrupt INT render long.bvh --size 60x60 -o frames/out_%05d.png
expect_status 130
expect_equal "" "$(ls frames | grep -v '^out_[0-9]*\.png$')"
for file in frames/*; do
    ok
    [ "$(tail -c 8 "$file" | head -c 4)" = IEND ] || fail "$file is cut"
done

it "ends in the same way on SIGTERM"
touch marker
sleep 0.05
interrupt TERM render long.bvh -o out.gif
expect_status 143
expect_nothing_at out.gif

finish
