// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tile_share.h"

#include "app/cli/console.h"
#include "app/cli/messages.h"
#include "app/cli/number_text.h"
#include "app/cli/table_text.h"
#include "app/cli/tile_outputs.h"
#include "app/cli/tile_run.h"
#include "core/base/json.h"

#include <array>
#include <vector>

namespace lw::cli {

using lower::striding::Share;
using lower::tiling::TilingPlan;

namespace {

// One way of sharing and what it took.
struct ShareColumn {
    std::string_view name;
    TilingPlan plan;
    project::TilesRan ran;
    Verdict verdict{};
    bool isRight() const { return verdict.agreement.isAll() && verdict.reference.isAll(); }
};

// Nothing if a limit ended it.
Result<std::optional<ShareColumn>> columnOf(TileRequest request, Share share,
                                            const project::WholePicture& whole, Console& console,
                                            const Planning& planOf) {
    if (share == Share::Layers) request.options.launches.emplace().share = share;
    ShareColumn out;
    out.name = share == Share::Layers ? "layers" : "input";
    LW_TRY(out.plan, planOf(request, console));
    LW_TRY(std::optional<project::TilesRan> ran, runAll(request, out.plan, console));
    if (!ran) return std::optional<ShareColumn>();
    out.ran = *std::move(ran);
    LW_TRY(const std::vector<Agreement> agreements, project::agreementsOf(out.ran.outputs, whole.outputs()));
    LW_TRY(const std::vector<Agreement> reference, project::agreementsOf(out.ran.outputs, whole.reference));
    out.verdict = {sumOf(agreements), sumOf(reference)};
    return std::optional(std::move(out));
}

struct Line {
    const char *name, *key;
    std::uint64_t (*of)(const ShareColumn&);
};
constexpr std::array kLines{
    Line{"tiles", "tiles", [](const ShareColumn& one) { return one.plan.cost.tiles; }},
    Line{"MACs", "macs", [](const ShareColumn& one) { return one.plan.cost.macs; }},
    Line{"bytes in", "bytesIn", [](const ShareColumn& one) { return one.ran.moved->in; }},
    Line{"  of the picture", "picture", [](const ShareColumn& one) { return one.ran.planned.picture; }},
    Line{"bytes out", "bytesOut", [](const ShareColumn& one) { return one.ran.moved->out; }},
    Line{"bytes between circuits", "sent", [](const ShareColumn& one) { return one.ran.moved->sent; }},
    Line{"clocks", "clocks", [](const ShareColumn& one) { return one.ran.clocks; }},
    Line{"  waited for neighbours", "waits", [](const ShareColumn& one) { return one.ran.waits; }},
};

std::string textOf(const project::WholePicture& whole, const std::vector<ShareColumn>& columns) {
    std::vector<std::vector<std::string>> rows{{"shared"}};
    for (const ShareColumn& column : columns) rows.front().emplace_back(column.name);
    for (const Line& line : kLines) {
        rows.push_back({line.name});
        for (const ShareColumn& column : columns) rows.back().push_back(groupedText(line.of(column)));
    }
    std::vector<Verdict> verdicts;
    for (const ShareColumn& column : columns) verdicts.push_back(column.verdict);
    for (std::vector<std::string>& row : verdictRows(whole, verdicts)) rows.push_back(std::move(row));
    return tableText(rows, {1, 2});
}

} // namespace

Result<Exit> compareSharing(const TileRequest& request, Console& console, const Planning& planOf) {
    if (!request.input) return Problem{&messages::kNoPictureToShare, {}, {}, {}, {}};
    LW_TRY(const std::optional<project::WholePicture> whole, wholePictureOf(request, console));
    if (!whole) return Exit::Limit;
    std::vector<ShareColumn> columns;
    Exit exit = Exit::Pass;
    Json document = Json::object(); // separate, because others add to the console's meanwhile
    for (const Share share : {Share::Input, Share::Layers}) {
        LW_TRY(std::optional<ShareColumn> column, columnOf(request, share, *whole, console, planOf));
        if (!column) return Exit::Limit;
        if (!column->isRight()) exit = Exit::CheckFailed;
        Json& entry = document[std::string(column->name)];
        for (const Line& line : kLines) entry[line.key] = line.of(*column);
        note(column->verdict.agreement, column->verdict.reference, *whole, entry);
        columns.push_back(*std::move(column));
    }
    if (request.asJson)
        console.print(document.text(2) + "\n");
    else
        console.line(wholeText(*whole, request) + "\n" + textOf(*whole, columns));
    console.document()["sharing"] = std::move(document);
    return exit;
}

} // namespace lw::cli
