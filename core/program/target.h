// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/spec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lw::program {

// How large a memory space is on the machine a program is for.
struct SpaceSize {
    std::uint64_t unitBytes = 0; // bytes per address
    std::uint64_t units = 0;     // number of addresses
};

// A name the machine configuration gives to every program: LANES, SUBLANES, VMEM_ROWS ...
struct TargetConstant {
    std::string name;
    std::int64_t value = 0;
};

// What assembler, linter and loader need to know of a machine: its instruction set and its limits.
// Made from a machine configuration by the chip; no limit is a constant anywhere else.
struct Target {
    const isa::Spec* spec = nullptr;
    std::string machine;           // name of the configuration: "training-teaching"
    std::uint64_t machineHash = 0; // of the configuration's meaning
    std::uint32_t bundles = 0;     // size of the instruction memory
    std::uint32_t tileRows = 0;    // sublanes: rows of a tile(rows, lanes) layout
    std::uint32_t tileColumns = 0; // lanes
    std::vector<SpaceSize> spaces; // in the order of Spec::spaces
    std::vector<TargetConstant> constants;
    bool hasWays = false;             // other cores count on its sync flags too
    std::vector<std::string> cores{}; // all names of each, where there are several
};

} // namespace lw::program
