// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/keep_plan.h"
#include "core/lower/recompute/operation_counts.h"
#include "core/lower/register_group.h"
#include "core/machine/core_limits.h"
#include "core/tensor/dtype.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lw::lower::recompute {

// The way to a place where values lie. Registers: no bounds.
struct Port {
    double bandwidth = std::numeric_limits<double>::infinity(); // bytes per clock
    double latency = 0;                                         // clocks
    bool operator==(const Port&) const = default;
};

// How the chip's programs go over values, for what they wait for beside the work.
struct ProgramShape {
    std::uint32_t sublanes = 0; // rows of a vector register; 0: no chip is meant, and nothing waits
    std::uint32_t queueDepth = 0;
    double pushClocks =
        0; // of a register into the matrix unit, as weights as well, or into the transpose unit
    std::uint32_t transferQueue = 0; // transfers of a direction that are begun at once; 0: any number
    double turnClocks = 0; // of a register whose lanes are turned, with as many under way as a queue takes
    double reduceClocks = 0,
           reducePushClocks = 0; // until a register is reduced over its lanes, or the next one

    // Vector registers that are taken at once.
    std::uint32_t groupRegisters(std::uint32_t batch, std::uint32_t lanes) const {
        return registerGroup(batch, lanes, sublanes, queueDepth);
    }
    bool operator==(const ProgramShape&) const = default;
};

// What an operation costs, of a machine and its "what if". Any of it may be overridden.
struct CostModel {
    std::string machine;
    Port vmem, hbm;         // cache and off-chip memory
    double vectorWidth = 1; // operations per clock
    double tensorWidth = 1;
    std::uint32_t lanes = 1;                     // elements of a row: channels are padded to a multiple
    std::uint64_t vmemBytes = 0;                 // for values: what parameters leave, where that is known
    std::optional<std::uint64_t> besidesBytes{}; // of VMEM, that these take
    tensor::DType element = tensor::DType::F32;  // of what is stored: F32, F16, Bf16
    std::uint32_t batch = 1;                     // images
    bool countsPadding = false;                  // taps in the padding are computed as well
    OperationCounts counts;
    ProgramShape program;

    std::uint64_t elementBytes() const { return tensor::sizeOf(element); }
    const Port& portOf(Memory memory) const { return memory == Memory::Vmem ? vmem : hbm; }
    double registerWords() const { return static_cast<double>(lanes) * program.sublanes; }
    // Whether the chip's programs do such a batch; else nothing is known of what they wait for.
    bool hasProgram() const { return program.sublanes != 0 && batch % program.sublanes == 0; }
    // Vector registers; none without a program.
    double registersOf(double elements) const { return hasProgram() ? elements / registerWords() : 0; }
    // Clocks that a pass over that many elements takes beside its work.
    double waitsFor(Count count, double elements) const;
    // Clocks to write zeros.
    double clocksToFill(double elements) const;
    bool operator==(const CostModel&) const = default;
};

// Clocks to move that many bytes: latency + bytes / bandwidth; 0 bytes and registers take none.
double clocksToLoad(double bytes, const Port& port);

// Of a machine's numbers. VMEM gives a vector register per clock; the matrix unit takes a row of lanes per
// clock and multiplies it by all of its columns.
CostModel costModelOf(const machine::CoreLimits& limits, std::uint32_t batch);

// "offchip=64,cache=512,element=f16": what is different from the machine. E921, E922.
Outcome applyWhatIf(CostModel& model, std::string_view text);
// Everything that can be asked, in the order of its table.
std::vector<std::string_view> whatIfNames();

} // namespace lw::lower::recompute
