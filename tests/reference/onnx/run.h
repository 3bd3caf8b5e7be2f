// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/reference/onnx/graph.h"
#include "tests/reference/onnx/operators.h"

#include <map>
#include <string>
#include <vector>

// A graph computed node by node, in the file's order, in double precision.
namespace reference::onnx {

using Values = std::map<std::string, Tensor, std::less<>>;

// Computes a node from the values there are, and adds its outputs.
Call callOf(const Node& node, const Values& values, std::int64_t operatorSet);
Outputs outputsOf(const Call& call);

// The graph's outputs. Throws what is missing or not understood.
std::vector<Tensor> run(const Graph& graph, Values values);
// The same, with the roundings of float32: to each element of each result is added what that arithmetic may
// be expected to err, at random. A sum of K terms is rounded K times, each time by at most 2^-24 of a
// partial sum; partial sums are about as large as the elements of the result (in the square mean), and
// roundings are taken for independent, so that they add as sqrt(K). The difference from run() is a sample
// of what float32 computes wrong, in whatever order it sums, and has gone through all later layers.
std::vector<Tensor> runWithRoundings(const Graph& graph, Values values, std::uint64_t seed);

} // namespace reference::onnx
