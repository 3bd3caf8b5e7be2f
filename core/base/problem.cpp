// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/problem.h"

namespace lw {

std::string textOf(const Message& message, const std::vector<std::string>& arguments) {
    std::string out;
    const std::string_view text = message.text;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool isSlot = i + 2 < text.size() && text[i] == '{' && text[i + 2] == '}' &&
                            text[i + 1] >= '0' && text[i + 1] <= '9';
        const std::size_t which = isSlot ? static_cast<std::size_t>(text[i + 1] - '0') : 0;
        if (isSlot && which < arguments.size()) {
            out += arguments[which];
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace lw
