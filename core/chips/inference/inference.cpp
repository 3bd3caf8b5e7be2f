// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"

#include "core/base/check.h"
#include "core/chips/inference/circuit.h"
#include "core/chips/inference/coming.h"
#include "core/chips/inference/messages.h"
#include "core/machine/load_cores.h"
#include "core/machine/loading.h"

#include <algorithm>
#include <utility>

namespace lw::inference {

namespace {

constexpr machine::FitMessages kFitMessages{&kEmptyProgram, &kTooManyRows};

// The type of the words of strips, weights and accumulators if the whole program agrees on it; otherwise
// each reader knows, and words stay words.
tensor::DType wordsOf(const std::vector<Decoded>& rows) {
    bool isInteger = false, isFloat = false;
    for (const Decoded& row : rows) {
        const std::string_view name = kIsa.insns[row.op].name;
        isInteger |= name.ends_with(".i") || name.ends_with(".i8");
        isFloat |= name.ends_with(".f");
    }
    if (isInteger == isFloat) return tensor::DType::U32;
    return isFloat ? tensor::DType::F32 : tensor::DType::I32;
}

RowCounts countsOf(const std::vector<Decoded>& rows, const std::vector<Coming>& coming) {
    RowCounts out;
    out.rows = static_cast<std::uint32_t>(rows.size());
    out.sends = static_cast<std::uint32_t>(
        std::count_if(rows.begin(), rows.end(), [](const Decoded& row) { return isSend(row.op); }));
    out.arrivals = static_cast<std::uint32_t>(coming.size());
    out.hasLaunches = launchedRowsOf(rows).has_value();
    return out;
}

Outcome checkLaunches(const std::vector<Decoded>& rows) {
    const Decoded* first = nullptr;
    for (const Decoded& row : rows) {
        if (row.op != op("launch")) continue;
        if (first != nullptr)
            return Problem{
                &kSeveralLaunches, {std::to_string(first->bundle), std::to_string(row.bundle)}, {}, {}, {}};
        first = &row;
    }
    return Done{};
}

} // namespace

std::vector<std::string_view> kernelNames() { return machine::namesOfKernels(circuit::passKernels()); }
std::string_view usualKernel() { return circuit::chosenPassKernel().name; }

Result<std::unique_ptr<machine::Machine>> createMachine(std::vector<program::Program> programs,
                                                        const Config& config, const MachineOptions& options) {
    LW_REQUIRE(programs.size() == config.cores.count, "there is a program for each circuit");
    std::vector<std::vector<Decoded>> rows;
    for (const program::Program& program : programs) {
        LW_TRY([[maybe_unused]] const Done fits, machine::checkFit(program, targetOf(config), kFitMessages));
        LW_TRY(rows.emplace_back(), decodeRows(program));
        LW_TRY([[maybe_unused]] const Done launches, checkLaunches(rows.back()));
    }
    LW_TRY(const circuit::PassKernel* const kernel,
           machine::kernelNamed(options.kernel, circuit::passKernels(), circuit::chosenPassKernel()));
    std::vector<std::vector<Coming>> coming = comingTo(rows, config);
    auto state = std::make_unique<machine::BoardState>(config.cores, options.threads);
    std::vector<Layout> layouts;
    std::vector<machine::NodeId> roots;
    for (std::size_t i = 0; i < programs.size(); ++i) {
        roots.push_back(state->rootOfNext());
        layouts.push_back(describe(state->tree, roots.back(), state->nextByte(), config,
                                   countsOf(rows[i], coming[i]), wordsOf(rows[i])));
        state->regions.push_back(layouts.back().region);
    }
    state->makeStore();
    LW_TRY(auto cores, machine::loadedCores<Circuit>(
                           state->crew, programs.size(), machine::isMuchData(programs), [&](std::size_t i) {
                               return std::make_unique<Circuit>(
                                   machine::CorePlace{{static_cast<std::uint16_t>(i)}, roots[i], *state},
                                   layouts[i], std::move(programs[i]), config, options, *kernel,
                                   std::move(rows[i]));
                           }));
    std::vector<Circuit*> circuits;
    for (const auto& core : cores) circuits.push_back(core.get());
    for (std::size_t i = 0; i < circuits.size(); ++i)
        circuits[i]->setCircuits(circuits, std::move(coming[i]));
    return machine::boardOf(std::move(state), std::move(cores), kernel->name);
}

Result<std::unique_ptr<machine::Machine>> createMachine(const program::Program& program, const Config& config,
                                                        const MachineOptions& options) {
    return createMachine(std::vector<program::Program>(config.cores.count, program), config, options);
}

} // namespace lw::inference
