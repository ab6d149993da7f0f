# SPDX-License-Identifier: MIT
# What cannot work fails with a message, exit status 1, and nothing left behind.
. "$(dirname "$0")/lib.sh" "$@"

make_walk walk.bvh 400
: >empty.bvh
head -c 5000 /dev/zero | tr '\0' '\377' >junk.bvh
mkdir folder.bvh
printf '\211PNG\r\n\032\nxxxxxxxxxxxxxxxxxxxxxxxx' >picture.bvh
printf 'Kaydara FBX Binary  \0\032\0' >dance.fbx
printf '; FBX 7.7.0 project file\n' >text.fbx
printf 'glTF\2\0\0\0' >model.glb
printf '\037\213\10\0\0\0\0\0' >packed.bvh
printf 'PK\3\4\24\0' >archive.bvh
head -n 40 walk.bvh >cut.bvh
sed '70s/ 90 / 9o /' walk.bvh >number.bvh
sed '70s/$/ 1 2/' walk.bvh >long.bvh

# cannot_read FILE TEXT: every command says TEXT about the file, and leaves no output.
cannot_read()
{
    local file=$1 text=$2 command
    for command in "info $file" "info --json $file" "pose $file --json" "render $file -o out.gif" \
        "render $file -o out.png" "render walk.bvh $file -o out.gif" "convert $file -o out.bvh" \
        "convert $file -o out.csv"; do
        # shellcheck disable=SC2086
        run $command
        expect_status 1
        expect_messages
        expect_err "$text"
        expect_no_out
        expect_nothing_at out.gif
        expect_nothing_at out.png
        expect_nothing_at out.bvh
        expect_nothing_at out.csv
    done
}

it "says that there is no such file"
cannot_read missing.bvh "hone: missing.bvh: "
it "says that a file is empty"
cannot_read empty.bvh "hone: empty.bvh:"
it "says that it is no BVH"
cannot_read junk.bvh "hone: junk.bvh:"
it "says that it is a directory"
cannot_read folder.bvh "hone: folder.bvh: "
expect_err "irectory"
it "says where a file goes on as a folder"
cannot_read walk.bvh/x.bvh "hone: walk.bvh/x.bvh: "
it "knows other formats by their first bytes"
cannot_read picture.bvh "this is a PNG picture, not a BVH"
cannot_read dance.fbx "this is an FBX file, not a BVH"
cannot_read text.fbx "this is an FBX file in text form, not a BVH"
cannot_read model.glb "this is a binary glTF file, not a BVH"
cannot_read packed.bvh "this is a gzip archive, not a BVH: unpack it first"
cannot_read archive.bvh "this is a ZIP archive, not a BVH"
it "names the line of a fault"
cannot_read cut.bvh "hone: cut.bvh:"
cannot_read number.bvh "hone: number.bvh:70: "
cannot_read long.bvh "hone: long.bvh:70: "

it "says the same about standard input"
"$HONE" info - <empty.bvh >out 2>err
status=$?
expect_status 1
expect_err "hone: standard input:"
"$HONE" info - <dance.fbx >out 2>err
status=$?
expect_status 1
expect_err "hone: standard input: this is an FBX file"
"$HONE" render - -o out.gif <number.bvh >out 2>err
status=$?
expect_status 1
expect_err "standard input:70: "
expect_nothing_at out.gif

# without_rights COMMAND...: runs it as a user who owns nothing.
without_rights()
{
    command_line="(as nobody) hone $*"
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$HONE" "$@" >out 2>err </dev/null
    else
        "$HONE" "$@" >out 2>err </dev/null
    fi
    status=$?
}

cp walk.bvh secret.bvh
chmod 000 secret.bvh
mkdir locked
chmod 555 locked
chmod 755 .
if [ "$(id -u)" -ne 0 ] || { command -v setpriv >/dev/null &&
    setpriv --reuid=65534 --regid=65534 --clear-groups "$HONE" --version >/dev/null 2>&1 &&
    setpriv --reuid=65534 --regid=65534 --clear-groups test -r "$PWD/walk.bvh"; }; then
    it "says that a file may not be read"
    without_rights info "$PWD/secret.bvh"
    expect_status 1
    expect_messages
    expect_err "secret.bvh: "
    expect_err "ermission"

    it "says that a folder may not be written"
    for name in out.png out.gif; do
        without_rights render "$PWD/walk.bvh" -o "$PWD/locked/$name"
        expect_status 1
        expect_messages
        expect_err "ermission"
        expect_nothing_at "locked/$name"
    done
    without_rights convert "$PWD/walk.bvh" -o "$PWD/locked/out.bvh"
    expect_status 1
    expect_err "locked/out.bvh: Permission denied"
