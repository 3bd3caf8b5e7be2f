// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/table_text.h"

#include "app/cli/number_text.h"

#include <algorithm>

namespace lw::cli {

std::string tableText(const std::vector<std::vector<std::string>>& rows,
                      std::initializer_list<std::size_t> toTheRight) {
    std::vector<std::size_t> widths(rows.empty() ? 0 : rows.front().size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool isRight = std::find(toTheRight.begin(), toTheRight.end(), i) != toTheRight.end();
            line +=
                (i == 0 ? "" : "  ") + (isRight ? padLeft(row[i], widths[i]) : padRight(row[i], widths[i]));
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

} // namespace lw::cli
