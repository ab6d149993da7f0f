#!/bin/sh
# SPDX-License-Identifier: MIT
#
# tool/fuzz.sh FOLDER MINUTES: runs each fuzz program that was built into FOLDER for MINUTES, from its
# seeds and from what earlier runs found, and says how many inputs were tried.
set -eu
cd "$1"
minutes=$2
failed=0
for command in *.command; do
    [ -e "$command" ] || { echo "no fuzz program in $1"; exit 1; }
    name=${command%.command}
    echo "== $name, $minutes min"
    # The last of two equal options counts.
    # shellcheck disable=SC2046
    if ./"$name" $(cat "$command") -max_total_time=$((minutes * 60)) 2>"$name.log"; then
        grep -E 'number_of_executed_units|average_exec_per_sec|peak_rss_mb' "$name.log"
    else
        tail -n 40 "$name.log"
        failed=1
    fi
done
exit $failed
