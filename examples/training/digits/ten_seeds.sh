#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Trains on ten seeded splits of the digits, compares every result with the plain loops bit for bit, these with double
# precision within the bounds of README.md, and prints the accuracy on the held-out fifth. Fails if a comparison fails or the mean is
# below 92 %.
#   ten_seeds.sh FOLDER_OF_lw_AND_lw-reference
set -euo pipefail
bin=$(cd "${1:?folder of the programs}" && pwd)
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

inputs=(train_x train_y test_x test_y order W1 b1 W2 b2 W3 b3)
layers=(W1 b1 W2 b2 W3 b3)
total=0
for seed in 1 2 3 4 5 6 7 8 9 10; do
    "$bin/lw-reference" write digits "$work" --data ../../data --seed "$seed"
    set=() exact=()
    for t in "${inputs[@]}"; do set+=(--set "$t:cast=$work/$t.npy"); done
    for t in loss logits correct accuracy; do exact+=(--expect "$t=$work/expected/$t.npy"); done
    for t in "${layers[@]}"; do
        for part in gradient trained; do exact+=(--expect "${t}_$part=$work/expected/${t}_$part.npy"); done
    done
    "$bin/lw" run program.lw "${set[@]}" "${exact[@]}" --get "correct=$work/correct.npy" >"$work/log" || { cat "$work/log"; exit 1; }
    "$bin/lw-reference" bounds --data ../../data --seed "$seed" >"$work/log" || { cat "$work/log"; exit 1; }
    right=$(od -An -tu4 -j132 -N4 "$work/correct.npy" | tr -d ' ')
    total=$((total + right))
    printf 'seed %2d: %3d of 359 held-out digits right, all results as expected\n' "$seed" "$right"
done
printf 'mean of ten seeds: %d.%02d %%\n' $((total * 10000 / 3590 / 100)) $((total * 10000 / 3590 % 100))
[ $((total * 100)) -ge $((92 * 3590)) ]
