# SPDX-License-Identifier: MIT
# hone pose. Expected places follow from the figure in lib.sh by hand.
. "$(dirname "$0")/lib.sh" "$@"

make_walk walk.bvh 11

it "prints the contract's JSON"
run pose walk.bvh --frame 0 --json
expect_status 0
expect_no_err
expect_json 'd["kind"] == "body" and d["animation"] == "walk" and d["time"] == 0'
expect_json 'set(d["bones"][0]) == {"name", "parent", "position", "rotation", "scale", "world_position", "world_rotation"}'
expect_json '[b["name"] for b in d["bones"]][:4] == ["Hips", "Chest", "Head", "Head_end"]'
expect_json '[len(d["bones"][5][k]) for k in ("position", "rotation", "scale", "world_position", "world_rotation")] == [3, 4, 3, 3, 4]'
expect_json 'd["bones"][0]["world_position"] == [0, 90, 0]'
expect_json 'd["bones"][2]["world_position"] == [0, 155, 0] and d["bones"][3]["parent"] == 2'
expect_json 'd["bones"][3]["world_position"] == [0, 175, 0]'

it "turns an arm down by 60 degrees about z"
expect_json 'max(abs(a - b) for a, b in zip(d["bones"][4]["rotation"], [0, 0, -0.5, 0.75 ** 0.5])) < 1e-6'
expect_json 'max(abs(a - b) for a, b in zip(d["bones"][5]["world_position"], [20 + 60 * 0.5, 145 - 60 * 0.75 ** 0.5, 0])) < 1e-4'

it "takes a frame, a time, and anything between two frames"
run pose walk.bvh --frame 4 --json
expect_json 'd["bones"][0]["world_position"][0] == 2 and abs(d["time"] - 0.1) < 1e-12'
cp out by_frame
run pose walk.bvh --time 0.1 --json
cmp -s out by_frame || fail "frame 4 and 0.1 s differ"
run pose walk.bvh --frame 4.5 --json
expect_json 'abs(d["bones"][0]["world_position"][0] - 2.25) < 1e-6 and d["frame"] == 4.5'
run pose walk.bvh --time 0.1125 --json
expect_json 'abs(d["bones"][0]["world_position"][0] - 2.25) < 1e-6'

it "shows frame 0 without a moment, and the rest pose with --rest"
run pose walk.bvh --json
expect_json 'd["time"] == 0'
run pose walk.bvh --rest --json
expect_status 0
expect_json 'd["bones"][0]["world_position"] == [0, 0, 0] and d["animation"] is None'
expect_json 'd["bones"][5]["world_position"] == [80, 55, 0]'

it "takes the end for a moment after it, and says so"
run pose walk.bvh --frame 99 --json
expect_status 0
expect_messages
expect_err "walk.bvh: warning: the motion ends at 0.25 s, frame 10"
expect_json 'd["bones"][0]["world_position"][0] == 5'

it "turns lengths into metres with --unit"
run pose walk.bvh --unit cm --json
expect_json 'd["bones"][0]["position"] == [0, 0.9, 0] or abs(d["bones"][0]["position"][1] - 0.9) < 1e-7'
expect_json 'd["bones"][0]["scale"] == [1, 1, 1]'
cp out by_hand
run pose walk.bvh --unit auto --json
cmp -s out by_hand || fail "auto did not find centimetres"

it "adds the OFFSET at the root, everywhere, or not at all"
sed '0,/OFFSET 0 0 0/s//OFFSET 7 0 0/' walk.bvh >offset.bvh
run pose offset.bvh --json
expect_json 'd["bones"][0]["position"] == [0, 90, 0]'
run pose offset.bvh --offset replace --json
expect_json 'd["bones"][0]["position"] == [0, 90, 0]'
run pose offset.bvh --offset add-root --json
expect_json 'd["bones"][0]["position"] == [7, 90, 0]'
run pose offset.bvh --offset add --json
expect_json 'd["bones"][0]["position"] == [7, 90, 0]'

it "prints numbers that read back to the same float, and no longer than needed"
run pose walk.bvh --frame 3 --json
expect_json 'all(len(repr(x)) < 14 for b in d["bones"] for x in b["rotation"] if abs(x) >= 1e-4)'
if command -v python3 >/dev/null; then
    run pose walk.bvh --frame 3.7 --json
    python3 - >told <<'END'
import re, struct
def single(x):
    return struct.unpack("f", struct.pack("f", float(x)))[0]
for word in re.findall(r"[\[,](-?[0-9.]+(?:e[-+]?[0-9]+)?)", open("out").read()):
    digits = len(re.sub(r"e.*|[-.]", "", word).strip("0"))
    if digits > 1 and single("%.*g" % (digits - 1, float(word))) == single(word):
        print("too long:", word)
END
    expect_equal "" "$(head -n 1 told)"
fi

it "prints a table without --json"
run pose walk.bvh --frame 10
expect_status 0
expect_no_err
expect_out "walk.bvh, 0.25 s, frame 10 of 11"
expect_out "Head_end"

it "reads standard input"
"$HONE" pose - --frame 2 --json <walk.bvh >out 2>err
status=$?
expect_status 0
expect_json 'd["bones"][0]["world_position"][0] == 1'

finish
