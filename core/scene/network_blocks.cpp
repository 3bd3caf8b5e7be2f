// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/network_blocks.h"

#include <algorithm>

namespace lw::scene {

namespace {

constexpr std::size_t kNowhere = ~std::size_t{0}; // the end that all paths share

class Blocks {
  public:
    Blocks(std::size_t boxes, std::span<const LayoutEdge> edges)
        : m_order(topologicalOrder(boxes, edges)), m_place(boxes), m_reads(boxes), m_readers(boxes) {
        for (std::size_t i = 0; i < m_order.size(); ++i) m_place[m_order[i]] = i;
        for (const LayoutEdge& edge : edges) {
            add(m_readers[edge.from], edge.to);
            add(m_reads[edge.to], edge.from);
        }
    }

    std::vector<Block> run() {
        findJoins();
        std::vector<Block> out;
        for (const std::size_t box : m_order) {
            if (m_readers[box].size() < 2 || m_joins[box] == kNowhere) continue;
            if (auto block = blockFrom(box); !block.boxes.empty()) out.push_back(std::move(block));
        }
        return out;
    }

  private:
    static void add(std::vector<std::size_t>& to, std::size_t box) {
        if (std::ranges::find(to, box) == to.end()) to.push_back(box);
    }
    // The first box through which all paths from a box go (its immediate postdominator), from the end on.
    void findJoins() {
        m_joins.assign(m_order.size(), kNowhere);
        for (std::size_t i = m_order.size(); i-- > 0;) {
            const std::size_t box = m_order[i];
            if (m_readers[box].empty()) continue;
            std::size_t join = m_readers[box].front();
            for (const std::size_t other : m_readers[box]) join = common(join, other);
            m_joins[box] = join;
        }
    }
    std::size_t common(std::size_t one, std::size_t other) const {
        while (one != other) {
            if (one == kNowhere || other == kNowhere) return kNowhere;
            (m_place[one] < m_place[other] ? one : other) =
                m_joins[m_place[one] < m_place[other] ? one : other];
        }
        return one;
    }
    // Empty when something else leads into it.
    Block blockFrom(std::size_t first) const {
        Block out{m_joins[first], {}};
        std::vector<bool> isIn(m_order.size());
        isIn[first] = true;
        for (std::size_t i = m_place[first] + 1; i <= m_place[out.last]; ++i) {
            const std::size_t box = m_order[i];
            const auto reads =
                std::ranges::count_if(m_reads[box], [&](std::size_t from) { return isIn[from]; });
            if (reads == 0) continue;
            if (static_cast<std::size_t>(reads) != m_reads[box].size()) return {};
            isIn[box] = true;
            out.boxes.push_back(box);
        }
        std::sort(out.boxes.begin(), out.boxes.end());
        return out;
    }

    std::vector<std::size_t> m_order, m_place;
    std::vector<std::vector<std::size_t>> m_reads, m_readers;
    std::vector<std::size_t> m_joins;
};

} // namespace

std::vector<Block> blocksOf(std::size_t boxes, std::span<const LayoutEdge> edges) {
    return Blocks(boxes, edges).run();
}

} // namespace lw::scene
