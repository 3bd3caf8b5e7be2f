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
// after the other. With --inputs FILE.npy it runs once for each row of that, and has these one after the
// other too; with --no-quantise nothing is rounded to blocks, which shows what forgetting that loses. Where
// hints say how data lie in the queue, functions prepare them and cut the results. Where the format is
// float64, the statements round nothing, and what is written are numbers: netout_float64.npy and
// values_float64.npy. With NumPy (1.24 or newer); with PyTorch (1.13), where gradients pass roundings; or
// with TensorFlow (2).
std::string numpyText(const Graph& graph, const OpStream& stream);
std::string torchText(const Graph& graph, const OpStream& stream);
std::string tensorflowText(const Graph& graph, const OpStream& stream);

// What these modules import: blockfloat.py, blockfloat_torch.py and blockfloat_tensorflow.py.
std::string_view numpyRuntime();
std::string_view torchRuntime();
std::string_view tensorflowRuntime();
// A program that runs the last of them without TensorFlow, on NumPy, and says so.
std::string_view tensorflowStandIn();

} // namespace lw::concord
