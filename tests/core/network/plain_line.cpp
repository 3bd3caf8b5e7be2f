// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/network/plain_line.h"

#include <algorithm>
#include <cstdlib>

namespace lw::test {

using network::Line;
using network::Reach;
using How = Reach::How;

Line lineOf(const std::vector<Reach>& layers) {
    Line out;
    for (std::size_t i = 0; i < layers.size(); ++i)
        out.layers.push_back({"l" + std::to_string(i), layers[i], {i}});
    out.outputs = {layers.size()};
    return out;
}

PlainValue plainLayer(const Line& line, std::size_t layer, const std::vector<PlainValue>& values,
                      std::uint32_t seed) {
    const Reach& r = line.layers[layer].reach;
    const std::vector<network::ValueId>& inputs = line.layers[layer].inputs;
    PlainValue read = values[inputs[0]];
    for (std::size_t i = 1; i < inputs.size(); ++i)
        for (std::size_t x = 0; x < read.size(); ++x) read[x] += 31 * i * values[inputs[i]][x];
    const auto weight = [&](std::int64_t tap) {
        return (seed * 2654435761u + static_cast<std::uint32_t>(layer) * 40503u +
                static_cast<std::uint32_t>(tap) * 97u) |
               1u;
    };
    const auto n = static_cast<std::int64_t>(read.size());
    PlainValue here(static_cast<std::size_t>(std::max<std::int64_t>(r.size(n), 0)), 7 + layer);
    const auto size = static_cast<std::int64_t>(here.size());
    if (r.how == How::Same)
        for (std::size_t x = 0; x < here.size(); ++x) here[x] = read[x] * 5 + 3;
    for (std::int64_t a = 0; r.how != How::Same && a < (r.how == How::Window ? size : n); ++a)
        for (std::int64_t tap = 0; tap < r.kernel; ++tap) {
            const std::int64_t b = a * r.stride - r.before + tap * r.dilation; // what the other has
            if (b < 0 || b >= (r.how == How::Window ? n : size)) continue;
            const std::int64_t to = r.how == How::Window ? a : b, from = r.how == How::Window ? b : a;
            here[static_cast<std::size_t>(to)] += weight(tap) * read[static_cast<std::size_t>(from)];
        }
    return here;
}

std::vector<PlainValue> plainValues(const Line& line, PlainValue input, std::uint32_t seed,
                                    const AfterLayer& after) {
    std::vector<PlainValue> out{std::move(input)};
    for (std::size_t layer = 0; layer < line.layers.size(); ++layer) {
        PlainValue here = plainLayer(line, layer, out, seed);
        if (after) after(layer + 1, here);
        out.push_back(std::move(here));
    }
    return out;
}

PlainValue randomValue(std::int64_t size, std::mt19937& random) {
    PlainValue out;
    for (std::int64_t i = 0; i < size; ++i) {
        const std::uint64_t high = random();
        out.push_back(high << 32 | random());
    }
    return out;
}

Line randomLine(std::mt19937& random) {
    const auto upTo = [&](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
    };
    Line out;
    const std::int64_t layers = 1 + upTo(6);
    for (std::int64_t i = 0; i < layers; ++i) {
        const auto last = static_cast<network::ValueId>(i);
        Line::Layer layer{"l" + std::to_string(i), {}, {last}};
        Reach& reach = layer.reach;
        const std::int64_t what = upTo(9);
        if (what < 5) {
            reach = {.how = How::Window,
                     .kernel = 1 + upTo(4),
                     .stride = 1 + (upTo(2) == 0 ? upTo(2) : 0),
                     .dilation = 1 + (upTo(3) == 0)};
            reach.before = upTo(reach.span() - 1);
            reach.after = upTo(reach.span() - 1);
            reach.ceil = upTo(5) == 0;
        } else if (what < 8) {
            const std::int64_t stride = 1 + upTo(2);
            const bool mayHaveGaps = upTo(5) == 0;
            reach = {.how = How::Spread,
                     .kernel = mayHaveGaps ? 1 + upTo(3) : stride + upTo(3),
                     .stride = stride,
                     .dilation = 1 + (mayHaveGaps ? upTo(1) : 0)};
            reach.before = upTo(std::min<std::int64_t>(reach.span() - 1, 2));
            reach.after = upTo(std::min<std::int64_t>(reach.span() - 1, 2));
            reach.extra = upTo(stride - 1);
        } else if (i > 0) {
            layer.inputs.push_back(static_cast<network::ValueId>(upTo(i)));
        }
        out.layers.push_back(layer);
    }
    out.outputs = {out.layers.size()};
    return out;
}

bool hasSizes(const Line& line, std::int64_t input) {
    const auto sizes = network::sizesOf(line, input);
    for (std::size_t i = 0; i < line.layers.size(); ++i) {
        if (sizes[i + 1] <= 0) return false;
        for (const network::ValueId id : line.layers[i].inputs)
            if (sizes[id] != sizes[line.layers[i].inputs[0]]) return false;
    }
    return true;
}

bool hasGaps(const Line& line) {
    return std::any_of(line.layers.begin(), line.layers.end(), [](const Line::Layer& layer) {
        return layer.reach.how == How::Spread &&
               (layer.reach.kernel < layer.reach.stride || layer.reach.dilation > 1);
    });
}

} // namespace lw::test
