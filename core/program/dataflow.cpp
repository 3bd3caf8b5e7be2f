// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/program/dataflow.h"

#include <algorithm>
#include <deque>
#include <optional>

namespace lw::program {
namespace {

// Blocks whose values must be computed again, first in, first out, none twice. Values only ever grow (or only
// shrink) and can do so a bounded number of times, which bounds the work to a multiple of the edges.
class Worklist {
  public:
    explicit Worklist(const FlowGraph& graph) : m_waiting(graph.blocks().size(), false) {}
    void add(std::uint32_t block) {
        if (m_waiting[block]) return;
        m_waiting[block] = true;
        m_blocks.push_back(block);
    }
    bool empty() const { return m_blocks.empty(); }
    std::uint32_t take() {
        const std::uint32_t block = m_blocks.front();
        m_blocks.pop_front();
        m_waiting[block] = false;
        return block;
    }

  private:
    std::deque<std::uint32_t> m_blocks;
    std::vector<bool> m_waiting;
};

template <typename Member>
RegisterSet unionOver(const FlowBlock& block, const ProgramFacts& facts, Member member) {
    RegisterSet out;
    for (std::uint32_t i = block.first; i < block.end; ++i) out = out | facts.bundles[i].*member;
    return out;
}

template <typename Member>
std::vector<RegisterSet> unionPerBlock(const FlowGraph& graph, const ProgramFacts& facts, Member member) {
    std::vector<RegisterSet> out;
    out.reserve(graph.blocks().size());
    for (const FlowBlock& block : graph.blocks()) out.push_back(unionOver(block, facts, member));
    return out;
}

} // namespace

std::vector<RegisterSet> writtenOnSomeWay(const FlowGraph& graph, const ProgramFacts& facts) {
    const std::vector<RegisterSet> own = unionPerBlock(graph, facts, &BundleFacts::writes);
    std::vector<RegisterSet> in(own.size());
    Worklist work(graph);
    for (const std::uint32_t block : graph.order()) work.add(block);
    while (!work.empty()) {
        const std::uint32_t block = work.take();
        const RegisterSet out = in[block] | own[block];
        for (const std::uint32_t next : graph.successors(block)) {
            const RegisterSet more = in[next] | out;
            if (more == in[next]) continue;
            in[next] = more;
            work.add(next);
        }
    }
    return in;
}

std::vector<RegisterSet> writtenOnEveryWay(const FlowGraph& graph, const ProgramFacts& facts,
                                           RegisterSet BundleFacts::*written) {
    const std::vector<RegisterSet> own = unionPerBlock(graph, facts, written);
    std::vector<RegisterSet> in(own.size(), RegisterSet::all()); // until a way is known that writes less
    if (!in.empty()) in[0] = RegisterSet();
    const auto blocks = graph.blocks();
    Worklist work(graph);
    const auto lower = [&](std::uint32_t from, std::uint32_t to) {
        RegisterSet arriving = in[from] | own[from];
        if (blocks[from].returns) arriving = arriving | in[blocks[to].caller] | own[blocks[to].caller];
        const RegisterSet less = in[to] & arriving;
        if (less == in[to]) return;
        in[to] = less;
        work.add(to);
    };
    for (const std::uint32_t block : graph.order()) work.add(block);
    while (!work.empty()) {
        const std::uint32_t block = work.take();
        for (const std::uint32_t next : graph.successors(block)) lower(block, next);
        // What is known before a call is also part of what is known after it.
        const std::uint32_t behind = block + 1;
        if (behind >= blocks.size() || blocks[behind].caller != block) continue;
        for (const std::uint32_t before : graph.predecessors(behind)) lower(before, behind);
    }
    return in;
}

std::vector<RegisterSet> readLater(const FlowGraph& graph, const ProgramFacts& facts) {
    const auto blocks = graph.blocks();
    std::vector<RegisterSet> reads(blocks.size()), kills(blocks.size()), out(blocks.size());
    // Where nothing is known to follow, the program ends or goes somewhere unknown.
    std::vector<bool> leaves(facts.bundles.size(), false);
    for (const auto list : {graph.fallsOff(), graph.branchesBeyond()})
        for (const std::uint32_t bundle : list) leaves[bundle] = true;
    const auto ends = [&](std::uint32_t number) {
        const FlowBlock& block = blocks[number];
        if (graph.successors(number).empty()) return true;
        return block.first != block.end &&
               (leaves[block.end - 1] || facts.bundles[block.end - 1].flow == isa::Flow::Halt);
    };
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        for (std::uint32_t i = blocks[b].end; i-- > blocks[b].first;) {
            reads[b] = (reads[b] - facts.bundles[i].kills) | facts.bundles[i].reads;
            kills[b] = kills[b] | facts.bundles[i].kills;
        }
        if (ends(static_cast<std::uint32_t>(b))) out[b] = RegisterSet::all();
    }
    Worklist work(graph);
    const auto order = graph.order();
    for (auto block = order.rbegin(); block != order.rend(); ++block) work.add(*block);
    while (!work.empty()) {
        const std::uint32_t block = work.take();
        const RegisterSet in = (out[block] - kills[block]) | reads[block];
        for (const std::uint32_t before : graph.predecessors(block)) {
            const RegisterSet more = out[before] | in;
            if (more == out[before]) continue;
            out[before] = more;
            work.add(before);
        }
    }
    return out;
}

void QueueRange::step(const BundleFacts& bundle, isa::UnitId unit) {
    for (const bool push : {false, true})
        for (std::uint8_t q = 0; q < bundle.queueCount; ++q)
            if (bundle.queues[q].unit == unit && bundle.queues[q].push == push) step(bundle.queues[q]);
}

void QueueRange::step(const QueueUse& use) {
    if (use.push) {
        if (most < kMany) ++most;
        if (!use.conditional && fewest < kMany) ++fewest;
        return;
    }
    if (fewest > 0) --fewest;
    if (!use.conditional && most > 0 && most < kMany) --most;
}

namespace {

QueueRange through(QueueRange range, const FlowBlock& block, const ProgramFacts& facts, isa::UnitId unit) {
    for (std::uint32_t i = block.first; i < block.end; ++i) range.step(facts.bundles[i], unit);
    return range;
}

} // namespace

std::vector<QueueRange> queueRanges(const FlowGraph& graph, const ProgramFacts& facts, isa::UnitId unit) {
    constexpr std::uint8_t kPatience = 3; // changes of a block after which a range is taken to have no end
    const auto blocks = graph.blocks();
    std::vector<std::optional<QueueRange>> in(blocks.size());
    std::vector<std::uint8_t> changes(blocks.size(), 0);
    if (!in.empty()) in[0] = QueueRange{};
    Worklist work(graph);
    if (!in.empty()) work.add(0);
    while (!work.empty()) {
        const std::uint32_t block = work.take();
        const QueueRange out = through(*in[block], blocks[block], facts, unit);
        for (const std::uint32_t next : graph.successors(block)) {
            if (!in[next]) {
                in[next] = out;
                work.add(next);
                continue;
            }
            QueueRange both{std::min(in[next]->fewest, out.fewest), std::max(in[next]->most, out.most)};
            if (both == *in[next]) continue;
            if (++changes[next] > kPatience) {
                changes[next] = kPatience;
                if (both.fewest < in[next]->fewest) both.fewest = 0;
                if (both.most > in[next]->most) both.most = QueueRange::kMany;
            }
            in[next] = both;
            work.add(next);
        }
    }
    std::vector<QueueRange> out;
    out.reserve(in.size());
    for (const auto& range : in) out.push_back(range.value_or(QueueRange{}));
    return out;
}

} // namespace lw::program
