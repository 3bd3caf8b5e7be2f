// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/firmware/differences.h"

#include "core/base/json.h"
#include "core/concord/exact_values.h"
#include "core/numeric/half.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace lw::scene::firmware {

namespace {

constexpr std::uint16_t kUnknownCode = 0;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN(),
                 kInfinite = std::numeric_limits<double>::infinity();

bool isNan(std::uint16_t code) { return (code & 0x7fffU) > 0x7c00U; }
bool isSame(std::uint16_t x, std::uint16_t y) { return x == y || (isNan(x) && isNan(y)); }

// Codes in the order of their numbers, -0 beside +0.
std::int32_t orderOf(std::uint16_t code) {
    const auto magnitude = static_cast<std::int32_t>(code & 0x7fffU);
    return (code & 0x8000U) != 0 ? -magnitude : magnitude;
}
std::uint32_t ulpBetween(std::uint16_t x, std::uint16_t y) {
    if (isSame(x, y)) return 0;
    if (isNan(x) || isNan(y)) return kNoUlp;
    return static_cast<std::uint32_t>(std::abs(orderOf(x) - orderOf(y)));
}

// Calls each(node, where its codes begin) for what is compared, in the order of execution.
template <typename Each> void overNodes(const ThreeWays& all, const Each& each) {
    std::size_t at = 0;
    for (std::uint32_t i = concord::kSources; i < all.graph.nodes.size(); ++i) {
        const concord::Node& node = all.graph.nodes[i];
        if (!concord::isOnTheWay(node)) continue;
        each(i, at);
        at += std::size_t{node.count} * all.stream.format.n;
    }
}

const concord::Op& opOf(const ThreeWays& all, std::uint32_t node) {
    const concord::Node& of = all.graph.nodes[node];
    return all.stream.chains[of.chain].ops[of.op];
}

void count(InstructionDifference& out, const ThreeWays& all, std::uint32_t node, std::size_t begin) {
    const concord::Numbers& exact = all.exact[node];
    ++out.times;
    for (std::size_t k = 0; k < exact.size() && begin + k < all.firmware.size(); ++k) {
        const auto& code = all.firmware[begin + k];
        if (!code) continue;
        ++out.numbers;
        if (!all.software.empty() && !isSame(*code, all.software[begin + k])) {
            ++out.different;
            const std::uint32_t ulp = ulpBetween(*code, all.software[begin + k]);
            if (ulp == kNoUlp)
                ++out.notNumbers;
            else
                out.largestUlp = std::max(out.largestUlp, ulp);
        }
        if (!std::isfinite(exact[k])) {
            ++out.notFinite;
            continue;
        }
        const double error = std::abs(numeric::halfValue(*code) - exact[k]);
        out.largestError = std::max(out.largestError, std::isfinite(error) ? error : kInfinite);
        out.largestValue = std::max(out.largestValue, std::abs(exact[k]));
    }
}

// Null where there is no distance.
Json ulpsJson(const std::vector<std::uint32_t>& ulps) {
    Json out = Json::list();
    for (const std::uint32_t ulp : ulps) out.push_back(ulp == kNoUlp ? Json() : Json(ulp));
    return out;
}

// JSON has no infinities: they are texts, and a number that nobody knows is null.
Json numberJson(double number) {
    if (std::isinf(number)) return number < 0 ? "-inf" : "inf";
    return std::isnan(number) ? Json() : Json(number);
}

Json numbersJson(const concord::Numbers& numbers) {
    Json out = Json::list();
    for (const double number : numbers) out.push_back(numberJson(number));
    return out;
}

} // namespace

std::uint32_t largestOf(const std::vector<std::uint32_t>& ulps) {
    std::uint32_t out = 0;
    for (const std::uint32_t ulp : ulps)
        if (ulp != kNoUlp) out = std::max(out, ulp);
    return out;
}

Differences differencesOf(const ThreeWays& all) {
    std::map<std::uint32_t, InstructionDifference> found;
    Differences out;
    out.hasSoftware = !all.software.empty();
    overNodes(all, [&](std::uint32_t node, std::size_t begin) {
        const concord::Op& op = opOf(all, node);
        InstructionDifference& one = found[op.bundle];
        if (one.times == 0) {
            one.bundle = op.bundle;
            one.text = op.text;
            one.layer = all.stream.chains[all.graph.nodes[node].chain].layer;
        }
        const std::uint64_t before = one.different;
        count(one, all, node, begin);
        if (one.different > before && !out.first) out.first = {op.bundle, one.times - 1};
    });
    for (auto& [bundle, one] : found) out.instructions.push_back(std::move(one));
    return out;
}

