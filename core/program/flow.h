// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/program/facts.h"
#include "core/program/program.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lw::program {

// Bundles that are always executed one after the other.
struct FlowBlock {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::uint32_t first = 0;
    std::uint32_t end = 0; // one past the last bundle; equal to first in a junction
    bool reachable = false;
    bool returns = false;         // a junction through which subroutines come back to their callers
    std::uint32_t caller = kNone; // the block whose call comes back to this one
};

// Which bundles can follow which. Block 0 begins with bundle 0; junctions, blocks without bundles, stand
// after all others and keep the number of edges small where many ways meet.
//
// A branch that may not happen also goes on with the next bundle. A call goes to its target; where the target
// comes back to is an edge from every return that the target can reach (without passing through the callers
// of another). A return, and a branch to a register, comes back to all bundles after calls of the subroutine
// it belongs to. Besides, branches and calls to registers, and returns, can reach every label that occurs as
// a constant or in data and that nothing else reaches. All of this errs on the side of too many ways.
class FlowGraph {
  public:
    FlowGraph(const Program& program, const ProgramFacts& facts);

    std::span<const FlowBlock> blocks() const { return m_blocks; }
    std::span<const std::uint32_t> successors(std::uint32_t block) const {
        return listOf(m_successors, block);
    }
    std::span<const std::uint32_t> predecessors(std::uint32_t block) const {
        return listOf(m_predecessors, block);
    }
    // The reachable blocks, each before its successors except along loops.
    std::span<const std::uint32_t> order() const { return m_order; }
    // Bundles after which the program ends without a halt.
    std::span<const std::uint32_t> fallsOff() const { return m_fallsOff; }
    // Bundles that branch to or call a bundle number that does not exist.
    std::span<const std::uint32_t> branchesBeyond() const { return m_beyond; }

  private:
    struct Lists {
        std::vector<std::uint32_t> first; // by block, one more than blocks
        std::vector<std::uint32_t> items;
    };
    struct CallSite {
        std::uint32_t block = 0;
        std::uint32_t target = FlowBlock::kNone; // block, or kNone if it is in a register
    };
    static std::span<const std::uint32_t> listOf(const Lists& lists, std::uint32_t block) {
        return std::span(lists.items)
            .subspan(lists.first[block], lists.first[block + 1] - lists.first[block]);
    }
    void findBlocks(const Program& program, const ProgramFacts& facts);
    void connectBlocks(const ProgramFacts& facts);
    void connectLast(std::uint32_t block, const BundleFacts& last);
    void connectNext(std::uint32_t block);
    void connectReturns();
    std::vector<std::uint32_t> returnsReachedFrom(std::uint32_t entry, std::vector<std::uint32_t>& seen,
                                                  std::size_t& work);
    void connectJunction(const std::vector<std::uint32_t>& returns, const std::vector<CallSite>& sites);
    void connectComputed(const Program& program, const ProgramFacts& facts);
    void edge(std::uint32_t from, std::uint32_t to) { m_edges.emplace_back(from, to); }
    std::uint32_t junction();
    void buildLists();
    void findOrder();

    std::size_t m_bundles = 0;
    std::vector<FlowBlock> m_blocks;
    std::vector<std::uint32_t> m_blockOf; // by bundle
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_edges;
    std::vector<CallSite> m_calls;
    std::vector<std::uint32_t> m_returns;  // blocks that end with a return or a branch to a register
    std::vector<std::uint32_t> m_computed; // these, and those that end with a call to a register
    Lists m_successors;
    Lists m_predecessors;
    std::vector<std::uint32_t> m_order;
    std::vector<std::uint32_t> m_fallsOff;
    std::vector<std::uint32_t> m_beyond;
};

} // namespace lw::program
