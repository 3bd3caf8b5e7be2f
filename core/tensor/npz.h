// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// NumPy's archive of named arrays: a ZIP file of .npy members, stored or deflated.
namespace lw::tensor {

struct NamedArray {
    std::string name; // of the member, without .npy
    Tensor tensor;
};

inline constexpr std::uint64_t kMaxArchiveBytes = std::uint64_t{1} << 33;

// All members in the order of the archive's directory. Every size and checksum is compared, nothing is
// allocated that the archive's size cannot account for, and members must not share bytes; together they may
// unpack to `maxBytes`. E520.
Result<std::vector<NamedArray>> parseNpz(std::span<const std::byte> file, std::string_view name,
                                         std::uint64_t maxBytes = kMaxArchiveBytes);
Result<std::vector<NamedArray>> readNpz(const std::string& path);
// Of one member, which alone is unpacked and counts; nothing where there is none of that name.
Result<std::optional<Tensor>> parseNpzMember(std::span<const std::byte> file, std::string_view name,
                                             std::string_view member,
                                             std::uint64_t maxBytes = kMaxArchiveBytes);
// What the members are, without their numbers: of each, only the beginning is unpacked.
struct ArrayHeader {
    std::string name; // of the member, without .npy
    DType dtype = DType::F32;
    Shape shape;
};
Result<std::vector<ArrayHeader>> headersInNpz(std::span<const std::byte> file, std::string_view name);
// Their names, without .npy.
Result<std::vector<std::string>> namesInNpz(std::span<const std::byte> file, std::string_view name);

} // namespace lw::tensor
