// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/labels.h"

#include "core/network/messages.h"
#include "core/network/shapes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::network {

Result<std::vector<std::string>> parseLabels(std::string_view text, std::string_view file) {
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kBadLabels, {std::string(file), std::move(why)}, {}, {}, {}};
    };
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (out.size() == kMostExtent)
            return wrong("it has more than " + std::to_string(kMostExtent) + " lines");
        const auto isControl = [](unsigned char c) { return c < ' ' && c != '\t'; };
        if (std::any_of(line.begin(), line.end(), isControl))
            return wrong("line " + std::to_string(out.size() + 1) + " has control characters");
        out.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (out.empty()) return wrong("it is empty");
    return out;
}

Outcome checkLabels(const std::vector<std::string>& labels, const tensor::Shape& output,
                    std::string_view file) {
    const auto extents = std::count_if(output.begin(), output.end(), [](std::uint64_t n) { return n > 1; });
    if (extents <= 1 && *tensor::countOf(output) == labels.size()) return Done{};
    return Problem{&messages::kLabelCount,
                   {std::string(file), std::to_string(labels.size()), tensor::shapeText(output)},
                   {},
                   {},
                   {}};
}

std::vector<Class> largest(const tensor::Tensor& output, std::size_t count) {
    std::vector<Class> out;
    for (std::uint64_t i = 0; i < output.count(); ++i) out.push_back({i, tensor::valueAt(output, i)});
    const auto rank = [](double x) { return std::isnan(x) ? -std::numeric_limits<double>::infinity() : x; };
    std::stable_sort(out.begin(), out.end(),
                     [&](const Class& a, const Class& b) { return rank(a.value) > rank(b.value); });
    out.resize(std::min(count, out.size()));
    return out;
}

} // namespace lw::network
