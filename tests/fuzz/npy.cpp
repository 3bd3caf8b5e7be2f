// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tensor/npy.h"
#include "tests/fuzz/input.h"

using namespace lw;

// A file is refused, or holds a tensor no larger than itself that is written and read again as the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto tensor = tensor::parseNpy(fuzz::bytesOf(data, size), "array");
    if (!tensor) return 0;
    LW_REQUIRE(tensor->bytes().size() <= size, "a tensor is larger than its file");
    if (tensor->count() != 0) (void)tensor::textAt(*tensor, tensor->count() - 1);
    const auto again = tensor::parseNpy(tensor::formatNpy(*tensor), "again");
    LW_REQUIRE(again && *again == *tensor, "a tensor is another one after it was written and read");
    return 0;
}
