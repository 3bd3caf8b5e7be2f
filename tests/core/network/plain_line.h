// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/reach.h"
#include "tests/support/seeds.h"

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

// Lines of layers, and what they compute, by plain loops over whole numbers: what depends on what can be
// seen there, since two different numbers hardly ever come to the same.
namespace lw::test {

inline network::Reach conv(std::int64_t kernel, std::int64_t stride = 1, std::int64_t pad = 1) {
    return {
        .how = network::Reach::How::Window, .kernel = kernel, .stride = stride, .before = pad, .after = pad};
}
inline network::Reach spread(std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
    return {
        .how = network::Reach::How::Spread, .kernel = kernel, .stride = stride, .before = pad, .after = pad};
}
// One after the other: l0, l1, ...
network::Line lineOf(const std::vector<network::Reach>& layers);
// Worked examples E2.2 and E2.3: a network with a stride, and one with two.
inline const network::Line kTwo = lineOf({conv(3), conv(3, 2), conv(3), spread(4, 2, 1), conv(3)});
inline const network::Line kFour =
    lineOf({conv(3, 2), conv(3, 2), conv(3), spread(4, 2, 1), spread(4, 2, 1)});

using PlainValue = std::vector<std::uint64_t>; // numbers wrap

// What layer `layer` computes from the values before it, with weights and a bias that `seed` makes.
PlainValue plainLayer(const network::Line& line, std::size_t layer, const std::vector<PlainValue>& values,
                      std::uint32_t seed);
// Every value of the line; `after` may change each before it is read.
using AfterLayer = std::function<void(network::ValueId, PlainValue&)>;
std::vector<PlainValue> plainValues(const network::Line& line, PlainValue input, std::uint32_t seed,
                                    const AfterLayer& after = {});

PlainValue randomValue(std::int64_t size, std::mt19937& random);
// Of 1 to 7 layers, with a branch now and then. Not all of them can have every size, and branches may meet
// with different scales.
network::Line randomLine(std::mt19937& random);
// Values that meet have one size, and all have elements: else this is not a network.
bool hasSizes(const network::Line& line, std::int64_t input);
// Elements of a spread may read nothing: it has fewer taps than its stride, or taps that do not lie side by
// side.
bool hasGaps(const network::Line& line);

} // namespace lw::test
