// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/picture_formats.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>

namespace lw::tensor::detail {

namespace {

// What libpng reads from, and what it reported as wrong.
struct Source {
    std::span<const std::byte> rest;
    std::string wrong;
};

void read(png_structp png, png_bytep out, std::size_t count) {
    auto* const source = static_cast<Source*>(png_get_io_ptr(png));
    if (count > source->rest.size()) png_error(png, "it ends too early");
    std::memcpy(out, source->rest.data(), count);
    source->rest = source->rest.subspan(count);
}
[[noreturn]] void fail(png_structp png, png_const_charp text) {
    static_cast<Source*>(png_get_error_ptr(png))->wrong = text;
    png_longjmp(png, 1);
}
void ignore(png_structp, png_const_charp) {} // warnings concern chunks that are not looked at

// Frees what libpng holds, whichever way reading ends.
struct PngReader {
    Source source;
    png_structp png = nullptr;
    png_infop info = nullptr;

    explicit PngReader(std::span<const std::byte> bytes) : source{bytes, {}} {
        png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &source, fail, ignore);
        if (png) info = png_create_info_struct(png);
    }
    ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
};

// A long jump leaves these two when something is wrong: nothing with a destructor may live in them.
bool readHeader(PngReader& reader) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    png_set_read_fn(reader.png, &reader.source, read);
    png_read_info(reader.png, reader.info);
    png_set_expand(reader.png); // palettes to colours, few bits to 8, transparent colours to opacity
    png_set_interlace_handling(reader.png);
    png_read_update_info(reader.png, reader.info);
    return true;
}
bool readRows(PngReader& reader, png_bytepp rows) {
    if (setjmp(png_jmpbuf(reader.png))) return false;
    png_read_image(reader.png, rows);
    png_read_end(reader.png, nullptr);
    return true;
}

std::uint8_t of16(std::uint8_t high, std::uint8_t low) {
    return static_cast<std::uint8_t>(((unsigned{high} << 8 | low) + 128) / 257);
}

} // namespace

std::optional<Picture> decodePng(std::span<const std::byte> bytes, std::string& wrong) {
    PngReader reader(bytes);
    if (!reader.info || !readHeader(reader)) {
        wrong = reader.source.wrong;
        return {};
    }
    Picture out;
    out.rows = png_get_image_height(reader.png, reader.info);
    out.columns = png_get_image_width(reader.png, reader.info);
    out.channels = png_get_channels(reader.png, reader.info);
    if (out.rows * out.columns > kMostPixels) {
        wrong = "it has more than " + std::to_string(kMostPixels) + " pixels";
        return {};
    }
    const bool isWide = png_get_bit_depth(reader.png, reader.info) == 16;
    const std::size_t samples = out.columns * out.channels, stride = samples * (isWide ? 2 : 1);
    // No memory for a size that the file merely claims: few bits and palettes grow at most 32 times,
    // deflated data 1,032 times.
    if (out.rows * stride / (32 * 1032) > bytes.size()) {
        wrong = "it ends too early";
        return {};
    }
    out.samples.resize(out.rows * stride);
    std::vector<png_bytep> rows(out.rows);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = out.samples.data() + i * stride;
    if (!readRows(reader, rows.data())) {
        wrong = reader.source.wrong;
        return {};
    }
    if (isWide) {
        for (std::size_t i = 0; i < out.rows * samples; ++i)
            out.samples[i] = of16(out.samples[2 * i], out.samples[2 * i + 1]);
        out.samples.resize(out.rows * samples);
    }
    return out;
}

} // namespace lw::tensor::detail
