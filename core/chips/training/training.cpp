// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"

#include "core/base/check.h"
#include "core/chips/training/core.h"
#include "core/chips/training/messages.h"

#include <utility>
#include <vector>

namespace lw::training {

namespace {

Outcome checkFit(const program::Program& program, const Config& config) {
    if (program.chip != kIsa.chip || program.machineHash != hashOf(config))
        return Problem{
            &kWrongMachine, {program.chip, program.machine, std::string(kIsa.chip), config.name}, {}, {}, {}};
    if (program.bundles.empty()) return Problem{&kEmptyProgram, {}, {}, {}, {}};
    if (program.bundles.size() > config.instructionBundles)
        return Problem{
            &kTooManyBundles,
            {std::to_string(program.bundles.size()), config.name, std::to_string(config.instructionBundles)},
            {},
            {},
            {}};
    return Done{};
}

Result<const MatrixKernel*> kernelFor(const std::string& name) {
    if (name.empty()) return &chosenMatrixKernel();
    if (const MatrixKernel* kernel = matrixKernelNamed(name)) return kernel;
    std::string names;
    for (const MatrixKernel& kernel : matrixKernels())
        names += (names.empty() ? "" : ", ") + std::string(kernel.name);
    return Problem{&kNoSuchKernel, {name, names}, {}, {}, {}};
}

} // namespace

std::vector<std::string_view> kernelNames() {
    std::vector<std::string_view> out;
    for (const MatrixKernel& kernel : matrixKernels()) out.push_back(kernel.name);
    return out;
}

Result<std::unique_ptr<machine::Machine>> createMachine(std::vector<program::Program> programs,
                                                        const Config& config, const MachineOptions& options) {
    LW_REQUIRE(programs.size() == config.cores, "there is a program for each core");
    for (const program::Program& program : programs) {
        LW_TRY([[maybe_unused]] const Done fits, checkFit(program, config));
    }
    LW_TRY(const MatrixKernel* const kernel, kernelFor(options.kernel));
    auto state = std::make_unique<machine::BoardState>();
    std::vector<std::unique_ptr<DecodedProgram>> decoded;
    std::vector<Layout> layouts;
    std::vector<machine::NodeId> roots;
    for (const program::Program& program : programs) {
        LW_TRY(decoded.emplace_back(), decodeProgram(program, config));
        roots.push_back(state->rootOfNext(programs.size()));
        layouts.push_back(describe(state->tree, roots.back(), state->nextByte(), config,
                                   static_cast<std::uint32_t>(program.bundles.size()),
                                   static_cast<std::uint32_t>(decoded.back()->branchBundles.size())));
        state->regions.push_back(layouts.back().region);
    }
    state->makeStore();
    std::vector<std::unique_ptr<machine::BoardCore>> cores;
    for (std::uint16_t i = 0; i < programs.size(); ++i) {
        auto core =
            std::make_unique<Core>(machine::CorePlace{{i}, roots[i], *state}, layouts[i],
                                   std::move(programs[i]), config, options, *kernel, std::move(decoded[i]));
        LW_TRY([[maybe_unused]] const Done loaded, core->load());
        cores.push_back(std::move(core));
    }
    return std::unique_ptr<machine::Machine>(
        std::make_unique<machine::Board>(std::move(state), std::move(cores), kernel->name));
}

Result<std::unique_ptr<machine::Machine>> createMachine(const program::Program& program, const Config& config,
                                                        const MachineOptions& options) {
    return createMachine(std::vector<program::Program>(config.cores, program), config, options);
}

} // namespace lw::training
