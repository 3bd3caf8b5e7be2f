// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/json_value.h"

#include <cstdint>

namespace lw::project {

// What becomes of the numbers of a file for a tensor of another type.
enum class Conversion : std::uint8_t {
    None,    // they are refused, unless the program's text says what its files hold (cast)
    Numbers, // they are converted
    Bf16     // they are uint16, the patterns of bf16, and those are converted
};

// The value of the key "cast": true, false or "bf16". E794.
Result<Conversion> conversionOf(const JsonValue& value);
Json jsonOf(Conversion conversion);

} // namespace lw::project
