// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/isa.h"
#include "core/chips/training/training.h"
#include "core/isa/encode.h"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <memory>
#include <vector>

// Programs for the training chip without the assembler: bundles from rows, operands in the order of the row.
// To be included before any header of Qt, which makes `slots` a macro.
namespace lw::test {

struct R {
    std::uint32_t n;
}; // a register of the operand's own file
struct S {
    std::uint32_t n;
}; // a forwarded scalar register
struct N {
    std::uint32_t n;
}; // a number

struct Operand : isa::Value {
    Operand(R r) : isa::Value{Kind::Register, r.n} {}
    Operand(S s) : isa::Value{Kind::Shared, s.n} {}
    Operand(N n) : isa::Value{Kind::Number, n.n} {}
};

struct Slot {
    std::uint8_t slot;
    const char* name;
    std::initializer_list<Operand> operands;
    std::uint8_t predicate = 15;
};

inline isa::Bits bits(std::initializer_list<Slot> slots) {
    isa::Bundle bundle;
    for (const Slot& s : slots) {
        isa::SlotInsn insn;
        insn.slot = s.slot;
        insn.predicate = s.predicate;
        insn.op = isa::find(training::kIsa, training::kIsa.slots[s.slot].slotClass, s.name);
        std::size_t i = 0;
        for (const Operand& o : s.operands) insn.operands[i++] = o;
        bundle.insns[bundle.count++] = insn;
    }
    std::sort(bundle.begin(), bundle.end(), [](const auto& a, const auto& b) { return a.slot < b.slot; });
    isa::Bits out;
    const auto finding = isa::encode(training::kIsa, bundle, out);
    if (finding)
        broken("test", textOf(finding->problem).c_str(), "a bundle of a test does not encode", __FILE__,
               __LINE__);
    return out;
}

inline program::Program programOf(std::vector<isa::Bits> bundles, const training::Config& config) {
    program::Program program;
    program.chip = "training";
    program.machine = config.name;
    program.machineHash = training::hashOf(config);
    program.bundles = std::move(bundles);
    return program;
}

inline std::unique_ptr<machine::Machine> machineOf(std::vector<isa::Bits> bundles,
                                                   const training::Config& config,
                                                   const training::MachineOptions& options = {},
                                                   std::vector<program::Data> data = {}) {
    program::Program program = programOf(std::move(bundles), config);
    program.data = std::move(data);
    auto made = training::createMachine(std::move(program), config, options);
    if (!made)
        broken("test", textOf(made.problem()).c_str(), "a program of a test does not load", __FILE__,
               __LINE__);
    return *std::move(made);
}

template <typename T>
program::Data dataOf(isa::SpaceId space, std::uint64_t offset, const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    return {space, offset, {bytes.begin(), bytes.end()}};
}

// Words of a node of the state tree.
inline std::vector<std::uint32_t> words(machine::Machine& m, const char* path, std::uint64_t first,
                                        std::uint64_t count) {
    const machine::Node& node = m.tree().at(m.tree().find(path));
    const machine::Cells<std::uint32_t> cells{m.tree().find(path), node.offset, machine::countOf(node)};
    const auto all = m.store().view(cells);
    return {all.begin() + static_cast<std::ptrdiff_t>(first),
            all.begin() + static_cast<std::ptrdiff_t>(first + count)};
}

inline std::vector<float> floats(machine::Machine& m, const char* path, std::uint64_t first,
                                 std::uint64_t count) {
    std::vector<float> out;
    for (const std::uint32_t w : words(m, path, first, count)) out.push_back(std::bit_cast<float>(w));
    return out;
}

} // namespace lw::test