else
    skip "the program cannot be run as another user here"
fi
chmod 755 locked

it "says that the folder of the output does not exist"
for name in out.png out.gif out.apng out.webp out_%03d.png; do
    run render walk.bvh --to 0.1 -o "nowhere/$name"
    expect_status 1
    expect_messages
    expect_err "nowhere/"
    expect_err "No such file or directory"
done
run convert walk.bvh -o nowhere/out.bvh
expect_status 1
expect_err "nowhere/out.bvh: No such file or directory"

it "says that the output is a directory"
mkdir -p out.d/x.gif out.d/x.png out.d/x.bvh
run render walk.bvh --to 0.1 -o out.d/x.gif
expect_status 1
expect_messages
run render walk.bvh --frame 1 -o out.d/x.png
expect_status 1
expect_messages
run convert walk.bvh -o out.d/x.bvh
expect_status 1
expect_messages
expect_equal "x.bvh x.gif x.png" "$(ls out.d | tr '\n' ' ' | sed 's/ $//')"

it "says that a face is no picture that it reads"
printf 'GIF89a\1\0\1\0\0\0\0;' >face.gif
: >face.png
head -c 20 picture.bvh >cutface.png
for face in face.gif face.png cutface.png walk.bvh missing.png folder.bvh; do
    run render walk.bvh --face "$face" -o out.gif
    expect_status 1
    expect_messages
    expect_err "$face"
    expect_nothing_at out.gif
    run render walk.bvh --face-back "$face" -o out.gif
    expect_status 1
    expect_err "$face"
done

it "keeps what was there when it fails"
echo "an old picture" >old.gif
cp old.gif keep.gif
run render number.bvh -o keep.gif
expect_status 1
cmp -s old.gif keep.gif || fail "the old file was changed"
run convert number.bvh -o keep.gif
cmp -s old.gif keep.gif || fail "the old file was changed"

it "says that standard output is full"
if [ -c /dev/full ]; then
    for command in "info walk.bvh" "info --json walk.bvh" "pose walk.bvh --json" "--help" \
        "help --man" "render walk.bvh --frame 1 --format png -o -" "convert walk.bvh --format bvh -o -"; do
        command_line="hone $command >/dev/full"
        # shellcheck disable=SC2086
        "$HONE" $command 2>err >/dev/full
        status=$?
        : >out
        expect_status 1
        expect_messages
        expect_err "standard output: "
        expect_err "No space left on device"
    done
fi

it "keeps its files apart from standard streams that are closed"
command_line="hone info walk.bvh >&-"
"$HONE" info walk.bvh >&- 2>err
status=$?
expect_status 1
expect_err "standard output: "
command_line="hone render walk.bvh -o closed.png <&- >&- 2>&-"
"$HONE" render walk.bvh --frame 1 -o closed.png <&- >&- 2>&-
status=$?
: >err
expect_status 0
run render walk.bvh --frame 1 -o open.png
cmp -s open.png closed.png || fail "the picture has something in it that does not belong there"

it "ends quietly with status 1 when the reader of its output goes away"
make_walk wide.bvh 4000
command_line="hone convert wide.bvh --format csv -o - | head -n 1"
{ "$HONE" convert wide.bvh --format csv -o - 2>err; echo $? >code; } | head -n 1 >out
status=$(cat code)
expect_status 1
expect_no_err
expect_out "frame,time"

# A small disk, where we may mount one.
disk=$PWD/disk
mkdir "$disk"
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=64k tmpfs "$disk" 2>/dev/null; then
    trap 'umount "$disk"' EXIT
    it "says that the disk is full, and leaves nothing on it"
    for name in out.gif out.apng out.webp out_%04d.png out.png; do
        echo "before" >"$disk/before"
        run render walk.bvh --size 900x900 --joints --names --to 1 -o "$disk/$name"
        if grep -q "cannot be written" err; then
            skip "this build writes no $name"
        elif [ "$name" = out.png ]; then
            # One picture may fit.
            [ "$status" = 0 ] || expect_err "No space left on device"
        else
            expect_status 1
            expect_messages
            expect_err "No space left on device"
        fi
        left=$(find "$disk" -type f ! -name before ! -name 'out_[0-9]*.png' ! -name out.png)
        expect_equal "" "$left"
        rm -f "$disk"/*
    done
    run convert wide.bvh -o "$disk/out.bvh"
    expect_status 1
    expect_err "No space left on device"
    expect_nothing_at "$disk/out.bvh"
    run convert wide.bvh -o "$disk/out.csv"
    expect_status 1
    expect_err "No space left on device"
    expect_nothing_at "$disk/out.csv"
else
    skip "no small disk can be mounted here"
fi

finish
