#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# format.sh [--fix]: whether clang-format would leave every source file as it is; --fix lets it change them. Release 14 only: others
# break lines in other places. Ends with 77, which ctest counts as skipped, where that release is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
for formatter in clang-format-14 clang-format ""; do
    [ -n "$formatter" ] || { echo "clang-format 14 is missing (package clang-format-14): the check of the format is left out." >&2; exit 77; }
    "$formatter" --version 2>/dev/null | grep -q 'version 14\.' && break
done
mode=(--dry-run -Werror)
[ "${1:-}" = --fix ] && mode=(-i)
find core widgets app tests examples \( -name '*.cpp' -o -name '*.h' \) -print0 | xargs -0 -n 64 -P 2 "$formatter" "${mode[@]}"
