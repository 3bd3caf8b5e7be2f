// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/net_input.h"

#include "app/cli/messages.h"
#include "app/cli/picture_file.h"
#include "core/tensor/npy.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lw::cli {

namespace {

using tensor::Shape;
using tensor::Tensor;

// Whether the shape is that of several inputs: [count, rows, columns, channels],
// perhaps without channels of 1.
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

// The first bytes, which say what a file is whatever its name; nothing of what cannot be read twice.
std::string beginningOf(const std::string& path) {
    std::error_code failed;
    if (!std::filesystem::is_regular_file(path, failed)) return {};
    std::ifstream file(path, std::ios::binary);
    std::string out(4, '\0');
    file.read(out.data(), static_cast<std::streamsize>(out.size()));
    out.resize(static_cast<std::size_t>(file.gcount()));
    return out;
}

} // namespace

Result<Tensor> readNetworkInput(const std::string& path, const network::Network& network) {
    const Shape& shape = network.input.shape;
    const std::string begin = beginningOf(path);
    if (path.ends_with(".png") || begin.starts_with("\x89PNG"))
        return readPicture(path, shape.size() == 3 ? shape[2] : 1);
    if (begin.starts_with("\xff\xd8\xff"))
        return Problem{&messages::kNoPicture,
                       {path, "it is a JPEG; this program reads PNG and .npy, the window reads JPEG too"},
                       {},
                       {},
                       {}};
    return tensor::readNpy(path);
}

Result<std::vector<Tensor>> inputsOf(const network::Network& network, const Tensor& given,
                                     network::Arithmetic arithmetic) {
    const bool isSeveral = isBatch(given.shape(), network.input.shape);
    const std::uint64_t count = isSeveral ? given.shape()[0] : 1;
    std::vector<Tensor> out;
    for (std::uint64_t i = 0; i < count; ++i) {
        LW_TRY(Tensor one, network::asInput(network, isSeveral ? part(given, i, count) : given, arithmetic));
        out.push_back(std::move(one));
    }
    return out;
}

Result<Tensor> computeValue(const network::Network& network, const Tensor& given, network::ValueId value,
                            const network::ReferenceOptions& options) {
    LW_TRY(std::vector<Tensor> inputs, inputsOf(network, given, options.arithmetic));
    std::vector<Tensor> values;
    for (Tensor& input : inputs)
        values.push_back(std::move(network::computeAll(network, std::move(input), options)[value]));
    return isBatch(given.shape(), network.input.shape) ? stacked(values) : std::move(values.front());
}

Tensor stacked(const std::vector<Tensor>& tensors) {
    std::vector<std::byte> bytes;
    for (const Tensor& one : tensors) bytes.insert(bytes.end(), one.bytes().begin(), one.bytes().end());
    Shape shape = tensors.front().shape();
    shape.insert(shape.begin(), tensors.size());
    return Tensor(tensors.front().dtype(), std::move(shape), std::move(bytes));
}

} // namespace lw::cli
