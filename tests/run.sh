#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds everything twice, with sanitizers and as it is shipped, and runs every test. Works on Debian 12, 13 and Ubuntu 24.04.
set -euo pipefail
cd "$(dirname "$0")/.."
. app/packages.sh

needPackages g++ cmake ninja-build nlohmann-json3-dev zlib1g-dev qt6-base-dev
cmake --workflow --preset ci-dev
cmake --workflow --preset ci-release
