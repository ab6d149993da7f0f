#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tool/demo.sh HONE FOLDER: draws the bundled characters into FOLDER and says where the pictures are.
set -eu
hone=$1
out=$2
mkdir -p "$out"
pair="data/dance.bvh data/dance2.bvh --face data/face.png --face data/face2.png"
# The word-splitting of $pair is meant.
"$hone" render $pair --size 480x320 -o "$out/dance.gif"
"$hone" render $pair --size 400x260 --sheet 4x3 -o "$out/sheet.png"
"$hone" render data/fox_ske.json --animation walk --size 320x320 -o "$out/fox.gif"
echo
echo "The bundled pair, dancing:     $(pwd)/$out/dance.gif"
echo "Twelve moments of it:          $(pwd)/$out/sheet.png"
echo "A cut-out character, walking:  $(pwd)/$out/fox.gif"
