// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace lw::program {

// The text of a line of Program::sources[file], without its end;
// empty when it is not at hand. Lines count from 1.
using SourceLine = std::function<std::string_view(std::uint32_t file, std::uint32_t line)>;

// The bits of a bundle as hexadecimal digits, highest bit first: 81 digits for 322 bits.
std::string bitsText(const isa::Bits& bits, unsigned bundleBits);

// One line per bundle: number, bits, place (name of the file without its folder, and line) and the line of
// the source; labels on lines of their own. A bundle without a source line is disassembled instead. E410 when
// bits are not a bundle.
Result<std::string> listing(const Program& program, const Target& target, const SourceLine& sourceLine);

} // namespace lw::program
