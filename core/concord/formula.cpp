// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/formula.h"

#include "core/concord/places.h"

namespace lw::concord {

Formula formulaOf(const OpStream& stream, const Node& node) {
    const numeric::DrawPlace& place = node.rounding.place;
    Formula out{.kind = node.kind,
                .rows = node.rows,
                .columns = node.columns,
                .turns = node.turns,
                .bits = node.bits,
                .length = node.length,
                .rounding = {node.rounding.rounding, place.seed, place.instruction, {}}};
    if (node.kind != OpKind::Window) return out;
    out.window = windowName(stream, node.windows.window);
    out.first = std::to_string(node.windows.first);
    out.skip = node.windows.skip;
    out.count = node.windows.count;
    return out;
}

Formula formulaOf(const OpStream& stream, const Chain& chain, const Op& op) {
    Formula out{.kind = op.kind,
                .rows = chain.rows,
                .columns = chain.columns,
                .turns = chain.turns,
                .bits = chain.middleBits,
                .length = op.length,
                .rounding = op.rounding};
    if (op.kind != OpKind::Window) return out;
    out.window = windowName(stream, op.window);
    out.first = addressText(op);
    out.skip = op.skip;
    out.count = windowsOf(chain, op, {}).count;
    return out;
}

} // namespace lw::concord
