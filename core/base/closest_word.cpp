// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/closest_word.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace lw {

namespace {

constexpr std::size_t kLongest = 64; // longer words are not compared

// Optimal string alignment distance.
std::size_t distance(std::string_view a, std::string_view b) {
    std::array<std::array<std::size_t, kLongest + 1>, 3> rows{};
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto& now = rows[i % 3];
        const auto& above = rows[(i + 2) % 3];
        const auto& twoAbove = rows[(i + 1) % 3];
        now[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replace = above[j - 1] + (a[i - 1] != b[j - 1]);
            now[j] = std::min({above[j] + 1, now[j - 1] + 1, replace});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = std::min(now[j], twoAbove[j - 2] + 1);
        }
    }
    return rows[a.size() % 3][b.size()];
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equalButForCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

} // namespace

std::string_view closestWord(std::string_view word, std::span<const std::string_view> candidates) {
    std::string_view best;
    std::size_t bestDistance = kLongest;
    if (word.empty() || word.size() > kLongest) return best;
    for (const std::string_view candidate : candidates) {
        if (candidate.empty() || candidate.size() > kLongest) continue;
        if (equalButForCase(word, candidate)) return candidate;
        const std::size_t apart = distance(word, candidate);
        const std::size_t allowed = std::max<std::size_t>(1, candidate.size() / 3);
        if (apart <= allowed && apart < bestDistance && apart < word.size()) {
            best = candidate;
            bestDistance = apart;
        }
    }
    return best;
}

} // namespace lw
