#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds Lanewright (release) and trains the digits example on the emulated chip. Works on Debian 12, 13 and Ubuntu 24.04.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/packages.sh

needPackages g++ cmake ninja-build nlohmann-json3-dev zlib1g-dev
cmake --preset release
cmake --build --preset release --target lw
exec examples/training/digits/run.sh build/release/bin/lw
