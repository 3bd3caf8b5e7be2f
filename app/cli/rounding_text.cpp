// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/rounding_text.h"

#include "app/cli/console.h"
#include "app/cli/number_text.h"

#include <algorithm>

namespace lw::cli {

using machine::RoundingCount;

std::string lossText(const RoundingCount& count) {
    std::string out;
    const auto add = [&](std::uint64_t numbers, std::string_view what) {
        if (numbers) out += (out.empty() ? "" : ", ") + groupedText(numbers) + std::string(what);
    };
    add(count.rounded, " lost bits");
    add(count.toZero, " became 0");
    add(count.saturated, " saturated");
    return out.empty() ? out
                       : std::string(count.where) + ": of " + countText(count.numbers, "number") + " " + out;
}

void printRoundings(std::span<const RoundingCount> counts, Console& console) {
    if (std::ranges::all_of(counts, [](const RoundingCount& one) { return one.numbers == 0; })) return;
    console.line("\nshortened by               numbers       lost bits        became 0       saturated");
    for (const RoundingCount& one : counts) {
        if (one.numbers == 0) continue;
        console.line(padRight(one.where, 18) + padLeft(groupedText(one.numbers), 16) +
                     padLeft(groupedText(one.rounded), 16) + padLeft(groupedText(one.toZero), 16) +
                     padLeft(groupedText(one.saturated), 16));
    }
}

Json roundingsJson(std::span<const RoundingCount> counts) {
    Json out;
    for (const RoundingCount& one : counts)
        out.push_back({{"where", std::string(one.where)},
                       {"numbers", one.numbers},
                       {"rounded", one.rounded},
                       {"toZero", one.toZero},
                       {"saturated", one.saturated}});
    return out;
}

} // namespace lw::cli
