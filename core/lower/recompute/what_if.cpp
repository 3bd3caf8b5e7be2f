// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/closest_word.h"
#include "core/lower/recompute/cost_model.h"
#include "core/lower/recompute/messages.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <string_view>

// What may be asked of a machine that it is not.
namespace lw::lower::recompute {

namespace {

constexpr double kMost = 1e15;

// The whole text as a number.
std::optional<double> numberIn(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = error == std::errc() && end == text.data() + text.size();
    return isWhole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

enum class Range : std::uint8_t { Positive, NotNegative, Whole };

bool isIn(double value, Range range, double most) {
    switch (range) {
    case Range::Positive: return value > 0 && value <= most;
    case Range::NotNegative: return value >= 0 && value <= most;
    case Range::Whole: return value >= 1 && value <= most && value == std::floor(value);
    }
    return false;
}

std::string rangeText(Range range, double most) {
    constexpr std::string_view kTexts[] = {"it must be a number above 0 and at most ",
                                           "it must be a number from 0 to ",
                                           "it must be a whole number from 1 to "};
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", most);
    return std::string(kTexts[static_cast<std::size_t>(range)]) + text;
}

constexpr double kMostWhole = 1048576; // lanes and images
struct Quantity {
    std::string_view name;
    Range range;
    void (*set)(CostModel&, double);
    double most = kMost;
};
constexpr Quantity kQuantities[] = {
    {"offchip", Range::Positive, [](CostModel& m, double v) { m.hbm.bandwidth = v; }},
    {"offchip-latency", Range::NotNegative, [](CostModel& m, double v) { m.hbm.latency = v; }},
    {"cache", Range::Positive, [](CostModel& m, double v) { m.vmem.bandwidth = v; }},
    {"cache-latency", Range::NotNegative, [](CostModel& m, double v) { m.vmem.latency = v; }},
    {"vector", Range::Positive, [](CostModel& m, double v) { m.vectorWidth = v; }},
    {"tensor", Range::Positive, [](CostModel& m, double v) { m.tensorWidth = v; }},
    {"vmem", Range::Whole,
     [](CostModel& m, double v) {
         m.vmemBytes = static_cast<std::uint64_t>(v);
         m.besidesBytes.reset(); // it is all for values
     },
     1e12},
    {"lanes", Range::Whole,
     [](CostModel& m, double v) {
         m.lanes = static_cast<std::uint32_t>(v);
         m.program = {}; // of another array nobody has written any
         m.besidesBytes.reset();
     },
     kMostWhole},
    {"batch", Range::Whole, [](CostModel& m, double v) { m.batch = static_cast<std::uint32_t>(v); },
     kMostWhole},
};

// Words instead of numbers.
struct Element {
    std::string_view name;
    tensor::DType type;
};
constexpr Element kElements[] = {
    {"f32", tensor::DType::F32}, {"f16", tensor::DType::F16}, {"bf16", tensor::DType::Bf16}};
constexpr std::string_view kTaps[] = {"inside", "all"};

Problem refuse(std::string_view name, std::string_view value, std::string_view why) {
    return Problem{
        &messages::kNotThatMuch, {std::string(name), std::string(value), std::string(why)}, {}, {}, {}};
}

Outcome setElement(CostModel& model, std::string_view value) {
    for (const Element& element : kElements)
        if (element.name == value) {
            model.element = element.type;
            return Done{};
        }
    return refuse("element", value, "it is f32, f16 or bf16");
}

Outcome setTaps(CostModel& model, std::string_view value) {
    for (const std::string_view taps : kTaps)
        if (taps == value) {
            model.countsPadding = value == "all";
            return Done{};
        }
    return refuse("taps", value, "it is inside or all");
}

Outcome setOne(CostModel& model, std::string_view name, std::string_view value) {
    if (name == "element") return setElement(model, value);
    if (name == "taps") return setTaps(model, value);
    const auto number = numberIn(value);
    const auto set = [&](Range range, double most, const auto& apply) -> Outcome {
        if (!number || !isIn(*number, range, most)) return refuse(name, value, rangeText(range, most));
        apply(*number);
        return Done{};
    };
    for (const Quantity& quantity : kQuantities)
        if (quantity.name == name)
            return set(quantity.range, quantity.most, [&](double v) { quantity.set(model, v); });
    if (CountRow* const row = model.counts.named(name))
        return set(Range::NotNegative, kMost, [&](double v) { row->value = v; });
    std::string all;
    const std::vector<std::string_view> names = whatIfNames();
    for (const std::string_view one : names) all += (all.empty() ? "" : ", ") + std::string(one);
    return Problem{&messages::kNoSuchQuantity,
                   {std::string(name), std::move(all)},
                   {},
                   {},
                   std::string(closestWord(name, names))};
}

} // namespace

std::vector<std::string_view> whatIfNames() {
    std::vector<std::string_view> out;
    for (const Quantity& quantity : kQuantities) out.push_back(quantity.name);
    out.push_back("element");
    out.push_back("taps");
    out.insert(out.end(), kCountNames.begin(), kCountNames.end());
    return out;
}

Outcome applyWhatIf(CostModel& model, std::string_view text) {
    std::set<std::string_view> asked;
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        const std::string_view one = text.substr(0, comma);
        const std::size_t equals = std::min(one.find('='), one.size());
        if (!asked.insert(one.substr(0, equals)).second)
            return Problem{&messages::kAskedTwice, {std::string(one.substr(0, equals))}, {}, {}, {}};
        LW_TRY([[maybe_unused]] const Done set,
               setOne(model, one.substr(0, equals), one.substr(std::min(equals + 1, one.size()))));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return Done{};
}

} // namespace lw::lower::recompute
