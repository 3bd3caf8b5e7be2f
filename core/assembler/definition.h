// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/number.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace lw::assembler {

// A value from outside for a constant of the text (.equ), in place of its own.
struct Definition {
    std::string name;
    Number value;
    Place place{}; // in the file that asks for it
    bool operator==(const Definition& other) const { return name == other.name && value == other.value; }
};

// An integer (decimal, 0x...) or a decimal number.
std::optional<Number> numberOf(std::string_view text);
// "N=16". E791.
Result<Definition> definitionOf(std::string_view text, Place place = {});
// Shortest, so that numberOf() gives the same.
std::string textOf(const Definition& definition); // "N=16"

} // namespace lw::assembler
