// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

// Windows that slide over a picture: what a window expander makes of vectors that lie pixel after pixel.
namespace lw::concord {

// A picture of height times width pixels, each of `depth` vectors, and windows over it, which are numbered
// row by row. A picture or window of height 1 has one dimension, a depth of 1 makes two.
struct Window {
    std::uint32_t width = 1, height = 1, depth = 1;
    std::uint32_t windowWidth = 1, windowHeight = 1;
    std::uint32_t strideX = 1, strideY = 1;
    std::uint32_t padLeft = 0, padTop = 0; // pixels of the first window that lie before the picture
    std::uint32_t across = 1;              // windows in a row
    std::uint16_t padding = 0;             // FP16, in the place of pixels beyond the picture
    bool operator==(const Window&) const = default;

    std::uint64_t pictureVectors() const { return std::uint64_t{width} * height * depth; }
    std::uint64_t windowVectors() const { return std::uint64_t{windowWidth} * windowHeight * depth; }
    // Which vector of the picture a vector of a window is; nothing where it lies beyond.
    std::optional<std::uint64_t> vectorOf(std::uint64_t window, std::uint64_t vector) const {
        const std::uint64_t pixel = vector / depth;
        const std::int64_t x = leftOf(window) + static_cast<std::int64_t>(pixel % windowWidth);
        const std::int64_t y = topOf(window) + static_cast<std::int64_t>(pixel / windowWidth);
        if (x < 0 || y < 0 || x >= width || y >= height) return {};
        return (static_cast<std::uint64_t>(y) * width + static_cast<std::uint64_t>(x)) * depth +
               vector % depth;
    }
    // Whether it has a pixel of the picture.
    bool isInside(std::uint64_t window) const {
        const std::int64_t left = leftOf(window), top = topOf(window);
        return left < width && top < height && left + windowWidth > 0 && top + windowHeight > 0;
    }

  private:
    std::int64_t leftOf(std::uint64_t window) const {
        return static_cast<std::int64_t>(window % across * strideX) - padLeft;
    }
    std::int64_t topOf(std::uint64_t window) const {
        return static_cast<std::int64_t>(window / across * strideY) - padTop;
    }
};

// What is read of windows: of each, one after the other from `first` on, `count` vectors after the first
// `skip` ones.
struct WindowRead {
    Window window{};
    std::uint64_t first = 0;
    std::uint32_t skip = 0, count = 1;
    bool operator==(const WindowRead&) const = default;

    std::optional<std::uint64_t> vectorOf(std::uint64_t number) const {
        return window.vectorOf(first + number / count, skip + number % count);
    }
};

} // namespace lw::concord
