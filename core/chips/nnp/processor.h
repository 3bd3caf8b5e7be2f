// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/chain.h"
#include "core/chips/nnp/decoded.h"
#include "core/chips/nnp/layout.h"
#include "core/chips/nnp/multiplier.h"
#include "core/chips/nnp/nnp.h"
#include "core/chips/nnp/stall_rules.h"
#include "core/machine/board.h"
#include "core/machine/recorder.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lw::nnp {

// The neural network processor: a sequencer that takes instructions in order. A chain is looked at as a whole
// before its first instruction, which waits until all of the chain can flow through its units without
// waiting any more; what an instruction does is committed when it is taken. So results never depend on waits.
class Processor final : public machine::BoardCore {
  public:
    // The state is laid out, and the store was made of zeros.
    Processor(const machine::CorePlace& place, const Layout& layout, program::Program program,
              const Config& config, UninitMode uninit, const ProductKernel& kernel,
              std::vector<Decoded> rows);
    Outcome load(); // puts the program's data into memory

    // machine::BoardCore
    std::uint64_t clock() const override { return *m_s.clock; }
    machine::Stop run(const machine::RunLimit& limit) override;
    void setTriggers(std::vector<machine::Trigger> triggers) override;
    void setRecorder(machine::Recorder* recorder) override { m_recorder = recorder; }
    std::uint64_t quietFrom() const override { return std::max(clock(), *m_s.quiet); }
    void stateReplaced() override;
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
    std::optional<machine::BundleOf> unwaitedTransfer(isa::SpaceId, std::uint64_t,
                                                      std::uint64_t) const override {
        return {};
    }
    std::uint64_t issuedBundles() const override;
    std::vector<machine::StallCount> stalls() const override;
    std::vector<machine::UnitCount> unitCounts() const override;
    std::vector<std::uint64_t> bundleCounts() const override;
    std::vector<std::uint64_t> bundleStalls() const override;
    std::vector<machine::RoundingCount> roundings() const override;
    std::optional<machine::Waiting> waiting() const override;
    std::span<const machine::TraceWord> traceWords() const override { return {}; }

    // For the instructions.
    const Config& config() const { return m_config; }
    const State& state() const { return m_s; }
    const Controls& controls() const { return m_controls; }
    void setHalted() { *m_s.halted = 1; }
    void goTo(std::uint32_t bundle) { m_next = bundle; } // after the instruction that is being taken
    const Chain& chain() const { return *m_chain; }      // of the v_rd that is being taken
    std::size_t elements() const { return m_config.nativeDimension; }
    // Vectors that travel, marked as written.
    std::span<std::uint16_t> travelling(std::uint64_t number);
    std::span<std::uint16_t> allTravelling();
    // A vector of a register file.
    const std::uint16_t* vectorOf(Memory memory, std::uint64_t number) const;
    Multiplier& multiplier() { return m_multiplier; }
    std::uint32_t vectorsOfTurn() const; // of an iteration
    // How the instruction that is being taken rounds a block.
    numeric::BlockRounding rounding(std::uint64_t block) const;
    // A vector of a memory; of NetQ the number counts from the oldest.
    void readVector(Memory memory, std::uint64_t number, std::span<std::uint16_t> out) const;
    void writeVector(Memory memory, std::uint64_t number, std::span<const std::uint16_t> vector);
    // A row of a native matrix of NetQ, whose number counts from the oldest, or of DRAM.
    std::span<const std::uint16_t> matrixRow(Memory memory, std::uint64_t number, std::uint64_t row) const;
    // A native matrix to the MatrixRf, each row a block that is rounded as this says; the number of the first
    // one is there.
    void quantiseMatrix(Memory from, std::uint64_t number, std::uint64_t to, numeric::BlockRounding how);
    // One to DRAM, as it is.
    void storeMatrix(Memory from, std::uint64_t number, std::uint64_t to);
    const Decoded& before(const Decoded& row) const { return m_rows[row.bundle - 1]; } // of its chain
    // A quantiser has made blocks of this many numbers.
    void quantised(Quantiser quantiser, std::uint64_t numbers, const numeric::BlockLosses& losses);
    // For triggers on memory.
    void touched(machine::TriggerKind kind, const Decoded& row, Memory memory, std::uint64_t number);
    void touchedMatrices(machine::TriggerKind kind, const Decoded& row, const Locations& at);
    void touchedFile(machine::TriggerKind kind, const Decoded& row, Memory file, std::uint64_t first,
                     std::uint64_t count);
    // Stops the machine before the instruction; gives false.
    bool fail(const Decoded& row, machine::FaultKind kind, std::string text, std::string advice,
              std::uint32_t other = machine::kNoBundle);
    bool refuse(const Refusal& refusal); // the same

