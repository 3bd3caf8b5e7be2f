// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/scene/circuit/pooling_picture.h"

namespace lw::scene::circuit {

namespace {

constexpr std::string_view kAggregates[] = {"max", "min", "sum", "average"};
constexpr std::string_view kEdges[] = {"partial", "zeros", "whole only"};

Json jsonOf(const PoolWindow& window) {
    Json out{{"row", window.row},
             {"column", window.column},
             {"rows", window.rows},
             {"columns", window.columns},
             {"partial", window.isPartial},
             {"ties", window.ties},
             {"completeAt", window.completeAt}};
    if (window.winner) out["winner"] = *window.winner;
    return out;
}

} // namespace

Json jsonOf(const PoolingPicture& picture) {
    Json windows = Json::list();
    for (const PoolWindow& window : picture.windows) windows.push_back(jsonOf(window));
    Json out{{"clock", picture.clock},
             {"clocks", picture.clocks},
             {"aggregate", kAggregates[static_cast<std::size_t>(picture.aggregate)]},
             {"edge", kEdges[static_cast<std::size_t>(picture.edge)]},
             {"rowStride", picture.rowStride},
             {"columnStride", picture.columnStride},
             {"lane", picture.lane},
             {"lanes", picture.lanes},
             {"values", jsonOf(picture.values)},
             {"registers", jsonOf(picture.registers)},
             {"delayLines", jsonOf(picture.delayLines)},
             {"results", jsonOf(picture.results)},
             {"windows", std::move(windows)}};
    if (picture.complete) out["complete"] = *picture.complete;
    return out;
}

} // namespace lw::scene::circuit
