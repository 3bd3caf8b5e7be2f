// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/picture.h"
#include "tests/fuzz/input.h"

using namespace lw;

// A picture is refused with words, or has the samples that its size says, and becomes what any network reads.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto picture = tensor::decodePicture(fuzz::bytesOf(data, size), "picture");
    if (!picture) {
        LW_REQUIRE(!textOf(picture.problem()).empty(), "a picture is refused without a word");
        return 0;
    }
    const std::uint64_t pixels = picture->rows * picture->columns;
    LW_REQUIRE(picture->samples.size() == pixels * picture->channels, "a picture lacks samples");
    for (const std::uint64_t channels : {1u, 3u, 4u}) {
        const auto tensor = tensor::tensorOf(*picture, channels, "picture");
        LW_REQUIRE(tensor && tensor->bytes().size() == pixels * channels, "a picture is not read");
    }
    return 0;
}