  private:
    struct File {
        machine::Cells<std::uint16_t> cells;
        machine::Cells<std::uint64_t> writtenCells;
        std::uint16_t* values;
        std::uint64_t* written;
    };
    struct Bytes {
        machine::Cells<std::uint8_t> cells;
        machine::Cells<std::uint64_t> writtenCells;
        std::uint8_t* values;
        std::uint64_t* written;
    };
    File file(Memory memory) const;
    Bytes bytesOf(isa::SpaceId space) const;
    void putBytes(const Bytes& to, std::uint64_t offset, std::span<const std::byte> bytes);
    std::uint64_t wordsOfVector() const { return (elements() + 63) / 64; }
    bool isWritten(Memory memory, std::uint64_t number) const;
    bool isMatrixWritten(std::uint64_t number) const;

    // When an instruction can be taken, and what it waits for until then.
    struct Start {
        std::uint64_t clock = 0;
        StallRule rule = StallRule::Sequencer;
        std::uint32_t other = machine::kNoBundle;

        void atLeast(std::uint64_t least, StallRule why, std::uint32_t whom) {
            if (least > clock) *this = {least, why, whom};
        }
        // The same for what is needed that many clocks after the start.
        void atLeast(std::uint64_t least, std::uint64_t behind, StallRule why, std::uint32_t whom) {
            if (least > behind) atLeast(least - behind, why, whom);
        }
    };
    // The next instruction, looked at before it is taken.
    struct Look {
        const Chain* chain = nullptr; // of v_rd
        std::optional<Refusal> refusal;
        Start start;
    };

    bool step(const machine::RunLimit& limit, bool& leaves, machine::StopKind& kind);
    Look lookAt(const Decoded& row) const;
    // A chain is what its rows and the control registers say: it is looked at again when these are others.
    struct KnownChain {
        Controls controls;
        bool moves = false; // an index, with the turns of loops
        Chain chain;
    };
    const Chain* chainFrom(const Decoded& row, std::optional<Refusal>& refusal) const;
    void readControls();
    std::optional<Refusal> matricesRefusal(const Decoded& row) const;
    std::optional<Refusal> unwrittenMatrices(const Decoded& row) const;
    Refusal neverComes(const Decoded& row, std::uint64_t number) const;
    std::optional<Refusal> unwritten(const Chain& chain) const;
    void issue(const Decoded& row);
    std::uint64_t workOn(const Decoded& row) const;
    std::uint64_t tiles() const;
    void stall(const Decoded& row, const Start& start, std::uint64_t end);
    void count(const Decoded& row, std::uint64_t work);

    // Where matrixLands has those of a memory begin.
    std::uint64_t matrixPlace(Memory memory) const {
        return memory == Memory::MatrixRf ? 0 : m_config.matrices;
    }
    // When chains are where: waits.cpp.
    void waitForChain(const Chain& chain, Start& start) const;
    void waitForVectors(const Chain& chain, Start& start) const;
    void waitForMatrices(const Decoded& row, Start& start) const;
    void begin(const Chain& chain);
    void beginMatrices(const Decoded& row);
    void take(Port port, std::uint64_t until, std::uint32_t bundle);
    void land(const Locations& to);
    void faultBeyondProgram();
    machine::Stop stopNow(machine::StopKind kind) const;
    bool stopsBefore(const Decoded& row);
    void hit(std::uint32_t trigger, std::uint32_t bundle);
    void checkTouched(machine::TriggerKind kind, std::uint32_t bundle, isa::SpaceId space,
                      std::uint64_t first, std::uint64_t count);
    machine::NodeId nodeOf(Memory file) const;
    void checkFinite(const Decoded& row);
    void recordIssue(const Decoded& row, std::uint64_t clocks);

    program::Program m_program;
    program::Target m_target;
    Config m_config;
    UninitMode m_uninit;
    std::vector<Decoded> m_rows;
    Layout m_layout;
    State m_s;
    Controls m_controls;                                       // as the state has them
    mutable std::vector<std::unique_ptr<KnownChain>> m_chains; // by the number of their first instruction
    // What it knows of the MatrixRf it may also learn while a run only looks.
    mutable Multiplier m_multiplier;
    std::array<std::uint64_t, kMemoryNames.size()> m_vectorPlaces{};
    const Chain* m_chain = nullptr;
    std::uint32_t m_next = 0;
    std::optional<machine::Fault> m_fault;

    std::vector<machine::Trigger> m_triggers;
    std::vector<std::uint32_t> m_hits;
    std::vector<machine::BundleOf> m_causes; // the instruction that caused each hit
    std::uint32_t m_watchedUnits = 0;        // bit set: first NaN or infinity
    bool m_watchesMemory = false, m_watchesBundles = false;
    machine::Recorder* m_recorder = nullptr;
};

} // namespace lw::nnp
