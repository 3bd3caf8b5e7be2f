// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core.h"
#include "core/machine/core_names.h"
#include "core/machine/fault.h"
#include "core/machine/state_store.h"
#include "core/machine/state_tree.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

// What every chip's machine offers.
namespace lw::machine {

// How far to run. A position is a clock (before issue); a stalled clock is a position too.
// The clock limit stops exactly there, also in the middle of a stall; the bundle limit stops
// after that many issued bundles, at the clock in which the next one issues or begins to stall.
// `interrupt` is looked at every few thousand bundles.
struct RunLimit {
    std::uint64_t clock = kForever;
    std::uint64_t bundles = kForever;
    const std::atomic<bool>* interrupt = nullptr;
    // Goes on with a run that was cut into pieces: a Bundle trigger holds for the first bundle too. Otherwise
    // one bundle, if it issues in the clock where the run begins, does so before such a trigger can stop it.
    bool resumed = false;
    std::optional<CoreId> core{}; // whose bundles are counted; nothing: those of all cores together
    // Cores that all wait for others: the run also ends when one of them knows until when.
    std::vector<CoreId> awaited{};
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
    CoreId core{};            // whose bundle, memory, flag or unit
    std::uint32_t bundle = 0; // Bundle: stops before it issues, but see RunLimit::resumed
    isa::SpaceId space{};     // Memory..., DmaLanded
    std::uint64_t first = 0;  // ... first unit, and
    std::uint64_t count = 0;  // ... how many units of the space
    std::uint32_t flag = 0;   // FlagReached
    std::int32_t value = 0;   // FlagReached: at least this
    isa::UnitId unit{};       // ResultPopped: whose queue; NotFinite: which unit's result
    // Memory...: of this register file and not of a space; its units are rows of its first dimension.
    std::optional<NodeId> node{};
};

enum class StopKind : std::uint8_t { Limit, Halted, Faulted, Triggered, Interrupted };

struct Stop {
    StopKind kind = StopKind::Limit;
    std::uint64_t clock = 0;
    CoreId core;              // that stopped the machine: of several the lowest
    std::uint32_t bundle = 0; // its next bundle to issue
    std::optional<Fault> fault;
    std::vector<Fault> otherFaults{};    // of higher cores at the same clock
    std::vector<std::uint32_t> triggers; // ids that fired
    // For each the bundle that did it; of a transfer the one that issued it.
    std::vector<BundleOf> causes;
};

class Recorder;

// Cores on one clock, and the state of them all.
class Machine {
  public:
    virtual ~Machine() = default;

    std::span<Core* const> cores() { return m_cores; } // by their ids
    std::span<const Core* const> cores() const { return m_cores; }
    Core& core(CoreId id) { return *m_cores.at(id.index); }
    const Core& core(CoreId id) const { return *m_cores.at(id.index); }
    // The core that the name begins with, "c1.y", which is taken off; or that one.
    Core& takeCore(std::string_view& name, CoreId otherwise = {}) {
        return const_cast<Core&>(std::as_const(*this).takeCore(name, otherwise));
    }
    const Core& takeCore(std::string_view& name, CoreId otherwise = {}) const;
    const CoreNames& names() const { return m_names; } // of the cores
    const Core* coreWith(NodeId node) const;           // below whose root it is; null: it is nobody's
    // For what knows machines of one core alone.
    Core& onlyCore() { return const_cast<Core&>(std::as_const(*this).onlyCore()); }
    const Core& onlyCore() const;

    virtual StateStore& store() = 0;
    virtual const StateTree& tree() const = 0;

    virtual std::uint64_t clock() const = 0;
    bool halted() const;                                           // all cores
    bool waitsForOthers(CoreId core) const;                        // nobody knows until when
    bool isOver(const RunLimit& limit) const;                      // because of RunLimit::awaited
    std::uint64_t issuedBundles() const;                           // by all cores
    std::uint64_t issuedBundles(std::optional<CoreId> core) const; // by one, or by all
    virtual std::string_view kernel() const = 0; // which code path multiplies: "avx512-bf16" ...

    virtual Stop run(const RunLimit& limit) = 0;
    virtual void setTriggers(std::vector<Trigger> triggers) = 0;
    // The store was restored or poked from outside: drop what is derived from it.
    virtual void stateReplaced() = 0;
    // A hand edit of cells from element `first` of a node on, within the node (the caller's promise).
    // What the edit makes written is written from now on. Other state that follows
    // from these cells is brought up to date.
    virtual void poke(NodeId node, std::uint64_t first, std::span<const std::byte> bytes);
    // Events go there from now on; null: nobody looks.
    // The recorder outlives the machine or is taken away before it ends.
    virtual void setRecorder(Recorder* recorder) = 0;

  protected:
    void addCore(Core& core); // the next one by id; lives as long as the machine
    void nameCores(const CoreNames& names) { m_names = names; }

  private:
    std::vector<Core*> m_cores;
    CoreNames m_names;
};

} // namespace lw::machine
