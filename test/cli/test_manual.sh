# SPDX-License-Identifier: MIT
# The page of the manual and bash completion, both made from the commands' tables.
. "$(dirname "$0")/lib.sh" "$@"

it "prints a page of the manual that has every command and every option"
run help --man
expect_status 0
expect_no_err
cp out hone.1
for command in info pose render convert bench; do
    grep -q "^.SS hone $command\$" hone.1 || fail "the manual lacks $command"
    for option in $("$HONE" "$command" --help |
        sed -nE 's/^ +(-[a-zA-Z], )?--(\[no-\])?([a-z-]+).*/\3/p'); do
        ok
        [ "$option" = help ] || grep -qF -- "$(printf '%s' "$option" | sed 's/-/\\-/g')" hone.1 ||
            fail "the manual lacks --$option"
    done
done

it "is in order for man"
if command -v man >/dev/null && man --help 2>&1 | grep -q -- --warnings; then
    MANWIDTH=78 man --warnings -E UTF-8 -l -Tutf8 hone.1 >page 2>err
    status=$?
    command_line="man -l hone.1"
    expect_status 0
    expect_no_err
    grep -q "hone render" page || fail "the page is not readable"
else
    skip "no man that can check a page"
fi

it "prints a completion that bash can read"
run help --bash-completion
expect_status 0
cp out hone.bash
bash -n hone.bash 2>err || fail "bash does not read it"

# complete WORD...: what bash offers with the cursor at the end of the last word.
complete_words()
{
    command_line="completion of: $*"
    bash -c '
        . ./hone.bash
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _hone
        printf "%s\n" "${COMPREPLY[@]}"
    ' bash "$@" >out 2>err
    status=$?
}

expect_offer()
{
    ok
    grep -qxF -- "$1" out || fail "\"$1\" is not offered"
}

expect_no_offer()
{
    ok
    ! grep -qxF -- "$1" out || fail "\"$1\" is offered"
}

make_walk walk.bvh 2
mkdir folder
touch "two words.bvh"

it "completes commands"
complete_words hone ""
for command in info pose render convert bench help --help --version; do
    expect_offer "$command"
done
complete_words hone re
expect_offer render
expect_no_offer info
expect_equal "" "$(cat err)"

it "completes options of the command"
complete_words hone render --f
expect_offer --frame
expect_offer --fps
expect_offer --face
expect_no_offer --json
complete_words hone render --no-
expect_offer --no-grid

it "completes words of an option's value"
complete_words hone render --view ""
expect_offer front
expect_offer top
complete_words hone render --bones = l
expect_offer limbs
expect_offer lines
expect_no_offer none
complete_words hone render -b te
expect_offer teal

it "completes files for arguments and for options that take files"
complete_words hone info ""
expect_offer walk.bvh
expect_offer folder
expect_offer "two words.bvh"
complete_words hone render walk.bvh -o wa
expect_offer walk.bvh
complete_words hone render --face wa
expect_offer walk.bvh

it "completes commands after help"
complete_words hone help p
expect_offer pose

it "is what the build made"
built=$(dirname "$HONE")
if [ -f "$built/hone.1" ]; then
    ok
    cmp -s hone.1 "$built/hone.1" || fail "the built page differs"
    cmp -s hone.bash "$built/hone.bash" || fail "the built completion differs"
fi

finish
