#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Lanewright (release) and opens the window on the digits example, ready to step; where there is no display, trains the
# example on the emulated chip instead. Works on Debian 12, 13 and Ubuntu 24.04.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/packages.sh

needPackages g++ cmake ninja-build nlohmann-json3-dev zlib1g-dev libpng-dev libjpeg-dev \
    qt6-base-dev qt6-svg-dev '?qt6-charts-dev' '?libqt6opengl6-dev' qt6-l10n-tools '?qt6-translations-l10n' libqscintilla2-qt6-dev fonts-inter fonts-jetbrains-mono fonts-wqy-microhei
cmake --preset release
targets=$(cmake --build --preset release --target help)
if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && grep -q '^lanewright:' <<<"$targets"; then
    cmake --build --preset release --target lw lanewright
    exec build/release/bin/lanewright examples/training/digits/program.lw
fi
cmake --build --preset release --target lw
echo
echo "There is no display (or no Qt to build the window with), so this runs without one."
echo "Training a network 64-96-48-10 on handwritten digits, 200 steps of 64 pictures, on the emulated core:"
echo "mean loss of the first and the last batch, accuracy on the training and the test set."
exec build/release/bin/lw run examples/training/digits/program.lw \
    --reg 'loss[0]' --reg 'loss[199]' --reg 'accuracy[0]' --reg 'accuracy[1]'
