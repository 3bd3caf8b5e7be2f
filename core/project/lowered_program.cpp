// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/lowered_program.h"

#include "core/base/file.h"
#include "core/base/messages.h"
#include "core/machine/cell_value.h"
#include "core/program/layout.h"
#include "core/project/tensor_input.h"
#include "core/tensor/npy.h"

#include <array>
#include <filesystem>

namespace lw::project {

Outcome writeLowered(const lower::striding::Lowering& lowering, const std::string& folder) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) return Problem{&messages::kCannotWrite, {folder, failed.message()}, {}, {}, {}};
    LW_TRY([[maybe_unused]] const Done text,
           writeFileAtomically(source::pathIn(folder, kLoweredProgram), lowering.text));
    for (const lower::striding::DataFile& file : lowering.files) {
        LW_TRY([[maybe_unused]] const Done written,
               tensor::writeNpy(source::pathIn(folder, file.name), file.contents));
    }
    return Done{};
}

ProgramAnswer loadLowered(const lower::striding::Lowering& lowering, const std::string& folder,
                          const std::string& machine, source::MemoryLoader& loader, source::Files& files) {
    const std::string path = source::pathIn(folder, kLoweredProgram);
    loader.set(path, lowering.text);
    for (const lower::striding::DataFile& file : lowering.files) {
        std::string bytes;
        for (const std::byte b : tensor::formatNpy(file.contents)) bytes += static_cast<char>(b);
        loader.set(source::pathIn(folder, file.name), std::move(bytes));
    }
    return loadProgram({path, machine, {}, {}}, files);
}

namespace {

Result<tensor::Tensor> readTensor(const machine::Machine& machine, const std::string& name) {
    LW_TRY(const program::NamedTensor* source, tensorNamed(machine.program(), name));
    LW_TRY(const program::Arrangement arrangement, program::Arrangement::make(machine.target(), *source));
    std::vector<std::byte> bytes(static_cast<std::size_t>(arrangement.bytes()));
    const std::uint64_t unit = machine.target().spaces[source->space].unitBytes;
    LW_TRY([[maybe_unused]] const Done read,
           machine.readSpace(source->space, source->address * unit, bytes, {}));
    return program::unpack(arrangement, bytes);
}

} // namespace

Result<tensor::Tensor> outputOf(const machine::Machine& machine, const lower::striding::NetworkPlan& plan) {
    return readTensor(machine, plan.hostNames[plan.network->outputs.front()]);
}

Result<std::vector<lower::striding::ReadTensor>> readLowered(const machine::Machine& machine,
                                                             const lower::striding::NetworkPlan& plan) {
    std::vector<lower::striding::ReadTensor> out;
    for (const std::string& name : lower::striding::tensorsToRead(plan)) {
        LW_TRY(tensor::Tensor contents, readTensor(machine, name));
        out.push_back({name, std::move(contents)});
    }
    return out;
}

namespace {

// What the host interface has moved, both ways.
std::uint64_t hostBytesOf(machine::Machine& machine) {
    const machine::StateTree& tree = machine.tree();
    const machine::NodeId id = tree.find("counters/host bytes");
    LW_ASSERT(id != tree.root(), "the inference circuit counts the bytes of its host interface");
    const machine::Node& node = tree.at(id);
    std::uint64_t sum = 0;
    std::array<std::byte, 8> word{};
    for (std::uint64_t i = 0; i < machine::countOf(node); ++i) {
        machine.store().read(node.offset + i * word.size(), word);
        sum += machine::bitsOf(word);
    }
    return sum;
}

} // namespace

Result<std::uint64_t> confirmLowered(machine::Machine& machine, lower::striding::Lowering& lowering,
                                     const lower::striding::Expectation& expected) {
    LW_TRY(const std::vector<lower::striding::ReadTensor> read, readLowered(machine, lowering.plan));
    const std::uint64_t unexpected =
        lower::striding::confirmRun(lowering.plan, expected, read, lowering.report);
    lower::striding::noteRun(lowering.report, machine.bundleCounts(), machine.bundleStalls(),
                             hostBytesOf(machine));
    return unexpected;
}

} // namespace lw::project
