// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/picture_file.h"

#include "app/cli/messages.h"
#include "core/base/file.h"

#include <png.h>

namespace lw::cli {

namespace {

constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 28, kMostPixels = std::uint64_t{1} << 26;

// Frees what libpng holds, whichever way reading ends.
struct Picture {
    png_image image{};
    Picture() { image.version = PNG_IMAGE_VERSION; }
    ~Picture() { png_image_free(&image); }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
};

} // namespace

Result<tensor::Tensor> readPicture(const std::string& path, std::uint64_t channels) {
    LW_TRY(const std::vector<std::byte> bytes, readFile(path, kMostFileBytes));
    const auto wrong = [&](std::string why) {
        return Problem{&messages::kNoPicture, {path, std::move(why)}, {}, {}, {}};
    };
    Picture picture;
    png_image& image = picture.image;
    if (!png_image_begin_read_from_memory(&image, bytes.data(), bytes.size())) return wrong(image.message);
    if (std::uint64_t{image.width} * image.height > kMostPixels)
        return wrong("it has more than " + std::to_string(kMostPixels) + " pixels");
    switch (channels) {
    case 1: image.format = PNG_FORMAT_GRAY; break;
    case 3: image.format = PNG_FORMAT_RGB; break;
    case 4: image.format = PNG_FORMAT_RGBA; break;
    default: return wrong("the network reads " + std::to_string(channels) + " channels, not 1, 3 or 4");
    }
    tensor::Tensor out(tensor::DType::U8, {image.height, image.width, channels});
    // Transparent pixels of a picture without an opacity channel stand before black.
    constexpr png_color kBlack{0, 0, 0};
    if (!png_image_finish_read(&image, &kBlack, out.bytes().data(), 0, nullptr)) return wrong(image.message);
    return out;
}

} // namespace lw::cli
