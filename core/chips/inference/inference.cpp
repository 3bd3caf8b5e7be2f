// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"

#include "core/chips/inference/circuit.h"
#include "core/chips/inference/messages.h"
#include "core/isa/encode.h"
#include "core/machine/loading.h"

#include <utility>

namespace lw::inference {

namespace {

constexpr machine::FitMessages kFitMessages{&kEmptyProgram, &kTooManyRows};

// An empty row is a nop.
Result<std::vector<Decoded>> decodeRows(const program::Program& program) {
    std::vector<Decoded> rows(program.bundles.size());
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        isa::Bundle bundle;
        if (const auto finding = isa::decode(kIsa, program.bundles[i], bundle))
            return Problem{&kUnusableRow, {std::to_string(i), textOf(finding->problem)}, {}, {}, {}};
        rows[i].bundle = i;
        rows[i].op = bundle.count == 0 ? op("nop") : bundle.insns[0].op;
        for (std::size_t j = 0; j < isa::kMaxOperands; ++j)
            rows[i].operands[j] = bundle.insns[0].operands[j].value;
    }
    return rows;
}

// What the words of strips, weights and accumulators are when the program is of one mind about it; otherwise
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

} // namespace

std::vector<std::string_view> kernelNames() { return machine::namesOfKernels(circuit::passKernels()); }

Result<std::unique_ptr<machine::Machine>> createMachine(program::Program program, const Config& config,
                                                        const MachineOptions& options) {
    LW_TRY([[maybe_unused]] const Done fits, machine::checkFit(program, targetOf(config), kFitMessages));
    LW_TRY(const circuit::PassKernel* const kernel,
           machine::kernelNamed(options.kernel, circuit::passKernels(), circuit::chosenPassKernel()));
    LW_TRY(std::vector<Decoded> rows, decodeRows(program));
    auto state = std::make_unique<machine::BoardState>();
    const machine::NodeId root = state->rootOfNext();
    const Layout layout = describe(state->tree, root, state->nextByte(), config,
                                   static_cast<std::uint32_t>(rows.size()), wordsOf(rows));
    state->regions = {layout.region};
    state->makeStore();
    auto circuit = std::make_unique<Circuit>(machine::CorePlace{{}, root, *state}, layout, std::move(program),
                                             config, options, *kernel, std::move(rows));
    LW_TRY([[maybe_unused]] const Done loaded, circuit->load());
    std::vector<std::unique_ptr<machine::BoardCore>> cores;
    cores.push_back(std::move(circuit));
    return std::unique_ptr<machine::Machine>(
        std::make_unique<machine::Board>(std::move(state), std::move(cores), kernel->name));
}

} // namespace lw::inference
