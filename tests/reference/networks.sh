#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Published networks with random weights and a photograph: `lw net run` beside lw-reference's double precision, as near as the roundings
# of float32 let it be, and the circuit beside `lw net run`, bit for bit.
#   networks.sh FOLDER_OF_lw_AND_lw-reference ROOT [NAME...]    (without a name: all nine)
set -euo pipefail
bin=${1:?folder of the programs}
root=${2:?folder of the sources}
shift 2
# How far the circuit goes: the last node that it can compute (of VGG-19 the next convolution does not fit the buffer).
declare -A until=([bvlc_alexnet]=r1 [densenet121]=fc6_1 [inception_v1]=r2 [inception_v2]=r507 [resnet50]=r174 [shufflenet]=r201
                  [squeezenet]=r65 [vgg19]=r1 [zfnet512]=r1)
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
# lower NODE: the circuit beside `lw net run` of the same part, summed in the same order.
lower() {
    mkdir "$work/part"
    "$bin/lw" net convert "$work/model.onnx" "$work/part/part.json" --until "$1"
    "$bin/lw" net run "$work/part/part.json" --block 256 --input "$x" --output "$work/part.npy"
    "$bin/lw" stride "$work/part/part.json" --no-fold --keep none --input "$x" --expect "$work/part.npy" | tail -n 5
}

[ $# -gt 0 ] || set -- $(printf '%s\n' "${!until[@]}" | sort)
for name in "$@"; do
    echo "== $name, on the circuit until ${until[$name]:?is not one of the nine networks}"
    check "$name"
    lower "${until[$name]}"
    rm -rf "$work/part" "$work/model.onnx"
done
