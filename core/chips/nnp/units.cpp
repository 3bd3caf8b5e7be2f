// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/functions.h"
#include "core/chips/nnp/processor.h"
#include "core/numeric/half.h"
#include "core/numeric/half_lanes.h"

#include <algorithm>

// The matrix vector multiplier and the multifunction units.
namespace lw::nnp {

namespace {

// The outputs of all iterations, one after the other; nothing if a sum has left the window.
std::optional<std::vector<std::uint16_t>> productOf(Processor& processor, const Decoded& row,
                                                    std::uint64_t& cut) {
    const Controls& controls = processor.controls();
    const std::uint64_t first = addressOf(row, controls).first;
    const std::size_t n = processor.elements(), columns = controls.columns(), rows = controls.rows();
    Multiplier& multiplier = processor.multiplier();
    multiplier.quantise(processor.allTravelling(), processor.rounding(0));
    std::vector<std::uint16_t> out(controls.iterations() * rows * n);
    std::uint16_t* to = out.data();
    for (std::size_t turn = 0; turn < controls.iterations(); ++turn)
        for (std::size_t r = 0; r < rows; ++r, to += n)
            if (const auto line = multiplier.rows(first + r * columns, turn * columns, columns, to, cut)) {
                processor.fail(row, machine::FaultKind::OutOfRange,
                               "the sum of row " + std::to_string(*line) + " of output " + std::to_string(r) +
                                   " leaves the accumulator, which has 34 bits before the point",
                               "scale the vector or the matrix down");
                return {};
            }
    return out;
}

// Changes all vectors that travel.
bool overElements(Processor& processor, void (*function)(std::span<std::uint16_t>)) {
    function(processor.allTravelling());
    return true;
}

// Changes every vector that travels, with one of a register file beside it.
using WithOperand = void (*)(std::span<std::uint16_t>, const std::uint16_t*, numeric::Overflow);
bool withFile(Processor& processor, const Decoded& row, Memory memory, WithOperand function) {
    const Address from = addressOf(row, processor.controls());
    const std::uint32_t count = processor.vectorsOfTurn();
    for (std::uint32_t vector = 0; vector < *processor.state().chainCount; ++vector) {
        const std::uint64_t location = from.first + std::uint64_t{vector / count} * from.inc + vector % count;
        processor.touched(machine::TriggerKind::MemoryRead, row, memory, location);
        function(processor.travelling(vector), processor.vectorOf(memory, location),
                 processor.config().overflow());
    }
    return true;
}

} // namespace

bool doProduct(Processor& processor, const Decoded& row) {
    std::uint64_t cut = 0;
    const auto out = productOf(processor, row, cut);
    if (!out) return false;
    const Controls& controls = processor.controls();
    processor.touchedFile(machine::TriggerKind::MemoryRead, row, Memory::MatrixRf,
                          addressOf(row, controls).first,
                          std::uint64_t{controls.rows()} * controls.columns());
    const State& s = processor.state();
    const std::size_t n = processor.elements();
    *s.termsCut += cut;
    processor.quantised(Quantiser::Vectors, *s.chainCount * n, processor.multiplier().losses());
    *s.chainCount = static_cast<std::uint32_t>(out->size() / n);
    std::ranges::copy(*out, processor.allTravelling().begin());
    return true;
}

bool doAdd(Processor& processor, const Decoded& row) {
    return withFile(processor, row, memoryOf(row), numeric::addHalves);
}
bool doSubtract(Processor& processor, const Decoded& row) {
    return withFile(processor, row, memoryOf(row), numeric::subtractHalves);
}
bool doSubtractFrom(Processor& processor, const Decoded& row) {
    return withFile(processor, row, memoryOf(row), numeric::subtractFromHalves);
}
bool doMax(Processor& processor, const Decoded& row) {
    return withFile(processor, row, memoryOf(row), numeric::maxHalves);
}
bool doMultiply(Processor& processor, const Decoded& row) {
    return withFile(processor, row, Memory::MultiplyVrf, numeric::multiplyHalves);
}
bool doRelu(Processor& processor, const Decoded&) { return overElements(processor, numeric::reluHalves); }
bool doSigmoid(Processor& processor, const Decoded&) {
    return overElements(processor, numeric::sigmoidHalves);
}
bool doTanh(Processor& processor, const Decoded&) { return overElements(processor, numeric::tanhHalves); }

bool doSoftmax(Processor& processor, const Decoded&) {
    const State& s = processor.state();
    const std::uint32_t turns = processor.controls().iterations();
    const std::size_t n = processor.elements(), each = *s.chainCount / turns * n;
    const std::uint32_t length = processor.controls()[Control::Length];
    (void)processor.allTravelling();
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
        const std::span<std::uint16_t> all(s.chain + turn * each, each);
        const auto part = all.first(length == 0 ? each : length);
        numeric::halfSoftmax(part, processor.config().overflow());
        std::ranges::fill(all.subspan(part.size()), std::uint16_t{0});
    }
    return true;
}

} // namespace lw::nnp
