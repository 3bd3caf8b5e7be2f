// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/functions.h"
#include "core/chips/nnp/processor.h"
#include "core/numeric/block_float.h"
#include "core/numeric/half.h"
#include "core/numeric/wide_sum.h"

#include <algorithm>

// The matrix vector multiplier and the multifunction units.
namespace lw::nnp {

namespace {

// Vectors that travel, as the multiplier's quantisers give them.
struct Quantised {
    std::vector<std::int16_t> mantissas; // of all vectors
    std::vector<int> exponents;          // of each
};

Quantised quantised(Processor& processor) {
    const std::size_t n = processor.elements(), count = *processor.state().chainCount;
    Quantised out{std::vector<std::int16_t>(count * n), std::vector<int>(count)};
    std::vector<double> values(n);
    numeric::BlockRounding how = processor.rounding(0);
    for (std::size_t vector = 0; vector < count; ++vector) {
        how.place.block = static_cast<std::uint32_t>(vector);
        const auto from = processor.travelling(vector);
        for (std::size_t i = 0; i < n; ++i) values[i] = numeric::halfValue(from[i]);
        out.exponents[vector] = numeric::encodeBlock(values, processor.config().vectorFormat(), how,
                                                     std::span(out.mantissas).subspan(vector * n, n));
    }
    return out;
}

// A row of the MatrixRf.
std::span<const std::int16_t> rowOf(const Processor& processor, std::uint64_t matrix, std::uint64_t line) {
    const std::size_t n = processor.elements();
    const auto* const mantissas =
        static_cast<const std::int16_t*>(static_cast<const void*>(processor.state().mantissas));
    return {mantissas + (matrix * n + line) * n, n};
}

// Element `line` of output r of an iteration: sums of products over its columns, rounded to FP16 once. The
// order of the columns is that of their numbers; it matters for nothing but where a window overflows.
template <typename Sum>
Sum sumOf(const Processor& processor, const Quantised& x, std::uint64_t turn, std::uint64_t matrix,
          std::uint64_t line) {
    const Config& config = processor.config();
    const std::size_t n = processor.elements(), columns = processor.controls().columns();
    Sum sum;
    for (std::size_t c = 0; c < columns; ++c) {
        const std::size_t vector = turn * columns + c;
        const int exponent =
            numeric::dotExponent(x.exponents[vector], config.vectorFormat(),
                                 processor.state().exponents[(matrix + c) * n + line], config.matrixFormat());
        sum.add(numeric::mantissaDot(std::span(x.mantissas).subspan(vector * n, n),
                                     rowOf(processor, matrix + c, line)),
                exponent);
    }
    return sum;
}

std::uint16_t codeOf(const Processor& processor, const auto& sum) {
    return numeric::roundedSum(sum, numeric::kFloat16, {.overflow = processor.config().overflow()});
}

// The outputs of all iterations, one behind the other; nothing if a sum has left the window.
std::optional<std::vector<std::uint16_t>> productOf(Processor& processor, const Decoded& row,
                                                    std::uint64_t& cut) {
    const Controls controls = processor.controls();
    const std::uint64_t first = addressOf(row, controls).first;
    const Quantised x = quantised(processor);
    std::vector<std::uint16_t> out;
    for (std::uint64_t turn = 0; turn < controls.iterations(); ++turn)
        for (std::uint64_t r = 0; r < controls.rows(); ++r)
            for (std::uint64_t line = 0; line < processor.elements(); ++line) {
                const std::uint64_t matrix = first + r * controls.columns();
                if (processor.config().exactSums != 0) {
                    out.push_back(
                        codeOf(processor, sumOf<numeric::ExactSum>(processor, x, turn, matrix, line)));
                    continue;
                }
                const auto sum = sumOf<numeric::WindowSum>(processor, x, turn, matrix, line);
                if (sum.hasOverflowed()) {
                    processor.fail(row, machine::FaultKind::OutOfRange,
                                   "the sum of row " + std::to_string(line) + " of output " +
                                       std::to_string(r) +
                                       " leaves the accumulator, which has 34 bits before the point",
                                   "scale the vector or the matrix down");
                    return {};
                }
                cut += sum.termsCut();
                out.push_back(codeOf(processor, sum));
            }
    return out;
}

// Changes every vector that travels, element by element.
template <typename Function> bool overElements(Processor& processor, const Function& function) {
    for (std::uint32_t vector = 0; vector < *processor.state().chainCount; ++vector)
        for (std::uint16_t& element : processor.travelling(vector)) element = function(element);
    return true;
}

// The same with a vector of a register file beside each.
template <typename Function>
bool withFile(Processor& processor, const Decoded& row, Memory memory, const Function& function) {
    const Address from = addressOf(row, processor.controls());
    const std::uint32_t count = processor.vectorsOfTurn();
    std::vector<std::uint16_t> operand(processor.elements());
    for (std::uint32_t vector = 0; vector < *processor.state().chainCount; ++vector) {
        processor.readVector(memory, from.first + std::uint64_t{vector / count} * from.inc + vector % count,
                             operand);
        const auto in = processor.travelling(vector);
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = function(in[i], operand[i]);
    }
    return true;
}
template <typename Function>
bool withAdder(Processor& processor, const Decoded& row, const Function& function) {
    return withFile(processor, row, memoryOf(row), function);
}

} // namespace

bool doProduct(Processor& processor, const Decoded& row) {
    std::uint64_t cut = 0;
    const auto out = productOf(processor, row, cut);
    if (!out) return false;
    const State& s = processor.state();
    const std::size_t n = processor.elements();
    *s.termsCut += cut;
    *s.chainCount = static_cast<std::uint32_t>(out->size() / n);
    for (std::uint32_t vector = 0; vector < *s.chainCount; ++vector)
        std::copy_n(out->begin() + static_cast<std::ptrdiff_t>(vector * n), n,
                    processor.travelling(vector).begin());
    return true;
}

bool doAdd(Processor& processor, const Decoded& row) {
    return withAdder(processor, row,
                     [overflow = processor.config().overflow()](std::uint16_t x, std::uint16_t y) {
                         return numeric::halfSum(x, y, overflow);
                     });
}
bool doSubtract(Processor& processor, const Decoded& row) {
    return withAdder(processor, row,
                     [overflow = processor.config().overflow()](std::uint16_t x, std::uint16_t y) {
                         return numeric::halfDifference(x, y, overflow);
                     });
}
bool doSubtractFrom(Processor& processor, const Decoded& row) {
    return withAdder(processor, row,
                     [overflow = processor.config().overflow()](std::uint16_t x, std::uint16_t y) {
                         return numeric::halfDifference(y, x, overflow);
                     });
}
bool doMax(Processor& processor, const Decoded& row) { return withAdder(processor, row, numeric::halfMax); }
bool doMultiply(Processor& processor, const Decoded& row) {
    return withFile(processor, row, Memory::MultiplyVrf,
                    [overflow = processor.config().overflow()](std::uint16_t x, std::uint16_t y) {
                        return numeric::halfProduct(x, y, overflow);
                    });
}
bool doRelu(Processor& processor, const Decoded&) { return overElements(processor, numeric::halfRelu); }
bool doSigmoid(Processor& processor, const Decoded&) { return overElements(processor, numeric::halfSigmoid); }
bool doTanh(Processor& processor, const Decoded&) { return overElements(processor, numeric::halfTanh); }

bool doSoftmax(Processor& processor, const Decoded&) {
    const State& s = processor.state();
    const std::uint32_t turns = processor.controls().iterations();
    const std::size_t n = processor.elements(), each = *s.chainCount / turns * n;
    const std::uint32_t length = processor.controls()[Control::Length];
    for (std::uint32_t vector = 0; vector < *s.chainCount; ++vector) (void)processor.travelling(vector);
    for (std::uint32_t turn = 0; turn < turns; ++turn) {
        const std::span<std::uint16_t> all(s.chain + turn * each, each);
        const auto part = all.first(length == 0 ? each : length);
        numeric::halfSoftmax(part, processor.config().overflow());
        std::ranges::fill(all.subspan(part.size()), std::uint16_t{0});
    }
    return true;
}

} // namespace lw::nnp
