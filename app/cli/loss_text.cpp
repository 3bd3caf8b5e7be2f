// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/loss_text.h"

#include "app/cli/number_text.h"
#include "core/lower/processor/report.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace lw::cli {

using lower::processor::RangeLoss;

namespace {

struct Part {
    std::uint64_t count;
    std::string_view what;
};

std::string textOf(const RangeLoss& loss, std::initializer_list<Part> parts) {
    std::string out;
    for (const auto& [count, what] : parts)
        if (count != 0) out += (out.empty() ? "" : ", ") + groupedText(count) + std::string(what);
    return loss.layer + ": of " + countText(loss.numbers, "number") + " " + out;
}

} // namespace

std::string lossText(const RangeLoss& loss) {
    return textOf(loss, {{loss.infinite, " of 65,520 and more, now infinite"},
                         {loss.zero, " of 2^-25 and less, now 0"},
                         {loss.notFinite, " NaN or infinite before"}});
}

std::string integerLossText(const RangeLoss& loss) {
    return textOf(loss, {{loss.fractions, " with a fraction, now rounded"},
                         {loss.clamped, " beyond their range, now its end"}});
}

} // namespace lw::cli
