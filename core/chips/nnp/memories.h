// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace lw::nnp {

// What an instruction names: queues, memories, and the register files in front of the units. The names are
// those of published firmware.
enum class Memory : std::uint8_t { NetQ, Dram, InitialVrf, AddSubVrf0, AddSubVrf1, MultiplyVrf, MatrixRf };
inline constexpr std::array<std::string_view, 7> kMemoryNames{
    "NetQ", "Dram", "InitialVrf", "AddSubVrf0", "AddSubVrf1", "MultiplyVrf", "MatrixRf"};
constexpr std::string_view nameOf(Memory memory) { return kMemoryNames[static_cast<std::size_t>(memory)]; }
constexpr bool isVectorFile(Memory memory) {
    return memory >= Memory::InitialVrf && memory <= Memory::MultiplyVrf;
}
inline constexpr std::size_t kVectorFiles = 4; // InitialVrf and those that follow
constexpr std::size_t fileOf(Memory memory) {
    return static_cast<std::size_t>(memory) - static_cast<std::size_t>(Memory::InitialVrf);
}

// What s_wr sets, and between which limits; a largest value of 0 is as many vectors as a chain can have.
enum class Control : std::uint8_t {
    Rows,
    Columns,
    Iterations,
    Middle,
    Picture,
    PictureWidth,
    PictureHeight,
    PictureDepth,
    WindowWidth,
    WindowHeight,
    StrideX,
    StrideY,
    PadLeft,
    PadTop,
    Across,
    Padding,
    Length,
    Rounding,
    Seed,
};
struct Setting {
    std::string_view name, detail;
    std::uint32_t least = 0, most = 0, start = 0;
};
inline constexpr std::uint32_t kMostSetting = (1u << 20) - 1;
inline constexpr std::array kSettings{
    Setting{"rows", "native vectors that a product gives", 1, 0, 1},
    Setting{"cols", "native vectors that a product takes", 1, 0, 1},
    Setting{"iterations", "how often a chain runs", 1, 0, 1},
    Setting{"middle", "mantissa bits of v_wr.q", 2, 16, 5}, // at the start those of a vector
    Setting{"picture", "the first vector of the picture of v_rd.w", 0, kMostSetting, 0},
    Setting{"picture_width", "pixels in a row of it", 1, kMostSetting, 1},
    Setting{"picture_height", "its rows", 1, kMostSetting, 1},
    Setting{"picture_depth", "native vectors of a pixel", 1, kMostSetting, 1},
    Setting{"window_width", "pixels in a row of a window", 1, kMostSetting, 1},
    Setting{"window_height", "its rows", 1, kMostSetting, 1},
    Setting{"stride_x", "pixels from a window to the one beside it", 1, kMostSetting, 1},
    Setting{"stride_y", "rows from a window to the one below it", 1, kMostSetting, 1},
    Setting{"pad_left", "pixels of the first window before the picture", 0, kMostSetting, 0},
    Setting{"pad_top", "rows of the first window above the picture", 0, kMostSetting, 0},
    Setting{"windows_across", "windows in a row", 1, kMostSetting, 1},
    Setting{"padding", "FP16 code of what is beyond the picture", 0, 0xffff, 0},
    Setting{"length", "elements of which v_softmax makes one vector; 0: all", 0, kMostSetting, 0},
    Setting{"rounding", "of mantissas: 0 to nearest even, 1 toward zero, 2 by chance", 0, 2, 0},
    Setting{"seed", "of rounding by chance", 0, kMostSetting, 0},
};
inline constexpr std::size_t kControls = kSettings.size();
inline constexpr auto kControlNames = [] {
    std::array<std::string_view, kControls> out;
    for (std::size_t i = 0; i < kControls; ++i) out[i] = kSettings[i].name;
    return out;
}();

inline constexpr std::uint32_t kMostLoops = 4; // inside of each other

} // namespace lw::nnp
