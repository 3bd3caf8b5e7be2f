// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/cut.h"
#include "core/network/network.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The file format "lanewright.network". `lw manual network` is its description.
namespace lw::network {

inline constexpr std::string_view kSchema = "lanewright.network";
inline constexpr std::int64_t kVersion = 1;

// Fetches a tensor that a network names: "conv1.w.npy" or "file.npz#conv1", seen from the network's folder.
// It decides what may be read.
using LoadTensor = std::function<Result<tensor::Tensor>(const std::string& reference)>;

// The same of a text; without it what a network names is not read.
using LoadText = std::function<Result<std::string>(const std::string& reference)>;

// Reads, orders, loads and checks a whole network.
// Every problem has a place in `file`: E550 to E576, E600 to E607, E612 to E614, E660, E661, E665. `image` is
// of rows and columns of the input that the file leaves open.
Result<Network> parseNetwork(std::string_view json, std::uint32_t file, const LoadTensor& load,
                             const LoadText& loadText = {}, const std::optional<ImageSize>& image = {});

// A network as the text of its file and the tensors that the text names, each a .npy file beside it. Reading
// them again makes an equal network, but for places. With a stem the names of files begin with it, so that
// networks in one folder have their own.
struct TensorFile {
    std::string name; // "digits.conv1.weights.npy"
    const tensor::Tensor* tensor = nullptr;
};
struct NetworkFiles {
    std::string json;
    std::vector<TensorFile> tensors;   // point into the network
    std::string labelsFile;            // "digits.labels.txt"
    std::optional<std::string> labels; // what that holds; nothing: there is none
};
NetworkFiles formatNetwork(const Network& network, std::string_view stem = {});

// What a layer's object in the file says of how it computes, in the file's order, each value as JSON: all but
// its name, kind, inputs and tensors.
struct Attribute {
    std::string key, value; // "stride", "[2,2]"
    bool operator==(const Attribute&) const = default;
};
std::vector<Attribute> attributesOf(const Layer& layer);

} // namespace lw::network
