// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/nnp.h"

#include "core/chips/nnp/firmware.h"
#include "core/chips/nnp/hints.h"
#include "core/chips/nnp/messages.h"
#include "core/chips/nnp/processor.h"
#include "core/machine/load_cores.h"
#include "core/machine/loading.h"

#include <utility>

namespace lw::nnp {

namespace {
constexpr machine::FitMessages kFitMessages{&kEmptyProgram, &kTooManyRows};
} // namespace

std::vector<std::string_view> kernelNames() { return machine::namesOfKernels(productKernels()); }
std::string_view usualKernel() { return productKernels().back().name; }

Result<std::unique_ptr<machine::Machine>> createMachine(program::Program program, const Config& config,
                                                        const MachineOptions& options) {
    LW_TRY([[maybe_unused]] const Done fits, machine::checkFit(program, targetOf(config), kFitMessages));
    LW_TRY(std::vector<Decoded> rows, decodeRows(program));
    LW_TRY(const ProductKernel* const kernel,
           machine::kernelNamed(options.kernel, productKernels(), productKernels().back()));
    auto state = std::make_unique<machine::BoardState>(machine::CoreNames{}, 1);
    const machine::NodeId root = state->rootOfNext();
    const Layout layout =
        describe(state->tree, root, state->nextByte(), config, static_cast<std::uint32_t>(rows.size()));
    state->regions.push_back(layout.region);
    state->makeStore();
    std::vector<std::unique_ptr<Processor>> cores;
    cores.push_back(std::make_unique<Processor>(machine::CorePlace{{0}, root, *state}, layout,
                                                std::move(program), config, options.uninit, *kernel,
                                                std::move(rows)));
    LW_TRY([[maybe_unused]] const Done loaded, cores.front()->load());
    return machine::boardOf(std::move(state), std::move(cores), kernel->name);
}

std::vector<program::LintFinding> brokenRules(const program::Program& program, const Config& config) {
    const auto rows = decodeRows(program);
    if (!rows) return {}; // making the machine says so
    std::vector<program::LintFinding> out;
    for (const Refusal& refusal : refusalsOf(*rows, config))
        out.push_back({&kBrokenRule, 0, refusal.bundle, {refusal.text, refusal.advice}});
    if (!out.empty()) return out;
    return contradictions(program, *rows, config);
}

} // namespace lw::nnp
