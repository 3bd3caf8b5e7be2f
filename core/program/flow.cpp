// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/flow.h"

#include <algorithm>

namespace lw::program {

FlowGraph::FlowGraph(const Program& program, const ProgramFacts& facts) : m_bundles(program.bundles.size()) {
    if (m_bundles == 0) {
        buildLists();
        return;
    }
    findBlocks(program, facts);
    connectBlocks(facts);
    buildLists();
    connectReturns();
    buildLists();
    findOrder();
    connectComputed(program, facts);
    buildLists();
    findOrder();
}

void FlowGraph::findBlocks(const Program& program, const ProgramFacts& facts) {
    std::vector<bool> leads(m_bundles + 1, false);
    leads[0] = true;
    for (std::size_t i = 0; i < m_bundles; ++i) {
        const BundleFacts& bundle = facts.bundles[i];
        if (bundle.flow != isa::Flow::Next) leads[i + 1] = true;
        if (bundle.target < m_bundles) leads[bundle.target] = true;
    }
    for (const Symbol& symbol : program.symbols)
        if (symbol.kind == SymbolKind::Label && static_cast<std::uint64_t>(symbol.value) < m_bundles)
            leads[static_cast<std::size_t>(symbol.value)] = true;
    m_blockOf.resize(m_bundles);
    for (std::uint32_t i = 0; i < m_bundles; ++i) {
        if (leads[i]) {
            m_blocks.emplace_back();
            m_blocks.back().first = i;
        }
        m_blocks.back().end = i + 1;
        m_blockOf[i] = static_cast<std::uint32_t>(m_blocks.size() - 1);
    }
}

void FlowGraph::connectBlocks(const ProgramFacts& facts) {
    const auto count = static_cast<std::uint32_t>(m_blocks.size());
    for (std::uint32_t block = 0; block < count; ++block)
        connectLast(block, facts.bundles[m_blocks[block].end - 1]);
}

void FlowGraph::connectNext(std::uint32_t block) {
    const std::uint32_t next = m_blocks[block].end;
    if (next < m_bundles)
        edge(block, m_blockOf[next]);
    else
        m_fallsOff.push_back(next - 1);
}

void FlowGraph::connectLast(std::uint32_t block, const BundleFacts& last) {
    using isa::Flow;
    if (last.flow == Flow::Next || last.conditional) connectNext(block);
    if (last.flow == Flow::Next || last.flow == Flow::Halt) return;
    const bool inRegister = last.target == BundleFacts::kNoTarget;
    const bool beyond = !inRegister && last.target >= m_bundles;
    if (beyond) m_beyond.push_back(m_blocks[block].end - 1);
    if (!inRegister && !beyond) edge(block, m_blockOf[last.target]);
    if (inRegister) m_computed.push_back(block);
    if (last.flow == Flow::Call && !beyond)
        m_calls.push_back({block, inRegister ? FlowBlock::kNone : m_blockOf[last.target]});
    else if (inRegister)
        m_returns.push_back(block);
}

std::uint32_t FlowGraph::junction() {
    FlowBlock block;
    block.first = block.end = static_cast<std::uint32_t>(m_bundles);
    m_blocks.push_back(block);
    return static_cast<std::uint32_t>(m_blocks.size() - 1);
}

// The returns a subroutine can come to. Calls inside of it are stepped over.
std::vector<std::uint32_t>
FlowGraph::returnsReachedFrom(std::uint32_t entry, std::vector<std::uint32_t>& seen, std::size_t& work) {
    std::vector<std::uint32_t> found, open{entry};
    seen[entry] = entry;
    while (!open.empty()) {
        const std::uint32_t block = open.back();
        open.pop_back();
        ++work;
        if (std::binary_search(m_returns.begin(), m_returns.end(), block)) found.push_back(block);
        const auto visit = [&](std::uint32_t next) {
            if (seen[next] == entry) return;
            seen[next] = entry;
            open.push_back(next);
        };
        const auto call =
            std::lower_bound(m_calls.begin(), m_calls.end(), block,
                             [](const CallSite& site, std::uint32_t b) { return site.block < b; });
        const bool calls = call != m_calls.end() && call->block == block;
        if (calls && m_blocks[block].end < m_bundles) visit(m_blockOf[m_blocks[block].end]);
        if (!calls)
            for (const std::uint32_t next : successors(block)) visit(next);
    }
    return found;
}

void FlowGraph::connectJunction(const std::vector<std::uint32_t>& returns,
                                const std::vector<CallSite>& sites) {
    if (returns.empty() || sites.empty()) return;
    const std::uint32_t middle = junction();
    m_blocks[middle].returns = true;
    for (const std::uint32_t from : returns) edge(from, middle);
    for (const CallSite& site : sites) {
        const std::uint32_t next = m_blocks[site.block].end;
        if (next >= m_bundles) {
            m_fallsOff.push_back(next - 1);
            continue;
        }
        m_blocks[m_blockOf[next]].caller = site.block;
        edge(middle, m_blockOf[next]);
    }
}

void FlowGraph::connectReturns() {
    if (m_returns.empty() || m_calls.empty()) return;
    std::vector<CallSite> byTarget = m_calls; // calls to registers, whose target is kNone, come last
    std::stable_sort(byTarget.begin(), byTarget.end(),
                     [](const CallSite& a, const CallSite& b) { return a.target < b.target; });
    // Subroutines that share most of their blocks would make this quadratic:
    // then all returns belong to all calls.
    const std::size_t mostWork = 16 * m_blocks.size() + 1000;
    std::size_t work = 0;
    std::vector<std::uint32_t> seen(m_blocks.size(), FlowBlock::kNone);
    std::vector<std::pair<std::vector<std::uint32_t>, std::vector<CallSite>>> junctions;
    for (auto at = byTarget.begin(); at != byTarget.end() && work <= mostWork;) {
        const auto end =
            std::find_if(at, byTarget.end(), [&](const CallSite& site) { return site.target != at->target; });
        const bool known = at->target != FlowBlock::kNone;
        junctions.emplace_back(known ? returnsReachedFrom(at->target, seen, work) : m_returns,
                               std::vector<CallSite>(at, end));
        at = end;
    }
    if (work > mostWork) return connectJunction(m_returns, m_calls);
    for (const auto& [returns, sites] : junctions) connectJunction(returns, sites);
}

void FlowGraph::connectComputed(const Program& program, const ProgramFacts& facts) {
    if (m_computed.empty()) return;
    std::vector<std::uint32_t> targets;
    for (const Symbol& symbol : program.symbols) {
        if (symbol.kind != SymbolKind::Label || static_cast<std::uint64_t>(symbol.value) >= m_bundles)
            continue;
        const auto bundle = static_cast<std::size_t>(symbol.value);
        if (facts.mentioned[bundle] && !m_blocks[m_blockOf[bundle]].reachable)
            targets.push_back(m_blockOf[bundle]);
    }
    if (targets.empty()) return;
    const std::uint32_t middle = junction();
    for (const std::uint32_t from : m_computed) edge(from, middle);
    for (const std::uint32_t to : targets) edge(middle, to);
}

void FlowGraph::buildLists() {
    const auto build = [&](Lists& lists, bool forward) {
        lists.first.assign(m_blocks.size() + 1, 0);
        lists.items.resize(m_edges.size());
        for (const auto& [from, to] : m_edges) ++lists.first[(forward ? from : to) + 1];
        for (std::size_t i = 1; i < lists.first.size(); ++i) lists.first[i] += lists.first[i - 1];
        std::vector<std::uint32_t> next(lists.first.begin(), lists.first.end() - 1);
        for (const auto& [from, to] : m_edges) lists.items[next[forward ? from : to]++] = forward ? to : from;
    };
    build(m_successors, true);
    build(m_predecessors, false);
}

// Depth first without recursion, since a program may be one long chain of blocks.
void FlowGraph::findOrder() {
    for (FlowBlock& block : m_blocks) block.reachable = false;
    m_order.clear();
    std::vector<std::pair<std::uint32_t, std::size_t>> path{{0, 0}};
    m_blocks[0].reachable = true;
    while (!path.empty()) {
        auto& [block, next] = path.back();
        const auto after = successors(block);
        if (next == after.size()) {
            m_order.push_back(block);
            path.pop_back();
            continue;
        }
        const std::uint32_t to = after[next++];
        if (m_blocks[to].reachable) continue;
        m_blocks[to].reachable = true;
        path.emplace_back(to, 0);
    }
    std::reverse(m_order.begin(), m_order.end());
}

} // namespace lw::program
