// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/onnx_import.h"
#include "core/network/reference.h"
#include "tests/core/network/onnx_bytes.h"

#include <QString>

#include <span>
#include <string>
#include <vector>

// Pieces of quantised ONNX files, and why they are not networks of int8.
namespace lw::test::onnx {

inline constexpr std::uint64_t kFloat = 1, kUint8 = 2, kInt8 = 3, kInt32 = 6;

template <typename T> std::string raw(const std::vector<T>& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}
inline std::string scale(const std::string& name, const std::vector<float>& values) {
    return values.size() == 1 ? tensorOf(name, kFloat, {}, raw(values))
                              : tensorOf(name, kFloat, {values.size()}, raw(values));
}
inline std::string zeroOf(const std::string& name, int value, std::uint64_t type) {
    return tensorOf(name, type, {}, std::string(1, static_cast<char>(value)));
}
inline Result<network::Network> imported(const std::string& model) {
    return network::importOnnx(std::as_bytes(std::span(model)), "model");
}
inline QString said(const Problem& problem) {
    return QString::fromStdString(std::string(problem.message->code) + ": " + textOf(problem));
}
// What a refused or float32 network says why.
inline QString reason(const Result<network::Network>& network) {
    if (!network) return said(network.problem());
    if (network->warnings.empty() || network->warnings[0].notes.empty()) return {};
    const Problem& warning = network->warnings[0];
    return said({warning.notes[0].message, warning.notes[0].arguments, {}, {}, {}});
}
inline tensor::Tensor computed(const network::Network& network, const tensor::Tensor& x) {
    auto input = network::asInput(network, x, network::Arithmetic::F32);
    LW_REQUIRE(bool(input), "an input of a test does not fit");
    return network::computeAll(network, *std::move(input), {})[network.outputs[0]];
}

} // namespace lw::test::onnx
