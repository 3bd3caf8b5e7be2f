// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/strided_run.h"

#include "core/base/check.h"
#include "core/machine/cell_value.h"
#include "core/project/tensor_input.h"

#include <array>

namespace lw::project {

Result<StridedRun> prepareRun(lower::striding::Lowering& lowering, const std::string& machine,
                              const tensor::Tensor& input, const std::atomic<bool>* stop) {
    StridedRun out;
    out.expected = lower::striding::expectRun(lowering.plan, input, lowering.report);
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    const ProgramAnswer answer = loadLowered(lowering, "lowered", machine, loader, files);
    if (!answer.loaded) {
        Problem problem = answer.diagnostics.problems().front();
        problem.place = {}; // in a text that is nowhere
        return problem;
    }
    LW_TRY(out.machine, answer.loaded->createMachine({}));
    LW_TRY([[maybe_unused]] const Done put,
           putTensor(*out.machine, lowering.plan.hostNames[network::kInput], input, false, stop));
    return out;
}

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
    lower::striding::noteRun(lowering.report, machine.onlyCore().bundleCounts(),
                             machine.onlyCore().bundleStalls(), hostBytesOf(machine));
    return unexpected;
}

} // namespace lw::project
