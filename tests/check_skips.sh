#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether skips.sh sees each kind of skip, and takes only those for expected that are.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
expected=$(grep -v '^#' "$here/expected_skips.txt" | head -n 1)

# check CODE OUTPUT [SKIP...]: what skips.sh says of $work/log and $work/junit.
check() {
    local code=0 wanted=$1 output
    output=$("$here/skips.sh" "$work/log" "$work/junit" "${@:3}") || code=$?
    [ "$code" = "$wanted" ] && [ "$output" = "$2" ] && return
    printf 'expected %s:\n%s\ngot %s:\n%s\n' "$wanted" "$2" "$code" "$output" >&2
    exit 1
}

echo "PASS   : TestBf16::rounds()" >"$work/log"
echo '<testcase name="tst_bf16" classname="tst_bf16" time="0.1" status="run">' >"$work/junit"
check 0 "No test was skipped."
echo "SKIP   : ${expected%%:\ *}() ${expected#*: }" >>"$work/log"
check 0 "Skipped:
  $expected"
echo "SKIP   : TestBf16::us9721203Claim1(a (b)) no such unit" >"$work/log"
check 1 "Skipped:
  TestBf16::us9721203Claim1: no such unit
Not expected (see tests/expected_skips.txt):
  TestBf16::us9721203Claim1: no such unit"
check 0 "Skipped:
  TestBf16::us9721203Claim1: no such unit" "TestBf16::us9721203Claim1: no such unit"
: >"$work/log"
cat >"$work/junit" <<'END'
	<testcase name="format" classname="format" time="0.003" status="notrun">
	<testcase name="off" classname="off" time="0" status="disabled">
END
check 1 "Skipped:
  format: the whole test
  off: the whole test
Not expected (see tests/expected_skips.txt):
  off: the whole test" "format: the whole test"
