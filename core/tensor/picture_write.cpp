// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/element.h"
#include "core/tensor/messages.h"
#include "core/tensor/picture.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lw::tensor {

namespace {

std::uint8_t sampleOf(double number) {
    if (std::isnan(number)) return 0;
    return static_cast<std::uint8_t>(std::nearbyint(std::clamp(number, 0.0, 255.0)));
}

} // namespace

Result<Picture> pictureOf(const Tensor& numbers) {
    Shape shape = numbers.shape();
    if (shape.size() == 2) shape.push_back(1);
    if (shape.size() != 3 || numbers.count() == 0 || shape[2] > 4)
        return Problem{&messages::kNotShown, {shapeText(numbers.shape())}, {}, {}, {}};
    Picture out{shape[0], shape[1], shape[2], {}};
    out.samples.reserve(numbers.count());
    for (std::uint64_t i = 0; i < numbers.count(); ++i) out.samples.push_back(sampleOf(valueAt(numbers, i)));
    return out;
}

std::vector<std::byte> encodePng(const Picture& picture) {
    constexpr std::array<png_uint_32, 4> kFormats{PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB,
                                                  PNG_FORMAT_RGBA};
    LW_REQUIRE(picture.channels >= 1 && picture.channels <= kFormats.size(), "a picture has 1 to 4 channels");
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.columns);
    image.height = static_cast<png_uint_32>(picture.rows);
    image.format = kFormats[picture.channels - 1];
    std::vector<std::byte> out(PNG_IMAGE_PNG_SIZE_MAX(image));
    png_alloc_size_t size = out.size();
    const int written =
        png_image_write_to_memory(&image, out.data(), &size, 0, picture.samples.data(), 0, nullptr);
    LW_REQUIRE(written != 0, image.message);
    out.resize(size);
    return out;
}

} // namespace lw::tensor
