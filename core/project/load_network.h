// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/cut.h"
#include "core/network/network_json.h"
#include "core/network/onnx_import.h"
#include "core/source/files.h"

#include <optional>
#include <string>
#include <vector>

namespace lw::project {

// A network from its file, with its weights, which lie in the folder of the file or below it. Its text
// becomes one of `files`, so that problems have places there. What is cut off of an ONNX file may be what
// cannot be read.
Result<network::Network> loadNetwork(const std::string& path, source::Files& files,
                                     const network::Section& where = {});

// Whether a file is a network with layers that keep something from step to step (lstm, gru), which only the
// neural network processor has. Without making its weights, so that one can ask at once. A problem: by its
// beginning or its format it is not a network at all.
Result<bool> isRecurrent(const std::string& path);

// Whether a file is a network, and all that is wrong with it.
struct NetworkCheck {
    std::optional<network::Network> network;
    std::vector<Problem> problems; // none with a network
    std::vector<network::OnnxCheck::Node> unsupported;
};
NetworkCheck checkNetwork(const std::string& path, source::Files& files, const network::Section& where);

// Writes a network and its tensors into a folder that exists: NAME.json, and NAME.LAYER.weights.npy and the
// like. `data`: files that it names, to be trained with.
Outcome saveNetwork(const network::Network& network, const std::string& path,
                    const network::DataFiles& data = {});

} // namespace lw::project
