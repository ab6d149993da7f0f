#!/bin/sh
# SPDX-License-Identifier: MIT
#
# Installs the Debian packages that a make target needs and that are not there yet.
#
#     tool/setup.sh build    the library and the program
#     tool/setup.sh test     ... and what the test suite uses
#     tool/setup.sh all      ... and what only `make test-all` uses
#
# Nothing missing: nothing is done, no network is touched. Elsewhere than on Debian and its children the
# names are told, and the build goes on with what there is.
set -eu

build='
gcc                 the C compiler
libc6-dev           the headers of the C library
make                runs the build
cmake               describes the build
pkg-config          finds the libraries below
libspng-dev         reads and writes PNG
libjpeg62-turbo-dev reads JPEG
libwebp-dev         writes animated WebP
zlib1g-dev          compresses the frames of animated PNG
libpopt-dev         parses the command line
libcmocka-dev       the test framework
libjansson-dev      what the JSON reader is compared with'
test='
g++                 the public headers and a consumer are also compiled as C++
python3             runs the checks of the source tree
clang-14            the second compiler, and bare-metal builds of the core
llvm-14             reads the symbols of those builds
clang-format-14     checks the layout of the sources
clang-tidy-14       looks for bugs in the sources
man-db              checks the manual page'
all='
ffmpeg              MP4 and WebM, and a second opinion on the moving pictures
gcc-arm-none-eabi   compiles the firmware
libnewlib-arm-none-eabi the C library of the firmware
libclang-rt-14-dev  sanitizers and libFuzzer of clang
lld-14              links WebAssembly
nodejs              runs WebAssembly
qemu-system-arm     the boards that the firmware runs on
valgrind            counts instructions for the budgets
wasi-libc           the C library of WebAssembly'

case "${1-}" in
build) wanted=$build ;;
test) wanted=$build$test ;;
all) wanted=$build$test$all ;;
*)
    echo "usage: tool/setup.sh build|test|all" >&2
    exit 2
    ;;
esac

packages=$(printf '%s\n' "$wanted" | awk 'NF { print $1 }')

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: this is not Debian. What hone needs, by Debian's names:"
    printf '%s\n' "$wanted" | sed -n 's/^[^ ]/    &/p'
    echo "setup: going on with what is installed"
    exit 0
fi

# A package counts as there when it is installed itself or when an installed one provides it.
there=$(dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' |
    awk '$1 == "installed" { gsub(/\([^)]*\)|,/, ""); for (i = 2; i <= NF; i++) print $i }')
missing=
for package in $packages; do
    printf '%s\n' "$there" | grep -qxF -- "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "setup: these Debian packages are missing and will be installed:"
for package in $missing; do
    printf '%s\n' "$wanted" | awk -v name="$package" '
        $1 == name { printf "    %-20s", $1; $1 = ""; print }'
done

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: no sudo here; as root please run: apt-get install$missing" >&2
        exit 1
    fi
    echo "setup: apt-get runs through sudo"
    as_root="sudo"
fi
# The word-splitting of $as_root and $missing is meant.
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $missing
