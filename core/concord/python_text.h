// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/graph.h"

#include <string>
#include <string_view>

// Software in Python that gives the bits of a firmware.
namespace lw::concord {

// A module whose function `run` computes the graph: a statement for each node, the instruction beside it. Run
// as a program it reads netin.npy, vdram.npy and mdram.npy from its folder, as far as they are used, and
// writes netout.npy; with --values also values.npy: the codes of all nodes but the sources and matrices, one
// behind the other. With NumPy (1.24 or newer), or with PyTorch (1.13), where gradients pass roundings.
std::string numpyText(const Graph& graph, const OpStream& stream);
std::string torchText(const Graph& graph, const OpStream& stream);

// What these modules import: blockfloat.py and blockfloat_torch.py.
std::string_view numpyRuntime();
std::string_view torchRuntime();

} // namespace lw::concord
