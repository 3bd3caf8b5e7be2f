// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/core.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace lw::session {

// What a core has sent to the host since the last report: from the word with that number on, it is this.
// Steps back take words away, so there may be fewer than were reported.
struct TraceNews {
    std::size_t from = 0;
    std::vector<machine::TraceWord> words{};

    // Earlier news that has not been reported yet is reported with this.
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
