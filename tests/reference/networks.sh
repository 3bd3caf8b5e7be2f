#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Published networks with random weights and a photograph: `lw net run` beside lw-reference's double precision, as near as the roundings
# of float32 let it be, and the circuit beside `lw net run`, bit for bit.
#   networks.sh FOLDER_OF_lw_AND_lw-reference ROOT [NAME...]    (without a name: all nine)
set -euo pipefail
bin=${1:?folder of the programs}
root=${2:?folder of the sources}
shift 2
names=(bvlc_alexnet densenet121 inception_v1 inception_v2 resnet50 shufflenet squeezenet vgg19 zfnet512)
# After which node the circuit begins: the second convolution of VGG-19 does not fit its buffer.
declare -A from=([vgg19]=r4)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
x=$work/x.npy planes=$work/planes.npy
"$bin/lw-reference" onnx-picture "$root/examples/data/chelsea_256x256_rgb.npy" 224 "$x" "$planes"

# check NAME: the reference beside `lw net run`.
check() {
    "$bin/lw-reference" onnx-weights "$root/tests/reference/zoo/light_$1.onnx" 1 "$planes" "$work/model.onnx"
    "$bin/lw-reference" onnx-run "$work/model.onnx" "$planes" "$work/y.npy" 2 "$work/rounded.npy"
    "$bin/lw" net run "$work/model.onnx" --input "$x" --output "$work/measured.npy"
    "$bin/lw-reference" onnx-compare "$work/measured.npy" "$work/y.npy" "$work/rounded.npy"
}
# lower NAME: the circuit beside `lw net run`, which sums in the same order.
lower() {
    local begin=()
    "$bin/lw" net run "$work/model.onnx" --input "$x" --output "$work/y.npy"
    cp "$x" "$work/begin.npy"
    if [ -n "${from[$1]:-}" ]; then
        begin=(--from "${from[$1]}")
        "$bin/lw" net run "$work/model.onnx" --input "$x" --until "${from[$1]}" --output "$work/begin.npy"
    fi
    "$bin/lw" stride "$work/model.onnx" "${begin[@]}" --keep none --input "$work/begin.npy" --expect "$work/y.npy" | tail -n 6
}

[ $# -gt 0 ] || set -- "${names[@]}"
for name in "$@"; do
    [[ " ${names[*]} " == *" $name "* ]] || { echo "networks.sh: $name is not one of ${names[*]}" >&2; exit 2; }
    echo "== $name ${from[$name]:+(the circuit begins after ${from[$name]})}"
    check "$name"
    lower "$name"
done
