// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/layered_layout.h"
#include "core/scene/network_blocks.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace lw;
using scene::LayeredLayout;
using scene::LayoutBox;
using scene::LayoutEdge;
using scene::LayoutPoint;

namespace {

struct Graph {
    std::vector<LayoutBox> boxes;
    std::vector<LayoutEdge> edges;
};

// Edges go from lower to higher numbers in a shuffled naming, so that no order of the numbers helps.
Graph randomGraph(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    Graph out;
    const std::size_t count = 1 + below(60), reach = 1 + below(20);
    std::vector<std::size_t> names(count);
    for (std::size_t i = 0; i < count; ++i) names[i] = i;
    for (std::size_t i = count; i-- > 1;) std::swap(names[i], names[below(i + 1)]);
    for (std::size_t i = 0; i < count; ++i)
        out.boxes.push_back(
            {static_cast<std::int32_t>(20 + below(200)), static_cast<std::int32_t>(10 + below(60))});
    for (std::size_t i = 1; i < count; ++i)
        for (std::size_t n = below(3); n > 0; --n)
            out.edges.push_back({names[i - 1 - below(std::min(i, reach))], names[i]});
    return out;
}

struct Box {
    std::int32_t left, top, right, bottom;
};
Box boxOf(const Graph& graph, const LayeredLayout& layout, std::size_t box) {
    const scene::LayoutPlace& at = layout.boxes[box];
    return {at.x, at.y, at.x + graph.boxes[box].width, at.y + graph.boxes[box].height};
}
// Whether a piece of a way goes through the inside of a box; pieces inside of a rank are upright.
bool crosses(const Box& box, LayoutPoint from, LayoutPoint to) {
    return std::max(from.x, to.x) > box.left && std::min(from.x, to.x) < box.right && to.y > box.top &&
           from.y < box.bottom;
}

// Pairs of edges between neighbouring ranks that cross, by looking at all of them; those that share an end
// do not.
std::size_t countCrossings(const LayeredLayout& layout) {
    std::size_t out = 0;
    std::vector<std::pair<LayoutPoint, LayoutPoint>> slants; // between ranks, each once
    for (const auto& way : layout.ways)
        for (std::size_t i = 1; i < way.size(); ++i) {
            const std::pair piece(way[i - 1], way[i]);
            if (std::find(slants.begin(), slants.end(), piece) == slants.end()) slants.push_back(piece);
        }
    for (std::size_t i = 0; i < slants.size(); ++i)
        for (std::size_t n = 0; n < i; ++n) {
            const auto& [a, b] = slants[i];
            const auto& [c, d] = slants[n];
            if (a.y != c.y || b.y != d.y) continue;
            out += (a.x < c.x && b.x > d.x) || (a.x > c.x && b.x < d.x);
        }
    return out;
}

} // namespace

