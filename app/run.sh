#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Lanewright (release) and trains the digits example on the emulated chip. Works on Debian 12, 13 and Ubuntu 24.04.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/packages.sh

needPackages g++ cmake ninja-build nlohmann-json3-dev zlib1g-dev
cmake --preset release
cmake --build --preset release --target lw
echo
echo "Training a network 64-96-48-10 on handwritten digits, 200 steps of 64 pictures, on the emulated core:"
echo "mean loss of the first and the last batch, accuracy on the training and the test set."
exec build/release/bin/lw run examples/training/digits/program.lw \
    --reg 'loss[0]' --reg 'loss[199]' --reg 'accuracy[0]' --reg 'accuracy[1]'
