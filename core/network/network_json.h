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

namespace lw {
struct JsonValue;
}

// The file format "lanewright.network". `lw manual network` describes it.
namespace lw::network {

inline constexpr std::string_view kSchema = "lanewright.network";
inline constexpr std::int64_t kVersion = 1;

// Fetches a tensor named in a network: "conv1.w.npy" or "file.npz#conv1", relative to the network's folder.
// It decides what may be read.
using LoadTensor = std::function<Result<tensor::Tensor>(const std::string& reference)>;

// The same for a text; without it texts that a network names are not read.
using LoadText = std::function<Result<std::string>(const std::string& reference)>;

// Whether JSON says that it is a network of this version: E550, E551. What says nothing may be one.
Outcome checkSchema(const JsonValue& root);

// Reads, orders, loads and checks a whole network.
// Every problem has a place in `file`: E550 to E576, E600 to E607, E612 to E614, E660, E661, E665. `image`
// gives rows and columns of the input that the file leaves open.
Result<Network> parseNetwork(std::string_view json, std::uint32_t file, const LoadTensor& load,
                             const LoadText& loadText = {}, const std::optional<ImageSize>& image = {});

// A network as the text of its file and the tensors named in the text, each a .npy file beside it. Reading
// them again makes an equal network, except for places. With a stem the names of files begin with it, so that
// networks in one folder have their own.
struct TensorFile {
    std::string name; // "digits.conv1.weights.npy"
    const tensor::Tensor* tensor = nullptr;
};
struct NetworkFiles {
    std::string json;
    std::vector<TensorFile> tensors;   // point into the network
    std::string labelsFile;            // "digits.labels.txt"
    std::optional<std::string> labels; // its contents; nothing: there is no such file
};
// The files that a network of training is to name.
struct DataFiles {
    std::string images, labels;
};
NetworkFiles formatNetwork(const Network& network, std::string_view stem = {}, const DataFiles& data = {});

// How a layer computes, as its object in the file says, in the file's order, each value as JSON: everything
// except its name, kind, inputs and tensors.
struct Attribute {
    std::string key, value; // "stride", "[2,2]"
    bool operator==(const Attribute&) const = default;
};
std::vector<Attribute> attributesOf(const Layer& layer);

} // namespace lw::network
