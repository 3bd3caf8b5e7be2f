// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"
#include "core/program/target.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The object file (.lwo): a program with everything it needs. resources/manual/object.md describes its bytes.
// Every program has exactly one image: formatImage(parseImage(x)) == x.
namespace lw::program {

inline constexpr std::uint32_t kImageVersion = 2; // the newest

// What an image was made for.
struct ImageTarget {
    std::string chip;
    std::string machine;
    std::uint64_t machineHash = 0;
};

// `places` must have one entry per bundle, and symbols must be sorted.
std::vector<std::byte> formatImage(const Program& program, const isa::Spec& spec);
Outcome writeImage(const std::string& path, const Program& program, const isa::Spec& spec);

// Looks only at what the image is for, so that the right target can be made;
// checks the file as a whole (E401 - E405). `name` is what errors call the file.
Result<ImageTarget> parseImageTarget(std::span<const std::byte> file, std::string_view name);
// The whole program. Refused: damage, another chip, another configuration, bundles that are not canonical or
// break a rule of the chip, and names and data that do not fit the machine (E401 - E409).
Result<Program> parseImage(std::span<const std::byte> file, std::string_view name, const Target& target);
Result<Program> readImage(const std::string& path, const Target& target);

} // namespace lw::program
