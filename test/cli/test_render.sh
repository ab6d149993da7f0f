# SPDX-License-Identifier: MIT
# hone render: formats, sizes, times, and that options change the picture as they should.
. "$(dirname "$0")/lib.sh" "$@"

command -v python3 >/dev/null || skip_all "no python3 to look at pictures"

make_walk walk.bvh 41
make_walk other.bvh 21 0.05

# picture FILE: "FORMAT WIDTHxHEIGHT FRAMES DELAYS" by an own small reader of the containers.
picture()
{
    python3 "$SOURCE_DIR/test/cli/picture.py" describe "$1"
}

# pixel FILE X Y: "r g b a".
pixel()
{
    python3 "$SOURCE_DIR/test/cli/picture.py" pixel "$@"
}

expect_same_pictures()
{
    ok
    cmp -s "$1" "$2" || fail "$1 and $2 differ"
}

expect_other_pictures()
{
    ok
    ! cmp -s "$1" "$2" || fail "$1 and $2 are the same"
}

it "writes a PNG of one moment"
run render walk.bvh --frame 10 -o still.png
expect_status 0
expect_no_err
expect_no_out
expect_equal "png 500x500 1" "$(picture still.png)"

it "a frame and its time are the same moment, other moments are not"
run render walk.bvh --time 0.25 -o time.png
expect_same_pictures still.png time.png
run render walk.bvh --frame 11 -o other.png
expect_other_pictures still.png other.png

it "the same input gives the same bytes"
run render walk.bvh --frame 10 -o again.png
expect_same_pictures still.png again.png

it "has the size that was asked for"
run render walk.bvh --size 61x37 -o small.png
expect_equal "png 61x37 1" "$(picture small.png)"
run render walk.bvh --size 1x1 -o one.png
expect_status 0
expect_equal "png 1x1 1" "$(picture one.png)"

it "writes a GIF whose 25 ms pictures alternate between 20 and 30 ms"
run render walk.bvh --size 80x80 -o walk.gif
expect_status 0
expect_no_err
expect_equal "gif 80x80 41 $(for i in $(seq 41); do printf '%s ' $((2 + (i - 1) % 2)); done | sed 's/ $//') loops 0" \
    "$(picture walk.gif | sed 's/ 3 2 / 3 2 /')"

it "loops as often as asked"
run render walk.bvh --size 20x20 --loops 3 -o loops.gif
# The container counts the repeats after the first showing.
picture loops.gif | grep -q "loops 2" || fail "not three loops: $(picture loops.gif)"

# writes NAME: this build can write such a picture.
writes()
{
    run render walk.bvh --size 8x8 --to 0.05 -o "probe.$1"
    [ "$status" = 0 ] || skip "this build writes no $1"
    [ "$status" = 0 ]
}

if writes apng; then
it "writes an animated PNG"
run render walk.bvh --size 40x40 --fps 20 -o walk.apng
expect_status 0
expect_equal "apng 40x40 21" "$(picture walk.apng | cut -d' ' -f1-3)"
fi

if writes webp; then
it "writes an animated WebP"
run render walk.bvh --size 40x40 --fps 20 -o walk.webp
expect_status 0
expect_equal "webp 40x40 21" "$(picture walk.webp | cut -d' ' -f1-3)"
fi

if command -v ffmpeg >/dev/null && command -v ffprobe >/dev/null; then
    for ending in mp4 webm; do
        writes $ending || continue
        it "writes a $ending video"
        run render walk.bvh --size 64x64 --fps 20 -o "walk.$ending"
        expect_status 0
        expect_no_err
        expect_equal "64,64,21" "$(ffprobe -v error -count_frames -select_streams v \
            -show_entries stream=width,height,nb_read_frames -of csv=p=0 "walk.$ending" |
            tr -d '\r' | sed 's/,$//')"
    done
else
    skip "no ffmpeg to look at videos"
fi

if writes mp4; then
it "without ffmpeg says that it is missing, and leaves nothing"
command_line="PATH= hone render walk.bvh -o gone.mp4"
env PATH=/nonexistent "$HONE" render walk.bvh --size 64x64 -o gone.mp4 >out 2>err
status=$?
expect_status 1
expect_messages
expect_err "ffmpeg"
expect_nothing_at gone.mp4
fi

it "writes numbered PNGs"
mkdir frames
run render walk.bvh --size 30x30 --fps 10 -o frames/out_%04d.png
expect_status 0
expect_equal "11" "$(find frames -name 'out_*.png' | wc -l | tr -d ' ')"
expect_file frames/out_0000.png
expect_file frames/out_0010.png
run render walk.bvh --size 30x30 --frame 4 -o frame4.png
expect_same_pictures frames/out_0001.png frame4.png

it "cuts the motion with --from and --to, and changes its speed"
run render walk.bvh --size 20x20 --from 0.5 --to 0.75 -o cut.gif
expect_equal "gif 20x20 11" "$(picture cut.gif | cut -d' ' -f1-3)"
run render walk.bvh --size 20x20 --speed 2 -o fast.gif
expect_equal "gif 20x20 21" "$(picture fast.gif | cut -d' ' -f1-3)"
run render walk.bvh --size 20x20 --skip-first -o skip.gif
expect_equal "gif 20x20 40" "$(picture skip.gif | cut -d' ' -f1-3)"

