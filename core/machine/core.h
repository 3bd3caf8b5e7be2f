// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/cells.h"
#include "core/machine/core_id.h"
#include "core/machine/fault.h"
#include "core/machine/state_tree.h"
#include "core/program/program.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lw::machine {

inline constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

// One word the program sent to the host.
struct TraceWord {
    std::uint64_t clock = 0;
    std::uint32_t stream = 0;
    std::uint32_t value = 0;
    bool operator==(const TraceWord&) const = default;
};

// Clocks that no bundle issued in, by the rule that held it up.
struct StallCount {
    std::string_view rule; // "a scalar register is not ready"
    isa::UnitId unit{};
    std::uint64_t clocks = 0;
};

// Why a core does not issue at the present clock.
struct Waiting {
    std::string rule;         // the rule with its operands: "v2 is not ready before clock 12"
    std::uint32_t bundle = 0; // the bundle held up
    BundleOf other;           // the bundle it waits for
    std::uint64_t until = 0;  // first clock at which it can issue, kForever if unknown
    isa::UnitId unit{};       // whose instruction waits
    char letter = 0;          // stands for the rule in pictures, one for each rule
};

struct UnitCount {
    std::uint64_t instructions = 0;
    std::uint64_t busyClocks = 0;
    std::uint64_t bytes = 0;      // moved (memories, DMA)
    std::uint64_t operations = 0; // multiply-accumulates of a matrix unit, lane operations of a vector ALU
};

// Numbers that had more bits than what a unit made of them, by where.
struct RoundingCount {
    std::string_view where;      // "vector quantiser"
    std::uint64_t numbers = 0;   // all that came there
    std::uint64_t rounded = 0;   // lost bits, and are none of the others
    std::uint64_t toZero = 0;    // became 0
    std::uint64_t saturated = 0; // were beyond all that there is, and became the largest or the smallest
    bool operator==(const RoundingCount&) const = default;
};

// A stream of instructions and all that belongs to it alone: its program, its place in the state, its memory
// spaces, its counters. Time, the store and running are the machine's.
class Core {
  public:
    Core(CoreId id, std::string name, CoreTree tree) : m_id(id), m_name(std::move(name)), m_tree(tree) {}
    virtual ~Core() = default;
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    CoreId id() const { return m_id; }
    const std::string& name() const { return m_name; } // "c0"; what else it is called CoreNames knows
    const CoreTree& tree() const { return m_tree; }

    virtual const program::Program& program() const = 0;
    virtual const program::Target& target() const = 0;
    virtual std::uint32_t nextBundle() const = 0;
    virtual bool halted() const = 0;
    virtual std::optional<Waiting> waiting() const = 0; // why the present clock stalls, if it does

    // Memory from outside, by bytes of a space. Reading a never-written word gives 0; `written`, when not
    // empty, gets an entry per 4-byte word, or per byte if as long as `out`. Writing makes words written.
    virtual Outcome readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                              std::span<bool> written) const = 0;
    virtual Outcome writeSpace(isa::SpaceId space, std::uint64_t offset,
                               std::span<const std::byte> bytes) = 0;
    // Whether nobody has touched these bytes of a space, all of which are zero then. False says nothing.
    virtual bool isUntouched(isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) const = 0;
    // The bundle that started a transfer into these bytes of a space
    // which the program has not waited for, if any.
    virtual std::optional<BundleOf> unwaitedTransfer(isa::SpaceId space, std::uint64_t offset,
                                                     std::uint64_t bytes) const = 0;

    // Counters; they rewind with the state.
    virtual std::uint64_t issuedBundles() const = 0;
    virtual std::vector<StallCount> stalls() const = 0;          // every rule, also those with 0 clocks
    virtual std::vector<UnitCount> unitCounts() const = 0;       // in the order of Spec::units
    virtual std::vector<std::uint64_t> bundleCounts() const = 0; // times each bundle issued
    virtual std::vector<std::uint64_t> bundleStalls() const = 0; // clocks each bundle was held up
    virtual std::vector<RoundingCount> roundings() const { return {}; } // also where nothing was lost
    virtual std::span<const TraceWord> traceWords() const = 0;          // up to the present clock

  private:
    CoreId m_id;
    std::string m_name;
    CoreTree m_tree;
};

} // namespace lw::machine
