// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/program_rows.h"

#include <algorithm>

// What a program keeps in the unified buffer from one launch to the next: through the vector unit's strips.
namespace lw::lower::striding {

using network::ValueId;

namespace {

ValueId valueNamed(const NetworkPlan& plan, const std::string& name) {
    const auto id = network::findValue(*plan.network, name);
    LW_REQUIRE(id, "kept values of the network");
    return *id;
}

// The last rows or columns of a value, into a strip that was there before it.
void keep(Emission& out, const LayerPlan& layer, const Frame& value, const Frame& strip) {
    const std::uint64_t row = value.rows - strip.rows, column = value.columns - strip.columns;
    std::uint64_t number = 0;
    overStrips(out, strip.picture(), [&](const Area& part, std::uint64_t channel, std::uint64_t channels) {
        StripRows rows(out, layer, number++ % 2 == 0 ? 0 : 3);
        Area last = part;
        last.row += row;
        last.column += column;
        rows.load(rows.data(), value, last, channel, channels);
        rows.storeTo(strip, part, channel);
    });
}

} // namespace

void writeKept(Emission& out, const LayerPlan& layer) {
    if (!out.plan.options.launches) return;
    for (const Launches::Kept& kept : out.plan.options.launches->kept) {
        if (valueNamed(out.plan, kept.value) != layer.index + 1) continue;
        const Frame& value = out.plan.frames[layer.index + 1].front();
        const std::vector<Frame>& strips = out.plan.frames[valueNamed(out.plan, kept.strip)];
        if (kept.isAtHost) {
            out.text.comment("its last rows are kept at the host");
            writeToHost(out, value, layer.index + 1, strips.front().rows);
            continue;
        }
        out.text.comment("its end is kept for the next launch");
        for (const Frame& strip : strips) keep(out, layer, value, strip);
    }
}

} // namespace lw::lower::striding
