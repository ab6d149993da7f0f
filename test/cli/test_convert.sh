# SPDX-License-Identifier: MIT
# hone convert.
. "$(dirname "$0")/lib.sh" "$@"

make_walk walk.bvh 20

poses()
{
    "$HONE" pose "$1" --frame "$2" --json | sed 's/"animation":"[^"]*"//'
}

it "writes a BVH with the same poses"
run convert walk.bvh -o copy.bvh
expect_status 0
expect_no_err
expect_no_out
for frame in 0 7 19; do
    expect_equal "$(poses walk.bvh $frame)" "$(poses copy.bvh $frame)"
done

it "writes the same again from what it wrote"
run convert copy.bvh -o again.bvh
cmp -s copy.bvh again.bvh || fail "the second writing differs"

it "leaves who may read a file that it replaces"
cp walk.bvh private.bvh
chmod 600 private.bvh
run convert walk.bvh -o private.bvh
expect_equal "$(stat -c %a private.bvh)" 600
run render walk.bvh --frame 0 -o private.png
chmod 640 private.png
run render walk.bvh --frame 1 -o private.png
expect_equal "$(stat -c %a private.png)" 640

it "writes through a link and leaves it one"
cp walk.bvh real.bvh
ln -s real.bvh link.bvh
run convert walk.bvh --to 0.1 -o link.bvh
expect_status 0
[ -L link.bvh ] || fail "the link is gone"
cmp -s real.bvh walk.bvh && fail "the file behind the link is as it was"
expect_equal "$(grep -c . real.bvh)" "$(grep -c . link.bvh)"

it "puts a wrong frame count right"
sed 's/^Frames: .*/Frames: 700/' walk.bvh >wrong.bvh
run convert wrong.bvh -o right.bvh
expect_status 0
run info right.bvh
expect_no_err
expect_out "frames     20"

it "reads standard input and writes standard output"
"$HONE" convert - --format bvh -o - <walk.bvh >piped.bvh 2>err
status=$?
expect_status 0
cmp -s copy.bvh piped.bvh || fail "the piped copy differs"

it "writes a table of places"
run convert walk.bvh -o places.csv
expect_status 0
expect_no_err
expect_equal "21" "$(wc -l <places.csv | tr -d ' ')"
expect_equal "frame,time,Hips.x,Hips.y,Hips.z,Chest.x" "$(head -n 1 places.csv | cut -d, -f1-6)"
expect_equal "0,0,0,90,0,0" "$(sed -n 2p places.csv | cut -d, -f1-6)"
expect_equal "4,0.1,2,90,0,2" "$(sed -n 6p places.csv | cut -d, -f1-6)"
expect_equal "38" "$(head -n 1 places.csv | tr ',' '\n' | wc -l | tr -d ' ')"
expect_equal "38" "$(tail -n 1 places.csv | tr ',' '\n' | wc -l | tr -d ' ')"

it "writes the table in metres with --unit"
run convert walk.bvh --unit cm -o metres.csv
expect_equal "0.9" "$(sed -n 2p metres.csv | cut -d, -f4)"

it "quotes names with commas and quotes"
sed 's/ROOT Hips/ROOT a,"b"/' walk.bvh >comma.bvh
run convert comma.bvh -o comma.csv
expect_equal 'frame,time,"a,""b"".x","a,""b"".y"' "$(head -n 1 comma.csv | cut -d, -f1-6)"

# places FILE FRAME: the places of all bones, in thousandths.
places()
{
    "$HONE" pose "$1" --frame "$2" --json | python3 -c '
import json, sys
for bone in json.load(sys.stdin)["bones"]:
    print(bone["name"], *(round(x * 1000) for x in bone["world_position"]))'
}

if command -v python3 >/dev/null; then
    it "reorders rotations without moving anything"
    run convert walk.bvh --order XYZ -o order.bvh
    expect_status 0
    expect_no_err
    grep -q "CHANNELS 3 Xrotation Yrotation Zrotation" order.bvh || fail "not in the order XYZ"
    ! grep -q "Zrotation Xrotation" order.bvh || fail "the old order is left"
    expect_equal "$(places walk.bvh 7)" "$(places order.bvh 7)"

    it "cuts, skips and thins out frames"
    run convert walk.bvh --skip-first -o cut.bvh
    expect_equal "$(places walk.bvh 1)" "$(places cut.bvh 0)"
    run convert walk.bvh --from 0.1 --to 0.2 -o cut.bvh
    expect_status 0
    grep -q "^Frames: 5" cut.bvh || fail "not 5 frames: $(grep Frames cut.bvh)"
    expect_equal "$(places walk.bvh 4)" "$(places cut.bvh 0)"
    expect_equal "$(places walk.bvh 8)" "$(places cut.bvh 4)"
    make_walk rounded.bvh 41 0.0333333
    run convert rounded.bvh --from 0.5 --to 1 -o cut.bvh
    grep -q "^Frames: 16" cut.bvh || fail "not 16 frames: $(grep Frames cut.bvh)"
    expect_equal "$(places rounded.bvh 15)" "$(places cut.bvh 0)"
    run convert walk.bvh --step 4 -o step.bvh
    grep -q "^Frames: 5" step.bvh || fail "not 5 frames: $(grep Frames step.bvh)"
    expect_equal "$(places walk.bvh 12)" "$(places step.bvh 3)"

    it "resamples"
    run convert walk.bvh --fps 80 -o fps.bvh
    expect_status 0
    grep -q "^Frame Time: 0.0125" fps.bvh || fail "another rate: $(grep Time fps.bvh)"
    expect_equal "$(places walk.bvh 3)" "$(places fps.bvh 6)"
    expect_equal "$(places walk.bvh 3.5)" "$(places fps.bvh 7)"

    it "scales, and turns units into metres"
    run convert walk.bvh --scale 2 -o scale.bvh
    expect_equal "Chest 2000 240000 0" "$(places scale.bvh 2 | sed -n 2p)"
    run convert walk.bvh --unit auto -o metres.bvh
    expect_equal "Hips 10 900 0" "$(places metres.bvh 2 | sed -n 1p)"

    it "exchanges left and right"
    run convert walk.bvh --mirror -o mirror.bvh
    expect_status 0
    expect_equal "$(places walk.bvh 3 | sed -n '/^RightLeg_end/s/RightLeg_end //p' |
        awk '{ print -$1, $2, $3 }')" \
        "$(places mirror.bvh 3 | sed -n '/^LeftLeg_end/s/LeftLeg_end //p')"

    it "puts the OFFSET into the positions that add to it"
    sed '0,/OFFSET 0 0 0/s//OFFSET 7 5 3/' walk.bvh >offset.bvh
    run convert offset.bvh --offset add-root -o baked.bvh
    expect_status 0
    expect_equal "Hips 8000 95000 3000" "$(places baked.bvh 2 | sed -n 1p)"
fi

it "says when no frame is left"
run convert walk.bvh --from 9 -o none.bvh
expect_status 2
expect_err "there is no frame to keep: walk.bvh lasts 0.475 s"
expect_nothing_at none.bvh
run convert walk.bvh --from 0.3 --to 0.2 -o none.bvh
expect_status 2

it "says which formats can be written"
run convert walk.bvh -o walk.fbx
expect_status 2
expect_err "it can be .bvh or .csv"
expect_nothing_at walk.fbx
run convert walk.bvh
expect_status 2
expect_err "expected -o OUT"

finish
