// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/machine/fault.h"
#include "core/machine/state_store.h"
#include "core/machine/state_tree.h"
#include "core/program/program.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

// What every chip's machine offers; knows programs, not chips.
namespace lw::machine {

inline constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();

// How far to run. A position is a clock (before issue); a stalled clock is a position too.
// The clock limit stops exactly there, also in the middle of a stall; the bundle limit stops
// after so many issued bundles, at the clock in which the next one issues or begins to stall.
// `interrupt` is looked at every few thousand bundles.
struct RunLimit {
    std::uint64_t clock = kForever;
    std::uint64_t bundles = kForever;
    const std::atomic<bool>* interrupt = nullptr;
    // Goes on with a run that was cut into pieces: a Bundle trigger holds for the first bundle too. Otherwise
    // the run leaves the place where it stands and issues one bundle before such a trigger can stop it.
    bool resumed = false;
};

// What can stop a run besides its limit. Triggers are raw: conditions and hit counts are the session's
// business. They fire when something happens, not while it stays so: FlagReached when a flag comes
// from below its value to the value or above. Except for Bundle they stop after the bundle
// in which it happened is complete.
enum class TriggerKind : std::uint8_t {
    Bundle,
    MemoryRead,  // also by a transfer
    MemoryWrite, // also by a transfer
    DmaLanded,
    FlagReached,
    ResultPopped,
    NotFinite
};

struct Trigger {
    TriggerKind kind = TriggerKind::Bundle;
    std::uint32_t id = 0;     // the caller's, handed back in Stop
    std::uint32_t bundle = 0; // Bundle: stops before it issues, but see RunLimit::resumed
    std::uint8_t space = 0;   // Memory..., DmaLanded: index into Spec::spaces
    std::uint64_t first = 0;  // ... first unit, and
    std::uint64_t count = 0;  // ... how many units of the space
    std::uint32_t flag = 0;   // FlagReached
    std::int32_t value = 0;   // FlagReached: at least this
    std::uint8_t unit = 0;    // ResultPopped: whose queue; NotFinite: which unit's result
};

enum class StopKind : std::uint8_t { Limit, Halted, Faulted, Triggered, Interrupted };

struct Stop {
    StopKind kind = StopKind::Limit;
    std::uint64_t clock = 0;
    std::uint32_t bundle = 0; // the next bundle to issue
    std::optional<Fault> fault;
    std::vector<std::uint32_t> triggers; // ids that fired
    // For each the bundle that did it; of a transfer the one that issued it.
    std::vector<std::uint32_t> causes;
};

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
    std::uint8_t unit = 0;
    std::uint64_t clocks = 0;
};

// Why the machine stands still at its present clock.
struct Waiting {
    std::string rule;                       // the rule with its operands: "v2 is not ready before clock 12"
    std::uint32_t bundle = 0;               // the bundle held up
    std::uint32_t other = Fault::kNoBundle; // the bundle it waits for
    std::uint64_t until = 0;                // first clock at which it can issue, kForever if unknown
    std::uint8_t unit = 0;                  // index into Spec::units: whose instruction waits
    char letter = 0;                        // stands for the rule in pictures, one for each rule
};

struct UnitCount {
    std::uint64_t instructions = 0;
    std::uint64_t busyClocks = 0;
    std::uint64_t bytes = 0;      // moved (memories, DMA)
    std::uint64_t operations = 0; // multiply-accumulates of a matrix unit, lane operations of a vector ALU
};

class Recorder;

class Machine {
  public:
    virtual ~Machine() = default;

    virtual const program::Program& program() const = 0;
    virtual const program::Target& target() const = 0;
    virtual StateStore& store() = 0;
    virtual const StateTree& tree() const = 0;

    virtual std::uint64_t clock() const = 0;
    virtual std::uint32_t nextBundle() const = 0;
    virtual bool halted() const = 0;
    virtual Stop run(const RunLimit& limit) = 0;
    virtual void setTriggers(std::vector<Trigger> triggers) = 0;
    // The store was restored or poked from outside: drop what is derived from it.
    virtual void stateReplaced() = 0;

    // Memory from outside, by bytes of a space (index into Spec::spaces). Reading a never-written word gives
    // 0; `written`, when not empty, gets one entry per 4-byte word. Writing makes words written.
    virtual Outcome readSpace(std::uint8_t space, std::uint64_t offset, std::span<std::byte> out,
                              std::span<bool> written) const = 0;
    virtual Outcome writeSpace(std::uint8_t space, std::uint64_t offset,
                               std::span<const std::byte> bytes) = 0;
    // The bundle that started a transfer into these bytes of a space
    // which the program has not waited for, if any.
    virtual std::optional<std::uint32_t> unwaitedTransfer(std::uint8_t space, std::uint64_t offset,
                                                          std::uint64_t bytes) const = 0;
    // A hand edit of cells from element `first` of a node on, within the node (the caller's promise).
    // What the edit makes written is written from now on. Other state that follows
    // from these cells is brought up to date.
    virtual void poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes);
    // Events go there from now on; null: nobody looks.
    // The recorder outlives the machine or is taken away before it ends.
    virtual void setRecorder(Recorder* recorder) = 0;

    // Counters; they rewind with the state.
    virtual std::uint64_t issuedBundles() const = 0;
    virtual std::vector<StallCount> stalls() const = 0;          // every rule, also those with 0 clocks
    virtual std::vector<UnitCount> unitCounts() const = 0;       // in the order of Spec::units
    virtual std::vector<std::uint64_t> bundleCounts() const = 0; // times each bundle issued
    virtual std::vector<std::uint64_t> bundleStalls() const = 0; // clocks each bundle was held up
    virtual std::optional<Waiting> waiting() const = 0;          // why the present clock stalls, if it does
    virtual std::span<const TraceWord> traceWords() const = 0;   // up to the present clock
    virtual std::string_view kernel() const = 0; // which code path multiplies: "avx512-bf16" ...
};

} // namespace lw::machine
