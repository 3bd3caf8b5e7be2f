// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/report.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lw::lower::striding {

namespace {

struct CauseRow {
    std::string_view name, words;
};
constexpr std::array kCauses{
    CauseRow{"none", "it is the strided layer's element"},
    CauseRow{"negative lost", "the maximum of a negative number and the zeros beside it is 0"},
    CauseRow{"dropped not finite",
             "0 times a dropped element that is infinite or NaN is NaN, which the window keeps"},
    CauseRow{"block not finite",
             "the matrix unit multiplies whole blocks: 0 times a pixel that is infinite or NaN is NaN"},
    CauseRow{"mask overflows", "the product with the first mask is beyond the largest number"},
    CauseRow{"mask rounds", "the products with both masks are rounded to another number"},
    CauseRow{"lowest not low", "+infinity or NaN at a dropped element plus -infinity is NaN"},
    CauseRow{"other order", "the same products are added in another order, and each sum is rounded"},
};

} // namespace

std::string_view nameOf(Cause cause) { return kCauses[static_cast<std::size_t>(cause)].name; }
std::string_view wordsOf(Cause cause) { return kCauses[static_cast<std::size_t>(cause)].words; }

std::optional<Cause> findCause(std::string_view name) {
    for (std::size_t i = 0; i < kCauses.size(); ++i)
        if (kCauses[i].name == name) return static_cast<Cause>(i);
    return std::nullopt;
}

const SumReport* Report::findSums(std::string_view layer) const {
    const auto at =
        std::find_if(sums.begin(), sums.end(), [&](const SumReport& one) { return one.name == layer; });
    return at == sums.end() ? nullptr : &*at;
}

const LayerReport* Report::findLayer(std::string_view layer) const {
    const auto at =
        std::find_if(layers.begin(), layers.end(), [&](const LayerReport& one) { return one.name == layer; });
    return at == layers.end() ? nullptr : &*at;
}

} // namespace lw::lower::striding
