// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/overlap_columns.h"

#include "core/base/json.h"

#include <array>

namespace lw::project {

using lower::tiling::Overlap;

Result<std::optional<OverlapColumn>> overlapColumn(TilesToRun what, const TileChoice& choice, Overlap overlap,
                                                   const WholePicture& whole, const TilesWatch& watch) {
    OverlapColumn out;
    out.overlap = overlap;
    what.array = what.array.keeping(overlap);
    auto plan = lower::tiling::planTiles(what.network, choice.picture, choice.fixed, choice.fill,
                                         what.array.grid(), overlap);
    if (!plan) {
        out.refused = std::move(plan).problem();
        return std::optional(std::move(out));
    }
    out.plan = *std::move(plan);
    shareAmong(out.plan, what.array.circuits());
    auto ran = runTiles(what, out.plan, watch);
    if (!ran) {
        out.refused = std::move(ran).problem();
        return std::optional(std::move(out));
    }
    if (!*ran) return std::optional<OverlapColumn>();
    out.ran = **std::move(ran);
    LW_TRY(const std::vector<Agreement> agreements, agreementsOf(out.ran.outputs, whole.outputs()));
    LW_TRY(const std::vector<Agreement> reference, agreementsOf(out.ran.outputs, whole.reference));
    out.agreement = sumOf(agreements);
    out.reference = sumOf(reference);
    return std::optional(std::move(out));
}

namespace {

using Number = std::optional<std::uint64_t>;

constexpr std::array kLines{
    OverlapLine{"tiles", "tiles", [](const OverlapColumn& one) { return Number(one.plan.cost.tiles); }},
    OverlapLine{
        "bytes in", "bytesIn",
        [](const OverlapColumn& one) { return one.ran.moved ? Number(one.ran.moved->in) : Number(); }},
    OverlapLine{
        "bytes out", "bytesOut",
        [](const OverlapColumn& one) { return one.ran.moved ? Number(one.ran.moved->out) : Number(); }},
    OverlapLine{"MACs", "macs", [](const OverlapColumn& one) { return Number(one.plan.cost.macs); }},
    OverlapLine{"clocks", "clocks", [](const OverlapColumn& one) { return Number(one.ran.clocks); }},
    OverlapLine{"in the buffer", "bufferBytes",
                [](const OverlapColumn& one) { return Number(one.ran.bufferBytes); }},
};

} // namespace

std::span<const OverlapLine> overlapLines() { return kLines; }

Json jsonOf(const OverlapColumn& column, const WholePicture& whole) {
    Json out{{"overlap", column.name()}};
    if (column.refused) {
        out["refused"] = textOf(*column.refused);
        return out;
    }
    for (const OverlapLine& line : overlapLines())
        if (const auto number = line.of(column)) out[std::string(line.key)] = *number;
    out["wholeMacs"] = column.plan.cost.wholeMacs;
    note(column.agreement, column.reference, whole, out);
    return out;
}

} // namespace lw::project
