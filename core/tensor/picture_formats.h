// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/picture.h"

#include <optional>

// A reader for each format: pictures as stored in their files. Nothing: `wrong` says what is wrong with the
// bytes.
namespace lw::tensor::detail {

inline constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 26;

std::optional<Picture> decodePng(std::span<const std::byte> bytes, std::string& wrong); // by libpng
// By libjpeg(-turbo), with its exact integer transform, so that every host gets the same samples.
std::optional<Picture> decodeJpeg(std::span<const std::byte> bytes, std::string& wrong);

} // namespace lw::tensor::detail
