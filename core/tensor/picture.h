// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tensor/tensor.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lw::tensor {

// The samples of a picture as stored in its file, without regard to gamma or colour profiles; 16 bits
// become 8 by (v + 128) / 257. Channels are grey, grey and opacity, red green blue, or those and opacity.
struct Picture {
    std::uint64_t rows = 0, columns = 0, channels = 0;
    std::vector<std::uint8_t> samples; // row by row, pixel by pixel
};

// By its first bytes: a PNG or JPEG.
bool isPicture(std::span<const std::byte> bytes);
// E529 if it is damaged, too large, or neither. `path` is for messages.
Result<Picture> decodePicture(std::span<const std::byte> bytes, const std::string& path);
// uint8 of shape [rows, columns, channels] with 1 (grey), 3 (red, green, blue) or 4 channels (and opacity);
// E529 for other counts. For 1 and 3 channels, opacity a is applied over black, (v a + 127) / 255; then grey
// is (299 r + 587 g + 114 b + 500) / 1000.
Result<Tensor> tensorOf(const Picture& picture, std::uint64_t channels, const std::string& path);

// Numbers from 0 to 255 as samples: rounded half to even, anything beyond becomes 0 or 255, and NaN 0. E528
// unless the shape is [rows, columns] or [rows, columns, 1 to 4], with a pixel.
Result<Picture> pictureOf(const Tensor& numbers);
// The bytes of a PNG with these samples.
std::vector<std::byte> encodePng(const Picture& picture);

} // namespace lw::tensor
