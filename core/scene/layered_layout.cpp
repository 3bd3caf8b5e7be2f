// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/layered_layout.h"

#include "core/base/check.h"
#include "core/scene/layered_places.h"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>

namespace lw::scene {

namespace {

constexpr int kOrderRounds = 12; // more make no visible difference

class Layering {
  public:
    Layering(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges, const LayoutGaps& gaps)
        : m_boxes(boxes), m_edges(edges), m_gaps(gaps) {}

    LayeredLayout run() {
        if (m_boxes.empty()) return {};
        rankBoxes();
        makeItems();
        orderItems();
        placeItems(m_items, m_ranks, m_gaps);
        return made();
    }

  private:
    void rankBoxes();
    void makeItems();
    std::size_t bendOf(std::size_t box, std::size_t rank);
    void connect(std::size_t upper, std::size_t lower);
    void orderItems();
    void sortRank(std::size_t rank, bool byAbove);
    void notePlaces(std::size_t rank);
    std::size_t crossingsBelow(std::size_t rank) const;
    std::size_t crossings() const;
    LayeredLayout made() const;

    std::span<const LayoutBox> m_boxes;
    std::span<const LayoutEdge> m_edges;
    const LayoutGaps& m_gaps;
    std::vector<std::size_t> m_order;                                   // of boxes, each after those above it
    std::vector<LayoutItem> m_items;                                    // the boxes, then the bends
    std::vector<std::vector<std::size_t>> m_ranks;                      // items from the left
    std::vector<std::size_t> m_places;                                  // of items in their rank
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> m_bends; // by box and rank
};

// ---- ranks

// A box without incoming edges goes just above the first that reads it.
void Layering::rankBoxes() {
    m_order = topologicalOrder(m_boxes.size(), m_edges);
    LW_REQUIRE(m_order.size() == m_boxes.size(), "edges that can all go down");
    m_items.resize(m_boxes.size());
    std::vector<std::vector<std::size_t>> readers(m_boxes.size());
    std::vector<bool> reads(m_boxes.size());
    for (const LayoutEdge& edge : m_edges) {
        readers[edge.from].push_back(edge.to);
        reads[edge.to] = true;
    }
    for (const std::size_t box : m_order)
        for (const std::size_t to : readers[box])
            m_items[to].rank = std::max(m_items[to].rank, m_items[box].rank + 1);
    std::size_t last = 0;
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        m_items[box].width = m_boxes[box].width;
        last = std::max(last, m_items[box].rank);
        if (reads[box] || readers[box].empty()) continue;
        std::size_t first = m_items[readers[box].front()].rank;
        for (const std::size_t to : readers[box]) first = std::min(first, m_items[to].rank);
        m_items[box].rank = first - 1;
    }
    m_ranks.resize(last + 1);
}

std::size_t Layering::bendOf(std::size_t box, std::size_t rank) {
    if (m_items[box].rank == rank) return box;
    const auto [at, isNew] = m_bends.try_emplace({box, rank}, m_items.size());
    if (isNew) {
        m_items.push_back({rank, 0, true, {}, {}, 0});
        m_ranks[rank].push_back(at->second);
        connect(bendOf(box, rank - 1), at->second);
    }
    return at->second;
}

void Layering::connect(std::size_t upper, std::size_t lower) {
    m_items[upper].below.push_back(lower);
    m_items[lower].above.push_back(upper);
}

void Layering::makeItems() {
    for (const std::size_t box : m_order) m_ranks[m_items[box].rank].push_back(box);
    for (const LayoutEdge& edge : m_edges) connect(bendOf(edge.from, m_items[edge.to].rank - 1), edge.to);
    m_places.resize(m_items.size());
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) notePlaces(rank);
}

// ---- the order in each rank

void Layering::notePlaces(std::size_t rank) {
    for (std::size_t i = 0; i < m_ranks[rank].size(); ++i) m_places[m_ranks[rank][i]] = i;
}

// By the median of the places of a box's neighbours; one without neighbours keeps its
// place.
void Layering::sortRank(std::size_t rank, bool byAbove) {
    std::vector<std::pair<std::size_t, std::size_t>> keyed;
    for (const std::size_t item : m_ranks[rank]) {
        std::vector<std::size_t> places;
        for (const std::size_t other : byAbove ? m_items[item].above : m_items[item].below)
            places.push_back(m_places[other]);
        std::sort(places.begin(), places.end());
        const std::size_t median =
            places.empty() ? 2 * m_places[item] : places[(places.size() - 1) / 2] + places[places.size() / 2];
        keyed.emplace_back(median, item);
    }
    std::stable_sort(keyed.begin(), keyed.end(),
                     [](const auto& one, const auto& other) { return one.first < other.first; });
    for (std::size_t i = 0; i < keyed.size(); ++i) m_ranks[rank][i] = keyed[i].second;
    notePlaces(rank);
}

