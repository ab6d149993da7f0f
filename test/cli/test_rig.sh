# SPDX-License-Identifier: MIT
#
# Cut-out characters: hone info, pose and render of DragonBones files.
. "$(dirname "$0")/lib.sh"

FOX=$SOURCE_DIR/data/fox_ske.json

it "tells what a character is made of"
run info "$FOX"
expect_status 0
expect_out "DragonBones character"
expect_out "animation walk"
run info --json "$FOX"
expect_status 0
expect_json 'd["format"] == "dragonbones" and len(d["armatures"]) == 1'
expect_json 'set(["idle", "walk", "wave"]) <= set(a["name"] for a in d["animations"])'
expect_json 'len(d["armatures"][0]["bones"]) == d["armatures"][0]["bone_count"] >= 20'
expect_json 'd["textures"][0]["width"] == 512 and d["skeletons"] == []'
expect_json 'all(abs(a["duration"] - a["frames"] / a["frame_rate"]) < 1e-9 for a in d["animations"])'

it "prints a pose by the contract, bones and slots in the file's order"
run pose "$FOX" --animation walk --frame 3.5 --json
expect_status 0
expect_json 'd["kind"] == "rig" and d["animation"] == "walk" and d["frame"] == 3.5'
expect_json 'all(len(b["matrix"]) == 6 for b in d["bones"])'
expect_json '[b["name"] for b in d["bones"]] == [b["name"] for b in json.load(open("'"$FOX"'"))["armature"][0]["bone"]]'
expect_json '[s["name"] for s in d["slots"]] == [s["name"] for s in json.load(open("'"$FOX"'"))["armature"][0]["slot"]]'
expect_json 'sorted(s["draw_index"] for s in d["slots"]) == list(range(len(d["slots"])))'
expect_json 'all(0 <= s["alpha"] <= 255 and s["blend"] in ("normal", "add") for s in d["slots"])'
expect_json 'any(s["blend"] == "add" for s in d["slots"])'
expect_json 'all((s["attachment"] == -1) == (s["attachment_name"] is None) for s in d["slots"])'

it "gives the bind pose without an animation: the bones of the file, placed by hand"
cat >arm_ske.json <<'END'
{"frameRate": 24, "name": "arm", "version": "5.5", "armature": [{"name": "arm",
"bone": [{"name": "child", "parent": "root", "transform": {"x": 10, "y": 5}},
         {"name": "root", "transform": {"x": 100, "skX": 90, "skY": 90}}],
"slot": [{"name": "hand", "parent": "child"}],
"skin": [{"slot": [{"name": "hand", "display": [{"name": "palm", "type": "image"}]}]}],
"animation": [{"name": "turn", "duration": 10, "bone": [{"name": "root",
 "rotateFrame": [{"duration": 10, "tweenEasing": 0}, {"duration": 0, "rotate": 90}]}]}]}]}
END
run pose arm_ske.json --json
expect_status 0
expect_json '[b["name"] for b in d["bones"]] == ["child", "root"] and d["animation"] is None'
expect_json 'max(abs(a - b) for a, b in zip(d["bones"][0]["matrix"], [0, 1, -1, 0, 95, 10])) < 1e-3'

it "poses between two frames"
run pose arm_ske.json --animation turn --frame 5 --json
expect_status 0
expect_json 'max(abs(a - b) for a, b in zip(d["bones"][1]["matrix"], [-.70711, .70711, -.70711, -.70711, 100, 0])) < 2e-3'
run pose arm_ske.json --animation turn --time 0.20833333333 --json
expect_json 'abs(d["frame"] - 5) < 1e-5'

it "refuses animations, armatures and skins that are not there"
run pose arm_ske.json --animation jump --json
expect_status 2
expect_no_out
expect_err "no animation jump"
run pose arm_ske.json --armature leg --json
expect_status 1
expect_messages
run pose arm_ske.json --skin gold --json
expect_status 1
expect_messages

it "is told when a moment lies after the end"
run pose arm_ske.json --animation turn --frame 500 --json
expect_status 0
expect_err "warning: the animation ends at frame 10"
expect_json 'd["frame"] == 10'

it "says that JSON is no character"
printf '{"armature":[]}' >other.json
for command in "info other.json" "pose other.json --json" "render other.json -o out.gif"; do
    run $command
    expect_status 1
    expect_messages
    expect_err "other.json:1: "
    expect_nothing_at out.gif
done

it "draws a still, a moving picture, numbered pictures and a sheet"
run render "$FOX" --animation walk --frame 3 -o still.png
expect_status 0
expect_no_err
expect_file still.png
run render "$FOX" --animation walk -o walk.gif
expect_status 0
expect_file walk.gif
run render "$FOX" --animation walk --from 0 --to 0.1 -o walk_%02d.png
expect_file walk_02.png
run render "$FOX" --animation idle --sheet 3x2 --size 100x120 -o sheet.png
expect_file sheet.png

it "draws the same picture in bands, in every pixel format"
for format in argb8888 rgb565 rgb565_swapped argb4444; do
    run render "$FOX" --animation walk --frame 3 --background white --format $format -o whole.png
    expect_status 0
    run render "$FOX" --animation walk --frame 3 --background white --format $format --bands 7 -o bands.png
    expect_status 0
    ok
    cmp -s whole.png bands.png || fail "$format: bands differ from the whole"
done

it "draws the same in both byte orders"
run render "$FOX" --animation walk --frame 3 --background white --format rgb565 -o a.png
run render "$FOX" --animation walk --frame 3 --background white --format rgb565_swapped -o b.png
ok
cmp -s a.png b.png || fail "the byte order changes the picture"

it "says what is wrong with pictures"
mkdir -p broken
cp "$FOX" "$SOURCE_DIR/data/fox_tex.json" broken/
run render broken/fox_ske.json -o out.png
expect_status 0
expect_err "warning: no picture of the atlas: broken/fox_tex.png"
printf 'no picture' >broken/fox_tex.png
run render broken/fox_ske.json -o out.png
expect_status 1
expect_messages
cp walk_00.png broken/fox_tex.png
run render broken/fox_ske.json -o out.png
expect_status 1
expect_err "a region outside of its picture"

it "does not follow names that lead out of the folder"
sed 's/"imagePath": "[^"]*"/"imagePath": "..\/still.png"/' "$SOURCE_DIR/data/fox_tex.json" >broken/fox_tex.json
rm broken/fox_tex.png
run render broken/fox_ske.json -o out2.png
expect_err "no picture of the atlas: broken/fox_tex.png"

it "refuses what makes no sense"
run render "$FOX" "$FOX" -o out.png
expect_status 2
run render "$FOX" --bands 0 -o out.png
expect_status 2
make_walk walk.bvh 4
run render walk.bvh --bands 4 -o out.png
expect_status 2
run render walk.bvh "$FOX" -o out.gif
expect_status 2

it "refuses options that would do nothing"
run render "$FOX" --names -o nothing.png
expect_status 2
expect_err "are for motions, not for cut-out characters"
run render walk.bvh --animation walk -o nothing.png
expect_status 2
expect_err "are for cut-out characters"
[ -e nothing.png ] && fail "something was written"

finish
