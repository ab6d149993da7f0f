# SPDX-License-Identifier: MIT
# Commands, options, help.
. "$(dirname "$0")/lib.sh" "$@"

it "without a command says that one is expected"
run
expect_status 2
expect_messages
expect_err "expected a command"
expect_no_out

it "prints its version"
run --version
expect_status 0
expect_no_err
grep -qE '^hone [0-9]+\.[0-9]+\.[0-9]+$' out || fail "no version"

it "lists the commands with --help"
run --help
expect_status 0
for command in info pose render convert bench help; do
    expect_out "  $command "
done

it "refuses an unknown command with a hint"
run dance
expect_status 2
expect_messages
expect_err "there is no command dance"
expect_err "try 'hone --help'"
run --frob
expect_status 2
expect_err "unknown option --frob"

for command in info pose render convert bench help; do
    it "$command tells about itself with --help"
    run "$command" --help
    expect_status 0
    expect_no_err
    expect_out "usage: hone $command"
    expect_out "--help"
    cp out by_option
    run help "$command"
    expect_status 0
    cmp -s out by_option || fail "help $command and $command --help differ"
    ok
    awk 'length($0) > 80' out | grep -v '^  hone' >long
    [ ! -s long ] || fail "a line of the help is longer than 80 columns: $(head -n 1 long)"

    it "$command refuses an unknown option and guesses the one that was meant"
    run "$command" --helpp
    expect_status 2
    expect_messages
    expect_err "hone: $command: unknown option --helpp (did you mean --help?)"
    expect_err "try 'hone $command --help'"
    run "$command" --qqqqqqqqqq=3
    expect_status 2
    expect_err "unknown option --qqqqqqqqqq"
    run "$command" -Q
    expect_status 2
    expect_err "unknown option -Q"
done

for command in info pose render convert; do
    it "$command wants a file"
    run "$command" -h
    expect_status 0
    case "$command" in
    render) run render -o x.gif ;;
    convert) run convert -o x.bvh ;;
    *) run "$command" ;;
    esac
    expect_status 2
    expect_err "expected FILE"
    expect_no_out
done

it "an option is the same word for the same thing in all commands"
for command in info pose render convert bench; do
    "$HONE" "$command" --help | grep -oE '^ +(-[a-zA-Z], )?--(\[no-\])?[a-z-]+(=[^ ]+)?' |
        sed 's/^ *//'
done | sort -u >usages
sed -E 's/^(-[a-zA-Z], )?--(\[no-\])?//; s/=.*//' usages | sort | uniq -d >twice
ok
[ ! -s twice ] || fail "these options differ between commands: $(tr '\n' ' ' <twice)"
sed -nE 's/^-([a-zA-Z]), .*/\1/p' usages | sort | uniq -d >twice
ok
[ ! -s twice ] || fail "these letters mean two things: $(tr '\n' ' ' <twice)"

make_walk walk.bvh 10

it "says what a wrong value should have been"
while IFS='|' read -r arguments expected; do
    # shellcheck disable=SC2086
    run $arguments
    expect_status 2
    expect_messages
    expect_err "$expected"
    expect_no_out
    expect_nothing_at x.png
    expect_nothing_at x.gif
done <<'END'
pose walk.bvh --frame|option --frame needs a value
pose walk.bvh --frame one|--frame: expected a number of at least 0, found "one"
pose walk.bvh --frame -1|--frame: expected a number of at least 0, found "-1"
pose walk.bvh --frame nan|expected a number
pose walk.bvh --frame 0x10|expected a number
pose walk.bvh --frame 1e999|expected a number
pose walk.bvh --frame 1 --time 1|exclude each other
pose walk.bvh --json=yes|option --json takes no value
pose walk.bvh --unit parsec|expected one of file, auto, m, dm, cm, mm, inch, foot
pose walk.bvh walk.bvh|"walk.bvh" is one argument too many
pose walk.bvh --animation jump|has no animation jump
info walk.bvh --offset none|expected one of replace, add-root, add
render walk.bvh|expected -o OUT
render walk.bvh -o x|says no format
render walk.bvh -o x.tiff|says no format
render walk.bvh -o x.png --size 0x0|--size: expected WIDTHxHEIGHT
render walk.bvh -o x.png --size 10|--size: expected WIDTHxHEIGHT
render walk.bvh -o x.png --size 10x|--size: expected WIDTHxHEIGHT
render walk.bvh -o x.png --size 10x10x10|--size: expected WIDTHxHEIGHT
render walk.bvh -o x.png --size -5x5|--size: expected WIDTHxHEIGHT
render walk.bvh -o x.png --size 99999x99999|each side from 1 to 16384
render walk.bvh -o x.png --size 99999999999999999999x2|each side from 1 to 16384
render walk.bvh -o x.png --sheet 1000x1000|at most 16384
render walk.bvh -o x.png --sheet 0x3|--sheet: expected COLUMNSxROWS such as 4x3, found "0x3"
render walk.bvh -o x.gif --frame 3|make one PNG
render walk.bvh -o x.gif --sheet 2x2|makes one PNG
render walk.bvh -o x.png --view up|expected front, side, top, or YAW,PITCH
render walk.bvh -o x.png --view 1,2,3|expected front, side, top, or YAW,PITCH
render walk.bvh -o x.png --view 10,100|pitch from -90 to 90
render walk.bvh -o x.png --background blurple|--background: expected #rgb
render walk.bvh -o x.png --color #12|--color: expected #rgb
render walk.bvh -o x.png --zoom 0|--zoom: expected a number from 0.01 to 1000
render walk.bvh -o x.png --ghosts 2.5|--ghosts: expected a whole number from 0 to 32
render walk.bvh -o x.png --map 1,2,3|expected six numbers
render walk.bvh -o x.png --face-bone Nose|has no bone Nose
render walk.bvh -o x.png --follow Nose|no performer has a bone Nose
render walk.bvh -o x.gif --from 2 --to 1|lies before the start
render walk.bvh -o x.gif --fps 0|--fps: expected a number from 0.1 to 1000
render - - -o x.png|standard input can be only one
bench no.such.row|no row is called no.such.row
help nothing|there is no command nothing
END

it "takes options before, between and after files"
run info --json walk.bvh
cp out first
run info walk.bvh --json
expect_status 0
cmp -s first out || fail "the order of options changes what is printed"
run pose -f 2 walk.bvh --json
expect_status 0
cp out first
run pose walk.bvh --frame=2 --json
cmp -s first out || fail "-f 2 and --frame=2 differ"

it "takes a name that begins with a dash after --"
cp walk.bvh ./-walk.bvh
run info -- -walk.bvh
expect_status 0
expect_out "-walk.bvh: BVH motion"

finish
