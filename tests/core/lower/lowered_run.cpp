// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/lower/lowered_run.h"

#include <algorithm>

namespace lw::test {

const tensor::Tensor* LoweredRun::find(const std::string& name) const {
    const auto at = std::find_if(read.begin(), read.end(), [&](const auto& one) { return one.name == name; });
    return at == read.end() ? nullptr : &at->contents;
}

std::unique_ptr<machine::Machine> machineFor(const project::ProgramAnswer& answer, std::string& failure) {
    if (!answer.loaded) {
        for (const Problem& problem : answer.diagnostics.problems())
            failure += "line " + std::to_string(problem.place.line) + ": " + textOf(problem) + "\n";
        return nullptr;
    }
    auto machine = answer.loaded->chip->create(answer.loaded->program, answer.loaded->machine.json, {});
    if (machine) return *std::move(machine);
    failure = textOf(machine.problem());
    return nullptr;
}

lower::striding::Lowering loweredOn(const network::Network& network, const machine::CircuitLimits& circuit,
                                    const lower::striding::Options& options) {
    auto lowering = lower::striding::strideKernels(network, circuit, options);
    LW_REQUIRE(bool(lowering), lowering ? "" : textOf(lowering.problem()).c_str());
    return *std::move(lowering);
}

LoweredRun runLowered(const network::Network& network, const Circuit& circuit, const tensor::Tensor& given,
                      const lower::striding::Options& options) {
    LoweredRun out{loweredOn(network, circuit.limits, options), {}, {}, {}, 0, {}};
    const bool isBatch = options.images > 1; // `given` holds them one after the other, of the network's type
    auto input = isBatch ? given : network::asInput(network, given, network::Arithmetic::F32);
    LW_REQUIRE(bool(input), "an input of the network");
    out.expected = lower::striding::expectRun({&out.lowering, 1}, *input);
    source::MemoryLoader loader;
    loader.set("circuit.json", circuit.json);
    source::Files files(loader);
    const auto answer = project::loadLowered(out.lowering, "lowered", "circuit.json", loader, files);
    out.machine = machineFor(answer, out.failure);
    if (!out.machine) return out;
    const auto put = project::putTensor(*out.machine, out.lowering.plan.hostNames[network::kInput], *input);
    if (!put) out.failure = textOf(put.problem());
    const machine::Stop stop = out.machine->run({});
    if (stop.fault) out.failure = stop.fault->text + " (row " + std::to_string(stop.fault->bundle) + ")";
    if (!out.failure.empty()) return out;
    LW_REQUIRE(out.machine->halted(), "a program without fault halts");
    auto read = project::readLowered(*out.machine, out.lowering.plan);
    LW_REQUIRE(bool(read), "the tensors of a lowered program can be read");
    out.read = *std::move(read);
    const auto confirmed = project::confirmLowered(*out.machine, out.lowering, out.expected);
    LW_REQUIRE(bool(confirmed), "the tensors of a lowered program can be read");
    out.unexpected = *confirmed;
    return out;
}

} // namespace lw::test
