// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npz.h"
#include "tests/fuzz/input.h"

using namespace lw;

// An archive is refused, or its arrays stay within the bytes that were allowed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::uint64_t kAllowed = std::uint64_t{1} << 20;
    const auto arrays = tensor::parseNpz(fuzz::bytesOf(data, size), "archive", kAllowed);
    if (!arrays) return 0;
    std::uint64_t total = 0;
    for (const tensor::NamedArray& array : *arrays) total += array.tensor.bytes().size();
    LW_REQUIRE(total <= kAllowed, "an archive unpacks to more than it may");
    return 0;
}
