// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/circuit.h"
#include "core/chips/inference/layout.h"
#include "core/chips/inference/pattern.h"

#include <algorithm>
#include <cstdint>

// Access pattern registers as words.
namespace lw::inference {

inline Pattern patternOf(const std::int32_t* words) {
    Pattern out;
    for (std::size_t i = 0; i < 3; ++i) {
        out.n[i] = static_cast<std::uint64_t>(std::max(words[2 * i], 1));
        out.s[i] = words[2 * i + 1];
    }
    out.es = words[kEs];
    return out;
}

// shape: all words, with the outer loop and es set to values without effect. shape2: those two. Returns a bit
// for each word that is set.
inline std::uint64_t setShape(const Decoded& row, std::int32_t* words) {
    for (std::size_t i = 0; i < 4; ++i) words[kN0 + i] = row.integer(1 + i);
    words[kN2] = 1;
    words[kS2] = words[kEs] = 0;
    return (std::uint64_t{1} << kPatternWords) - 1;
}

inline std::uint64_t setShapeMore(const Decoded& row, std::int32_t* words) {
    for (std::size_t i = 0; i < 3; ++i) words[kN2 + i] = row.integer(1 + i);
    return 1u << kN2 | 1u << kS2 | 1u << kEs;
}

} // namespace lw::inference
