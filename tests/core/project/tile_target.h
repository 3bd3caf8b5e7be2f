// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/check.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "core/project/tile_model.h"

// A network, and a circuit that tiles of it are made for.
namespace lw::test {

// The worked example E2.4, whose file states 100 x 100.
inline network::Network e24() {
    source::DiskLoader disk;
    source::Files files(disk);
    auto out = project::loadNetwork(LW_ROOT "/examples/networks/tiles/e24.json", files, {});
    LW_REQUIRE(bool(out), "an example is a network");
    return *std::move(out);
}

// The usual circuit with another unified buffer.
inline project::TileTarget targetOf(std::uint64_t bufferBytes) {
    auto circuit = project::circuitNamed("");
    LW_REQUIRE(bool(circuit), "the first machine is there");
    project::TileTarget out{{}, *std::move(circuit), {}, {}};
    out.circuit.bufferBytes = bufferBytes;
    out.options.keep = 0;
    return out;
}

} // namespace lw::test
