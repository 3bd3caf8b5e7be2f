// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/definition.h"

#include "core/assembler/messages.h"
#include "core/source/chars.h"

#include <charconv>
#include <cmath>

namespace lw::assembler {

std::optional<Number> numberOf(std::string_view text) {
    const char* const end = text.data() + text.size();
    const bool isNegative = text.starts_with('-');
    std::string_view digits = text.substr(isNegative ? 1 : 0);
    const int base = digits.starts_with("0x") || digits.starts_with("0X") ? 16 : 10;
    if (base == 16) digits.remove_prefix(2);
    std::int64_t integer = 0;
    const auto read = std::from_chars(digits.data(), end, integer, base);
    if (read.ec == std::errc() && read.ptr == end && integer >= 0)
        return Number::of(isNegative ? -integer : integer);
    double real = 0;
    const auto whole = std::from_chars(text.data(), end, real);
    if (base == 16 || whole.ec != std::errc() || whole.ptr != end || text.find_first_of(".eE") == text.npos ||
        !std::isfinite(real))
        return std::nullopt;
    return Number::real(real);
}

Result<Definition> definitionOf(std::string_view text, Place place) {
    const auto equals = text.find('=');
    if (equals != text.npos && equals > 0) {
        const std::string name(text.substr(0, equals));
        const auto value = numberOf(text.substr(equals + 1));
        if (value && source::is(name.front(), source::kNameStart) &&
            source::nameEnd(name.c_str()) == name.c_str() + name.size())
            return Definition{name, *value, place};
    }
    return Problem{&kNoDefinition, {std::string(text)}, place, {}, {}};
}

std::string textOf(const Definition& definition) {
    std::string value = textOf(definition.value);
    if (definition.value.isReal() && value.find_first_of(".e") == value.npos) value += ".0";
    return definition.name + '=' + value;
}

} // namespace lw::assembler
