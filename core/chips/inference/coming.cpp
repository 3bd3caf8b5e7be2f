// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/coming.h"

#include "core/chips/inference/config.h"
#include "core/chips/inference/decoded.h"
#include "core/chips/inference/links.h"
#include "core/chips/inference/pattern_words.h"

#include <array>

namespace lw::inference {

std::vector<std::vector<Coming>> comingTo(const std::vector<std::vector<Decoded>>& rows,
                                          const Config& config) {
    std::vector<std::vector<Coming>> out(rows.size());
    for (std::uint16_t i = 0; config.isArray() && i < rows.size(); ++i) {
        std::array<std::int32_t, std::size_t{kPatterns} * kPatternWords> patterns{};
        for (const Decoded& row : rows[i]) {
            if (row.op == op("shape")) setShape(row, &patterns[std::size_t{row[0]} * kPatternWords]);
            if (row.op == op("shape2")) setShapeMore(row, &patterns[std::size_t{row[0]} * kPatternWords]);
            if (!isSend(row.op)) continue;
            const auto to = neighbourOf({i}, directionOf(row.op), config.cores);
            if (!to) continue;
            const Pattern pattern = patternOf(&patterns[std::size_t{row[2]} * kPatternWords]);
            out[to->index].push_back({{{i}, row.bundle}, row[4], Elements{pattern, row[0]}});
        }
    }
    return out;
}

} // namespace lw::inference
