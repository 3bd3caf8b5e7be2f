// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lower/striding/network_plan.h"

#include <cstddef>
#include <vector>

// Circuits of an array that share layers (Share::Layers): each computes its part of every value, and what is
// padding elsewhere comes from the neighbours, where there are any.
namespace lw::lower::striding {

struct Neighbours {
    bool hasBefore = false, hasAfter = false;
    bool any() const { return hasBefore || hasAfter; }
};
// The neighbours with which layers are shared along rows or columns.
Neighbours neighboursOf(const NetworkPlan& plan, bool isRows);

// The sides of a border that the circuit fills itself.
network::Padding withoutNeighbours(const NetworkPlan& plan, const network::Padding& border);
// What an upsampled image needs beside a part of it.
network::Padding haloOf(const NetworkPlan& plan);

// By value, the step from which its frames must be free of other values, since neighbours may already send
// their borders: a neighbour is ahead by no more than what it still has to get from here. The plan has its
// frames, without names.
std::vector<std::size_t> bordersFreeFrom(const NetworkPlan& plan);

} // namespace lw::lower::striding
