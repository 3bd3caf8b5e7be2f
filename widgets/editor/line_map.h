// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace lw::editor {

// Where the lines of a text are now that the text has been edited. Lines count from 0.
class LineMap {
  public:
    LineMap() = default;
    // `then` has become `now`: lines that are the same at the beginning
    // and at the end are known, those between are not.
    LineMap(std::string_view then, std::string_view now);

    // `count` line ends were inserted into a line. `atStart`: before its first byte.
    void inserted(int line, int count, bool atStart);
    // `count` line ends after a place of that line were removed. `atStart`: from its first byte on.
    void removed(int line, int count, bool atStart);
    // -1: it is gone, or its place is not known.
    int now(int lineThen) const;

  private:
    std::vector<int> m_now; // by the line then
};

} // namespace lw::editor