std::optional<ValueDifference> valueDifference(const ThreeWays& all, std::uint32_t bundle,
                                               std::uint32_t time) {
    std::optional<ValueDifference> out;
    std::uint32_t times = 0;
    overNodes(all, [&](std::uint32_t node, std::size_t begin) {
        if (opOf(all, node).bundle != bundle || times++ != time) return;
        ValueDifference& value = out.emplace();
        value.n = all.stream.format.n;
        value.exact = all.exact[node];
        for (std::size_t k = 0; k < value.exact.size(); ++k) {
            const bool isKnown = begin + k < all.firmware.size() && all.firmware[begin + k].has_value();
            const bool hasSoftware = begin + k < all.software.size();
            const std::uint16_t code = isKnown ? *all.firmware[begin + k] : kUnknownCode;
            const std::uint16_t other = hasSoftware ? all.software[begin + k] : kUnknownCode;
            const std::uint16_t exact = numeric::halfOf(value.exact[k], numeric::Overflow::Infinity);
            value.firmware.push_back(isKnown ? numeric::halfValue(code) : kUnknown);
            value.software.push_back(hasSoftware ? numeric::halfValue(other) : kUnknown);
            value.ulp.push_back(isKnown && hasSoftware ? ulpBetween(code, other) : 0);
            value.ulpOfExact.push_back(isKnown ? ulpBetween(code, exact) : 0);
            if (isKnown && hasSoftware && !value.first && !isSame(code, other)) value.first = k;
        }
    });
    if (out) out->times = times;
    return out;
}

ValueDifference besideOther(std::uint32_t n, std::span<const std::uint16_t> firmware,
                            std::span<const std::uint16_t> other, const concord::Numbers& exact) {
    ValueDifference out;
    out.n = n;
    out.times = 1;
    for (std::size_t k = 0; k < std::min(firmware.size(), other.size()); ++k) {
        out.exact.push_back(exact[k]);
        out.firmware.push_back(numeric::halfValue(firmware[k]));
        out.software.push_back(numeric::halfValue(other[k]));
        out.ulp.push_back(ulpBetween(firmware[k], other[k]));
        out.ulpOfExact.push_back(
            ulpBetween(firmware[k], numeric::halfOf(exact[k], numeric::Overflow::Infinity)));
        if (!out.first && !isSame(firmware[k], other[k])) out.first = k;
    }
    return out;
}

Json jsonOf(const Differences& differences) {
    Json list = Json::list();
    for (const InstructionDifference& one : differences.instructions) {
        Json row{{"bundle", one.bundle},
                 {"text", one.text},
                 {"layer", one.layer},
                 {"times", one.times},
                 {"numbers", one.numbers},
                 {"largestError", numberJson(one.numbers == 0 ? kUnknown : one.largestError)},
                 {"largestValue", numberJson(one.numbers == 0 ? kUnknown : one.largestValue)}};
        if (one.notFinite != 0) row["notFinite"] = one.notFinite;
        if (differences.hasSoftware) {
            row["different"] = one.different;
            row["largestUlp"] = one.largestUlp;
            if (one.notNumbers != 0) row["notNumbers"] = one.notNumbers;
        }
        list.push_back(std::move(row));
    }
    Json out{{"instructions", std::move(list)}};
    if (differences.first)
        out["first"] = Json{{"bundle", differences.first->bundle}, {"time", differences.first->time}};
    return out;
}

Json jsonOf(const ValueDifference& value) {
    Json out{{"n", value.n},
             {"times", value.times},
             {"firmware", numbersJson(value.firmware)},
             {"float64", numbersJson(value.exact)},
             {"ulpOfFloat64", ulpsJson(value.ulpOfExact)}};
    if (value.first) out["first"] = *value.first;
    return out;
}

Json otherJson(const ValueDifference& value) {
    Json out = jsonOf(value);
    out["other"] = numbersJson(value.software);
    out["ulp"] = ulpsJson(value.ulp);
    return out;
}

} // namespace lw::scene::firmware
