// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"

#include "core/base/check.h"
#include "core/chips/training/core.h"
#include "core/chips/training/messages.h"
#include "core/machine/load_cores.h"
#include "core/machine/loading.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace lw::training {

namespace {

constexpr machine::FitMessages kFitMessages{&kEmptyProgram, &kTooManyBundles};

// Whether a bundle of them uses the matrix unit.
bool multiplies(std::span<const std::unique_ptr<DecodedProgram>> programs) {
    return std::ranges::any_of(programs, [](const auto& program) {
        return std::ranges::any_of(program->plans, [](const Plan& plan) {
            return std::ranges::any_of(plan.issues, [](const Issue& issue) { return issue.unit == kMxu; });
        });
    });
}

} // namespace

std::vector<std::string_view> kernelNames() { return machine::namesOfKernels(matrixKernels()); }
std::string_view usualKernel() { return chosenMatrixKernel().name; }

Result<std::unique_ptr<machine::Machine>> createMachine(std::vector<program::Program> programs,
                                                        const Config& config, const MachineOptions& options) {
    LW_REQUIRE(programs.size() == config.cores, "there is a program for each core");
    for (const program::Program& program : programs) {
        LW_TRY([[maybe_unused]] const Done fits, machine::checkFit(program, targetOf(config), kFitMessages));
    }
    LW_TRY(const MatrixKernel* kernel,
           machine::kernelNamed(options.kernel, matrixKernels(), matrixKernels().back()));
    auto state =
        std::make_unique<machine::BoardState>(machine::CoreNames{.count = config.cores}, options.threads);
    std::vector<std::unique_ptr<DecodedProgram>> decoded;
    std::vector<Layout> layouts;
    std::vector<machine::NodeId> roots;
    for (const program::Program& program : programs) {
        LW_TRY(decoded.emplace_back(), decodeProgram(program, config));
        roots.push_back(state->rootOfNext());
        layouts.push_back(describe(state->tree, roots.back(), state->nextByte(), config,
                                   static_cast<std::uint32_t>(program.bundles.size()),
                                   static_cast<std::uint32_t>(decoded.back()->branchBundles.size())));
        state->regions.push_back(layouts.back().region);
    }
    // Measured only for those who multiply.
    if (options.kernel.empty() && multiplies(decoded)) kernel = &chosenMatrixKernel();
    state->makeStore();
    LW_TRY(auto cores, machine::loadedCores<Core>(
                           state->crew, programs.size(), machine::isMuchData(programs), [&](std::size_t i) {
                               return std::make_unique<Core>(
                                   machine::CorePlace{{static_cast<std::uint16_t>(i)}, roots[i], *state},
                                   layouts[i], std::move(programs[i]), config, options, *kernel,
                                   std::move(decoded[i]));
                           }));
    std::vector<Core*> peers;
    for (const auto& core : cores) peers.push_back(core.get());
    for (Core* const core : peers) core->setCores(peers);
    return machine::boardOf(std::move(state), std::move(cores), kernel->name);
}

Result<std::unique_ptr<machine::Machine>> createMachine(const program::Program& program, const Config& config,
                                                        const MachineOptions& options) {
    return createMachine(std::vector<program::Program>(config.cores, program), config, options);
}

} // namespace lw::training
