# SPDX-License-Identifier: MIT
# hone bench: the table and its columns. That every row runs is seen with a single repeat each.
. "$(dirname "$0")/lib.sh" "$@"

it "lists its rows"
run bench --list
expect_status 0
expect_no_err
cp out rows

it "prints the machine and a table"
first=$(head -n 1 rows | cut -d' ' -f1)
run bench --quick ${first:+"$first"}
expect_status 0
expect_out "best"
expect_out "peers"
[ -z "$first" ] || expect_out "$first"

it "prints one JSON document"
run bench --json --quick ${first:+"$first"}
expect_status 0
expect_json 'd["machine"]["cpu"] and d["machine"]["processors"] >= 1 and isinstance(d["rows"], list)'
expect_json 'all(("best" in r or "skipped" in r) and r["better"] in ("higher", "lower") for r in d["rows"])'

it "writes the table to a file named after the machine"
mkdir results
run bench --quick -o results ${first:+"$first"}
expect_status 0
expect_equal "1" "$(ls results | wc -l | tr -d ' ')"
grep -q "best" results/*.txt || fail "no table in $(ls results)"

finish
