// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/picture.h"

#include "core/tensor/messages.h"
#include "core/tensor/picture_formats.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lw::tensor {

namespace {

bool beginsWith(std::span<const std::byte> bytes, std::string_view begin) {
    return bytes.size() >= begin.size() &&
           std::equal(begin.begin(), begin.end(), bytes.begin(),
                      [](char wanted, std::byte is) { return static_cast<std::byte>(wanted) == is; });
}
bool isPng(std::span<const std::byte> bytes) { return beginsWith(bytes, "\x89PNG"); }
bool isJpeg(std::span<const std::byte> bytes) { return beginsWith(bytes, "\xff\xd8\xff"); }

struct Pixel {
    std::array<std::uint8_t, 3> colour;
    std::uint8_t opacity = 255;
};

Pixel pixelAt(const Picture& picture, std::size_t number) {
    const std::uint8_t* const at = picture.samples.data() + number * picture.channels;
    switch (picture.channels) {
    case 1: return {{at[0], at[0], at[0]}};
    case 2: return {{at[0], at[0], at[0]}, at[1]};
    case 3: return {{at[0], at[1], at[2]}};
    default: return {{at[0], at[1], at[2]}, at[3]};
    }
}

std::uint8_t beforeBlack(unsigned value, unsigned opacity) {
    return static_cast<std::uint8_t>((value * opacity + 127) / 255);
}

void put(const Pixel& pixel, std::uint64_t channels, std::byte* out) {
    if (channels == 4) {
        for (std::size_t i = 0; i < 3; ++i) out[i] = static_cast<std::byte>(pixel.colour[i]);
        out[3] = static_cast<std::byte>(pixel.opacity);
        return;
    }
    std::array<unsigned, 3> c{};
    for (std::size_t i = 0; i < 3; ++i) c[i] = beforeBlack(pixel.colour[i], pixel.opacity);
    if (channels == 1)
        out[0] = static_cast<std::byte>((299 * c[0] + 587 * c[1] + 114 * c[2] + 500) / 1000);
    else
        for (std::size_t i = 0; i < 3; ++i) out[i] = static_cast<std::byte>(c[i]);
}

} // namespace

bool isPicture(std::span<const std::byte> bytes) { return isPng(bytes) || isJpeg(bytes); }

Result<Picture> decodePicture(std::span<const std::byte> bytes, const std::string& path) {
    std::string wrong = "it is neither a PNG nor a JPEG";
    std::optional<Picture> out;
    if (isPng(bytes))
        out = detail::decodePng(bytes, wrong);
    else if (isJpeg(bytes))
        out = detail::decodeJpeg(bytes, wrong);
    if (!out) return Problem{&messages::kNoPicture, {path, wrong}, {}, {}, {}};
    return *std::move(out);
}

Result<Tensor> tensorOf(const Picture& picture, std::uint64_t channels, const std::string& path) {
    if (channels != 1 && channels != 3 && channels != 4)
        return Problem{&messages::kNoPicture,
                       {path, "the network reads " + std::to_string(channels) + " channels, not 1, 3 or 4"},
                       {},
                       {},
                       {}};
    Tensor out(DType::U8, {picture.rows, picture.columns, channels});
    for (std::size_t i = 0; i < picture.rows * picture.columns; ++i)
        put(pixelAt(picture, i), channels, out.bytes().data() + i * channels);
    return out;
}

} // namespace lw::tensor
