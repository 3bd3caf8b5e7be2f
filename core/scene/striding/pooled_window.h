// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/report.h"
#include "core/scene/circuit/pooled_window.h"

#include <cstdint>
#include <optional>

// Where the circuit computes an element of a strided layer's output.
namespace lw::scene::striding {

// Elements from..end, of which a strip has some.
struct StripRange {
    std::uint64_t from = 0, end = 0;
    bool holds(std::uint64_t at) const { return at >= from && at < end; }
    bool operator==(const StripRange&) const = default;
};
// The rows or columns, of an output's `most`, whose window begins in the `count` rows or columns of the first
// tensor from `first` on.
StripRange outputsOf(std::uint64_t first, std::uint64_t count, std::uint32_t stride, std::uint64_t most);

// The window that an element of the output comes from.
// Nothing when the layer's mode does not pool, or the layer has no such element.
std::optional<circuit::PooledWindow> pooledWindow(const lower::striding::LayerReport& layer,
                                                  std::uint64_t row, std::uint64_t column,
                                                  std::uint64_t channel);

} // namespace lw::scene::striding
