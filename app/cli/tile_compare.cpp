// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_compare.h"

#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "app/cli/tile_run.h"
#include "core/base/json.h"
#include "core/project/overlap_columns.h"

#include <algorithm>
#include <vector>

namespace lw::cli {

using project::OverlapColumn;

namespace {

std::string textOf(const project::WholePicture& whole, const std::vector<OverlapColumn>& columns) {
    std::vector<std::vector<std::string>> rows{{"overlap"}};
    std::vector<Verdict> verdicts;
    std::string refusals;
    for (const project::OverlapLine& line : project::overlapLines()) rows.push_back({std::string(line.name)});
    for (const OverlapColumn& column : columns) {
        if (column.refused) {
            refusals += std::string(column.name()) + ": " + lw::textOf(*column.refused) + "\n";
            continue;
        }
        rows.front().emplace_back(column.name());
        for (std::size_t i = 1; i < rows.size(); ++i) {
            const auto number = project::overlapLines()[i - 1].of(column);
            rows[i].push_back(number ? groupedText(*number) : "-");
        }
        verdicts.push_back({column.agreement, column.reference});
    }
    for (std::vector<std::string>& row : verdictRows(whole, verdicts)) rows.push_back(std::move(row));
    return tableText(rows, {1, 2, 3}) + refusals;
}

} // namespace

Result<Exit> compareOverlaps(const TileRequest& request, Console& console) {
    if (!request.input || !request.fixed) return Problem{&messages::kNothingToCompare, {}, {}, {}, {}};
    LW_TRY(const std::optional<project::WholePicture> whole, wholePictureOf(request, console));
    if (!whole) return Exit::Limit;
    const project::TilesToRun tiles = tilesOf(request);
    std::vector<OverlapColumn> columns;
    Json list = Json::list();
    Exit exit = Exit::Pass;
    for (std::size_t i = 0; i < std::size(lower::tiling::kOverlapNames); ++i) {
        LW_TRY(std::optional<OverlapColumn> column,
               project::overlapColumn(tiles, {request.picture, *request.fixed, request.fill},
                                      static_cast<lower::tiling::Overlap>(i), *whole,
                                      watchOf(request, console)));
        if (!column) return Exit::Limit;
        if (!column->refused && !column->isRight()) exit = Exit::CheckFailed;
        list.push_back(jsonOf(*column, *whole));
        columns.push_back(*std::move(column));
    }
    if (request.asJson)
        console.print(list.text(2) + "\n");
    else
        console.line(wholeText(*whole, request) + "\n" + textOf(*whole, columns));
    console.document()["overlaps"] = std::move(list);
    if (std::ranges::count_if(columns, [](const OverlapColumn& one) { return !one.refused; }) > 1)
        return exit;
    return Problem{
        &messages::kHasNoEffect,
        {"--compare-overlap", "where fewer than two strategies can run", "the lines above say why"},
        {},
        {},
        {}};
}

} // namespace lw::cli
