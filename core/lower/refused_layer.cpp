// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/refused_layer.h"

#include "core/lower/messages.h"

namespace lw::lower {

namespace {

struct NamedIn {
    const Message* message;
    std::size_t argument;
};
constexpr NamedIn kNamed[] = {
    {&messages::kNotLowered, 1},   {&messages::kWindowTooLarge, 1}, {&messages::kUnitTooLarge, 1},
    {&messages::kModeUnusable, 1}, {&messages::kPixelTooLong, 0},   {&messages::kBufferTooSmall, 5},
};

} // namespace

std::optional<std::string> refusedLayer(const Problem& problem) {
    for (const NamedIn& one : kNamed)
        if (one.message == problem.message && one.argument < problem.arguments.size())
            return problem.arguments[one.argument];
    return {};
}

} // namespace lw::lower
