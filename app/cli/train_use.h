// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/chips/catalog.h"
#include "core/project/train_network.h"

#include <string>
#include <utility>

// How busy the arithmetic units of a chip are while it trains.
namespace lw::cli {

struct RunUse {
    std::string text;
    Json busyClocks; // {"mxu": clocks, "valu": clocks}
    std::uint64_t bytesMoved = 0;
};
// Out of all clocks of a run.
RunUse useOf(const machine::Machine& machine, const chips::Performance& performance);

// One training step with each schedule, everything else as requested: emulated clocks of a step that
// follows another one and is followed by one, how busy the units are in it, the bytes that it moves between
// HBM and vector memory, and the peak; as text and as a
// list. A schedule with which nothing fits has the message in their place.
std::pair<std::string, Json> usesBySchedule(const network::Network& network,
                                            const project::TrainingRequest& request);

} // namespace lw::cli
