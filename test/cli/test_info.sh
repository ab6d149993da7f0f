# SPDX-License-Identifier: MIT
# hone info.
. "$(dirname "$0")/lib.sh" "$@"

make_walk walk.bvh 100 0.0083333

it "tells bones, channels, frames, rate, duration, height and head"
run info walk.bvh
expect_status 0
expect_no_err
expect_out "walk.bvh: BVH motion"
expect_out "bones      12, of them 1 root and 5 end sites"
expect_out "channels   24, positions at 1 bone"
expect_out "frames     100"
expect_out "120 frames a second (0.0083333 s each)"
expect_out "0.824997 s"
expect_out "about 175, so the unit is probably cm (1.75 m)"
expect_out "head       Head"

it "prints the hierarchy with --tree, children deeper than their parents"
run info --tree walk.bvh
expect_status 0
expect_out "  Hips  (0 0 0) Xposition Yposition Zposition Zrotation Xrotation Yrotation"
expect_out "    Chest  (0 30 0) Zrotation Xrotation Yrotation"
expect_out "      Head  (0 35 0)"
expect_out "        Head_end  (0 20 0)"

it "prints one JSON document with the contract's members"
run info --json walk.bvh
expect_status 0
expect_no_err
expect_json 'd["file"] == "walk.bvh" and d["format"] == "bvh" and d["warnings"] == []'
expect_json 'all(k in d for k in ("armatures", "skeletons", "animations", "meshes", "textures"))'
expect_json 'd["animations"][0]["name"] == "walk" and d["animations"][0]["frames"] == 100'
expect_json 'd["animations"][0]["frame_time"] == 0.0083333'
expect_json 'd["animations"][0]["frame_rate"] == 1 / 0.0083333'
expect_json 'd["animations"][0]["nominal_frame_rate"] == 120'
expect_json 'abs(d["animations"][0]["duration"] - 99 * 0.0083333) < 1e-9'
expect_json 'd["skeletons"][0]["bone_count"] == 12 and d["skeletons"][0]["channel_count"] == 24'
expect_json 'len(d["skeletons"][0]["bones"]) == 12 and d["skeletons"][0]["unit_guess"] == "cm"'
expect_json 'd["skeletons"][0]["height"] == 175'
expect_json '[b["parent"] for b in d["skeletons"][0]["bones"]][:5] == [-1, 0, 1, 2, 1]'
expect_json 'd["skeletons"][0]["bones"][3]["name"] == "Head_end"'
expect_json 'd["skeletons"][0]["bones"][3]["end_site"] and not d["skeletons"][0]["bones"][2]["end_site"]'
expect_json 'd["skeletons"][0]["bones"][1]["channels"] == ["Zrotation", "Xrotation", "Yrotation"]'

it "reads standard input"
"$HONE" info --json - <walk.bvh >out 2>err
status=$?
expect_status 0
expect_json 'd["file"] == "-" and d["animations"][0]["frames"] == 100'

it "tells several files, one after the other or as an array"
make_walk other.bvh 3
run info walk.bvh other.bvh
expect_status 0
expect_out "walk.bvh: BVH motion"
expect_out "other.bvh: BVH motion"
run info --json walk.bvh other.bvh
expect_status 0
expect_json 'len(d) == 2 and d[1]["animations"][0]["frames"] == 3'

it "goes on after a file that it cannot read, and still fails"
run info --json missing.bvh other.bvh
expect_status 1
expect_messages
expect_err "missing.bvh: "
expect_json 'len(d) == 1 and d[0]["file"] == "other.bvh"'

it "says each warning on stderr with its line, and in the JSON with its count"
sed 's/^Frames: .*/Frames: 7/' other.bvh >short.bvh
run info --json short.bvh
expect_status 0
expect_messages
expect_err "hone: short.bvh: warning: "
expect_err "(line "
expect_json 'len(d["warnings"]) == 1 and d["warnings"][0]["count"] >= 1 and d["warnings"][0]["message"]'
expect_json 'd["animations"][0]["declared_frames"] == 7 and d["animations"][0]["frames"] == 3'
run info short.bvh
expect_out "3, the file declares 7"

it "remarks on a root OFFSET whose channels start at zero"
sed '0,/OFFSET 0 0 0/s//OFFSET 0 95 0/; s/^0.000 90 0/0.000 0 0/' other.bvh >offset.bvh
run info offset.bvh
expect_status 0
expect_out "--offset add-root"

it "notices a first frame that is a rest pose"
awk '/^Frame Time/ { print; getline; $1 = "-500"; print; next } 1' \
    walk.bvh >jump.bvh
run info jump.bvh
expect_status 0
expect_out "frame 0 is a rest pose"
run info --json jump.bvh
expect_json 'd["animations"][0]["starts_with_rest_pose"]'

it "prints names of any bytes without spoiling the terminal or the JSON"
printf 'HIERARCHY\nROOT a\033[31m"\\b\xff\n{\nOFFSET 0 0 0\nCHANNELS 0\n}\nMOTION\nFrames: 1\nFrame Time: 1\n' \
    >bytes.bvh
run info --tree bytes.bvh
expect_status 0
! grep -q "$(printf '\033')" out || fail "an escape character reached the terminal"
run info --json bytes.bvh
expect_status 0
expect_json 'd["skeletons"][0]["bones"][0]["name"].startswith("a\x1b[31m\"\\b")'

finish
