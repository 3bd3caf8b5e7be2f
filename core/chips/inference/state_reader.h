// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/inference/flight.h"
#include "core/machine/expression.h"

#include <cstdint>
#include <vector>

namespace lw::inference {

// The cells of one of this chip's machines at one moment, by their paths.
class StateReader {
  public:
    StateReader(const machine::StateTree& tree, const machine::Moment& moment)
        : m_tree(tree), m_moment(moment) {}

    machine::NodeId node(const char* path) const { return m_tree.find(path); }
    std::uint64_t extent(const char* path, std::size_t dimension) const {
        return m_tree.at(node(path)).shape[dimension];
    }
    std::uint64_t operator()(const char* path, std::uint64_t element = 0) const;
    // Elements of at most four bytes.
    std::vector<std::uint32_t> words(const char* path, std::uint64_t first, std::uint64_t count) const;
    std::uint64_t clock() const { return m_moment.clock; }
    // What is under way, oldest first.
    std::vector<Flight> flights() const;

  private:
    const machine::StateTree& m_tree;
    const machine::Moment& m_moment;
};

} // namespace lw::inference
