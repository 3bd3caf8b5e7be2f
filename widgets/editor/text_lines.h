// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace lw::editor {

// The lines of a text without their ends; a text that ends with a line end
// has an empty last one, as in the editor.
inline std::vector<std::string_view> linesOf(std::string_view text) {
    std::vector<std::string_view> out;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        out.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return out;
}

} // namespace lw::editor
