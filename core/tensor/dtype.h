// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace lw::tensor {

// Element types of tensors in memory and in files.
// bf16 has no type of its own in .npy and is stored there as uint16.
enum class DType : std::uint8_t { F64, F32, F16, Bf16, I64, I32, I16, I8, U64, U32, U16, U8, Bool };
inline constexpr std::size_t kDTypes = 13;

std::size_t sizeOf(DType type);      // bytes of one element
std::string_view nameOf(DType type); // "f32", "bf16" ...
std::optional<DType> dtypeNamed(std::string_view name);

} // namespace lw::tensor
