// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/json_words.h"
#include "core/scene/pooling_picture.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace lw::scene {

namespace {

constexpr std::string_view kKeys[] = {"clock",        "clocks",  "aggregate", "edge",   "rowStride",
                                      "columnStride", "lane",    "lanes",     "values", "registers",
                                      "delayLines",   "results", "windows"};
constexpr std::string_view kCompleteKey[] = {"complete"};
constexpr std::string_view kWindowKeys[] = {"row",     "column", "rows",      "columns",
                                            "partial", "ties",   "completeAt"};
constexpr std::string_view kWinnerKey[] = {"winner"};
constexpr std::string_view kAggregates[] = {"max", "min", "sum", "average"};
constexpr std::string_view kEdges[] = {"partial", "zeros", "whole only"};

Result<std::uint32_t> smallIn(const JsonObject& object, std::string_view key) {
    LW_TRY(const std::int64_t value, object.integer(key, 0, std::numeric_limits<std::uint32_t>::max()));
    return static_cast<std::uint32_t>(value);
}

Result<PoolWindow> windowFromJson(const JsonValue& value) {
    LW_TRY(const JsonObject object, JsonObject::of(value, "windows", kWindowKeys, kWinnerKey));
    PoolWindow window;
    LW_TRY(window.row, smallIn(object, "row"));
    LW_TRY(window.column, smallIn(object, "column"));
    LW_TRY(window.rows, smallIn(object, "rows"));
    LW_TRY(window.columns, smallIn(object, "columns"));
    LW_TRY(window.isPartial, object.truth("partial"));
    LW_TRY(window.ties, smallIn(object, "ties"));
    LW_TRY(window.completeAt, countIn(object, "completeAt"));
    if (object.has("winner")) {
        LW_TRY(window.winner, smallIn(object, "winner"));
    }
    return window;
}

} // namespace

void to_json(nlohmann::json& out, const PoolingPicture& picture) {
    out = {{"clock", picture.clock},
           {"clocks", picture.clocks},
           {"aggregate", kAggregates[static_cast<std::size_t>(picture.aggregate)]},
           {"edge", kEdges[static_cast<std::size_t>(picture.edge)]},
           {"rowStride", picture.rowStride},
           {"columnStride", picture.columnStride},
           {"lane", picture.lane},
           {"lanes", picture.lanes},
           {"values", picture.values},
           {"registers", picture.registers},
           {"delayLines", picture.delayLines},
           {"results", picture.results},
           {"windows", nlohmann::json::array()}};
    if (picture.complete) out["complete"] = *picture.complete;
    for (const PoolWindow& window : picture.windows) {
        nlohmann::json item{{"row", window.row},
                            {"column", window.column},
                            {"rows", window.rows},
                            {"columns", window.columns},
                            {"partial", window.isPartial},
                            {"ties", window.ties},
                            {"completeAt", window.completeAt}};
        if (window.winner) item["winner"] = *window.winner;
        out["windows"].push_back(std::move(item));
    }
}

Result<PoolingPicture> poolingPictureFromJson(std::string_view text) {
    LW_TRY(const JsonValue root, parseJson(text, Place::kNoFile));
    LW_TRY(const JsonObject object, JsonObject::of(root, "", kKeys, kCompleteKey));
    PoolingPicture out;
    LW_TRY(out.clock, countIn(object, "clock"));
    LW_TRY(out.clocks, countIn(object, "clocks"));
    LW_TRY(const std::size_t aggregate, wordIn(object, "aggregate", kAggregates));
    LW_TRY(const std::size_t edge, wordIn(object, "edge", kEdges));
    out.aggregate = static_cast<machine::Aggregate>(aggregate);
    out.edge = static_cast<machine::PoolEdge>(edge);
    LW_TRY(out.rowStride, smallIn(object, "rowStride"));
    LW_TRY(out.columnStride, smallIn(object, "columnStride"));
    LW_TRY(out.lane, smallIn(object, "lane"));
    LW_TRY(out.lanes, smallIn(object, "lanes"));
    LW_TRY(out.values, cellPictureFromJson(object.at("values")));
    LW_TRY(out.registers, cellPictureFromJson(object.at("registers")));
    LW_TRY(out.delayLines, cellPictureFromJson(object.at("delayLines")));
    LW_TRY(out.results, cellPictureFromJson(object.at("results")));
    if (object.has("complete")) {
        LW_TRY(out.complete, smallIn(object, "complete"));
    }
    LW_TRY(const JsonValue* windows, object.list("windows"));
    for (const JsonValue& item : windows->items) {
        LW_TRY(const PoolWindow window, windowFromJson(item));
        out.windows.push_back(window);
    }
    return out;
}

} // namespace lw::scene
