// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/net_input.h"

#include "app/cli/picture_file.h"
#include "core/tensor/npy.h"

#include <algorithm>

namespace lw::cli {

namespace {

using tensor::Shape;
using tensor::Tensor;

// Whether the shape is that of several inputs: [count, rows, columns, channels], perhaps without channels
// of 1.
bool isBatch(const Shape& given, const Shape& one) {
    if (given.empty() || given[0] == 0 || given == one) return false;
    const Shape item(given.begin() + 1, given.end());
    return item == one || (one.size() == 3 && one[2] == 1 && item == Shape{one[0], one[1]});
}

Tensor part(const Tensor& all, std::uint64_t number, std::uint64_t count) {
    const std::size_t bytes = all.bytes().size() / count;
    const auto begin = all.bytes().subspan(number * bytes, bytes);
    return Tensor(all.dtype(), Shape(all.shape().begin() + 1, all.shape().end()),
                  {begin.begin(), begin.end()});
}

Result<Tensor> computeOne(const network::Network& network, const Tensor& given, network::ValueId value,
                          const network::ReferenceOptions& options) {
    LW_TRY(Tensor input, network::asInput(network, given, options.arithmetic));
    return std::move(network::computeAll(network, std::move(input), options)[value]);
}

} // namespace

Result<Tensor> readNetworkInput(const std::string& path, const network::Network& network) {
    const Shape& shape = network.input.shape;
    if (path.ends_with(".png")) return readPicture(path, shape.size() == 3 ? shape[2] : 1);
    return tensor::readNpy(path);
}

Result<Tensor> computeValue(const network::Network& network, const Tensor& given, network::ValueId value,
                            const network::ReferenceOptions& options) {
    if (!isBatch(given.shape(), network.input.shape)) return computeOne(network, given, value, options);
    const std::uint64_t count = given.shape()[0];
    std::vector<std::byte> bytes;
    Shape shape;
    tensor::DType type{};
    for (std::uint64_t i = 0; i < count; ++i) {
        LW_TRY(const Tensor one, computeOne(network, part(given, i, count), value, options));
        bytes.insert(bytes.end(), one.bytes().begin(), one.bytes().end());
        shape = one.shape();
        type = one.dtype();
    }
    shape.insert(shape.begin(), count);
    return Tensor(type, std::move(shape), std::move(bytes));
}

} // namespace lw::cli
