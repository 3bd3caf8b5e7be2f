#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The pictures of the manual's page on striding: resources/manual/pictures/striding.sh [FOLDER OF lw AND lanewright]
# The lowering never makes a mask that is out of phase; for the picture of one, the mask of a program is moved by hand.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$(cd "${1:-$root/build/release/bin}" && pwd)
networks=$root/examples/networks
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME=$work QT_QPA_PLATFORM=offscreen

"$bin/lw" stride "$networks/worked-examples/e02.json" -m inference-teaching --mode mask-max --output "$work/phase" >/dev/null
cp "$networks/worked-examples/e02.x.npy" "$work/phase/x.npy"
sed -i 's/^\(\.tensor x, .* host\)$/\1 = "x.npy"/' "$work/phase/program.lw"
python3 - "$work/phase/y.mask.npy" <<'END'
import sys

with open(sys.argv[1], "r+b") as file:
    data = file.read()
    begin = 10 + int.from_bytes(data[8:10], "little")
    file.seek(begin)
    file.write(data[-4:] + data[begin:-4])  # one float32 to the right
END

cat > "$work/pictures.lws" <<END
size 1280 800
do themeLight
network "$networks/edge-filter/edge_filter.json" inference mask-max "$networks/edge-filter/edge_filter.x.png"
do run
element y first[208,132,0]
show patch
show mask
screenshot "$here/mask.png"
show exactness
screenshot "$here/exactness.png"
network "$networks/strided-digits/digits.json" inference-teaching auto "$networks/strided-digits/digits.x.npy"
do run
element conv2 out[1,1,1]
show patch
screenshot "$here/patch.png"
open "$work/phase/program.lw"
do setStart
do workspaceStriding
do run
screenshot "$here/phase.png"
END
"$bin/lanewright" --script "$work/pictures.lws"
