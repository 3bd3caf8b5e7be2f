// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/loss_text.h"

#include "app/cli/number_text.h"
#include "core/lower/processor/report.h"

#include <cstdint>
#include <string_view>

namespace lw::cli {

std::string lossText(const lower::processor::RangeLoss& loss) {
    std::string parts;
    const auto add = [&](std::uint64_t count, std::string_view what) {
        if (count != 0) parts += (parts.empty() ? "" : ", ") + groupedText(count) + std::string(what);
    };
    add(loss.infinite, " of 65,520 and more, now infinite");
    add(loss.zero, " of 2^-25 and less, now 0");
    add(loss.notFinite, " NaN or infinite before");
    return loss.layer + ": of " + countText(loss.numbers, "number") + " " + parts;
}

} // namespace lw::cli
