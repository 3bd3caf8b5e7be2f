// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

// How a picture is cut, since neither accumulators nor the strips of the vector unit hold all of it.
namespace lw::lower {

struct Area {
    std::uint64_t row = 0, rows = 0, column = 0, columns = 0;
    std::uint64_t pixels() const { return rows * columns; }
    bool operator==(const Area&) const = default;
};

// Pixels that the accumulators hold together: each pass goes over all of them, so that its weights are loaded
// once. The strips cut the area; all in row-major order.
struct AreaOfStrips {
    Area area;
    std::vector<Area> strips;
    bool operator==(const AreaOfStrips&) const = default;
};

struct StripLimits {
    std::uint64_t accumulatorRows = 0; // pixels of an area
    std::uint64_t stripPixels = 0;
    std::uint64_t stripColumns = 0; // of the widest strip
    std::uint64_t unitRows = 1;     // areas and strips begin at multiples of these
    std::uint64_t unitColumns = 1;
};

// Cuts a picture; nothing if not even one unit fits.
std::optional<std::vector<AreaOfStrips>> cutIntoStrips(std::uint64_t rows, std::uint64_t columns,
                                                       const StripLimits& limits);

} // namespace lw::lower