// Pairs of edges to the next rank that cross: inversions of the places below, in the order of those above.
std::size_t Layering::crossingsBelow(std::size_t rank) const {
    const std::size_t size = m_ranks[rank + 1].size();
    std::vector<std::size_t> counts(size + 1); // a tree of sums
    std::size_t seen = 0, out = 0;
    for (const std::size_t item : m_ranks[rank]) {
        for (const std::size_t other : m_items[item].below) {
            std::size_t notRight = 0;
            for (std::size_t i = m_places[other] + 1; i > 0; i -= i & (~i + 1)) notRight += counts[i];
            out += seen - notRight;
        }
        for (const std::size_t other : m_items[item].below) {
            for (std::size_t i = m_places[other] + 1; i <= size; i += i & (~i + 1)) ++counts[i];
            ++seen;
        }
    }
    return out;
}

std::size_t Layering::crossings() const {
    std::size_t out = 0;
    for (std::size_t rank = 0; rank + 1 < m_ranks.size(); ++rank) out += crossingsBelow(rank);
    return out;
}

// Downwards and upwards in turn; the best order is kept.
void Layering::orderItems() {
    auto best = m_ranks;
    std::size_t least = crossings();
    for (int round = 0; round < kOrderRounds && least > 0; ++round) {
        const bool isDown = round % 2 == 0;
        for (std::size_t i = 1; i < m_ranks.size(); ++i)
            sortRank(isDown ? i : m_ranks.size() - 1 - i, isDown);
        const std::size_t now = crossings();
        if (now >= least) continue;
        least = now;
        best = m_ranks;
    }
    m_ranks = std::move(best);
    for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) notePlaces(rank);
}

LayeredLayout Layering::made() const {
    LayeredLayout out;
    out.crossings = crossings();
    std::int64_t left = m_items[0].x, right = left;
    for (const LayoutItem& item : m_items) {
        left = std::min(left, item.x - item.width / 2);
        right = std::max(right, item.x + (item.width + 1) / 2);
    }
    const auto xOf = [&](std::size_t item) {
        return static_cast<std::int32_t>(m_items[item].x - left) + m_gaps.margin;
    };
    std::vector<std::int32_t> tops, bottoms;
    std::int32_t y = m_gaps.margin;
    for (const auto& rank : m_ranks) {
        std::int32_t height = 0;
        for (const std::size_t item : rank)
            if (item < m_boxes.size()) height = std::max(height, m_boxes[item].height);
        tops.push_back(y);
        bottoms.push_back(y + height);
        y += height + m_gaps.below;
    }
    out.width = static_cast<std::int32_t>(right - left) + 2 * m_gaps.margin;
    out.height = y - m_gaps.below + m_gaps.margin;
    for (std::size_t box = 0; box < m_boxes.size(); ++box) {
        const std::size_t rank = m_items[box].rank;
        const std::int32_t spare = bottoms[rank] - tops[rank] - m_boxes[box].height;
        out.boxes.push_back({xOf(box) - m_boxes[box].width / 2, tops[rank] + spare / 2, rank, m_places[box]});
    }
    for (const LayoutEdge& edge : m_edges) {
        std::vector<LayoutPoint> way;
        const auto go = [&](std::int32_t x, std::int32_t to) {
            if (way.empty() || way.back() != LayoutPoint{x, to}) way.push_back({x, to});
        };
        // Straight through a rank, even beside boxes that are higher than its own.
        go(xOf(edge.from), out.boxes[edge.from].y + m_boxes[edge.from].height);
        go(xOf(edge.from), bottoms[m_items[edge.from].rank]);
        for (std::size_t rank = m_items[edge.from].rank + 1; rank < m_items[edge.to].rank; ++rank) {
            go(xOf(m_bends.at({edge.from, rank})), tops[rank]);
            go(xOf(m_bends.at({edge.from, rank})), bottoms[rank]);
        }
        go(xOf(edge.to), tops[m_items[edge.to].rank]);
        go(xOf(edge.to), out.boxes[edge.to].y);
        out.ways.push_back(std::move(way));
    }
    return out;
}

} // namespace

std::vector<std::size_t> topologicalOrder(std::size_t boxes, std::span<const LayoutEdge> edges) {
    std::vector<std::vector<std::size_t>> readers(boxes);
    std::vector<std::size_t> missing(boxes);
    for (const LayoutEdge& edge : edges) {
        readers[edge.from].push_back(edge.to);
        ++missing[edge.to];
    }
    std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
    for (std::size_t box = 0; box < boxes; ++box)
        if (missing[box] == 0) ready.push(box);
    std::vector<std::size_t> out;
    while (!ready.empty()) {
        const std::size_t box = ready.top();
        ready.pop();
        out.push_back(box);
        for (const std::size_t to : readers[box])
            if (--missing[to] == 0) ready.push(to);
    }
    return out;
}

LayeredLayout layered(std::span<const LayoutBox> boxes, std::span<const LayoutEdge> edges,
                      const LayoutGaps& gaps) {
    return Layering(boxes, edges, gaps).run();
}

} // namespace lw::scene
