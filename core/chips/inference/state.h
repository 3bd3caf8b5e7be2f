// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/layout.h"
#include "core/machine/state_store.h"

namespace lw::inference {

// The circuit's state by stable addresses: one pointer per stretch of the layout.
// Writers outside the hot part mark.
struct State {
    State() = default;
    State(machine::StateStore& store, const Layout& at);

    std::uint64_t* clock = nullptr;
    std::uint32_t* programCounter = nullptr;
    std::uint32_t* halted = nullptr;
    std::uint64_t* portFree = nullptr;
    std::uint64_t* portRow = nullptr;
    std::uint64_t* pathReady = nullptr;
    std::uint32_t* flightCount = nullptr;
    std::uint64_t* flights = nullptr;
    std::int32_t* patterns = nullptr;
    std::uint64_t* patternsWritten = nullptr;
    std::uint32_t* stripShapes = nullptr;
    std::uint32_t* tileShape = nullptr;
    std::uint64_t* swaps = nullptr;
    std::uint32_t* pathShape = nullptr;
    std::uint64_t* stallClocks = nullptr;
    std::uint64_t* counts = nullptr;
    std::uint64_t* hostBytes = nullptr;
    std::uint64_t* rowStalls = nullptr;
    std::uint32_t* strips = nullptr;
    std::uint64_t* stripsWritten = nullptr;
    std::uint32_t* weights = nullptr;
    std::uint32_t* oldWeights = nullptr;
    std::uint32_t* path = nullptr;
    std::uint32_t* accumulators = nullptr;
    std::uint64_t* accumulatorsWritten = nullptr;
    std::uint8_t* ub = nullptr;
    std::uint8_t* dm = nullptr;
    std::uint8_t* host = nullptr;
    std::uint64_t* ubWritten = nullptr;
    std::uint64_t* dmWritten = nullptr;
    std::uint64_t* hostWritten = nullptr;
};

} // namespace lw::inference
