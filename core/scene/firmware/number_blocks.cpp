// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/number_blocks.h"

#include "core/base/json.h"

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

void count(const BlockNumber& number, double step, NumberBlocks& out) {
    ++out.numbers;
    out.exact += number.value == number.rounded ? 1 : 0;
    out.saturated += number.isSaturated ? 1 : 0;
    const double lost = number.value - number.rounded;
    if (!std::isfinite(lost)) return;
    out.largestLoss = std::max(out.largestLoss, std::abs(lost));
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

} // namespace lw::scene::firmware