it "puts moments on a contact sheet"
run render walk.bvh --size 50x40 --sheet 3x2 -o sheet.png
expect_status 0
expect_equal "png 150x80 1" "$(picture sheet.png)"

it "says the format with --format when the ending does not"
run render walk.bvh --size 20x20 --format gif -o nameless
expect_status 0
expect_equal "gif 20x20 41" "$(picture nameless | cut -d' ' -f1-3)"

it "writes a PNG to standard output"
run render walk.bvh --size 20x20 --format png -o -
expect_status 0
expect_equal "png 20x20 1" "$(picture out)"

it "reads standard input"
"$HONE" render - --frame 10 -o stdin.png <walk.bvh >out 2>err
status=$?
expect_status 0
expect_same_pictures still.png stdin.png

it "has a transparent background when asked, and colours by name and number"
run render walk.bvh --background transparent --no-grid --no-shadow -o clear.png
expect_equal "0 0 0 0" "$(pixel clear.png 0 0)"
run render walk.bvh --background white --no-grid --no-shadow -o white.png
expect_equal "255 255 255 255" "$(pixel white.png 0 0)"
run render walk.bvh --background '#123456' --no-grid --no-shadow -o number.png
expect_equal "18 52 86 255" "$(pixel number.png 0 0)"
run render walk.bvh --background f00 --no-grid --no-shadow -o short.png
expect_equal "255 0 0 255" "$(pixel short.png 0 0)"
run render walk.bvh --background '#00ff0080' --no-grid --no-shadow -o half.png
expect_equal "0 255 0 128" "$(pixel half.png 0 0)"

it "each look option changes the picture"
run render walk.bvh --frame 10 -o base.png
while read -r options; do
    # shellcheck disable=SC2086
    run render walk.bvh --frame 10 $options -o changed.png
    expect_status 0
    expect_no_err
    expect_other_pictures base.png changed.png
done <<'END'
--view side
--view top
--view 30,15
--view 30,15 --perspective
--zoom 0.5
--bones lines
--bones none
--joints
--names
--trail 0.2
--ghosts 3
--no-grid
--no-shadow
--no-heads
--color purple
--follow performers
--follow Head
--map 2,0,0,2,200,200
END

it "keeps a performer in place"
run render walk.bvh --frame 0 --in-place --no-shadow --no-grid -o first.png
run render walk.bvh --frame 0 --in-place --in-place-all --no-shadow --no-grid -o all.png
expect_status 0

it "puts a picture on the head"
python3 "$SOURCE_DIR/test/cli/picture.py" make face.png 16 16 0 0 255
run render walk.bvh --frame 10 --face face.png -o faced.png
expect_status 0
expect_no_err
expect_other_pictures base.png faced.png
python3 "$SOURCE_DIR/test/cli/picture.py" find faced.png 0 0 255 || fail "no blue face"
run render walk.bvh --frame 10 --face none -o none.png
expect_same_pictures base.png none.png
run render walk.bvh --frame 10 --face face.png --face-bone Chest -o chest.png
expect_status 0
expect_other_pictures faced.png chest.png
run render walk.bvh --frame 10 --face face.png --face-size 30 -o large.png
expect_other_pictures faced.png large.png
run render walk.bvh --frame 10 --face face.png --face-frame -o framed.png
expect_other_pictures faced.png framed.png
run render walk.bvh --frame 10 --face face.png --view 180,0 --face-back hidden -o hidden.png
expect_status 0
run render walk.bvh --frame 10 --face face.png --view 180,0 --face-back same -o same.png
expect_other_pictures hidden.png same.png
run render walk.bvh --frame 10 --face face.png --view 180,0 --face-back face.png -o picture.png
expect_status 0
expect_other_pictures hidden.png picture.png

it "draws several performers in step, with a face and a colour each"
python3 "$SOURCE_DIR/test/cli/picture.py" make green.png 16 16 0 255 0
run render walk.bvh other.bvh --apart 150 --frame 10 --face face.png --face green.png -o pair.png
expect_status 0
expect_no_err
python3 "$SOURCE_DIR/test/cli/picture.py" find pair.png 0 0 255 || fail "no blue face"
python3 "$SOURCE_DIR/test/cli/picture.py" find pair.png 0 255 0 || fail "no green face"
run render walk.bvh other.bvh --apart 150 --frame 10 --face none --face green.png -o pair.png
python3 "$SOURCE_DIR/test/cli/picture.py" find pair.png 0 255 0 || fail "no green face"
! python3 "$SOURCE_DIR/test/cli/picture.py" find pair.png 0 0 255 || fail "a blue face"

it "shows a progress bar with the time left on a terminal only, without colours when told"
run render walk.bvh --size 20x20 -o quiet.gif
expect_no_err
python3 "$SOURCE_DIR/test/cli/terminal.py" "$HONE" render walk.bvh --size 200x200 --fps 400 \
    -o bar.gif >out 2>err
status=$?
expect_status 0
expect_out "left"
expect_out "/401"
expect_out "bar.gif: 200 x 200 pixels, 401 pictures, 1.00 s"
grep -q "$(printf '\033\\[36m')" out || fail "no colours on a terminal"
NO_COLOR=1 python3 "$SOURCE_DIR/test/cli/terminal.py" "$HONE" render walk.bvh --size 200x200 \
    --fps 400 -o bar.gif >out 2>err
expect_out "left"
! grep -q "$(printf '\033')" out || fail "colours in spite of NO_COLOR"

finish
