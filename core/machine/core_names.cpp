// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/core_names.h"

#include "core/base/closest_word.h"
#include "core/machine/messages.h"

#include <charconv>
#include <system_error>

namespace lw::machine {

namespace {

// As std::to_string() writes it.
std::optional<std::uint32_t> numberOf(std::string_view text) {
    std::uint32_t out = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
    if (end.ec != std::errc() || end.ptr != text.data() + text.size()) return {};
    if (text.size() > 1 && text.front() == '0') return {};
    return out;
}

std::string nameByPlace(CoreId core, std::uint32_t columns) {
    return "c" + std::to_string(core.index / columns) + "_" + std::to_string(core.index % columns);
}

} // namespace

std::string CoreNames::nameOf(CoreId core) const { return "c" + std::to_string(core.index); }

std::string CoreNames::titleOf(CoreId core) const {
    return columns == 0 ? nameOf(core) : nameOf(core) + " (" + nameByPlace(core, columns) + ")";
}

std::vector<std::string> CoreNames::all() const {
    std::vector<std::string> out;
    for (std::uint32_t i = 0; i < count && count != 1; ++i) {
        out.push_back(nameOf({static_cast<std::uint16_t>(i)}));
        if (columns != 0) out.push_back(nameByPlace({static_cast<std::uint16_t>(i)}, columns));
    }
    return out;
}

std::optional<CoreId> CoreNames::coreCalled(std::string_view name) const {
    if (!name.starts_with('c')) return {};
    return coreWritten(name.substr(1));
}

Problem CoreNames::noCore(std::string_view name) const {
    std::vector<std::string> names = all();
    if (names.empty()) names.push_back(nameOf({0}));
    const std::vector<std::string_view> candidates(names.begin(), names.end());
    return {&messages::kNoCore,
            {std::string(name), nameOf({0}), nameOf({static_cast<std::uint16_t>(count - 1)})},
            {},
            {},
            std::string(closestWord(name, candidates))};
}

std::optional<Problem> CoreNames::missingCore(std::string_view text) const {
    const std::string_view name = text.substr(0, text.find('.'));
    if (count == 1 || name.size() == text.size() || !name.starts_with('c') || coreCalled(name)) return {};
    const std::string_view number = name.substr(1);
    const std::size_t line = number.find('_');
    if (!numberOf(number.substr(0, line)) || (line != name.npos && !numberOf(number.substr(line + 1))))
        return {};
    return noCore(name);
}

std::optional<CoreId> CoreNames::coreWritten(std::string_view text) const {
    const std::size_t line = text.find('_');
    auto core = numberOf(text.substr(0, line));
    if (core && line != text.npos) {
        const auto column = numberOf(text.substr(line + 1));
        if (!column || *column >= columns || *core >= count) return {};
        core = *core * columns + *column;
    }
    if (!core || *core >= count) return {};
    return CoreId{static_cast<std::uint16_t>(*core)};
}

} // namespace lw::machine
