// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/layout.h"
#include "core/machine/state_store.h"

namespace lw::training {

// The core's state by stable addresses: one pointer per stretch of the layout.
// Writers outside the hot part mark.
struct State {
    State() = default;
    State(machine::StateStore& store, const Layout& at);

    std::uint64_t* clock = nullptr;
    std::uint32_t* programCounter = nullptr;
    std::uint32_t* halted = nullptr;
    std::uint32_t* scalars = nullptr;
    std::uint8_t* predicates = nullptr;
    std::uint64_t* ready = nullptr;
    std::uint64_t* partialReady = nullptr;
    std::uint32_t* vectors = nullptr;
    std::uint64_t* vectorWritten = nullptr;
    std::uint32_t* indexRegisters = nullptr;
    std::uint32_t* pattern = nullptr;
    std::uint32_t* segments = nullptr;
    std::uint32_t* rotate = nullptr;
    std::int32_t* flags = nullptr;
    std::int32_t* orderedFlags = nullptr;
    std::uint64_t* queueHead = nullptr;
    std::uint64_t* queueTail = nullptr;
    std::uint64_t* queueReady = nullptr;
    std::uint64_t* portFree = nullptr;
    std::uint32_t* shadowRows = nullptr;
    std::uint32_t* shadowTransposed = nullptr;
    std::uint32_t* weightsActive = nullptr;
    std::uint32_t* squareRows = nullptr;
    std::uint32_t* randomKey = nullptr;
    std::uint32_t* randomDraw = nullptr;
    std::uint64_t* dmaFree = nullptr;
    std::uint32_t* transferCount = nullptr;
    std::uint64_t* randomDma = nullptr;
    std::uint64_t* stallClocks = nullptr;
    std::uint64_t* predicated = nullptr;
    std::uint64_t* bytesMoved = nullptr;
    std::uint64_t* traceCount = nullptr;
    std::uint64_t* taken = nullptr;
    std::uint64_t* bundleStalls = nullptr;
    std::uint64_t* arrivals = nullptr;
    std::uint64_t* departures = nullptr;
    std::uint32_t* queueData = nullptr;
    std::uint16_t* shadow = nullptr;
    std::uint16_t* weights = nullptr;
    std::uint32_t* square = nullptr;
    std::uint64_t* transfers = nullptr;
    std::uint32_t* smem = nullptr;
    std::uint64_t* smemWritten = nullptr;
    std::uint32_t* vmem = nullptr;
    std::uint64_t* vmemWritten = nullptr;
    std::uint32_t* hbm = nullptr;
    std::uint64_t* hbmWritten = nullptr;
};

} // namespace lw::training
