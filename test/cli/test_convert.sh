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

it "says which formats can be written"
run convert walk.bvh -o walk.fbx
expect_status 2
expect_err "it can be .bvh or .csv"
expect_nothing_at walk.fbx
run convert walk.bvh
expect_status 2
expect_err "expected -o OUT"

finish
