// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/training/kernels.h"
#include "core/lower/training/layout.h"
#include "core/network/geometry.h"
#include "core/network/held.h"
#include "core/network/network.h"

#include <optional>
#include <vector>

namespace lw::lower::training {

// What a layer with a window reads and makes: a dense layer is the convolution whose window is all of the
// image.
struct Window {
    network::Axis rows, columns;
    ImageLayout from, to;
    WeightLayout weights;
};

// Where the parameters of a layer lie, counted from the beginning of the region of their kind. Rows of
// vectors have a row for each block of channels.
struct LayerParameters {
    std::optional<Window> window{}; // of conv and dense
    std::optional<Window> pool{};   // without weights
    ImageLayout image;              // of what it computes
    std::uint64_t weights = 0;      // trained: weights, then the bias; or scale and shift of a batch_norm
    std::optional<std::uint64_t> bias{}, scale{}, shift{};
    std::optional<std::uint64_t> statistics{}; // rows of each Statistic
};
enum class Statistic : std::uint8_t { Mean, Inverse, Variance, RunningMean, RunningVariance, Reciprocal };
inline constexpr std::uint64_t kStatistics = 6; // the last one: of the scale

struct Parameters {
    std::vector<LayerParameters> layers; // by layer
    std::uint64_t trained = 0;           // rows, a whole number of groups
    std::uint64_t statistics = 0;        // rows

    static std::uint64_t row(const LayerParameters& of, Statistic which, std::uint64_t block) {
        return *of.statistics + static_cast<std::uint64_t>(which) * of.image.blocks() + block;
    }
};
Parameters parametersOf(const network::Network& network, const Grouping& by);
ImageLayout layoutOf(const network::Network& network, network::ValueId value, const Grouping& by);
// Rows of vector memory of what is held in a step; of statistics none, they lie with the parameters.
std::uint64_t rowsOfHeld(const network::Network& network, const network::Held& held, const Grouping& by);

} // namespace lw::lower::training
