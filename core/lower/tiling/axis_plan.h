// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/reach.h"

#include <cstdint>
#include <string_view>
#include <vector>

// How one direction of a picture is cut into overlapping tiles of one size, and which elements of each tile's
// output are right. Rows and columns are planned separately.
namespace lw::lower::tiling {

// What is beyond the two ends of a tile: the picture's border, or more of the picture.
enum class Edge : std::uint8_t { First, Inner, Last, Only };
inline constexpr std::string_view kEdgeNames[] = {"first", "inner", "last", "only"};
inline bool beginsInside(Edge edge) { return edge == Edge::Inner || edge == Edge::Last; }
inline bool endsInside(Edge edge) { return edge == Edge::Inner || edge == Edge::First; }

// Elements low to high, both included, of a tensor of n elements that equal those of the whole picture.
// None if high is below low.
struct Interval {
    std::int64_t low = 0, high = -1, n = 0;
    std::int64_t length() const { return high - low + 1; }
    bool operator==(const Interval&) const = default;
};

// How the picture's size is met when it is not a multiple of steps, or is less than a tile.
enum class Fill : std::uint8_t {
    Exact,  // it is: every tile is full of picture
    Masked, // what layers could read outside the picture is masked
    Ring    // zeros, and elements near them are not right
};
inline constexpr std::string_view kFillNames[] = {"exact", "masked", "ring"};

// How parts that neighbouring tiles both need are handled.
enum class Overlap : std::uint8_t {
    Recompute, // each tile reads and computes them by itself
    Columns,   // columns are kept for the next tile of the row: none is computed twice
    Both       // rows too, for the tile below
};
inline constexpr std::string_view kOverlapNames[] = {"recompute", "columns", "both"};

// Where the last tile begins.
enum class Grid : std::uint8_t {
    Border, // as far as it can be full of picture
    Steps   // a whole number of steps after the first one, as circuits of an array need it
};

// A tile's part of one output.
struct TileOutput {
    std::int64_t offset = 0;          // of the whole output: where that of the tile begins
    Interval valid;                   // of the tile's
    std::int64_t from = 0, until = 0; // of the whole output, `until` not included: what the tile gives
    bool operator==(const TileOutput&) const = default;
};

struct AxisTile {
    Edge edge = Edge::Only;
    std::int64_t start = 0;            // of the picture: where the tile begins
    std::int64_t fill = 0;             // elements of the tile beyond the picture's end
    std::vector<TileOutput> outputs{}; // in the order of the line's
    bool operator==(const AxisTile&) const = default;
};

// One output of the network along the direction: outputs may be of different scale.
struct AxisOutput {
    network::Fraction scale{};                // elements for each of the picture
    std::int64_t full = 0, fixed = 0;         // elements of the whole, and of a tile's
    std::int64_t dummyLow = 0, dummyHigh = 0; // of an inner tile's: what is not right at its ends
    std::int64_t wrong = 0;                   // of the whole: elements that no tile gives right, of Ring
    bool operator==(const AxisOutput&) const = default;
};

// What is right, layer by layer: for each value, what is right in the first tile of this kind.
struct EdgeLayers {
    Edge edge = Edge::Only;
    std::vector<Interval> right{};
    bool operator==(const EdgeLayers&) const = default;
};

struct AxisPlan {
    std::int64_t size = 0;  // of the picture
    std::int64_t fixed = 0; // of a tile
    Fill fill = Fill::Exact;
    std::int64_t align = 1;            // starts of tiles are multiples of it
    std::int64_t step = 0;             // from one inner tile to the next: all outputs are covered by it
    std::vector<AxisOutput> outputs{}; // in the order of the line's
    std::vector<Interval> inner{};     // of an inner tile, by value
    std::vector<std::int64_t> lags{};  // where tiles do not overlap, by value: how far it is before the tile
    std::vector<AxisTile> tiles{};
    std::vector<EdgeLayers> edges{}; // one for each kind of tile that exists, in the order of tiles
    bool operator==(const AxisPlan&) const = default;
};

// The least distance between starts of tiles: strides of all layers divide it. E617 where branches that meet
// have different scales, with the two layers.
struct Alignment {
    std::int64_t align = 1;
    std::vector<network::Fraction> scales; // by value; for constants 1
};
Result<Alignment> alignmentOf(const network::Line& line);

// The valid interval of every value of a tile with `edge` that is full of picture, layer by layer.
std::vector<Interval> intervalsOf(const network::Line& line, std::int64_t fixed, Edge edge);

// For each value, what is right in a tile of a plan, which may end beyond the picture.
std::vector<Interval> rightOf(const network::Line& line, const Alignment& alignment, const AxisPlan& plan,
                              const AxisTile& tile);

// Fills in `edges` of a plan that has its tiles.
void addEdges(const network::Line& line, const Alignment& alignment, AxisPlan& plan);

// For each value, the number of elements after which a picture of this size ends, in a tile that starts
// there: more than the tile has if it ends beyond.
std::vector<std::int64_t> endsOf(const network::Line& line, const std::vector<network::Fraction>& scales,
                                 std::int64_t size, std::int64_t start);

// The smallest tile size that makes progress: a multiple of the alignment. 0: there is none below `most`.
std::int64_t leastFixed(const network::Line& line, const Alignment& alignment, std::int64_t most);

// Where, in the whole value, the part of a tile that starts there begins.
std::int64_t offsetOf(const Alignment& alignment, const AxisPlan& plan, network::ValueId value,
                      std::int64_t start);

// The tile of a plan that begins at `start`; `from` and `until` of its outputs are left open. The plan needs
// no tiles.
AxisTile tileAt(const network::Line& line, const Alignment& alignment, const AxisPlan& plan,
                std::int64_t start, bool isLast);

// E618 for a tile that is too small, with the least size; E619 if `fill` is Exact and the size does not
// divide, with sizes that do; E842 for an output that no layer computes from the picture.
Result<AxisPlan> planAxis(const network::Line& line, std::int64_t size, std::int64_t fixed, Fill fill,
                          Grid grid = Grid::Border);
// Elements of the picture read along a direction if that many tiles beside each other read only once what
// they share: with 1, everything that each tile reads.
std::int64_t readAlong(const AxisPlan& plan, std::int64_t beside);
// Its tiles, rounded up to whole rounds of that many beside each other.
std::uint64_t placesAlong(const AxisPlan& plan, std::int64_t beside);

// Tiles that follow each other, each keeping for the next what that reads again (kept_line.h).
// Masked. Outputs with different lags are given by different tiles, and the last ones may give nothing for
// some. E841 for a size that is not a multiple of the alignment, E842 as above.
Result<AxisPlan> planKeptAxis(const network::Line& line, std::int64_t size, std::int64_t fixed);

} // namespace lw::lower::tiling
