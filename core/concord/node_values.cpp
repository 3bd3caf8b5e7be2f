// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/node_values.h"

#include "core/numeric/block_float.h"
#include "core/numeric/elementary.h"
#include "core/numeric/half.h"
#include "core/numeric/wide_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::concord {

numeric::BlockRounding ofBlock(numeric::BlockRounding how, std::size_t number) {
    how.place.block += static_cast<std::uint32_t>(number);
    return how;
}

namespace {

numeric::Overflow overflowOf(const Format& format) {
    return format.saturates ? numeric::Overflow::Saturate : numeric::Overflow::Infinity;
}

struct Block {
    std::vector<std::int64_t> mantissas;
    int exponent = 0;
};

// A whole number: a neighbour of `scaled`.
double roundedOf(double scaled, const numeric::BlockRounding& how, std::size_t element) {
    const double below = std::trunc(scaled);
    switch (how.rounding) {
    case numeric::Rounding::NearestEven: return std::nearbyint(scaled);
    case numeric::Rounding::TowardZero: return below;
    case numeric::Rounding::Stochastic: break;
    }
    numeric::DrawPlace place = how.place;
    place.element = static_cast<std::uint32_t>(element);
    const bool isLarger = numeric::drawAt(place) < std::floor(std::ldexp(std::abs(scaled - below), 32));
    return isLarger ? below + std::copysign(1.0, scaled) : below;
}

// With the exponent of `like`, which it is a part of.
Block blockOf(std::span<const double> values, std::span<const double> like, const Format& format,
              std::uint32_t bits, Mistake::Clamp clamp, const numeric::BlockRounding& how) {
    Block out;
    const numeric::BlockFormat block{static_cast<int>(bits), static_cast<int>(format.exponentBits)};
    out.exponent = numeric::blockExponent(like, block);
    double largest = 0;
    for (const double value : like)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    if (clamp == Mistake::Clamp::AnyExponent && largest > 0) std::frexp(largest, &out.exponent);
    const double limit = std::ldexp(1.0, static_cast<int>(bits) - 1);
    const double least = clamp == Mistake::Clamp::Symmetric ? 1 - limit : -limit;
    const double most = clamp == Mistake::Clamp::Wide ? limit : limit - 1;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double scaled =
            roundedOf(std::ldexp(values[i], static_cast<int>(bits) - 1 - out.exponent), how, i);
        out.mantissas.push_back(
            std::isnan(scaled) ? 0 : static_cast<std::int64_t>(std::clamp(scaled, least, most)));
    }
    return out;
}

// The nearest float32.
double singleOf(const numeric::Dyadic& exact) {
    const double size = std::ldexp(double{static_cast<float>(exact.magnitude)}, exact.exponent);
    return exact.isNegative ? -size : size;
}

template <typename Sum>
std::uint16_t exactSumOf(std::span<const std::int64_t> dots, std::span<const int> exponents,
                         const Format& format, bool isRoundedTwice) {
    Sum sum;
    for (std::size_t c = 0; c < dots.size(); ++c) sum.add(dots[c], exponents[c]);
    if (isRoundedTwice) return numeric::halfOf(singleOf(sum.odd()), overflowOf(format));
    return numeric::roundedSum(sum, numeric::kFloat16, {.overflow = overflowOf(format)});
}

// A product, vector by vector.
class Product {
  public:
    Product(const Node& node, const Format& format, const Numbers& in, const Numbers& matrices,
            const Mistake& mistake)
        : m_node(node), m_format(format), m_n(format.n), m_mistake(mistake), m_matrices(matrices) {
        const std::size_t together = (mistake.vectorIsOneBlock ? node.columns : 1) * m_n;
        for (std::size_t at = 0; at < in.size(); at += m_n)
            m_vectors.push_back(blockOf(std::span(in).subspan(at, m_n),
                                        std::span(in).subspan(at / together * together, together), format,
                                        format.vectorBits, mistake.clamp, ofBlock(node.rounding, at / m_n)));
    }

    Numbers run() {
        Numbers out;
        for (std::uint32_t turn = 0; turn < m_node.turns; ++turn)
            for (std::uint32_t r = 0; r < m_node.rows; ++r)
                for (std::uint32_t line = 0; line < m_n; ++line) out.push_back(element(turn, r, line));
        return out;
    }

