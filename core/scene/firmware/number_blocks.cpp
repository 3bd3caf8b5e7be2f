// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/number_blocks.h"

#include "core/base/json.h"
#include "core/numeric/number_format.h"

#include <algorithm>
#include <cmath>

namespace lw::scene::firmware {

using concord::Node;
using concord::OpKind;

namespace {

constexpr double kBinsOfStep = 16;

NumberBlock roundedBlock(std::span<const double> values, numeric::BlockFormat format,
                         const numeric::BlockRounding& how) {
    NumberBlock out;
    std::vector<std::int16_t> mantissas(values.size());
    out.exponent = numeric::encodeBlock(values, format, how, mantissas);
    out.step = std::ldexp(1.0, out.exponent - (format.mantissaBits - 1));
    for (std::size_t i = 0; i < values.size(); ++i) {
        BlockNumber& number = out.numbers.emplace_back();
        number.value = values[i];
        number.mantissa = mantissas[i];
        number.rounded = numeric::blockValue(mantissas[i], out.exponent, format);
        const double exact = values[i] / out.step;
        const double wanted =
            how.rounding == numeric::Rounding::TowardZero ? std::trunc(exact) : std::nearbyint(exact);
        number.isSaturated =
            wanted > numeric::highestMantissa(format) || wanted < numeric::lowestMantissa(format);
    }
    return out;
}

double largestElement(numeric::MxFormat format) {
    if (format == numeric::MxFormat::Int8) return 127.0 / 64; // it never becomes -2
    double out = 0;
    for (int code = 0; code < 1 << numeric::elementBits(format); ++code)
        if (const double value = numeric::mxElement(static_cast<std::uint8_t>(code), format);
            std::isfinite(value))
            out = std::max(out, value);
    return out;
}
// Between the largest element and the one below it.
double largestStep(numeric::MxFormat format) {
    if (format == numeric::MxFormat::Int8) return 1.0 / 64;
    const double largest = largestElement(format);
    double below = 0;
    for (int code = 0; code < 1 << numeric::elementBits(format); ++code)
        if (const double value = numeric::mxElement(static_cast<std::uint8_t>(code), format); value < largest)
            below = std::max(below, value);
    return largest - below;
}

NumberBlock mxBlock(std::span<const double> values, numeric::MxFormat format) {
    std::vector<std::uint8_t> codes(values.size());
    const std::uint8_t scale = numeric::encodeMx(values, format, codes);
    const double unit = std::ldexp(1.0, scale - numeric::kScaleBias);
    NumberBlock out{scale - numeric::kScaleBias, largestStep(format) * unit};
    for (std::size_t i = 0; i < values.size(); ++i)
        out.numbers.push_back({values[i], static_cast<std::int16_t>(codes[i]),
                               numeric::mxValue(codes[i], scale, format),
                               std::abs(values[i]) > largestElement(format) * unit});
    return out;
}

void count(const BlockNumber& number, double step, NumberBlocks& out) {
    ++out.numbers;
    out.exact += number.value == number.rounded ? 1 : 0;
    out.saturated += number.isSaturated ? 1 : 0;
    const double lost = number.value - number.rounded;
    if (!std::isfinite(lost)) return;
    out.largestLoss = std::max(out.largestLoss, std::abs(lost));
    out.squares += lost * lost;
    const double middle = (kLossBins - 1) / 2.0;
    const double bin = std::clamp(std::round(lost / step * kBinsOfStep) + middle, 0.0, kLossBins - 1.0);
    ++out.losses[static_cast<std::size_t>(bin)];
}

} // namespace

NumberBlocks numberBlocks(std::span<const double> values, std::uint32_t n, numeric::BlockFormat format,
                          const numeric::BlockRounding& how) {
    NumberBlocks out{.format = format, .blocks = {}};
    for (std::size_t at = 0; at + n <= values.size(); at += n) {
        out.blocks.push_back(roundedBlock(values.subspan(at, n), format, concord::ofBlock(how, at / n)));
        for (const BlockNumber& number : out.blocks.back().numbers)
            count(number, out.blocks.back().step, out);
    }
    return out;
}

NumberBlocks mxBlocks(std::span<const double> values, numeric::MxFormat format) {
    NumberBlocks out{.format = {}, .mx = format, .blocks = {}};
    for (std::size_t at = 0; at < values.size(); at += numeric::kMxBlock) {
        const std::size_t size = std::min(numeric::kMxBlock, values.size() - at);
        out.blocks.push_back(mxBlock(values.subspan(at, size), format));
        for (const BlockNumber& number : out.blocks.back().numbers)
            count(number, out.blocks.back().step, out);
    }
    return out;
}

std::vector<NumberBlocks> inEveryFormat(std::span<const double> values, std::uint32_t n,
                                        numeric::BlockFormat format, const numeric::BlockRounding& how) {
    std::vector<NumberBlocks> out{numberBlocks(values, n, format, how)};
    for (int mx = 0; mx < numeric::kMxFormats; ++mx)
        out.push_back(mxBlocks(values, static_cast<numeric::MxFormat>(mx)));
    return out;
}

std::string NumberBlocks::name() const {
    return mx ? std::string(numeric::nameOf(*mx)) : numeric::nameOf(format);
}

int NumberBlocks::bits() const { return mx ? numeric::elementBits(*mx) : format.mantissaBits; }

double NumberBlocks::bitsOfNumber() const {
    constexpr double kScaleBits = 8;
    const double shared = mx ? kScaleBits : format.exponentBits;
    return numbers == 0 ? 0
                        : bits() + shared * static_cast<double>(blocks.size()) / static_cast<double>(numbers);
}

double NumberBlocks::meanLoss() const {
    return numbers == 0 ? 0 : std::sqrt(squares / static_cast<double>(numbers));
}

std::optional<RoundedValue> roundedValue(const concord::Graph& graph, const concord::OpStream& stream,
                                         const concord::NodeNumbers& numbers, std::uint32_t bundle) {
    for (std::uint32_t i = concord::kSources; i < graph.nodes.size(); ++i) {
        const Node& node = graph.nodes[i];
        if (stream.chains[node.chain].ops[node.op].bundle != bundle) continue;
        const std::uint32_t n = stream.format.n;
        switch (node.kind) {
        case OpKind::Product:
            return RoundedValue{numbersOf(node.in, numbers, n), stream.format.vectorBits, true,
                                node.rounding};
        case OpKind::WriteQuantised:
            return RoundedValue{numbersOf(node.in, numbers, n), node.bits, true, node.rounding};
        case OpKind::WriteMatrix:
            return RoundedValue{numbers[i], stream.format.matrixBits, true, node.rounding};
        default: return RoundedValue{numbers[i], stream.format.vectorBits, false, {}};
        }
    }
    return {};
}

Json jsonOf(const NumberBlocks& scene) {
    Json blocks = Json::list();
    for (const NumberBlock& block : scene.blocks) {
        Json numbers = Json::list();
        for (const BlockNumber& number : block.numbers)
            numbers.push_back({{"value", number.value},
                               {"mantissa", number.mantissa},
                               {"rounded", number.rounded},
                               {"saturated", number.isSaturated}});
        blocks.push_back(
            {{"exponent", block.exponent}, {"step", block.step}, {"numbers", std::move(numbers)}});
    }
    return {{"mantissaBits", scene.format.mantissaBits},
            {"exponentBits", scene.format.exponentBits},
            {"numbers", scene.numbers},
            {"exact", scene.exact},
            {"saturated", scene.saturated},
            {"largestLoss", scene.largestLoss},
            {"losses", Json::list(scene.losses)},
            {"blocks", std::move(blocks)}};
}

Json lossesJson(std::span<const NumberBlocks> formats) {
    Json out = Json::list();
    for (const NumberBlocks& one : formats)
        out.push_back({{"format", one.name()},
                       {"bits_of_number", one.bitsOfNumber()},
                       {"exact", one.exact},
                       {"saturated", one.saturated},
                       {"largest_loss", one.largestLoss},
                       {"mean_loss", one.meanLoss()}});
    return out;
}

} // namespace lw::scene::firmware
