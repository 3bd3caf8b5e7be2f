// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lw::session {

// What a core has sent to the host since somebody was told: from the word of that number on it is this.
// Steps back take words away, so that there may be fewer than were told.
struct TraceNews {
    std::size_t from = 0;
    std::vector<machine::TraceWord> words{};

    // What was news before and has not been told yet is told with this.
    void add(TraceNews later) {
        if (later.from < from) {
            *this = std::move(later);
            return;
        }
        words.resize(std::min(words.size(), later.from - from));
        words.insert(words.end(), later.words.begin(), later.words.end());
    }
    void tell(std::vector<machine::TraceWord>& known) const {
        known.resize(std::min(known.size(), from));
        known.insert(known.end(), words.begin(), words.end());
    }
};

} // namespace lw::session