  private:
    const Block& rowOf(std::uint32_t r, std::uint32_t line, std::uint32_t column) {
        if (m_rows.empty()) m_rows.resize(std::size_t{m_node.rows} * m_n * m_node.columns);
        Block& row = m_rows[(std::size_t{r} * m_n + line) * m_node.columns + column];
        if (!row.mantissas.empty()) return row;
        Numbers all; // over all columns
        for (std::uint32_t c = 0; c < m_node.columns; ++c) {
            const auto from =
                m_matrices.begin() +
                static_cast<std::ptrdiff_t>(((std::size_t{r} * m_node.columns + c) * m_n + line) * m_n);
            all.insert(all.end(), from, from + static_cast<std::ptrdiff_t>(m_n));
        }
        const auto own = std::span<const double>(all).subspan(column * m_n, m_n);
        const std::size_t matrix = std::size_t{r} * m_node.columns + column;
        const auto how = matrix < m_node.ofMatrices.size() ? ofBlock(m_node.ofMatrices[matrix], line)
                                                           : numeric::BlockRounding{};
        return row = blockOf(own, m_mistake.matrixRowIsOneBlock ? std::span<const double>(all) : own,
                             m_format, m_format.matrixBits, m_mistake.clamp, how);
    }

    double element(std::uint32_t turn, std::uint32_t r, std::uint32_t line) {
        std::vector<std::int64_t> dots;
        std::vector<int> exponents;
        float single = 0;
        for (std::uint32_t c = 0; c < m_node.columns; ++c) {
            const Block &x = m_vectors[std::size_t{turn} * m_node.columns + c], &row = rowOf(r, line, c);
            exponents.push_back(x.exponent + row.exponent - static_cast<int>(m_format.vectorBits) + 1 -
                                static_cast<int>(m_format.matrixBits) + 1);
            dots.push_back(0);
            for (std::size_t i = 0; i < m_n; ++i) {
                const std::int64_t term = x.mantissas[i] * row.mantissas[i];
                dots.back() += term;
                if (m_mistake.sums == Mistake::Sums::FloatOfElements)
                    single += static_cast<float>(std::ldexp(static_cast<double>(term), exponents.back()));
            }
            if (m_mistake.sums == Mistake::Sums::FloatOfDots)
                single += static_cast<float>(std::ldexp(static_cast<double>(dots.back()), exponents.back()));
        }
        if (m_mistake.sums != Mistake::Sums::Exact)
            return numeric::halfValue(numeric::halfOf(static_cast<double>(single), overflowOf(m_format)));
        const bool isTwice = m_mistake.isRoundedTwice;
        return numeric::halfValue(m_format.exactSums
                                      ? exactSumOf<numeric::ExactSum>(dots, exponents, m_format, isTwice)
                                      : exactSumOf<numeric::WindowSum>(dots, exponents, m_format, isTwice));
    }

    const Node& m_node;
    const Format& m_format;
    std::size_t m_n;
    Mistake m_mistake;
    const Numbers& m_matrices;
    std::vector<Block> m_vectors, m_rows;
};

Numbers windowsOf(const Node& node, const Format& format, const Numbers& picture, const Mistake& mistake) {
    const Window& window = node.windows.window;
    const std::uint64_t each = window.windowVectors(), step = mistake.windowStep.value_or(each),
                        skip = mistake.windowSkip.value_or(node.windows.skip);
    const double held = numeric::halfValue(window.padding);
    const double padding = mistake.hasZeroPadding && held < 0 && std::isinf(held) ? 0 : held;
    Numbers out;
    for (std::uint32_t turn = 0; turn < node.turns; ++turn)
        for (std::uint32_t i = 0; i < node.windows.count; ++i) {
            const std::uint64_t at = turn * step + skip + i;
            const auto from = window.vectorOf(node.windows.first + at / each, at % each);
            for (std::uint32_t k = 0; k < format.n; ++k)
                out.push_back(from ? picture[*from * format.n + k] : padding);
        }
    return out;
}

Numbers softmaxOf(const Node& node, const Format& format, const Numbers& in, const Mistake& mistake) {
    const std::size_t each = std::size_t{node.rows} * format.n,
                      length = mistake.hasZeroPadding ? each : node.length;
    Numbers out(in.size());
    for (std::size_t turn = 0; turn < node.turns; ++turn) {
        std::vector<std::uint16_t> codes;
        for (std::size_t i = 0; i < length; ++i)
            codes.push_back(numeric::halfOf(in[turn * each + i], numeric::Overflow::Infinity));
        numeric::halfSoftmax(codes, overflowOf(format));
        for (std::size_t i = 0; i < (mistake.isZeroedAfter ? node.length : length); ++i)
            out[turn * each + i] = numeric::halfValue(codes[i]);
    }
    return out;
}

double larger(double x, double y) {
    if (std::isnan(x) || std::isnan(y)) return std::numeric_limits<double>::quiet_NaN();
    if (x == y) return std::signbit(x) ? y : x;
    return std::max(x, y);
}

double sigmoidOf(double x) { return 1 / (1 + std::exp(-x)); }

