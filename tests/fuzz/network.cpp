// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network_json.h"

#include "core/network/cost.h"
#include "core/network/kinds.h"
#include "core/network/messages.h"
#include "core/network/ranges.h"
#include "core/network/reference.h"
#include "tests/fuzz/input.h"

#include <algorithm>
#include <charconv>
#include <map>

using namespace lw;

namespace {

constexpr std::uint64_t kMostElements = 4096;

// The tensor that a name describes, "f32:3x3x1x2", with numbers that depend on the name only.
Result<tensor::Tensor> described(const std::string& reference) {
    const std::size_t colon = std::min(reference.find(':'), reference.size());
    const auto type = tensor::dtypeNamed(reference.substr(0, colon));
    tensor::Shape shape;
    const char *at = reference.data() + std::min(colon + 1, reference.size()),
               *end = reference.data() + reference.size();
    while (at < end) {
        std::uint64_t extent = 0;
        const auto read = std::from_chars(at, end, extent);
        shape.push_back(extent);
        at = std::max(at + 1, read.ptr + 1);
    }
    const auto count = tensor::countOf(shape);
    if (!type || !count || *count > kMostElements)
        return Problem{&network::messages::kNotInside, {reference}, {}, {}, {}};
    tensor::Tensor out(*type, shape);
    for (std::uint64_t i = 0; i < *count; ++i) {
        const int number = static_cast<int>((i * 37 + reference.size()) % 17) - 8;
        if (*type == tensor::DType::F32) out.set(i, static_cast<float>(number) / 4);
        if (*type == tensor::DType::I8) out.set(i, static_cast<std::int8_t>(number));
        if (*type == tensor::DType::I32) out.set(i, static_cast<std::int32_t>(number * 1000));
    }
    return out;
}

// Computes a small network: no value lies outside of its range.
void compute(const network::Network& net) {
    std::uint64_t work = network::costOf(net).multiplyAdds;
    for (const network::Layer& layer : net.layers)
        work += *tensor::countOf(layer.shape) * layer.kernel.rows * layer.kernel.columns;
    if (work > 100'000 || *tensor::countOf(net.input.shape) > 100'000) return;
    tensor::Tensor input(network::dtypeOf(net, network::kInput), net.input.shape);
    for (std::uint64_t i = 0; i < input.count() && net.input.range; ++i) {
        const double bound = i % 2 == 0 ? net.input.range->first : net.input.range->second;
        if (input.dtype() == tensor::DType::I8)
            input.set(i, static_cast<std::int8_t>(bound));
        else
            input.set(i, std::clamp(static_cast<float>(bound), -3e38f, 3e38f));
    }
    const auto ranges = network::rangesOf(net);
    const auto values = network::computeAll(net, std::move(input), {});
    for (network::ValueId id = 0; id < values.size(); ++id)
        for (std::uint64_t i = 0; i < values[id].count(); ++i) {
            const network::Range& range = ranges[id].channels[i % ranges[id].channels.size()];
            const double x = valueAt(values[id], i) - network::zeroOf(net, id);
            LW_REQUIRE(x != x ? range.mayBeNan : x >= range.low && x <= range.high,
                       "a value lies outside of its range");
        }
}

} // namespace

// A network is refused with words and a place, or what is written of it is read as the same network.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto read = network::parseNetwork(fuzz::textOf(data, size), 0, described);
    if (!read) {
        LW_REQUIRE(!textOf(read.problem()).empty() && read.problem().place.known(),
                   "a network is refused without a word");
        return 0;
    }
    const network::NetworkFiles written = network::formatNetwork(*read);
    std::map<std::string, const tensor::Tensor*> files;
    for (const network::TensorFile& file : written.tensors)
        LW_REQUIRE(files.emplace(file.name, file.tensor).second, "two tensors are written into one file");
    const auto again =
        network::parseNetwork(written.json, 0, [&](const std::string& name) -> Result<tensor::Tensor> {
            LW_REQUIRE(files.contains(name), "a tensor is named that was not written");
            return *files.at(name);
        });
    LW_REQUIRE(bool(again) && network::formatNetwork(*again).json == written.json,
               "a network is written as another one");
    compute(*read);
    return 0;
}
