// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_compare.h"

#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "app/cli/tile_outputs.h"
#include "app/cli/tile_run.h"
#include "core/base/json.h"

#include <algorithm>
#include <vector>

namespace lw::cli {

using lower::tiling::Overlap;
using lower::tiling::TilingPlan;

namespace {

// One strategy: what it took, or why it cannot be.
struct Column {
    Overlap overlap{};
    TilingPlan plan;
    TilesRan ran;
    Agreement agreement; // of all outputs
    std::optional<Problem> refused;
    std::string_view name() const { return lower::tiling::kOverlapNames[static_cast<std::size_t>(overlap)]; }
};

// Nothing if a limit ended it.
Result<std::optional<Column>> columnOf(TileRequest request, Overlap overlap,
                                       const std::vector<tensor::Tensor>& whole, Console& console) {
    Column out;
    out.overlap = request.overlap = overlap;
    request.array = request.array.keeping(overlap);
    auto plan = lower::tiling::planTiles(request.network, request.picture, *request.fixed, request.fill,
                                         request.grid(), overlap);
    if (!plan) {
        out.refused = plan.problem();
        return std::optional(std::move(out));
    }
    out.plan = *std::move(plan);
    auto ran = runAll(request, out.plan, console);
    if (!ran) {
        out.refused = ran.problem();
        return std::optional(std::move(out));
    }
    if (!*ran) return std::optional<Column>();
    out.ran = **std::move(ran);
    LW_TRY(const std::vector<Agreement> agreements, agreementsOf(out.ran.outputs, whole));
    out.agreement = sumOf(agreements);
    return std::optional(std::move(out));
}

std::string textOf(std::span<const Column> columns) {
    std::vector<std::vector<std::string>> rows(7);
    const std::string_view names[] = {"overlap", "tiles",  "bytes in",     "bytes out",
                                      "MACs",    "clocks", "in the buffer"};
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].emplace_back(names[i]);
    std::vector<std::string> equal{"equal"}, zeros{"zeros of another sign"};
    std::string refusals;
    for (const Column& column : columns) {
        if (column.refused) {
            refusals += std::string(column.name()) + ": " + lw::textOf(*column.refused) + "\n";
            continue;
        }
        const lower::tiling::TilingCost& cost = column.plan.cost;
        const auto bytes = [&](std::uint64_t project::HostBytes::*which) {
            return column.ran.moved ? groupedText((*column.ran.moved).*which) : std::string("-");
        };
        const std::string cells[] = {
            std::string(column.name()),         groupedText(cost.tiles), bytes(&project::HostBytes::in),
            bytes(&project::HostBytes::out),    groupedText(cost.macs),  groupedText(column.ran.clocks),
            groupedText(column.ran.bufferBytes)};
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i].push_back(cells[i]);
        equal.push_back(groupedText(column.agreement.equal) + " of " +
                        groupedText(column.agreement.elements));
        zeros.push_back(groupedText(column.agreement.signedZeros));
    }
    rows.push_back(std::move(equal));
    rows.push_back(std::move(zeros));
    return tableText(rows, {1, 2, 3}) + refusals;
}

Json jsonOf(const Column& column) {
    Json out{{"overlap", column.name()}};
    if (column.refused) {
        out["refused"] = lw::textOf(*column.refused);
        return out;
    }
    out["tiles"] = column.plan.cost.tiles;
    out["macs"] = column.plan.cost.macs;
    out["wholeMacs"] = column.plan.cost.wholeMacs;
    if (column.ran.moved) {
        out["bytesIn"] = column.ran.moved->in;
        out["bytesOut"] = column.ran.moved->out;
    }
    out["clocks"] = column.ran.clocks;
    out["bufferBytes"] = column.ran.bufferBytes;
    note(column.agreement, out);
    return out;
}

} // namespace

Result<Exit> compareOverlaps(const TileRequest& request, Console& console) {
    if (!request.input || !request.fixed) return Problem{&messages::kNothingToCompare, {}, {}, {}, {}};
    LW_TRY(const std::vector<tensor::Tensor> whole, referenceOutputs(request));
    std::vector<Column> columns;
    Json list = Json::list();
    Exit exit = Exit::Pass;
    for (std::size_t i = 0; i < std::size(lower::tiling::kOverlapNames); ++i) {
        LW_TRY(std::optional<Column> column, columnOf(request, static_cast<Overlap>(i), whole, console));
        if (!column) return Exit::Limit;
        if (!column->refused && !column->agreement.isAll()) exit = Exit::CheckFailed;
        list.push_back(jsonOf(*column));
        columns.push_back(*std::move(column));
    }
    if (request.asJson)
        console.print(list.text(2) + "\n");
    else
        console.line(textOf(columns));
    console.document()["overlaps"] = std::move(list);
    if (std::ranges::count_if(columns, [](const Column& one) { return !one.refused; }) > 1) return exit;
    return Problem{
        &messages::kHasNoEffect,
        {"--compare-overlap", "where fewer than two strategies can run", "the lines above say why"},
        {},
        {},
        {}};
}

} // namespace lw::cli
