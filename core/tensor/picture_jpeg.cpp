// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/picture_formats.h"

#include <csetjmp>
#include <cstdio> // jpeglib.h needs it before

#include <jpeglib.h>

#include <array>

namespace lw::tensor::detail {

namespace {

// Where libjpeg goes when something is wrong, and what is wrong. It passes the pointer on as its client's
// data.
struct Errors {
    jpeg_error_mgr manager;
    std::jmp_buf back;
    std::array<char, JMSG_LENGTH_MAX> text;
};

[[noreturn]] void fail(j_common_ptr jpeg) {
    auto* const errors = static_cast<Errors*>(jpeg->client_data);
    jpeg->err->format_message(jpeg, errors->text.data());
    std::longjmp(errors->back, 1);
}
// Damaged data, which libjpeg would replace with grey, is refused too.
void warn(j_common_ptr jpeg, int level) {
    if (level < 0) fail(jpeg);
}

struct JpegReader {
    Errors errors{};
    jpeg_decompress_struct jpeg{};

    JpegReader() {
        jpeg.err = jpeg_std_error(&errors.manager);
        jpeg.client_data = &errors;
        errors.manager.error_exit = fail;
        errors.manager.emit_message = warn;
    }
    ~JpegReader() { jpeg_destroy_decompress(&jpeg); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;
};

// A long jump leaves these two when something is wrong: nothing with a destructor may live in them.
bool readHeader(JpegReader& reader, const unsigned char* bytes, unsigned long count) {
    if (setjmp(reader.errors.back)) return false;
    jpeg_create_decompress(&reader.jpeg);
    jpeg_mem_src(&reader.jpeg, bytes, count);
    jpeg_read_header(&reader.jpeg, TRUE);
    reader.jpeg.dct_method = JDCT_ISLOW;
    reader.jpeg.do_fancy_upsampling = TRUE;
    reader.jpeg.do_block_smoothing = FALSE;
    if (reader.jpeg.jpeg_color_space != JCS_GRAYSCALE) reader.jpeg.out_color_space = JCS_RGB;
    return true;
}
bool readRows(JpegReader& reader, std::uint8_t* out) {
    if (setjmp(reader.errors.back)) return false;
    jpeg_start_decompress(&reader.jpeg);
    while (reader.jpeg.output_scanline < reader.jpeg.output_height) {
        JSAMPROW row = out + std::size_t{reader.jpeg.output_scanline} * reader.jpeg.output_width *
                                 static_cast<std::size_t>(reader.jpeg.output_components);
        jpeg_read_scanlines(&reader.jpeg, &row, 1);
    }
    jpeg_finish_decompress(&reader.jpeg);
    return true;
}

} // namespace

std::optional<Picture> decodeJpeg(std::span<const std::byte> bytes, std::string& wrong) {
    JpegReader reader;
    const auto* const begin = static_cast<const unsigned char*>(static_cast<const void*>(bytes.data()));
    if (!readHeader(reader, begin, bytes.size())) {
        wrong = reader.errors.text.data();
        return {};
    }
    const bool hasInks = reader.jpeg.jpeg_color_space == JCS_CMYK || reader.jpeg.jpeg_color_space == JCS_YCCK;
    Picture out;
    out.rows = reader.jpeg.image_height;
    out.columns = reader.jpeg.image_width;
    out.channels = reader.jpeg.jpeg_color_space == JCS_GRAYSCALE ? 1 : 3;
    if (hasInks || out.rows * out.columns > kMostPixels) {
        wrong = hasInks ? "it has the four colours of a printer; save it in red, green and blue"
                        : "it has more than " + std::to_string(kMostPixels) + " pixels";
        return {};
    }
    out.samples.resize(out.rows * out.columns * out.channels);
    if (!readRows(reader, out.samples.data())) {
        wrong = reader.errors.text.data();
        return {};
    }
    return out;
}

} // namespace lw::tensor::detail
