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

    const SmallFloat* single() const { return std::get_if<SmallFloat>(&kind); }
    // Of a number that stands by itself; 0: it is of a block, without which it has no value.
    int bitsAlone() const;
};

// "bfp5", or "bfp5e8" with an exponent of 8 bits; "int5" of integers.
std::string nameOf(BlockFormat format);

// "f16", "bf16", "e5m2", "e4m3", "e3m2", "e2m3", "e2m1"; "bfp5", "bfp5e8" and "int5" with mantissas of 2 to
// 16 bits; "mxint8", "mxfp8-e4m3" ... of mx.h.
std::optional<NumberFormat> numberFormatNamed(std::string_view name);
// All of them.
std::vector<std::string> numberFormatNames();

} // namespace lw::numeric
