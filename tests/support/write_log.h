// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/config.h"
#include "core/isa/bundle.h"
#include "core/machine/last_writer.h"
#include "core/machine/machine.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lw::test {

// Who wrote what, found by looking at a core of the training chip from outside, one clock after the other,
// with an own reading of which words each instruction and each transfer writes. It knows nothing of
// snapshots, watches and replays. Transfers land by the clock (the timed mode), and at one time those that
// count on a flag go in one direction only.
class WriteLog {
  public:
    // The machine is at its beginning, with its memories filled; it is moved by step() only.
    WriteLog(machine::Machine& machine, const training::Config& config);

    // One clock. False when the program has halted; a fault breaks the test.
    bool step();

    // Cells that are not words of a memory, registers or flags have no instruction that is said
    // to write them: for these, if asked for beforehand, a write is a change from one clock to the next.
    void watch(machine::NodeId node, std::uint64_t element);
    machine::Writer last(machine::NodeId node, std::uint64_t element) const;

  private:
    struct Transfer {
        std::uint32_t bundle = 0;
        bool out = false;
        isa::SpaceId space{}; // the one that is not HBM
        std::uint32_t flag = 0;
        std::array<std::uint32_t, 15> descriptor{};
        std::uint64_t granules = 0, landed = 0;
    };
    // Memories in units of what is always written together; a memory too large for a list has a map.
    struct Words {
        std::uint64_t perUnit = 1;
        std::vector<machine::Writer> list;
        std::unordered_map<std::uint64_t, machine::Writer> map;
    };
    struct Watched {
        std::uint64_t offset = 0, size = 0;
        std::array<std::byte, 8> value{};
        machine::Writer last;
    };

    machine::Writer origin(machine::NodeId node, std::uint64_t element) const;
    std::array<std::byte, 8> read(std::uint64_t offset, std::uint64_t size) const;
    void readRegisters();
    std::uint32_t valueOf(const isa::Value& value) const;
    bool executes(const isa::SlotInsn& insn) const;
    void look(const isa::SlotInsn& insn);
    void lookAtStore(const isa::SlotInsn& insn);
    void lookAtTransfer(const isa::SlotInsn& insn);
    void writeRegister(std::int8_t file, std::uint32_t number, std::uint32_t mask);
    void writeUnit(machine::NodeId node, std::uint64_t unit, const machine::Writer& writer);
    void setFlag(const isa::SlotInsn& insn);
    void land(std::uint32_t flag, std::int32_t granules);
    void landGranule(const Transfer& transfer);
    void compareWatched(bool issued);

    machine::Machine& m_machine;
    const training::Config& m_config;
    machine::NodeId m_hbm, m_vmem, m_smem, m_scalarNode, m_predicateNode, m_vectorNode, m_indexNode,
        m_flagNode;
    std::vector<isa::Bundle> m_bundles;
    std::map<std::uint32_t, Words> m_words; // by node
    std::vector<Watched> m_watched;
    std::vector<Transfer> m_transfers; // with granules to land, oldest first
    std::array<std::uint32_t, 32> m_scalars{};
    std::array<std::uint8_t, 16> m_predicates{};
    std::array<std::int32_t, 32> m_flags{};
    std::array<std::array<std::uint32_t, 8>, 2> m_index{};
    std::optional<machine::Writer> m_landed; // the newest granule of this clock
    std::uint64_t m_clock = 0;               // of the step under way
    std::uint32_t m_bundle = 0;
};

} // namespace lw::test
