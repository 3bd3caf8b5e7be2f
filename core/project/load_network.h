// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/network.h"
#include "core/source/files.h"

#include <optional>
#include <string>

namespace lw::project {

// A network from its file, with its weights, which lie in the folder of the file or below it. Its text
// becomes one of `files`, so that problems have places there. With `until` it ends after that layer, or node
// of an ONNX file; the rest of such a file may be what cannot be read.
Result<network::Network> loadNetwork(const std::string& path, source::Files& files,
                                     const std::optional<std::string>& until = {});

// Writes a network and its tensors into a folder that exists: NAME.json and its .npy files.
Outcome saveNetwork(const network::Network& network, const std::string& path);

} // namespace lw::project