double functionOf(OpKind kind, double x, double y) {
    switch (kind) {
    case OpKind::Add: return x + y;
    case OpKind::Subtract: return x - y;
    case OpKind::SubtractFrom: return y - x;
    case OpKind::Multiply: return x * y;
    case OpKind::Max: return larger(x, y);
    case OpKind::Relu: return larger(x, 0);
    case OpKind::Sigmoid: return sigmoidOf(x);
    default: return std::tanh(x);
    }
}

double withoutInfinity(double value) {
    return value == -std::numeric_limits<double>::infinity() ? 0.0 : value;
}

// As FP16 holds them. A mantissa may have more bits than that, and -1 of a block be beyond its range.
Numbers inHalves(Numbers values, const Format& format) {
    for (double& value : values) value = numeric::halfValue(numeric::halfOf(value, overflowOf(format)));
    return values;
}

} // namespace

Numbers numbersOf(const Pieces& pieces, const NodeNumbers& values, std::uint32_t each) {
    Numbers out;
    for (const Piece& piece : pieces)
        overPiece(piece, [&](std::uint32_t vector) {
            const Numbers& from = values[piece.node];
            for (std::size_t i = std::size_t{vector} * each; i < (std::size_t{vector} + 1) * each; ++i)
                out.push_back(i < from.size() ? from[i] : std::numeric_limits<double>::quiet_NaN());
        });
    return out;
}

Numbers unroundedValueOf(const Node& node, const Numbers& in, const Numbers& operand) {
    Numbers out;
    for (std::size_t i = 0; i < in.size(); ++i)
        out.push_back(functionOf(node.kind, in[i], i < operand.size() ? operand[i] : 0));
    return out;
}

Numbers valueOf(const Node& node, const Format& format, const Numbers& in, const Numbers& operand,
                const Mistake& mistake) {
    if (node.kind == OpKind::Product) return Product(node, format, in, operand, mistake).run();
    if (node.kind == OpKind::Window) return windowsOf(node, format, in, mistake);
    if (node.kind == OpKind::Softmax) return softmaxOf(node, format, in, mistake);
    if (node.kind == OpKind::WriteQuantised)
        return inHalves(blocksOf(in, format, node.bits,
                                 mistake.vectorIsOneBlock ? in.size() / node.turns / format.n : 1,
                                 mistake.clamp, node.rounding),
                        format);
    Numbers x = in, y = operand;
    if (mistake.hasZeroPadding) {
        std::ranges::transform(x, x.begin(), withoutInfinity);
        std::ranges::transform(y, y.begin(), withoutInfinity);
    }
    if (mistake.isSwapped) std::swap(x, y);
    Numbers exact = unroundedValueOf(node, x, y);
    // One of two FP16 numbers needs no rounding, and an infinity stays one where results saturate.
    if (node.kind == OpKind::Max || node.kind == OpKind::Relu) return exact;
    if (mistake.isRoundedTwice)
        for (double& value : exact) value = double{static_cast<float>(value)};
    return inHalves(std::move(exact), format);
}

NodeNumbers valuesOf(const Graph& graph, const Format& format, const NodeNumbers& sources) {
    NodeNumbers out(graph.nodes.size());
    std::copy_n(sources.begin(), std::min<std::size_t>(sources.size(), kSources), out.begin());
    const std::uint32_t n = format.n;
    for (std::uint32_t i = kSources; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        Numbers in = numbersOf(node.in, out, node.kind == OpKind::WriteMatrix ? n * n : n);
        out[i] = areMatrices(node.kind)
                     ? std::move(in) // which a product rounds
                     : valueOf(node, format, in,
                               numbersOf(node.operand, out, node.kind == OpKind::Product ? n * n : n));
    }
    return out;
}

Numbers blocksOf(const Numbers& values, const Format& format, std::uint32_t bits, std::size_t together,
                 Mistake::Clamp clamp, const numeric::BlockRounding& how) {
    Numbers out;
    const std::size_t n = format.n * std::max<std::size_t>(together, 1);
    for (std::size_t at = 0; at + n <= values.size(); at += n) {
        const auto part = std::span(values).subspan(at, n);
        const Block block = blockOf(part, part, format, bits, clamp, ofBlock(how, at / n));
        for (const std::int64_t mantissa : block.mantissas)
            out.push_back(
                std::ldexp(static_cast<double>(mantissa), block.exponent - static_cast<int>(bits) + 1));
    }
    return out;
}

std::vector<std::uint16_t> codesOf(const Numbers& values, const Format& format) {
    std::vector<std::uint16_t> out;
    for (const double value : values) {
        const auto overflow = std::isinf(value) ? numeric::Overflow::Infinity : overflowOf(format);
        out.push_back(std::isnan(value) ? numeric::kHalfNan : numeric::halfOf(value, overflow));
    }
    return out;
}

} // namespace lw::concord
