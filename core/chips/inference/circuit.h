// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/circuit_state.h"
#include "core/chips/inference/decoded.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/links.h"
#include "core/circuit/array_pass.h"
#include "core/machine/board.h"
#include "core/machine/event.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lw::inference {

// The inference circuit: a sequencer that issues the host's instructions in order, one per clock, to units
// that work side by side. Effects are committed at issue; what is in flight only gates what conflicts.
class Circuit final : public machine::BoardCore, public CircuitState {
  public:
    // The state is laid out, and the store was made of zeros.
    Circuit(const machine::CorePlace& place, const Layout& layout, program::Program program,
            const Config& config, const MachineOptions& options, const circuit::PassKernel& kernel,
            std::vector<Decoded> rows);
    ~Circuit() override;
    Outcome load(); // puts the program's data into memory
    // All circuits of the machine, by id, and what their programs send to this one.
    void setCircuits(const std::vector<Circuit*>& circuits, std::vector<Coming> coming) {
        if (m_links) m_links->setCircuits(circuits, std::move(coming));
    }

    // machine::BoardCore
    std::uint64_t clock() const override { return CircuitState::clock(); }
    machine::Stop run(const machine::RunLimit& limit) override;
    void setTriggers(std::vector<machine::Trigger> triggers) override;
    void setRecorder(machine::Recorder* recorder) override { m_recorder = recorder; }
    void stateReplaced() override { m_packedTile.reset(); }
    bool isBlocked() const override { return m_isBlocked; }
    void passUntil(std::uint64_t clock) override;
    bool waitsForAll() const override;
    void release() override;
    std::uint64_t nextHandOver() const override {
        return m_links ? m_links->nextHandOver() : machine::kForever;
    }
    std::uint64_t nextHandOverIssued() const override {
        return m_links ? m_links->nextHandOverIssued() : machine::kForever;
    }
    std::optional<machine::Fault> handOver() override { return m_links->handOver(); }
    machine::Stop arriveUntil(std::uint64_t clock) override;
    std::uint64_t quietFrom() const override { return CircuitState::quietFrom(); }
    void edited(machine::NodeId node, std::uint64_t first, std::uint64_t count) override;
    // machine::Core
    const program::Program& program() const override { return m_program; }
    const program::Target& target() const override { return m_target; }
    std::uint32_t nextBundle() const override { return *m_s.programCounter; }
    bool halted() const override { return *m_s.halted != 0; }
    Outcome readSpace(isa::SpaceId space, std::uint64_t offset, std::span<std::byte> out,
                      std::span<bool> written) const override;
    Outcome writeSpace(isa::SpaceId space, std::uint64_t offset, std::span<const std::byte> bytes) override;
    bool isUntouched(isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) const override;
    std::optional<machine::BundleOf> unwaitedTransfer(isa::SpaceId space, std::uint64_t offset,
                                                      std::uint64_t bytes) const override;
    std::uint64_t issuedBundles() const override;
    std::vector<machine::StallCount> stalls() const override;
    std::vector<machine::UnitCount> unitCounts() const override;
    std::vector<std::uint64_t> bundleCounts() const override;
    std::vector<std::uint64_t> bundleStalls() const override;
    std::optional<machine::Waiting> waiting() const override;
    std::span<const machine::TraceWord> traceWords() const override { return {}; }

    // For the instructions.
    const circuit::PassKernel& passKernel() const { return m_kernel; }
    void mark(std::uint64_t offset, std::uint64_t bytes) { store().mark(offset, bytes); }
    void setHalted() { *m_s.halted = 1; }
    // To the neighbours; null: there are none.
    Links* links() const { return m_links.get(); }

    // Memories.
    void bytesWritten(const Bytes& memory, std::uint64_t first, std::uint64_t count);
    // For triggers on memory: bytes that the instruction reads or writes, exactly.
    void memoryTouched(machine::TriggerKind kind, const Decoded& row, isa::SpaceId space, std::uint64_t first,
                       std::uint64_t count) {
        if (m_watchesMemory) [[unlikely]]
            checkTouched(kind, {id(), row.bundle}, space, first, count);
    }
    // The same for bytes of the unified buffer that a neighbour has sent.
    void bytesLanded(machine::BundleOf by, std::uint64_t first, std::uint64_t count);
    // A signal has come, with bytes that have landed.
    void recordLanding(std::uint64_t clock, std::uint32_t signal);
    bool watchesMemory() const { return m_watchesMemory; }

    // The strip gets a new shape and counts as written; returns its first pixel, marked as far as it goes.
    std::uint32_t* stripToFill(std::uint32_t number, const StripShape& shape);

    // Accumulators.
    std::uint32_t* accumulatorRow(std::uint64_t row);
    void accumulatorsChanged(std::uint64_t row, std::uint64_t rows, std::uint32_t columns);

    // The weights in the form of the kernel.
    const circuit::PackedTile& packedTile();
    void weightsChanged() { m_packedTile.reset(); }

  private:
    void issue(const Decoded& row, const Work& work);
    void launchAgain();
    bool step(const machine::RunLimit& limit, bool& leaves, machine::StopKind& kind);
    void stall(const Decoded& row, const Gate& gate, std::uint64_t end);
    void moveTo(std::uint64_t clock);
    std::optional<std::uint64_t> nextLanding() const;
    void landed(const Flight& flight);
    void hit(std::uint32_t trigger, machine::BundleOf cause);
    void checkTouched(machine::TriggerKind kind, machine::BundleOf cause, isa::SpaceId space,
                      std::uint64_t first, std::uint64_t count);
    bool wait(const Decoded& row, const Gate& gate, std::uint64_t endClock);
    bool stopsBefore(const Decoded& row);
    void checkResults(const Decoded& row, const Work& work);
    bool notFinite(const Stretch& stretch) const;
    void count(const Decoded& row, const Work& work);
    void fail(machine::Fault fault);
    void faultBeyondProgram();
    machine::Stop stopNow(machine::StopKind kind) const;
    std::string textOfGate(const Decoded& row, const Gate& gate) const;
    void recordIssue(const Decoded& row, const Work& work);
    void recordStall(const Decoded& row, const Gate& gate, std::uint64_t clocks);
    void recordFault(const machine::Fault& fault);

    program::Program m_program;
    program::Target m_target;
    const circuit::PassKernel& m_kernel;
    std::vector<Decoded> m_rows;
    std::optional<machine::Fault> m_fault;
    std::unique_ptr<Links> m_links;
    bool m_isBlocked = false; // the run ended because nothing of its own lets it continue

    // A cache of the weights, dropped when the state is replaced.
    std::optional<circuit::PackedTile> m_packedTile;

    std::vector<machine::Trigger> m_triggers;
    std::vector<std::uint32_t> m_hits;
    std::vector<machine::BundleOf> m_causes; // the bundle that caused each hit
    std::uint32_t m_watchedUnits = 0;        // bit set: first NaN or infinity
    bool m_watchesMemory = false, m_watchesTransfers = false, m_watchesBundles = false;
    machine::Recorder* m_recorder = nullptr;
};

} // namespace lw::inference
