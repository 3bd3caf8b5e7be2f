// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/layered_places.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lw::scene {

namespace {

constexpr int kRounds = 16; // more make no visible difference
// How strongly two items want to be below each other: bends of one edge most, then items without another
// neighbour there.
constexpr std::int64_t kPullOfWay = 16, kPullOfChain = 8, kPullOfOther = 1;

class Placing {
  public:
    Placing(std::vector<LayoutItem>& items, const std::vector<std::vector<std::size_t>>& ranks,
            const LayoutGaps& gaps)
        : m_items(items), m_ranks(ranks), m_gaps(gaps) {}

    void run() {
        beginInTheMiddle();
        for (int round = 0; round < kRounds; ++round) {
            for (const auto& rank : m_ranks) placeRank(rank);
            for (auto rank = m_ranks.rbegin(); rank != m_ranks.rend(); ++rank) placeRank(*rank);
        }
        findColumns();
        std::vector<std::int64_t> wanted(m_columns.size());
        for (std::size_t i = 0; i < m_columns.size(); ++i) wanted[i] = meanOf(m_columns[i]);
        placeColumns(wanted);
        // Items on their own move to the middle of their neighbours once more.
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const LayoutItem& item = m_items[m_columns[i].front()];
            wanted[i] = m_columns[i].size() == 1 ? neighboursOf(item) : item.x;
        }
        placeColumns(wanted);
    }

  private:
    std::int64_t apart(std::size_t left, std::size_t right) const {
        const LayoutItem &one = m_items[left], &other = m_items[right];
        return (one.width + other.width) / 2 + (one.isBend || other.isBend ? m_gaps.way : m_gaps.aside);
    }
    std::int64_t pullOf(std::size_t upper, std::size_t lower) const {
        const LayoutItem &one = m_items[upper], &other = m_items[lower];
        if (one.isBend && other.isBend) return kPullOfWay;
        return one.below.size() == 1 && other.above.size() == 1 ? kPullOfChain : kPullOfOther;
    }
    std::int64_t meanOf(const std::vector<std::size_t>& items) const {
        std::int64_t sum = 0;
        for (const std::size_t item : items) sum += m_items[item].x;
        return sum / static_cast<std::int64_t>(items.size());
    }
    std::int64_t neighboursOf(const LayoutItem& item) const {
        std::vector<std::size_t> all = item.above;
        all.insert(all.end(), item.below.begin(), item.below.end());
        return all.empty() ? item.x : meanOf(all);
    }

    // From the order alone: side by side, around the same middle.
    void beginInTheMiddle() {
        for (const auto& rank : m_ranks) {
            for (std::size_t i = 0; i < rank.size(); ++i)
                m_items[rank[i]].x = i == 0 ? 0 : m_items[rank[i - 1]].x + apart(rank[i - 1], rank[i]);
            const std::int64_t half = rank.empty() ? 0 : m_items[rank.back()].x / 2;
            for (const std::size_t item : rank) m_items[item].x -= half;
        }
    }
    void placeRank(const std::vector<std::size_t>& items);
    void findColumns();
    void placeColumns(const std::vector<std::int64_t>& wanted);

    std::vector<LayoutItem>& m_items;
    const std::vector<std::vector<std::size_t>>& m_ranks;
    const LayoutGaps& m_gaps;
    std::vector<std::vector<std::size_t>> m_columns; // items that share one x
    std::vector<std::size_t> m_columnOf;             // by item
};

