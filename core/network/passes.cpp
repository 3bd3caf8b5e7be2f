// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/passes.h"

#include "core/base/check.h"

#include <algorithm>

namespace lw::network {

std::vector<SumPass> passesOf(const Layer& layer, std::uint32_t channels, std::uint32_t arrayRows,
                              bool fold) {
    LW_REQUIRE(channels > 0 && arrayRows > 0, "there is something to add, and something that adds");
    const bool isDense = layer.kind == Kind::Dense;
    const std::uint32_t rows = isDense ? 1 : layer.kernel.rows, columns = isDense ? 1 : layer.kernel.columns;
    const bool isContiguous = layer.dilation.columns == 1 && layer.groups == 1;
    const std::uint32_t together = fold && isContiguous ? std::max(arrayRows / channels, 1u) : 1;
    std::vector<SumPass> out;
    for (std::uint32_t row = 0; row < rows; ++row)
        for (std::uint32_t column = 0; column < columns; column += together)
            for (std::uint32_t channel = 0; channel < channels; channel += arrayRows)
                out.push_back({row, column, std::min(together, columns - column), channel,
                               std::min(arrayRows, channels - channel)});
    return out;
}

std::uint32_t groupChannelsOf(const Layer& layer, const tensor::Shape& image) {
    if (layer.kind == Kind::Dense) return static_cast<std::uint32_t>(*tensor::countOf(image));
    return static_cast<std::uint32_t>(image.back() / layer.groups);
}

} // namespace lw::network
