// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/network.h"
#include "core/tensor/tensor.h"
#include "widgets/striding/striding_desk.h"

#include <optional>

// What is in the folder of a lowered network, besides the program.
// All of it may take time: for threads other than the window's.
namespace lw::striding {

// By its ending.
bool isNetwork(const QString& path);
// A network with its weights, .json or .onnx; `range` and where it is cut as in StridingRequest.
Result<network::Network> readNetwork(const QString& path, const QString& range = {},
                                     const network::Section& where = {});
// An .npy file or a picture as the network's input; for a picture whose size is not the network's the
// problem says which is wanted. Every element must be in the network's range.
Result<tensor::Tensor>
readInput(const QString& path, const network::Network& network,
          std::optional<network::ImageOrder> order = network::ImageOrder::ChannelsLast);

// "net.x.npy" or a picture "net.x.png" beside "net.json": the examples' names for their inputs; or nothing.
QString inputBeside(const QString& network);

struct WrittenProgram {
    QString program, tensor, input; // paths, and the name of the tensor for the input
};
// The program, its tensors, the input, report.json and origin.json.
Result<WrittenProgram> writeProgram(const StridingRequest& request, const QString& folder);

// What the folder of a program says about it; null when it was not made from a network, a problem when its
// report cannot be read: it is damaged, or of another version.
Result<FactsPtr> readFacts(const QString& program);

} // namespace lw::striding
