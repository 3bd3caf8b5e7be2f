// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/file.h"
#include "core/network/onnx_model.h"

#include <QString>

#include <vector>

// Debian's libonnx-testdata: models of single operators with inputs
// and outputs computed by ONNX's own reference.
namespace lw::test::onnx {

inline const QString kCases = QStringLiteral("/usr/share/libonnx-testdata/data/node");

inline std::vector<std::byte> bytesOf(const QString& path) {
    auto bytes = readFile(path.toStdString());
    LW_REQUIRE(bool(bytes), "a file of a case is missing");
    return *std::move(bytes);
}

inline tensor::Tensor tensorIn(const QString& path) {
    auto tensor = network::onnx::parseTensor(bytesOf(path), path.toStdString());
    if (!tensor) return tensor::Tensor(tensor::DType::F32, {0}); // a sequence or an optional value
    return std::move(tensor->tensor);
}

} // namespace lw::test::onnx
