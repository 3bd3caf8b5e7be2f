// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/flight.h"
#include "core/machine/cell_reader.h"

#include <vector>

namespace lw::inference {

// A circuit's cells at one moment.
struct StateReader : machine::CellReader {
    StateReader(const machine::CoreTree& tree, const machine::Moment& moment)
        : CellReader(tree, moment), at(tree.handles<Layout>()) {}

    const Layout& at;

    // What is under way, oldest first.
    std::vector<Flight> flights() const;
};

} // namespace lw::inference
