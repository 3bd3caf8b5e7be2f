// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network_json.h"
#include "core/network/onnx_import.h"
#include "core/network/ranges.h"
#include "tests/fuzz/input.h"

using namespace lw;

namespace {

constexpr std::uint64_t kMostMade = 1 << 20;

// The same file without its first layer: read as well, or refused with words.
void cutInTwo(std::span<const std::byte> file, const network::Network& whole) {
    if (whole.layers.empty()) return;
    const auto rest = network::importOnnx(file, "model", {}, {whole.layers.front().name, {}}, {}, kMostMade);
    LW_REQUIRE(rest || !textOf(rest.problem()).empty(), "a cut is refused without a word");
}

} // namespace

// An ONNX file is refused with words, or becomes a network that can be written and cut;
// the same bytes as a tensor too.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto network = network::importOnnx(fuzz::bytesOf(data, size), "model", {}, {}, {}, kMostMade);
    const network::OnnxCheck check =
        network::checkOnnx(fuzz::bytesOf(data, size), "model", {}, {}, kMostMade);
    LW_REQUIRE(check.problems.empty() == bool(network), "a check finds what reading does not");
    if (network) {
        cutInTwo(fuzz::bytesOf(data, size), *network);
        LW_REQUIRE(!network::formatNetwork(*network).json.empty(), "a network cannot be written");
        LW_REQUIRE(network::rangesOf(*network).size() == network->layers.size() + 1, "a value has no range");
    } else {
        LW_REQUIRE(!textOf(network.problem()).empty(), "a model is refused without a word");
    }
    const auto tensor = network::onnx::parseTensor(fuzz::bytesOf(data, size), "tensor");
    LW_REQUIRE(!tensor || tensor->tensor.bytes().size() <= 8 * size, "a tensor is larger than its file");
    return 0;
}
