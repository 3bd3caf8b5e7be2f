// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

// Which values need which, in a network or in a graph that is not one yet, and where it can be cut.
namespace lw::network {

struct Flow {
    // For each value, those it is computed from, which come before it. Value 0 is the input; others that
    // read nothing are constant.
    std::vector<std::vector<std::size_t>> reads{{}};
    std::vector<std::size_t> outputs;
};

// How often each value is read, by others and as an output.
std::vector<std::size_t> usesOf(const Flow& flow);

// For each value, whether these need it.
std::vector<bool> neededBy(const Flow& flow, const std::vector<std::size_t>& outputs);

// What remains when a value becomes the input.
struct Rest {
    std::vector<bool> isNeeded;       // by value: it must still be computed
    std::vector<std::size_t> outputs; // of the flow's outputs, those that come after it
    // Values computed before it that are also needed, each with the first one that reads it.
    std::vector<std::pair<std::size_t, std::size_t>> others; // (reader, value)
};
Rest restAfter(const Flow& flow, std::size_t from);

// The values that are all that later ones need: where the rest can begin. In the flow's order.
std::vector<std::size_t> placesToBegin(const Flow& flow);

// For each value, whether it is this one or depends on it.
std::vector<bool> dependsOn(const Flow& flow, std::size_t source);

} // namespace lw::network
