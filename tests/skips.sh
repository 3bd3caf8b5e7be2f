#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skips.sh LOG JUNIT [SKIP...]: lists what a run of ctest skipped, by its LastTest.log (single functions) and what it wrote with
# --output-junit (whole tests), and ends with 1 when one is neither in expected_skips.txt nor among the arguments.
set -euo pipefail
log=$1 junit=$2
shift 2
skipped=$({
    # QtTest: "SKIP   : TestName::function(row) reason". A row may have brackets of its own; reasons begin after the last one.
    sed -n 's/^SKIP   : \([A-Za-z0-9_]*::[A-Za-z0-9_]*\)(.*) \(.*\)$/\1: \2/p' "$log"
    # ctest: a test that ended with its SKIP_RETURN_CODE, or that is switched off
    sed -n 's/^.*<testcase name="\([^"]*\)".* status="\(notrun\|disabled\)".*$/\1: the whole test/p' "$junit"
} | sort -u)
[ -n "$skipped" ] || { echo "No test was skipped."; exit 0; }
echo "Skipped:"
printf '  %s\n' "${skipped//$'\n'/$'\n'  }"
expected=$(grep -v '^#' "$(dirname "$0")/expected_skips.txt"; printf '%s\n' "$@")
if unexpected=$(grep -vxFf <(grep . <<<"$expected") <<<"$skipped"); then
    printf 'Not expected (see tests/expected_skips.txt):\n  %s\n' "${unexpected//$'\n'/$'\n'  }"
    exit 1
fi
