// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network_json.h"
#include "core/network/onnx_import.h"
#include "core/network/ranges.h"
#include "tests/fuzz/input.h"

using namespace lw;

// An ONNX file is refused with words, or becomes a network that can be written;
// the same bytes as a tensor too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto network = network::importOnnx(fuzz::bytesOf(data, size), "model", {}, {}, 1 << 20);
    if (network) {
        LW_REQUIRE(!network::formatNetwork(*network).json.empty(), "a network cannot be written");
        LW_REQUIRE(network::rangesOf(*network).size() == network->layers.size() + 1, "a value has no range");
    } else {
        LW_REQUIRE(!textOf(network.problem()).empty(), "a model is refused without a word");
    }
    const auto tensor = network::onnx::parseTensor(fuzz::bytesOf(data, size), "tensor");
    LW_REQUIRE(!tensor || tensor->tensor.bytes().size() <= 8 * size, "a tensor is larger than its file");
    return 0;
}
