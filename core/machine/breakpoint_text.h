// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/isa/lookup.h"
#include "core/machine/expression.h"
#include "core/machine/machine.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// The text of a breakpoint, part by part.
namespace lw::machine {

// A part of the text that knows where it stands.
struct TextPart {
    std::string_view text;
    std::size_t at = 0;

    void trim();
    // The first word, taken off.
    TextPart word();
    // The rest after a whole word, taken off with the word; nothing when the word does not occur.
    // Words in quotes are names.
    std::optional<TextPart> splitAt(std::string_view wanted);
};

// What parts mean at the place that is meant: on a core, with its program.
struct PlaceReader {
    const Scope& scope; // of the whole text
    std::uint32_t file;
    Scope place; // whose bundles, memories, flags and units are meant
    const isa::Lookup* lookup;

    PlaceReader(const Scope& whole, std::uint32_t number);
    Place placeOf(const TextPart& part) const;
    Result<Expression> compile(const TextPart& part, const Scope& where) const;
    Result<std::int64_t> constant(const TextPart& part, std::string what) const;
    // A core before the place: "c1.loop", "c1.smem 4".
    void takeCore(TextPart& part);
};

// A range of memory, an element of a tensor or vectors of a register file: what the trigger looks at.
Outcome readMemoryPlace(const PlaceReader& reader, TextPart rest, Trigger& trigger);

} // namespace lw::machine
