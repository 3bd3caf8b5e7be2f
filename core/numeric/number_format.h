// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/numeric/block_float.h"
#include "core/numeric/mx.h"
#include "core/numeric/small_float.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The formats of this room by name, as a person asks for them.
namespace lw::numeric {

struct NumberFormat {
    std::string name;
    std::variant<SmallFloat, BlockFormat, MxFormat> kind;

    // Numbers by themselves, not in blocks that share something.
    const SmallFloat* single() const { return std::get_if<SmallFloat>(&kind); }
};

// "f16", "bf16", "e5m2", "e4m3", "e3m2", "e2m3", "e2m1"; "bfp5", or "bfp5e8" with an exponent of 8 bits:
// mantissas of 2 to 16 bits; "mxint8", "mxfp8-e4m3" ... of mx.h.
std::optional<NumberFormat> numberFormatNamed(std::string_view name);
// All of them.
std::vector<std::string> numberFormatNames();

} // namespace lw::numeric
