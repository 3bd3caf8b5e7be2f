// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/vector_places.h"

#include "core/base/check.h"

#include <algorithm>

namespace lw::lower::processor {

std::optional<std::uint64_t> VectorPlaces::take(std::uint64_t count) {
    std::uint64_t first = 0;
    auto next = m_taken.begin();
    for (; next != m_taken.end() && next->first - first < count; ++next) first = next->first + next->count;
    if (next == m_taken.end() && m_size - first < count) return {};
    m_taken.insert(next, {first, count});
    m_used += count;
    m_most = std::max(m_most, m_used);
    return first;
}

void VectorPlaces::release(std::uint64_t first) {
    const auto found = std::find_if(m_taken.begin(), m_taken.end(),
                                    [first](const Stretch& stretch) { return stretch.first == first; });
    LW_REQUIRE(found != m_taken.end(), "a place that was taken");
    m_used -= found->count;
    m_taken.erase(found);
}

std::uint64_t VectorPlaces::longestFree() const {
    std::uint64_t first = 0, longest = 0;
    for (const Stretch& stretch : m_taken) {
        longest = std::max(longest, stretch.first - first);
        first = stretch.first + stretch.count;
    }
    return std::max(longest, m_size - first);
}

} // namespace lw::lower::processor
