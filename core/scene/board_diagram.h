// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine_file.h"
#include "core/machine/shipment.h"
#include "core/scene/chip_diagram.h"

#include <span>

// A machine's several cores, the links between them, and what is travelling on those.
namespace lw::scene {

struct BoardMoment {
    std::span<const DiagramMoment> cores;
    machine::Way way;                               // between the cores, if there are any
    std::span<const machine::Shipment> shipments{}; // of all cores
};

// An array is drawn as it is linked, row by row. Two cores also have a wire in each direction; more cores,
// each of which can reach all others, send and receive over one bar.
ChipDiagram boardDiagram(const BoardMoment& board);

} // namespace lw::scene
