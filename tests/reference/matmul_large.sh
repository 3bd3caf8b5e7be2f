#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The matmul example with its large files, which are not kept beside it: made here, multiplied, and all of C compared.
#   matmul_large.sh FOLDER_OF_lw_AND_lw-reference FOLDER_OF_THE_EXAMPLES
set -euo pipefail
bin=${1:?folder of the programs}
examples=${2:?folder of the examples}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$bin/lw-reference" write matmul "$work" --data "$examples/data" --large
for mode in interlocked strict; do
    "$bin/lw" run "$examples/training/matmul/program.lw" --mode "$mode" \
        --set "A=$work/A.npy" --set "B=$work/B.npy" --expect "C=$work/expected/C.npy"
done
