// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/config.h"
#include "core/chips/nnp/decoded.h"
#include "core/concord/window.h"
#include "core/machine/fault.h"

#include "core/numeric/block_float.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

// What a chain is and may not do: a pure function of its instructions, the control registers and the machine.
// Nothing of a chain that breaks a rule is done, as it is looked at as a whole before it begins.
namespace lw::nnp {

// What an instruction meets: the control registers, at first as they are when a program starts, and the loops
// around it, outermost first, with the turns of each that are over.
struct Controls {
    explicit Controls(const Config& config) {
        for (std::size_t i = 0; i < kControls; ++i) values[i] = kSettings[i].start;
        values[static_cast<std::size_t>(Control::Middle)] = config.vectorMantissaBits;
    }
    std::array<std::uint32_t, kControls> values{};
    std::uint32_t loops = 0;
    std::array<std::uint32_t, kMostLoops> turns{};

    std::uint32_t rows() const { return (*this)[Control::Rows]; }
    std::uint32_t columns() const { return (*this)[Control::Columns]; }
    std::uint32_t iterations() const { return (*this)[Control::Iterations]; }
    std::uint32_t operator[](Control control) const { return values[static_cast<std::size_t>(control)]; }
};

// How mantissas are rounded after `executed` instructions.
numeric::BlockRounding roundingOf(const Controls& controls, std::uint64_t executed);
// The windows that control registers describe.
concord::Window windowOf(const Controls& controls);

// Where an instruction begins in its memory in this turn of the loops around it, and how much further each
// iteration of its chain does. Of v_rd.w it is the number of a window, and the next one follows.
struct Address {
    std::uint64_t first = 0;
    std::uint32_t inc = 0;
};
Address addressOf(const Decoded& row, const Controls& controls);
// By how much its index moves with each turn of the loop around, and of the loop around that.
inline constexpr std::uint32_t kSteps = 2;
std::array<std::uint32_t, kSteps> stepsOf(const Decoded& row);

// Locations that an instruction of a chain uses: `turns` times `count` of them, each time `step` further.
struct Locations {
    Memory memory = Memory::NetQ;
    std::uint64_t first = 0;
    std::uint32_t count = 0, step = 0, turns = 1;
    std::uint32_t bundle = 0; // of the instruction
    // When the first of them is taken from its memory or has come there, and each other one a clock after
    // the one before, from the start of the chain: schedule.h.
    std::uint64_t clock = 0;

    std::uint64_t end() const { return first + std::uint64_t{step} * (turns - 1) + count; }
    bool has(std::uint64_t location) const;
};

// What works for one chain at a time. An MFU's parts are connected by a crossbar: each is one of these.
enum class Port : std::uint8_t {
    Read,
    Multiplier,
    FirstAdd,
    FirstTimes,
    FirstActivate,
    SecondAdd,
    SecondActivate,
    Write,
    Matrices // of the matrix memory manager
};
inline constexpr std::size_t kPorts = 9;

// An instruction of a chain, and what it takes.
struct Stage {
    Port port = Port::Read;
    std::uint32_t bundle = 0;
    bool needsAll = false; // all vectors of an iteration before it gives the first one
    // When it begins to take its port, from the start of the chain, and for how long: schedule.h.
    std::uint64_t clock = 0, length = 0;
};

// A chain that keeps the rules.
struct Chain {
    std::vector<Stage> stages;            // in the order of instructions
    std::vector<Locations> reads, writes; // of vectors; of NetQ the counts alone
    std::optional<Locations> product;     // native matrices of the MatrixRf
    // What v_rd.w takes of the picture, which is the first of `reads`.
    std::optional<concord::WindowRead> windows;
    std::uint32_t length = 0; // instructions, with end_chain
    // Vectors that travel: how many v_rd gives, and how many there are after a product.
    std::uint32_t taken = 0, given = 0;
    std::uint64_t end = 0; // until when it is under way, from its start: schedule.h
};

// A rule that is broken, and by which instruction.
struct Refusal {
    machine::FaultKind kind = machine::FaultKind::Undefined;
    std::uint32_t bundle = 0;
    std::uint32_t other = machine::kNoBundle;
    std::string text, advice;
};

struct ChainOrRefusal {
    Chain chain;
    std::optional<Refusal> refusal;
};
// The chain of vectors that begins with the first row, a v_rd.
ChainOrRefusal chainOf(std::span<const Decoded> rows, const Controls& controls, const Config& config);
// Where an instruction of a chain of matrices begins; of NetQ nobody knows it.
Locations matricesOf(const Decoded& row, const Controls& controls);
// The chain of matrices that begins with the first row, an m_rd: what is wrong with it.
std::optional<Refusal> matrixRefusal(std::span<const Decoded> rows, const Controls& controls,
                                     const Config& config);

} // namespace lw::nnp
