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

// What s_wr sets.
enum class Control : std::uint8_t { Rows, Columns, Iterations, Middle };
inline constexpr std::array<std::string_view, 4> kControlNames{"rows", "cols", "iterations", "middle"};
inline constexpr std::size_t kControls = kControlNames.size();

inline constexpr std::uint32_t kMostLoops = 4; // inside of each other

} // namespace lw::nnp
