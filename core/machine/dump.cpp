// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/dump.h"

#include "core/base/check.h"
#include "core/base/json.h"
#include "core/machine/cell_value.h"
#include "core/machine/page_tree.h"
#include "core/tensor/element.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

namespace lw::machine {
namespace {

constexpr std::array<std::byte, kPageSize> kZeros{};

// Nodes with cells, by address.
std::vector<NodeId> cellsByAddress(const StateTree& tree) {
    std::vector<NodeId> out;
    for (std::uint32_t i = 0; i < tree.size(); ++i)
        if (countOf(tree.at({i})) > 0) out.push_back({i});
    std::sort(out.begin(), out.end(),
              [&](NodeId a, NodeId b) { return tree.at(a).offset < tree.at(b).offset; });
    return out;
}

// Passes each(difference) what differs, page by page, until it returns false.
template <typename Each> class PageComparer {
  public:
    PageComparer(const StateTree& tree, Each each)
        : m_tree(tree), m_nodes(cellsByAddress(tree)), m_each(std::move(each)) {}

    void compare(std::uint64_t number, const std::byte* before, const std::byte* after) {
        const std::uint64_t from = number * kPageSize, to = from + kPageSize;
        // The last node that begins at or before this page, and all that begin in it.
        auto at =
            std::upper_bound(m_nodes.begin(), m_nodes.end(), from,
                             [&](std::uint64_t offset, NodeId id) { return offset < m_tree.at(id).offset; });
        if (at != m_nodes.begin()) --at;
        for (; at != m_nodes.end() && m_tree.at(*at).offset < to; ++at) compareNode(*at, from, before, after);
    }
    bool isFull() const { return m_isFull; }

  private:
    void compareNode(NodeId id, std::uint64_t pageOffset, const std::byte* before, const std::byte* after) {
        const Node& node = m_tree.at(id);
        const std::uint64_t size = sizeOf(node), end = node.offset + countOf(node) * size;
        const std::uint64_t first = std::max(node.offset, pageOffset),
                            last = std::min(end, pageOffset + kPageSize);
        for (std::uint64_t offset = first; offset < last && !m_isFull; offset += size) {
            const std::byte* a = before + (offset - pageOffset);
            const std::byte* b = after + (offset - pageOffset);
            if (std::memcmp(a, b, size) == 0) continue;
            m_isFull =
                !m_each(Difference{id, (offset - node.offset) / size, bitsOf({a, size}), bitsOf({b, size})});
        }
    }

    const StateTree& m_tree;
    std::vector<NodeId> m_nodes;
    Each m_each;
    bool m_isFull = false;
};

template <typename Each>
void forEachDifference(const StateTree& tree, const Snapshot& before, const Snapshot& after, Each each) {
    PageComparer comparer(tree, std::move(each));
    const auto bytesOf = [](const std::byte* page) { return page ? page : kZeros.data(); };
    for (const std::uint32_t number : differingPages(before, after)) {
        if (comparer.isFull()) return;
        comparer.compare(number, bytesOf(before.page(number)), bytesOf(after.page(number)));
    }
}

// Stretches of a node's bytes, counted from its beginning, in which some byte of the state may be nonzero.
using Stretch = std::pair<std::uint64_t, std::uint64_t>;
void addFilled(const std::vector<std::uint32_t>& pages, const Node& node, std::vector<Stretch>& out) {
    const std::uint64_t end = node.offset + countOf(node) * sizeOf(node);
    for (auto page = std::lower_bound(pages.begin(), pages.end(), node.offset / kPageSize);
         page != pages.end() && *page * kPageSize < end; ++page) {
        const std::uint64_t from = std::max<std::uint64_t>(*page * kPageSize, node.offset);
        const std::uint64_t to = std::min<std::uint64_t>((*page + std::uint64_t{1}) * kPageSize, end);
        out.emplace_back(from - node.offset, to - node.offset);
    }
}

std::vector<std::uint32_t> filledPages(const Snapshot& state) {
    return differingPages(Snapshot(state.bytes(), ItemRef(), {}), state);
}

// The cells of one node in [first, last) of its bytes.
void compareStretch(NodeId id, std::uint64_t size, std::span<const std::byte> a, std::span<const std::byte> b,
                    std::uint64_t first, std::size_t limit, std::vector<Difference>& list) {
    for (std::uint64_t at = 0; at < a.size() && list.size() < limit; at += size)
        if (std::memcmp(a.data() + at, b.data() + at, size) != 0)
            list.push_back(
                {id, (first + at) / size, bitsOf(a.subspan(at, size)), bitsOf(b.subspan(at, size))});
}

Json cellJson(tensor::DType type, std::uint64_t bits) {
    return tensor::visit(type, [&](auto element) -> Json {
        using Element = decltype(element);
        typename Element::Stored stored;
        std::memcpy(&stored, &bits, sizeof stored);
        if constexpr (Element::kReal) {
            const double value = Element::value(stored);
            return std::isfinite(value) ? Json(value) : Json(realText(value, type));
        } else {
            return stored;
        }
    });
}

Json indexJson(const Node& node, std::uint64_t element) {
    Json out = Json::list();
    std::uint64_t below = countOf(node);
    for (const std::uint64_t extent : node.shape) {
        below /= extent;
        out.push_back(element / below);
        element %= below;
    }
    return out;
}

} // namespace

std::vector<Difference> differences(const StateTree& tree, const Snapshot& before, const Snapshot& after,
                                    std::size_t limit) {
    std::vector<Difference> list;
    if (limit == 0) return list;
    forEachDifference(tree, before, after, [&](const Difference& difference) {
        list.push_back(difference);
        return list.size() < limit;
    });
    return list;
}

std::uint64_t countDifferences(const StateTree& tree, const Snapshot& before, const Snapshot& after,
                               std::uint64_t most) {
    std::uint64_t count = 0;
    if (most == 0) return count;
    forEachDifference(tree, before, after, [&](const Difference&) { return ++count < most; });
    return count;
}

bool isSameLayout(const StateTree& a, const StateTree& b) {
    const auto isSame = [&](std::uint32_t i) {
        const Node &x = a.at({i}), &y = b.at({i});
        return x.name == y.name && x.encoding == y.encoding && x.offset == y.offset && x.shape == y.shape &&
               x.parent == y.parent;
    };
    if (a.size() != b.size()) return false;
    for (std::uint32_t i = 0; i < a.size(); ++i)
        if (!isSame(i)) return false;
    return true;
}

std::vector<Difference> commonDifferences(const StateTree& beforeTree, const Snapshot& before,
                                          const StateTree& afterTree, const Snapshot& after,
                                          std::size_t limit) {
    const std::vector<std::uint32_t> beforePages = filledPages(before), afterPages = filledPages(after);
    std::vector<Difference> list;
    for (const NodeId id : cellsByAddress(beforeTree)) {
        const Node& node = beforeTree.at(id);
        const Node& other = afterTree.at(afterTree.find(beforeTree.path(id)));
        if (other.encoding != node.encoding || other.shape != node.shape) continue;
        std::vector<Stretch> stretches;
        addFilled(beforePages, node, stretches);
        addFilled(afterPages, other, stretches);
        std::sort(stretches.begin(), stretches.end());
        std::uint64_t done = 0;
        std::array<std::byte, kPageSize> a, b;
        for (const auto& [from, to] : stretches) {
            const std::uint64_t first = std::max(from, done);
            if (first >= to || list.size() >= limit) continue;
            const std::span x = std::span(a).first(to - first), y = std::span(b).first(to - first);
            before.read(node.offset + first, x);
            after.read(other.offset + first, y);
            compareStretch(id, sizeOf(node), x, y, first, limit, list);
            done = to;
        }
    }
    return list;
}

std::vector<Difference> contents(const StateTree& tree, const Snapshot& state, std::size_t limit) {
    return differences(tree, Snapshot(state.bytes(), ItemRef(), {}), state, limit);
}

std::string differencesText(const StateTree& tree, const std::vector<Difference>& list) {
    std::string out;
    for (const Difference& d : list) {
        const Node& node = tree.at(d.node);
        const tensor::DType type = encodingOf(node);
        out += tree.path(d.node) + indexText(node, d.index) + ": " + cellText(type, d.before) + " -> " +
               cellText(type, d.after) + '\n';
    }
    return out;
}

Json differencesJson(const StateTree& tree, const std::vector<Difference>& list) {
    Json out = Json::list();
    for (const Difference& d : list) {
        const Node& node = tree.at(d.node);
        const tensor::DType type = encodingOf(node);
        out.push_back({{"node", tree.path(d.node)},
                       {"index", indexJson(node, d.index)},
                       {"before", cellJson(type, d.before)},
                       {"after", cellJson(type, d.after)}});
    }
    return out;
}

std::string contentsText(const StateTree& tree, const std::vector<Difference>& list) {
    std::string out;
    for (const Difference& d : list) {
        const Node& node = tree.at(d.node);
        out +=
            tree.path(d.node) + indexText(node, d.index) + " = " + cellText(encodingOf(node), d.after) + '\n';
    }
    return out;
}

Json contentsJson(const StateTree& tree, const std::vector<Difference>& list) {
    Json out = Json::object();
    for (const Difference& d : list) {
        const Node& node = tree.at(d.node);
        out[tree.path(d.node)][indexText(node, d.index)] = cellJson(encodingOf(node), d.after);
    }
    return out;
}

} // namespace lw::machine
