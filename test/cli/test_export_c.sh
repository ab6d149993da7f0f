# SPDX-License-Identifier: MIT
#
# hone export-c: what it writes compiles everywhere, and what it refuses.
. "$(dirname "$0")/lib.sh"

FOX=$SOURCE_DIR/data/fox_ske.json
WARNINGS="-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror"

# Each compiler that is there takes the file, as C and as C++.
compiles()
{
    local source=$1 tool mode
    for tool in cc clang-14 c++ clang++-14; do
        command -v $tool >/dev/null || continue
        case $tool in
        *++*) mode="-x c++ -std=c++17" ;;
        *) mode="-std=c17" ;;
        esac
        ok
        $tool $mode $WARNINGS -I "$SOURCE_DIR/include" -fsyntax-only "$source" >err 2>&1 ||
            fail "$tool does not take $source"
    done
}

it "writes a source and a header that compile as C and as C++"
run export-c "$FOX" -o plain
expect_status 0
expect_no_err
expect_out "fox: 31 pictures"
expect_equal 1 "$(wc -l <out)"
expect_file plain/fox.c
expect_file plain/fox.h
compiles plain/fox.c
grep -q "FOX_ANIMATION_WALK" plain/fox.h || fail "no constant for the walk"

it "takes every option"
run export-c "$FOX" -o all --prefix Small_1 --scale 0.5 --anim-scale auto --in-key '#00ff00' \
    --out-format auto --auto-alpha 10 --out-key '#ff00ff' --alpha-threshold 100 \
    --dither diffusion --atlas-width 256 --fit-rotate --fit-min-gain 1 --hull 5 \
    --animation walk --preview 0,3.5 --dump-pose 0,3.5
expect_status 0
compiles all/Small_1.c
expect_file all/Small_1_preview_0.png
expect_file all/Small_1_preview_3.5.png
expect_file all/Small_1_pose.json
cp all/Small_1_pose.json out
expect_json 'len(d) == 2 and d[1]["frame"] == 3.5 and d[1]["animation"] == "walk"'
expect_json 'd[0]["kind"] == "rig" and len(d[0]["bones"]) >= 20'

it "writes the same bytes again"
for options in "" "--out-format auto --scale 0.7 --fit-rotate --dither pattern"; do
    run export-c "$FOX" -o first $options
    run export-c "$FOX" -o second $options
    ok
    cmp -s first/fox.c second/fox.c && cmp -s first/fox.h second/fox.h || fail "the files differ"
done

it "gives one texture a picture"
run export-c "$FOX" -o apart --atlas-width 0
expect_status 0
expect_out "31 textures"
compiles apart/fox.c

it "makes names of any file name"
cp "$FOX" "3 foxes-é_ske.json"
cp "$SOURCE_DIR/data/fox_tex.json" "3 foxes-é_tex.json"
cp "$SOURCE_DIR/data/fox_tex.png" .
run export-c "3 foxes-é_ske.json" -o odd
expect_status 0
compiles odd/*.c

it "adds the animations of further files, at their scale"
python3 - "$FOX" <<'END' && extra=yes || extra=
import json, sys
d = json.load(open(sys.argv[1]))
a = d["armature"][0]
a["animation"] = [dict(x, name="big_" + x["name"]) for x in a["animation"] if x["name"] == "walk"]
for bone in a["bone"]:
    for key in ("x", "y"):
        if key in bone.get("transform", {}):
            bone["transform"][key] *= 2
for animation in a["animation"]:
    for bone in animation["bone"]:
        for key in bone.get("translateFrame", []) + [f.get("transform", {}) for f in bone.get("frame", [])]:
            for axis in ("x", "y"):
                if axis in key:
                    key[axis] *= 2
json.dump(d, open("more_ske.json", "w"))
END
if [ -n "$extra" ]; then
    run export-c "$FOX" more_ske.json -o more --animation big_walk --dump-pose 0,5,10
    expect_status 0
    compiles more/fox.c
    cp more/fox_pose.json big.json
    run export-c "$FOX" -o more --animation walk --dump-pose 0,5,10
    cp more/fox_pose.json out
    expect_json 'all(abs(m - n) < 0.02 for p, q in zip(d, json.load(open("big.json"))) for a, b in zip(p["bones"], q["bones"]) for m, n in zip(a["matrix"], b["matrix"]))'
fi

it "refuses animations of another armature"
cat >other_ske.json <<'END'
{"frameRate": 24, "name": "arm", "version": "5.5", "armature": [{"name": "arm",
"bone": [{"name": "root"}], "slot": [], "skin": [], "animation": []}]}
END
run export-c "$FOX" other_ske.json -o wrong
expect_status 1
expect_err "the bones and slots are not those of the character"
expect_nothing_at wrong/fox.c

it "says which picture is missing"
mkdir -p lone
cp "$FOX" lone/
run export-c lone/fox_ske.json -o wrong
expect_status 1
expect_err "no picture for an image: found '"
mkdir -p pictures
run export-c "$FOX" --texture-dir pictures -o wrong
expect_status 1
expect_err "no picture for an image"
expect_nothing_at wrong

it "says that a picture is smaller than its regions"
cp "$SOURCE_DIR/data/fox_tex.json" lone/
cp "$SOURCE_DIR/data/face.png" lone/fox_tex.png
run export-c lone/fox_ske.json -o wrong
expect_status 1
expect_err "a region outside of its picture"

it "refuses values that make no sense"
for options in "" "-o made --scale 0" "-o made --scale x" "-o made --hull 2" "-o made --hull 17" \
    "-o made --hull 4.5" "-o made --atlas-width 100" "-o made --atlas-width 4096" \
    "-o made --out-format rgb888" "-o made --dither much" "-o made --auto-alpha 101" \
    "-o made --alpha-threshold 256" "-o made --out-key transparent" "-o made --in-key ffff" \
    "-o made --anim-scale 0" "-o made --fit-min-gain -1" "-o made --preview 1,x" \
    "-o made --dump-pose -3" "-o made --prefix 1a" "-o made --prefix a-b" "-o made --colour red"; do
    run export-c "$FOX" $options
    expect_status 2
    expect_no_out
    expect_messages
done
run export-c -o made
expect_status 2
run export-c "$FOX" -o made --animation jump --preview 0
expect_status 2
expect_nothing_at made
run export-c "$FOX" -o made --armature wolf
expect_status 1
run export-c nowhere_ske.json -o made
expect_status 1
run export-c "$FOX" -o nowhere/deep/out
expect_status 1
expect_messages
run export-c "$FOX" --scale 3 --atlas-width 64 -o made
expect_status 1
expect_err "wider than the atlas"

it "exports real characters"
for name in dragon_boy mecha_1004d swords_man_45 rgb_chan; do
    file=$SHARED/dragonbones/$name/${name}_ske.json
    [ -f "$file" ] || file=$SHARED/data/dragonbones/$name/${name}_ske.json
    if [ ! -f "$file" ]; then
        skip "$name is not there"
        continue
    fi
    run export-c "$file" --scale 0.5 -o real
    expect_status 0
    compiles real/$name.c
done

finish
