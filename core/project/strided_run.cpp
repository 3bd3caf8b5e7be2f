// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/strided_run.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/base/json_value.h"
#include "core/base/stop.h"
#include "core/lower/striding/direct.h"
#include "core/network/outputs.h"
#include "core/project/host_bytes.h"
#include "core/project/tensor_input.h"
#include "core/tensor/batch.h"

namespace lw::project {

using network::Kind;
using network::Layer;
using network::ValueId;
using tensor::Tensor;

namespace {

constexpr const char* kLoweredFolder = "lowered"; // in memory

// The text of a machine with one circuit instead of several and the ways between them.
Result<std::string> withOneCircuit(std::string_view machine) {
    LW_TRY(const JsonValue file, parseJson(machine, Place::kNoFile));
    Json out = Json::object();
    for (std::size_t i = 0; i < file.keys.size(); ++i)
        if (file.keys[i] != machine::kCoresKeys[0]) out[file.keys[i]] = jsonOf(file.items[i]);
    return out.text(2);
}

// The machine that a program for one circuit runs on.
Result<std::string> machineOfOne(const std::string& machine, source::MemoryLoader& loader) {
    LW_TRY(const chips::Chip* chip, chips::chipNamed("inference"));
    LW_TRY(const std::string text, chips::machineText(*chip, machine));
    LW_TRY(const chips::MachineChoice choice, chip->parse(text, Place::kNoFile));
    if (choice.cores.count == 1) return machine;
    LW_TRY(std::string alone, withOneCircuit(text));
    const std::string path = source::pathIn(kLoweredFolder, "circuit.json");
    loader.set(path, std::move(alone));
    return path;
}

} // namespace

StridedRun::StridedRun(lower::striding::LoweredNetwork& network, std::string machine, const Tensor& input,
                       std::vector<lower::striding::Replaced> replaced)
    : m_network(network)
    , m_machine(std::move(machine))
    , m_replaced(std::move(replaced))
    , m_expected(lower::striding::expectRun(network.parts, input, m_replaced)) {
    const std::vector<Layer>& layers = network.network->layers;
    for (std::uint64_t image = 0; image < m_expected.values.size(); ++image) {
        auto& values = m_values.emplace_back(layers.size() + 1);
        values[network::kInput] = m_expected.values[image][network::kInput];
        for (std::size_t i = 0; i < layers.size(); ++i)
            if (layers[i].kind == Kind::Constant) values[i + 1] = layers[i].weights;
        for (const lower::striding::Replaced& one : m_replaced) values[one.constant] = one.contents;
    }
    lower::striding::giveInputs(network.parts, m_expected);
}

Result<std::unique_ptr<machine::Machine>> StridedRun::begin(std::size_t part, const std::atomic<bool>* stop) {
    computeOnHost(part);
    const lower::striding::Lowering& lowering = m_network.parts[part];
    source::DiskLoader disk;
    source::MemoryLoader loader(&disk);
    source::Files files(loader);
    LW_TRY(const std::string machineName, machineOfOne(m_machine, loader));
    const ProgramAnswer answer = loadLowered(lowering, kLoweredFolder, machineName, loader, files);
    if (!answer.loaded) {
        Problem problem = answer.diagnostics.problems().front();
        problem.place = {}; // in a text that is nowhere
        return problem;
    }
    chips::RunOptions options;
    options.kernel = m_kernel;
    LW_TRY(std::unique_ptr<machine::Machine> machine, answer.loaded->createMachine(options));
    for (const ValueId id : lowering.plan.part.brings) {
        std::vector<Tensor> items;
        for (const auto& values : m_values) items.push_back(*values[id]);
        const Tensor all = items.size() == 1 ? items.front() : tensor::stacked(items);
        LW_TRY([[maybe_unused]] const Done put,
               putTensor(*machine, lowering.plan.hostNames[id], all, Conversion::None, stop));
    }
    for (const lower::striding::Replaced& one : m_replaced) {
        const std::string& name = lowering.plan.hostNames[one.constant];
        if (name.empty()) continue; // this part does not read it
        LW_TRY([[maybe_unused]] const Done put,
               putTensor(*machine, name, one.contents, Conversion::None, stop));
    }
    return machine;
}

Result<std::uint64_t> StridedRun::finish(std::size_t part, machine::Machine& machine) {
    lower::striding::Lowering& lowering = m_network.parts[part];
    LW_TRY(const std::uint64_t unexpected, confirmLowered(machine, lowering, m_expected));
    for (const ValueId id : lowering.plan.part.gives) {
        LW_TRY(const Tensor all, readTensor(machine, lowering.plan.hostNames[id]));
        for (std::size_t image = 0; image < m_values.size(); ++image)
            m_values[image][id] = tensor::itemOf(all, image, network::shapeOf(*m_network.network, id));
    }
    return unexpected;
}

Result<std::optional<PartsRan>> StridedRun::runAll(const ToEnd& toEnd, const std::atomic<bool>* stop) {
    PartsRan out;
    for (std::size_t part = 0; part < m_network.parts.size(); ++part) {
        auto begun = begin(part, stop);
        if (isStopped(stop)) return std::optional<PartsRan>();
        LW_TRY(const std::unique_ptr<machine::Machine> machine, std::move(begun));
        LW_TRY(const bool hasEnded, toEnd(*machine));
        if (!hasEnded) return std::optional<PartsRan>();
        LW_TRY(const std::uint64_t unexpected, finish(part, *machine));
        out.clocks += machine->clock();
        out.unexpected += unexpected;
    }
    return std::optional(out);
}

std::vector<Tensor> StridedRun::outputs() {
    computeOnHost(m_network.parts.size());
    std::vector<Tensor> out;
    for (const ValueId id : network::distinctOutputs(*m_network.network)) {
        std::vector<Tensor> items;
        for (const auto& values : m_values) items.push_back(*values[id]);
        out.push_back(items.size() == 1 ? items.front() : tensor::stacked(items));
    }
    return out;
}

void StridedRun::computeOnHost(std::size_t stage) {
    for (const lower::striding::HostLayer& one : m_network.stages.hosts[stage])
        for (std::size_t image = 0; image < m_values.size(); ++image)
            m_values[image][one.index + 1] =
                onHost(image, m_network.network->layers[one.index], one.index + 1);
}

// What was expected has been computed already; only what is read decides.
Tensor StridedRun::onHost(std::size_t image, const Layer& layer, ValueId made) const {
    const lower::striding::Expectation::Values& expected = m_expected.values[image];
    std::vector<const Tensor*> inputs;
    bool isAsExpected = true;
    for (const ValueId id : layer.inputs) {
        inputs.push_back(&*m_values[image][id]);
        isAsExpected = isAsExpected && *inputs.back() == expected[id];
    }
    if (isAsExpected) return expected[made];
    const lower::striding::NetworkPlan& plan = m_network.parts.front().plan;
    return network::computeLayer(*m_network.network, layer, inputs,
                                 lower::striding::directOptions(plan.circuit, plan.options.fold));
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

Result<std::uint64_t> confirmLowered(machine::Machine& machine, lower::striding::Lowering& lowering,
                                     const lower::striding::Expectation& expected) {
    LW_TRY(const std::vector<lower::striding::ReadTensor> read, readLowered(machine, lowering.plan));
    const std::uint64_t unexpected =
        lower::striding::confirmRun(lowering.plan, expected, read, lowering.report);
    const HostBytes moved = hostBytesOf(machine);
    lower::striding::noteRun(lowering.report, machine.onlyCore().bundleCounts(),
                             machine.onlyCore().bundleStalls(), moved.in + moved.out);
    return unexpected;
}

} // namespace lw::project