class TestLayeredLayout : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void boxesStandApartAndEdgesGoDown() {
        std::size_t edges = 0, bends = 0;
        for (std::uint32_t seed = 0; seed < 150; ++seed) {
            const Graph graph = randomGraph(seed);
            const LayeredLayout layout = scene::layered(graph.boxes, graph.edges);
            QCOMPARE(layout.boxes.size(), graph.boxes.size());
            QCOMPARE(layout.ways.size(), graph.edges.size());
            std::vector<Box> boxes;
            for (std::size_t i = 0; i < graph.boxes.size(); ++i) boxes.push_back(boxOf(graph, layout, i));
            for (std::size_t i = 0; i < boxes.size(); ++i) {
                const Box& one = boxes[i];
                QVERIFY(one.left >= 0 && one.top >= 0 && one.right <= layout.width &&
                        one.bottom <= layout.height);
                for (std::size_t n = 0; n < i; ++n) {
                    const Box& other = boxes[n];
                    const bool areApart = one.right < other.left || other.right < one.left ||
                                          one.bottom < other.top || other.bottom < one.top;
                    QVERIFY2(areApart,
                             qPrintable(QStringLiteral("seed %1: %2 and %3").arg(seed).arg(i).arg(n)));
                }
            }
            for (std::size_t i = 0; i < graph.edges.size(); ++i) {
                const LayoutEdge& edge = graph.edges[i];
                const auto& way = layout.ways[i];
                QVERIFY(layout.boxes[edge.from].rank < layout.boxes[edge.to].rank);
                // It begins below the one box and ends above the other, in their middles.
                QCOMPARE(way.front(), (LayoutPoint{boxes[edge.from].left + graph.boxes[edge.from].width / 2,
                                                   boxes[edge.from].bottom}));
                QCOMPARE(way.back(), (LayoutPoint{boxes[edge.to].left + graph.boxes[edge.to].width / 2,
                                                  boxes[edge.to].top}));
                for (std::size_t p = 1; p < way.size(); ++p) {
                    QVERIFY(way[p].y > way[p - 1].y);
                    for (const Box& box : boxes)
                        QVERIFY2(!crosses(box, way[p - 1], way[p]),
                                 qPrintable(QStringLiteral("seed %1, edge %2").arg(seed).arg(i)));
                }
                bends += way.size() - 2;
            }
            edges += graph.edges.size();
            QCOMPARE(scene::layered(graph.boxes, graph.edges), layout);
        }
        QVERIFY(edges > 2000 && bends > edges); // there was something to look at
    }

    // The rank of a box is the length of the longest way to it, but what reads nothing is above its
    // readers.
    void ranksAreTheLongestWays() {
        const std::vector<LayoutBox> boxes(6, {40, 20});
        const std::vector<LayoutEdge> edges{{0, 1}, {1, 2}, {0, 2}, {2, 3}, {4, 3}};
        const LayeredLayout layout = scene::layered(boxes, edges);
        const std::vector<std::size_t> wanted{0, 1, 2, 3, 2, 0};
        for (std::size_t i = 0; i < wanted.size(); ++i) QCOMPARE(layout.boxes[i].rank, wanted[i]);
    }

    void aChainIsStraight() {
        const std::vector<LayoutBox> boxes{{40, 20}, {100, 30}, {60, 10}};
        const std::vector<LayoutEdge> edges{{0, 1}, {1, 2}};
        const LayeredLayout layout = scene::layered(boxes, edges);
        QCOMPARE(layout.width, 100 + 2 * 16);
        QCOMPARE(layout.height, 20 + 30 + 10 + 2 * 34 + 2 * 16);
        for (std::size_t i = 0; i < boxes.size(); ++i) QCOMPARE(layout.boxes[i].x + boxes[i].width / 2, 66);
        QCOMPARE(layout.boxes[1].y, 16 + 20 + 34);
    }

    void whatCanBeDrawnWithoutCrossingsIs() {
        // Two ways that part and join, given so that they cross; and a ladder of four.
        const std::vector<LayoutEdge> parting{{0, 1}, {0, 2}, {1, 4}, {2, 3}, {3, 5}, {4, 5}};
        QCOMPARE(scene::layered(std::vector<LayoutBox>(6, {40, 20}), parting).crossings, std::size_t{0});
        std::vector<LayoutEdge> ladder;
        for (std::size_t i = 0; i < 4; ++i) {
            ladder.push_back({0, 1 + i});
            ladder.push_back({1 + i, 8 - i});
            ladder.push_back({8 - i, 9 + i});
        }
        QCOMPARE(scene::layered(std::vector<LayoutBox>(13, {40, 20}), ladder).crossings, std::size_t{0});
    }

    void crossingsAreCounted() {
        std::size_t all = 0;
        for (std::uint32_t seed = 1000; seed < 1060; ++seed) {
            Graph graph = randomGraph(seed);
            for (LayoutBox& box : graph.boxes)
                box.height = 20; // so that pieces of two ranks have the same ends
            std::sort(graph.edges.begin(), graph.edges.end(), [](const LayoutEdge& a, const LayoutEdge& b) {
                return std::pair(a.from, a.to) < std::pair(b.from, b.to);
            });
            graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
            const LayeredLayout layout = scene::layered(graph.boxes, graph.edges);
            QCOMPARE(layout.crossings, countCrossings(layout));
            all += layout.crossings;
        }
        QVERIFY(all > 100);
    }

    void nothingIsDrawnOfNothing() {
        QCOMPARE(scene::layered({}, {}), LayeredLayout());
        const std::vector<LayoutBox> one{{10, 10}};
        QCOMPARE(scene::layered(one, {}).boxes.size(), std::size_t{1});
    }

    void circlesAreSeen() {
        const std::vector<LayoutEdge> circle{{0, 1}, {1, 2}, {2, 1}};
        QCOMPARE(scene::topologicalOrder(3, circle), std::vector<std::size_t>{0});
        const std::vector<LayoutEdge> none{{2, 0}, {2, 1}, {1, 0}};
        QCOMPARE(scene::topologicalOrder(3, none), (std::vector<std::size_t>{2, 1, 0}));
    }

    void blocksAreBetweenWhatPartsAndWhatJoins() {
        // 0 -> (1 -> (2, 3) -> 4, 5) -> 6 -> 7, and 8 that leads into 7 besides.
        const std::vector<LayoutEdge> edges{{0, 1}, {0, 5}, {1, 2}, {1, 3}, {2, 4},
                                            {3, 4}, {4, 6}, {5, 6}, {6, 7}, {8, 7}};
        const auto blocks = scene::blocksOf(9, edges);
        QCOMPARE(blocks.size(), std::size_t{2});
        QCOMPARE(blocks[0].last, std::size_t{6});
        QCOMPARE(blocks[0].boxes, (std::vector<std::size_t>{1, 2, 3, 4, 5, 6}));
        QCOMPARE(blocks[1].last, std::size_t{4});
        QCOMPARE(blocks[1].boxes, (std::vector<std::size_t>{2, 3, 4}));
        // With a way in from elsewhere the inner one is none; with a way that does not join, neither is.
        std::vector<LayoutEdge> more = edges;
        more.push_back({8, 3});
        QCOMPARE(scene::blocksOf(9, more).size(), std::size_t{0});
        more = edges;
        more.push_back({5, 9});
        QCOMPARE(scene::blocksOf(10, more).size(), std::size_t{1});
        // A layer that reads its input twice parts nothing.
        const std::vector<LayoutEdge> twice{{0, 1}, {0, 1}, {1, 2}};
        QCOMPARE(scene::blocksOf(3, twice).size(), std::size_t{0});
    }
};

int tst_layered_layout(int argc, char** argv) { return lw::tests::run<TestLayeredLayout>(argc, argv); }
#include "tst_layered_layout.moc"
