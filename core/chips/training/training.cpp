// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"

#include "core/chips/training/core.h"
#include "core/chips/training/messages.h"

#include <utility>

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

Result<std::unique_ptr<machine::Machine>> createMachine(program::Program program, const Config& config,
                                                        const MachineOptions& options) {
    LW_TRY([[maybe_unused]] const Done fits, checkFit(program, config));
    LW_TRY(const MatrixKernel* const kernel, kernelFor(options.kernel));
    LW_TRY(std::unique_ptr<DecodedProgram> decoded, decodeProgram(program, config));
    auto state = std::make_unique<machine::BoardState>();
    const Layout layout = describe(state->tree, state->tree.root(), 0, config,
                                   static_cast<std::uint32_t>(program.bundles.size()),
                                   static_cast<std::uint32_t>(decoded->branchBundles.size()));
    state->store = std::make_unique<machine::StateStore>(std::vector{layout.region});
    auto core = std::make_unique<Core>(*state, layout, std::move(program), config, options, *kernel,
                                       std::move(decoded));
    LW_TRY([[maybe_unused]] const Done loaded, core->load());
    std::vector<std::unique_ptr<machine::BoardCore>> cores;
    cores.push_back(std::move(core));
    return std::unique_ptr<machine::Machine>(
        std::make_unique<machine::Board>(std::move(state), std::move(cores), kernel->name));
}

} // namespace lw::training