// Each item as near to the middle of its neighbours as the order and the gaps allow: least squares, found by
// joining neighbours that would come too close (pool adjacent violators).
void Placing::placeRank(const std::vector<std::size_t>& items) {
    struct Pool {
        std::int64_t sum, pull;
        std::size_t items;
        std::int64_t middle() const { return sum / pull; }
    };
    std::vector<Pool> pools;
    std::vector<std::int64_t> offsets;
    for (std::size_t i = 0; i < items.size(); ++i) {
        const LayoutItem& item = m_items[items[i]];
        offsets.push_back(i == 0 ? 0 : offsets.back() + apart(items[i - 1], items[i]));
        std::int64_t sum = 0, pull = 0;
        const auto add = [&](std::size_t other, std::int64_t strength) {
            sum += strength * m_items[other].x;
            pull += strength;
        };
        for (const std::size_t other : item.above) add(other, pullOf(other, items[i]));
        for (const std::size_t other : item.below) add(other, pullOf(items[i], other));
        if (pull == 0) add(items[i], 1);
        pools.push_back({sum - pull * offsets.back(), pull, 1});
        while (pools.size() > 1 && pools[pools.size() - 2].middle() > pools.back().middle()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().pull += last.pull;
            pools.back().items += last.items;
        }
    }
    std::size_t i = 0;
    for (const Pool& pool : pools)
        for (std::size_t n = 0; n < pool.items; ++n, ++i) m_items[items[i]].x = pool.middle() + offsets[i];
}

// Items with a stronger pull than others form a column with what they pull, bends first; of two crossing
// links the first counts, so that columns have an order from left to right.
void Placing::findColumns() {
    std::vector<std::size_t> places(m_items.size()), upper(m_items.size(), m_items.size());
    for (const auto& rank : m_ranks)
        for (std::size_t i = 0; i < rank.size(); ++i) places[rank[i]] = i;
    for (const auto& rank : m_ranks) {
        std::vector<std::pair<std::size_t, std::size_t>> links; // places above and here
        for (const std::int64_t strength : {kPullOfWay, kPullOfChain})
            for (const std::size_t item : rank)
                for (const std::size_t above : m_items[item].above) {
                    const auto crosses = [&](const auto& link) {
                        return (places[above] <= link.first && places[item] >= link.second) ||
                               (places[above] >= link.first && places[item] <= link.second);
                    };
                    if (pullOf(above, item) != strength || std::ranges::any_of(links, crosses)) continue;
                    links.emplace_back(places[above], places[item]);
                    upper[item] = above;
                }
    }
    m_columnOf.resize(m_items.size());
    for (const auto& rank : m_ranks)
        for (const std::size_t item : rank) {
            const bool isNew = upper[item] == m_items.size();
            if (isNew) m_columns.emplace_back();
            m_columnOf[item] = isNew ? m_columns.size() - 1 : m_columnOf[upper[item]];
            m_columns[m_columnOf[item]].push_back(item);
        }
}

// Columns as far to the right as they want and must, then as far to the left, both from the order alone;
// gaps that hold in both also hold in the middle.
void Placing::placeColumns(const std::vector<std::int64_t>& wanted) {
    std::vector<LayoutEdge> order; // the column to the left of another in some rank
    std::vector<std::int64_t> gaps;
    for (const auto& rank : m_ranks)
        for (std::size_t i = 1; i < rank.size(); ++i) {
            order.push_back({m_columnOf[rank[i - 1]], m_columnOf[rank[i]]});
            gaps.push_back(apart(rank[i - 1], rank[i]));
        }
    std::vector<std::vector<std::size_t>> before(m_columns.size()), after(m_columns.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        before[order[i].to].push_back(i);
        after[order[i].from].push_back(i);
    }
    const std::vector<std::size_t> columns = topologicalOrder(m_columns.size(), order);
    std::vector<std::int64_t> right = wanted, left = wanted;
    for (const std::size_t column : columns)
        for (const std::size_t i : before[column])
            right[column] = std::max(right[column], right[order[i].from] + gaps[i]);
    for (auto column = columns.rbegin(); column != columns.rend(); ++column)
        for (const std::size_t i : after[*column])
            left[*column] = std::min(left[*column], left[order[i].to] - gaps[i]);
    for (std::size_t column = 0; column < m_columns.size(); ++column)
        for (const std::size_t item : m_columns[column])
            m_items[item].x = std::midpoint(left[column], right[column]); // rounded down, all alike
}

} // namespace

void placeItems(std::vector<LayoutItem>& items, const std::vector<std::vector<std::size_t>>& ranks,
                const LayoutGaps& gaps) {
    Placing(items, ranks, gaps).run();
}

} // namespace lw::scene
