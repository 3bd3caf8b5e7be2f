// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/chain.h"

#include "core/chips/training/handlers.h"
#include "core/chips/training/plan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lw::training {

namespace {

// A late result or a limit inside takes a whole chain apart, so that one chain of a long straight program
// would hardly be taken.
constexpr std::uint64_t kMostBundles = 64;
constexpr std::size_t kFewestGeneral = 3; // below that a chain saves nothing

// Flags, transfers, branches and halts; and what goes into or out of a queue only perhaps: how many results
// are there for the bundles after it would depend on the run.
bool cannotBeInside(const Plan& plan) {
    return std::ranges::any_of(plan.issues, [](const Issue& issue) {
        const bool inQueue = issue.popsQueue != 0xff || issue.pushesQueue != 0xff;
        return kRows[issue.op].insn.flow != isa::Flow::Next ||
               (inQueue && issue.predicate != kIsa.predicateAlways);
    });
}

void keepEarliest(std::vector<Chain::Ready>& all, std::uint8_t index, std::uint64_t after) {
    const auto found = std::ranges::find(all, index, &Chain::Ready::index);
    if (found == all.end())
        all.push_back({after, index});
    else
        found->after = std::min(found->after, after);
}

// Follows a chain from its first bundle on.
class ChainFinder {
  public:
    // Whether the bundle can be the next one; then it is.
    bool add(const Decoded& at) {
        const Plan& plan = *at.plan;
        if (plan.waits || cannotBeInside(plan) || m_chain.length == kMostBundles * kClockTick) return false;
        if (waitsInside(plan)) return false;
        require(plan);
        takeOver(plan);
        if (!plan.issues.empty()) m_chain.links.push_back({&at, m_chain.length});
        if (at.handler == generalHandler()) ++m_general;
        m_chain.length += kClockTick;
        return true;
    }
    // Bundles of scalar operations have handlers of their own, which take a fifth of the time that they take
    // as links: a chain must have few of them.
    bool isWorthwhile() const {
        return m_general >= kFewestGeneral && 3 * m_general >= 2 * m_chain.links.size();
    }
    Chain take() {
        std::ranges::sort(m_chain.registers, {}, &Chain::Ready::after);
        std::ranges::sort(m_chain.ports, {}, &Chain::Ready::after);
        for (std::uint8_t queue = 0; queue < kQueues; ++queue)
            if (m_mostHeld[queue] > 0)
                m_chain.rooms.push_back({static_cast<std::uint32_t>(m_mostHeld[queue]), queue});
        return std::move(m_chain);
    }

  private:
    // Whether an earlier bundle of the chain holds this one up.
    bool waitsInside(const Plan& plan) const {
        const std::uint64_t now = m_chain.length;
        for (const Issue& issue : plan.issues) {
            if (m_registers[kReadyPredicate + (issue.predicate & 15)] > now) return true;
            for (std::size_t i = 0; i < issue.readCount; ++i)
                if (m_registers[issue.reads[i]] > now) return true;
            if (issue.destination != 0xff && m_registers[issue.destination] > now + latencyOf(issue))
                return true;
            if (issue.port != kNoPort && m_ports[issue.port] > now) return true;
            if (issue.popsQueue != 0xff && m_pushed[issue.popsQueue] != 0) return true;
        }
        return false;
    }

    static std::uint64_t latencyOf(const Issue& issue) { return std::uint64_t{issue.latency} << kClockShift; }

    // What must be so before the chain begins. Of a register that the chain writes it is enough that nothing
    // overtakes what was written before: later bundles wait for no longer, even if a predicate left the write
    // out. One that was never written counts as late for ever, here as where it is read: the first turn of a
    // loop that writes it is taken bundle by bundle.
    void require(const Plan& plan) {
        const std::uint64_t now = m_chain.length;
        const auto readyBy = [&](std::uint8_t index, std::uint64_t after) {
            if (index != kReadyConstant && m_registers[index] == 0)
                keepEarliest(m_chain.registers, index, after);
        };
        for (const Issue& issue : plan.issues) {
            if (issue.predicate != kIsa.predicateAlways)
                readyBy(static_cast<std::uint8_t>(kReadyPredicate + (issue.predicate & 15)), now);
            for (std::size_t i = 0; i < issue.readCount; ++i) readyBy(issue.reads[i], now);
            if (issue.destination != 0xff) readyBy(issue.destination, now + latencyOf(issue));
            if (issue.port != kNoPort && m_ports[issue.port] == 0)
                keepEarliest(m_chain.ports, issue.port, now);
            if (issue.popsQueue != 0xff)
                m_chain.results.push_back({now, m_popped[issue.popsQueue], issue.popsQueue});
        }
    }

    // What later bundles find changed.
    void takeOver(const Plan& plan) {
        for (const Issue& issue : plan.issues)
            if (issue.popsQueue != 0xff) ++m_popped[issue.popsQueue];
        for (const Issue& issue : plan.issues) {
            if (issue.destination != 0xff) {
                std::uint64_t& ready = m_registers[issue.destination];
                ready = std::max(ready, m_chain.length + latencyOf(issue));
            }
            if (issue.port != kNoPort)
                m_ports[issue.port] = m_chain.length + (std::uint64_t{issue.portClocks} << kClockShift);
            if (issue.pushesQueue == 0xff) continue;
            const std::uint8_t queue = issue.pushesQueue;
            ++m_pushed[queue];
            m_mostHeld[queue] = std::max(m_mostHeld[queue], std::int64_t{m_pushed[queue]} - m_popped[queue]);
        }
    }

    Chain m_chain;
    std::size_t m_general = 0; // links that have no handler of their own
    // When what the chain has written or taken is ready or free at the latest; 0: it did not.
    std::array<std::uint64_t, kReadyCount> m_registers{};
    std::array<std::uint64_t, kPorts> m_ports{};
    std::array<std::uint32_t, kQueues> m_pushed{}, m_popped{};
    std::array<std::int64_t, kQueues> m_mostHeld{};
};

} // namespace

void findChains(DecodedProgram& program) {
    const std::size_t count = program.bundles.size() - 1;
    std::vector<bool> isTarget(count + 1);
    for (const Decoded& decoded : program.bundles)
        if (decoded.target != nullptr)
            isTarget[static_cast<std::size_t>(decoded.target - program.bundles.data())] = true;
    program.chainAt.assign(count + 1, kNoChain);
    for (std::size_t first = 0; first < count;) {
        ChainFinder finder;
        std::size_t next = first;
        while (next < count && (next == first || !isTarget[next]) && finder.add(program.bundles[next]))
            ++next;
        if (finder.isWorthwhile()) {
            program.chainAt[first] = static_cast<std::uint32_t>(program.chains.size());
            program.chains.push_back(finder.take());
            program.chains.back().first = static_cast<std::uint32_t>(first);
        }
        first = std::max(next, first + 1);
    }
}

} // namespace lw::training
