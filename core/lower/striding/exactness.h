// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/masks.h"
#include "core/lower/striding/report.h"
#include "core/network/ranges.h"

#include <cstdint>
#include <optional>
#include <string>

// Whether a mode gives the strided layer's numbers whatever the input,
// from what is known about the first tensor.
namespace lw::lower::striding {

struct LayerFacts {
    StrideGeometry geometry;
    network::Activation activation = network::Activation::None;
    bool integers = false;
    network::Range first; // of the first tensor: sums, bias, activation
    std::optional<network::Requant> requant;
};

// For a strided convolution; `sums` are the ranges of its sums by channel, as in network::rangesOf.
LayerFacts factsOf(const network::Layer& layer, const StrideGeometry& geometry,
                   std::span<const network::Range> sums, bool integers);

// A bound with seven digits, as many as a float32 has, never further inside; whole numbers are kept as they
// are.
enum class Towards : std::uint8_t { Down, Up };
double rounded(double bound, Towards direction);

// The numbers that the masks of a mode need. `factor` is the caller's, for two masks;
// 0 takes the usual one (2; for integers 3).
MaskNumbers maskNumbersOf(const LayerFacts& facts, double factor);

// Why a mode cannot be used for a layer at all, if so: a sentence for people.
std::optional<std::string> unusable(Mode mode, const LayerFacts& facts, const MaskNumbers& numbers);

Reason reasonFor(Mode mode, const LayerFacts& facts, const MaskNumbers& numbers);

} // namespace lw::lower::striding
