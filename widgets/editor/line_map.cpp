// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/line_map.h"

#include "widgets/editor/text_lines.h"

#include <algorithm>

namespace lw::editor {

LineMap::LineMap(std::string_view then, std::string_view now) {
    const auto old = linesOf(then), fresh = linesOf(now);
    m_now.assign(old.size(), -1);
    const std::size_t most = std::min(old.size(), fresh.size());
    std::size_t first = 0;
    for (; first < most && old[first] == fresh[first]; ++first) m_now[first] = static_cast<int>(first);
    for (std::size_t last = 1; last <= most - first && old[old.size() - last] == fresh[fresh.size() - last];
         ++last)
        m_now[old.size() - last] = static_cast<int>(fresh.size() - last);
}

void LineMap::inserted(int line, int count, bool atStart) {
    for (int& now : m_now)
        if (now > line || (atStart && now == line)) now += count;
}

void LineMap::removed(int line, int count, bool atStart) {
    for (int& now : m_now) {
        if (atStart && now >= line && now < line + count)
            now = -1; // it was removed completely
        else if (!atStart && now > line && now < line + count)
            now = -1;
        else if (now >= line + count)
            now -= count;
    }
}

int LineMap::now(int lineThen) const {
    return lineThen >= 0 && lineThen < static_cast<int>(m_now.size())
               ? m_now[static_cast<std::size_t>(lineThen)]
               : -1;
}

} // namespace lw::editor
