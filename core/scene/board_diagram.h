// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/machine_file.h"
#include "core/machine/shipment.h"
#include "core/scene/chip_diagram.h"

#include <span>

// The cores of a machine of several, the ways between them, and what is on its way there.
namespace lw::scene {

struct BoardMoment {
    std::span<const DiagramMoment> cores;
    machine::Way way;                               // between them, if there are ways
    std::span<const machine::Shipment> shipments{}; // of all cores
};

// An array stands as it is linked, row by row. Two cores, too, have a wire in each direction; more of them,
// which all reach each other, send and receive over one bar.
ChipDiagram boardDiagram(const BoardMoment& board);

} // namespace lw::scene
