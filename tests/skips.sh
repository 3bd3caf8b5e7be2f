#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skips.sh BUILD_FOLDER: lists what the last run of ctest there skipped, whole tests and single functions, and ends with 1 when one of
# them is not in expected_skips.txt.
set -euo pipefail
log=$1/Testing/Temporary/LastTest.log
expected=$(dirname "$0")/expected_skips.txt
skipped=$({
    # QtTest: "SKIP   : TestName::function(row) reason"
    sed -n 's/^SKIP   : \([A-Za-z]*::[A-Za-z]*\)([^)]*) \(.*\)$/\1: \2/p' "$log"
    # ctest: a test that ended with its SKIP_RETURN_CODE
    awk '/^[0-9]+\/[0-9]+ Testing: /{name = $3} /^Test Skipped\.$/{print name ": the whole test"}' "$log"
} | sort -u)
[ -n "$skipped" ] || { echo "No test was skipped."; exit 0; }
echo "Skipped:"
printf '  %s\n' "${skipped//$'\n'/$'\n'  }"
if unexpected=$(grep -vxFf <(grep -v '^#' "$expected") <<<"$skipped"); then
    printf 'Not expected (see tests/expected_skips.txt):\n  %s\n' "${unexpected//$'\n'/$'\n'  }" >&2
    exit 1
fi
