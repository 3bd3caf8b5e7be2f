// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/input_range.h"

#include "core/network/messages.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace lw::network {

namespace {

std::string_view withoutBlanks(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

std::optional<double> numberIn(std::string_view text) {
    double out = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, out);
    return error == std::errc{} && stop == end ? std::optional(out) : std::nullopt;
}

bool isBound(Precision precision, double x) {
    if (precision == Precision::F32) return std::abs(x) <= std::numeric_limits<float>::max();
    return x >= -128 && x <= 127 && x == std::floor(x);
}

std::string textOf(double number) {
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number);
    return {buffer, end.ptr};
}

} // namespace

bool isRange(Precision precision, double low, double high) {
    return isBound(precision, low) && isBound(precision, high) && low <= high;
}

Outcome setRange(Network& network, std::string_view text) {
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kNoRange, {std::string(text), std::move(why)}, {}, {}, {}};
    };
    const std::size_t comma = text.find(',');
    if (comma == text.npos) return wrong("it needs two numbers with a comma between them");
    const auto low = numberIn(withoutBlanks(text.substr(0, comma))),
               high = numberIn(withoutBlanks(text.substr(comma + 1)));
    if (!low || !high) return wrong("it needs two numbers with a comma between them");
    for (const double bound : {*low, *high})
        if (!isBound(network.precision, bound))
            return wrong(network.precision == Precision::I8
                             ? "codes of an int8 network are whole numbers from -128 to 127"
                             : "bounds are finite float32 numbers");
    if (*low > *high) return wrong("the lower bound stands first");
    network.input.range = {*low, *high};
    return Done{};
}

std::pair<double, double> boundsOf(Precision precision, const std::pair<double, double>& range) {
    if (precision == Precision::I8) return range;
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    auto low = static_cast<float>(range.first), high = static_cast<float>(range.second);
    if (low > range.first) low = std::nextafter(low, -kInfinity);
    if (high < range.second) high = std::nextafter(high, kInfinity);
    return {low, high};
}

Outcome checkInRange(const Network& network, const tensor::Tensor& input) {
    if (!network.input.range) return Done{};
    const auto [low, high] = boundsOf(network.precision, *network.input.range);
    for (std::uint64_t i = 0; i < input.count(); ++i) {
        const double x = tensor::valueAt(input, i);
        if (x >= low && x <= high) continue;
        return Problem{&messages::kOutsideRange,
                       {tensor::shapeText(tensor::indexOf(input.shape(), i)), tensor::textAt(input, i),
                        textOf(network.input.range->first), textOf(network.input.range->second)},
                       {},
                       {},
                       {}};
    }
    return Done{};
}

} // namespace lw::network
