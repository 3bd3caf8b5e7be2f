// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

// The frame of an object file, as image_write.cpp and image.cpp both need it.
namespace lw::program {

inline constexpr std::string_view kImageMagic{"\x89LWO\r\n\x1a\n", 8};
inline constexpr std::uint64_t kImageHeaderBytes = 32;  // magic, version, sections, file size, checksum
inline constexpr std::uint64_t kSectionEntryBytes = 32; // kind, count, offset, size, checksum
inline constexpr std::uint64_t kPlaceBytes = 16;

enum class Section : std::uint32_t { Target = 1, Bundles, Places, Symbols, Tensors, Data, Sources, Hints };
inline constexpr std::array<std::string_view, 8> kSectionNames{"target",  "bundles", "places",  "symbols",
                                                               "tensors", "data",    "sources", "hints"};
// Programs without hints are files of version 1, which has no section for them.
constexpr std::size_t sectionsOf(std::uint32_t version) {
    return kSectionNames.size() - (version < 2 ? 1 : 0);
}

} // namespace lw::program
