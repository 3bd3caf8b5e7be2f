#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything twice, with sanitizers and as it is shipped, and runs every test; then builds the fuzz targets with clang
# and runs each for some seconds. Works on Debian 12, 13 and Ubuntu 24.04.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/packages.sh

needPackages g++ cmake ninja-build nlohmann-json3-dev zlib1g-dev libpng-dev libonnx-testdata qt6-base-dev qt6-svg-dev qt6-l10n-tools \
    libqscintilla2-qt6-dev xvfb fonts-inter fonts-jetbrains-mono clang libclang-rt-dev
cmake --workflow --preset ci

# On systems where nothing could be installed the fuzzer may be missing: the other tests count without it.
if echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
    clang++ -x c++ -fsanitize=fuzzer,address,undefined - -o /dev/null 2>/dev/null; then
    cmake --workflow --preset fuzz
else
    echo "The fuzz targets are left out: clang++ or its run-time library (libclang-rt-dev) is missing." >&2
fi
