// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/stream_json.h"

#include "core/concord/graph.h"

#include <algorithm>

namespace lw::concord {

namespace {

// Without zeros at its end; nothing if it has only these.
template <typename Numbers> void addMoves(Json& to, const Numbers& moves) {
    std::size_t count = moves.size();
    while (count > 0 && moves[count - 1] == 0) --count;
    if (count > 0) to["moves"] = Json::list(std::vector(moves.begin(), moves.begin() + count));
}

Json roundingJson(const OpRounding& rounding) {
    if (rounding.rounding == numeric::Rounding::TowardZero) return "toward zero";
    Json out{{"seed", rounding.seed}, {"executed", rounding.executed}};
    addMoves(out, rounding.moves);
    return out;
}

Json operationJson(const Op& op) {
    Json out{{"kind", nameOf(op.kind)}};
    if (!op.memory.empty()) out["memory"] = op.memory;
    if (op.first != 0) out["first"] = op.first;
    if (op.step != 0) out["step"] = op.step;
    addMoves(out, op.moves);
    if (op.kind == OpKind::Window) {
        Json windows = Json::object();
        addWindow(windows, op.window);
        windows["at"] = op.picture;
        windows["skip"] = op.skip;
        out["windows"] = std::move(windows);
    }
    if (op.length != 0) out["length"] = op.length;
    if (op.rounding.rounding != numeric::Rounding::NearestEven) out["rounding"] = roundingJson(op.rounding);
    if (op.clocks != 0) out["clocks"] = op.clocks;
    if (op.begins != 0) out["begins"] = op.begins;
    out["instruction"] = op.bundle;
    out["text"] = op.text;
    return out;
}

} // namespace

void addWindow(Json& to, const Window& window) {
    to["picture"] = Json::list({window.height, window.width, window.depth});
    to["window"] = Json::list({window.windowHeight, window.windowWidth});
    to["stride"] = Json::list({window.strideY, window.strideX});
    to["pad"] = Json::list({window.padTop, window.padLeft});
    to["across"] = window.across;
    to["padding"] = window.padding;
}

Json chainsJson(const OpStream& stream) {
    Json out = Json::list();
    for (const Chain& chain : stream.chains) {
        Json one{{"rows", chain.rows},
                 {"columns", chain.columns},
                 {"turns", chain.turns},
                 {"middleBits", chain.middleBits}};
        if (!chain.labels.empty()) one["labels"] = Json::list(chain.labels);
        if (!chain.layer.empty()) one["layer"] = chain.layer;
        Json operations = Json::list();
        for (const Op& op : chain.ops) operations.push_back(operationJson(op));
        one["operations"] = std::move(operations);
        out.push_back(std::move(one));
    }
    return out;
}

Json loopsJson(const OpStream& stream) {
    Json out = Json::list();
    for (const Loop& loop : stream.loops)
        out.push_back({{"first", loop.first},
                       {"count", loop.count},
                       {"turns", loop.turns},
                       {"instruction", loop.bundle},
                       {"text", loop.text}});
    return out;
}

} // namespace lw::concord
