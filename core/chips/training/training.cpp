// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"

#include "core/base/check.h"
#include "core/chips/training/core.h"
#include "core/chips/training/messages.h"
#include "core/machine/load_cores.h"
#include "core/machine/loading.h"

#include <utility>
#include <vector>

namespace lw::training {

namespace {

constexpr machine::FitMessages kFitMessages{&kEmptyProgram, &kTooManyBundles};

} // namespace

std::vector<std::string_view> kernelNames() { return machine::namesOfKernels(matrixKernels()); }

Result<std::unique_ptr<machine::Machine>> createMachine(std::vector<program::Program> programs,
                                                        const Config& config, const MachineOptions& options) {
    LW_REQUIRE(programs.size() == config.cores, "there is a program for each core");
    for (const program::Program& program : programs) {
        LW_TRY([[maybe_unused]] const Done fits, machine::checkFit(program, targetOf(config), kFitMessages));
    }
    LW_TRY(const MatrixKernel* const kernel,
           machine::kernelNamed(options.kernel, matrixKernels(), chosenMatrixKernel()));
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
