#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the README and the manual, light and dark: resources/manual/pictures/make.sh [FOLDER OF
# lw AND lanewright]; needs xvfb.
# The lowering never makes a mask that is out of phase; for the picture of one, the mask of a program is moved by hand.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$(cd "${1:-$root/build/release/bin}" && pwd)
networks=$root/examples/networks
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work

# It ends with 1: two elements are not the strided layer's.
"$bin/lw" stride "$networks/worked-examples/e02.json" -m inference-teaching --mode mask-max \
    --input "$networks/worked-examples/e02.x.npy" --output "$work/phase" >/dev/null || [ $? = 1 ]
python3 - "$work/phase/y.mask.npy" <<'END'
import sys

with open(sys.argv[1], "r+b") as file:
    data = file.read()
    begin = 10 + int.from_bytes(data[8:10], "little")
    file.seek(begin)
    file.write(data[-4:] + data[begin:-4])  # one float32 to the right
END

# The window as it is, in both themes.
shot() {
    echo "do themeLight"
    echo "screenshot \"$here/$1.png\""
    echo "do themeDark"
    echo "screenshot \"$here/$1-dark.png\""
}
# A view with a window of that size to itself, so that what is in it can be read on a page.
alone() {
    echo "show $1"
    echo "do aloneView"
    echo "size $3 $4"
    echo "size $3 $4" # the docks that are gone ask for less room only now
    shot "$2"
    echo "do aloneView"
}

cat > "$work/striding.lws" <<END
size 1280 800
network "$networks/strided-digits/digits.json" inference-teaching auto "$networks/strided-digits/digits.x.npy"
do run
element conv2 out[1,1,1]
show patch
$(shot patch)
do reset
do step 60
show network
do aloneView
size 1000 760
size 1000 760
layer conv2
$(shot network)
do aloneView
network "$networks/edge-filter/edge_filter.json" inference mask-max "$networks/edge-filter/edge_filter.x.png"
do run
element y first[208,132,0]
$(alone mask mask 1280 520)
$(alone exactness exactness 1280 460)
open "$work/phase/program.lw"
do setStart
do workspaceStriding
$(alone mask phase 1000 480)
open "$root/examples/inference/array-wave/program.lw"
do setStart
do workspaceStriding
show array
pass 1 4
$(alone array array 1000 640)
open "$root/examples/inference/line-buffer/program.lw"
do setStart
do workspaceStriding
show pooling
pass 1 31
$(alone pooling pooling 1000 600)
END

# A picture in tiles on four circuits, and what a tile of it has of a layer.
cat > "$work/tiling.lws" <<END
size 1280 800
tile "$networks/super-resolution/super_resolution.json" 64 "$networks/super-resolution/super_resolution.x.png" "$networks/inference-2x2.json"
tiles run
tiles pick 6
$(alone tiles tiles 1000 760)
$(alone times times 1280 520)
tile "$networks/super-resolution/super_resolution.json" 64 "$networks/super-resolution/super_resolution.x.png"
tiles pick 6
$(alone cone cone 1000 330)
$(alone ring ring 1280 480)
$(alone sizes sizes 1000 480)
tiles compare
$(alone overlaps overlaps 1000 420)
END

# What a training step keeps.
cat > "$work/training.lws" <<END
size 1280 800
train "$networks/trained-digits/digits.json" local-rule
training policy conv-stored
training keep relu1 store
training choose conv2
$(alone decisions decisions 1100 640)
$(alone memory-use memory-use 1100 480)
$(alone trade-off trade-off 900 440)
training run
$(alone schedule schedule 1100 520)
show gradients
training compare store-all
$(alone gradients gradients 1100 420)
training element bf16
show inverse
training measure
$(alone inverse inverse 900 360)
training element f32
training debug 50
do run
$(alone streams streams 900 360)
END

# A network as firmware; a firmware and what comes of it.
cat > "$work/firmware.lws" <<END
size 1280 800
processor "$root/examples/nnp/lstm/lstm.onnx"
$(alone plan plan 1000 470)
open "$root/examples/nnp/two-portions/program.lw"
do workspaceFirmware
show beside
select 19
firmware compare
$(alone beside beside 1100 620)
show differences
select 19
$(alone differences differences 1100 480)
show value-graph
select 19
$(alone value-graph value-graph 1100 700)
do run
show chain
select 19
$(alone chain chain 1000 400)
show blocks
select 18
$(alone blocks blocks 1100 480)
show number
$(alone number number 900 300)
$(alone register-files register-files 1100 560)
END

cat > "$work/debug.lws" <<END
size 1600 1000
open "$root/examples/training/digits/program.lw"
do workspaceDebug
break step
do run
do run
do step 30
show chip
$(shot debug)
END

QT_QPA_PLATFORM=offscreen "$bin/lanewright" --script "$work/striding.lws"
QT_QPA_PLATFORM=offscreen "$bin/lanewright" --script "$work/tiling.lws"
QT_QPA_PLATFORM=offscreen "$bin/lanewright" --script "$work/training.lws"
QT_QPA_PLATFORM=offscreen "$bin/lanewright" --script "$work/firmware.lws"
# The docks are laid out for the screen, and the window needs a large one.
xvfb-run -a --server-args="-screen 0 1920x1200x24" env QT_QPA_PLATFORM=xcb "$bin/lanewright" --script "$work/debug.lws"
