// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/traps.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lw::concord {

namespace {

constexpr std::size_t kTried = 256; // other vectors of the queue, or other values, in the place of one

constexpr TrapWords kTraps[] = {
    {"T1", "a block over all columns; a block is one native vector, or one row of one native matrix"},
    {"T2", "sums of products in float32, which does not hold them; use integers or float64"},
    {"T3", "the rounding to a block is elsewhere; it belongs where v_wr.q is, and nowhere else"},
    {"T4", "rounded to FP16 once at the end; every function of an MFU rounds"},
    {"T5", "a product with the identity was left out; it rounds its vector to a block"},
    {"T6", "the value that stood at this location before, or came there later"},
    {"T7", "the operands of a difference are swapped; vv_a_sub_b is what travels minus the operand"},
    {"T8", "other limits of a block: mantissas go from -2^(b-1) to 2^(b-1)-1, exponents are clamped"},
    {"T9", "padding of zero in the place of minus infinity"},
    {"T10", "other vectors of the queue; each read takes the oldest ones"},
    {"T11",
     "another count of vectors of each window; reads of a window take whole pixels, together all of it"},
    {"step", "the vectors of a turn begin at another place; look at inc"},
    {"twice",
     "rounded to float32 before FP16, as conversions of some libraries do; round the exact value once"}};

// Tries one mistake after the other on a node.
class Trial {
  public:
    Trial(const Graph& graph, const OpStream& stream, const NodeNumbers& firmware, std::uint32_t number,
          const IsSoftware& isSoftware)
        : m_graph(graph)
        , m_stream(stream)
        , m_firmware(firmware)
        , m_number(number)
        , m_node(graph.nodes[number])
        , m_isSoftware(isSoftware)
        , m_in(numbersOf(m_node.in, firmware, stream.format.n))
        , m_operand(operandOf(m_node.operand)) {}

    std::optional<Trap> run() const {
        if (isIdentityLeftOut()) return Trap::NoIdentity;
        if (m_node.kind == OpKind::WriteQuantised && isSoftware(m_in)) return Trap::QuantiserElsewhere;
        if (gives({.isSwapped = true}) &&
            (m_node.kind == OpKind::Subtract || m_node.kind == OpKind::SubtractFrom))
            return Trap::Swapped;
        if (m_node.kind == OpKind::Softmax &&
            (gives({.hasZeroPadding = true}) || gives({.hasZeroPadding = true, .isZeroedAfter = true})))
            return Trap::ZeroPadding;
        if ((m_node.kind == OpKind::Max || m_node.kind == OpKind::Window) && gives({.hasZeroPadding = true}))
            return Trap::ZeroPadding;
        if (m_node.kind == OpKind::Window && isOfOtherCount()) return Trap::WindowCount;
        if (isBlockOtherwise()) {
            for (const auto clamp :
                 {Mistake::Clamp::Symmetric, Mistake::Clamp::Wide, Mistake::Clamp::AnyExponent})
                if (gives({.clamp = clamp})) return Trap::Clamp;
            for (const auto& [vector, matrix] : {std::pair(true, false), {false, true}, {true, true}})
                if (gives({.vectorIsOneBlock = vector, .matrixRowIsOneBlock = matrix})) return Trap::WholeRow;
            for (const auto sums : {Mistake::Sums::FloatOfDots, Mistake::Sums::FloatOfElements})
                if (gives({.sums = sums})) return Trap::FloatSums;
        }
        if (gives({.isRoundedTwice = true})) return Trap::RoundedTwice;
        if (isRounded()) return Trap::QuantiserElsewhere;
        if (isRoundedOnce()) return Trap::RoundedOnce;
        if (isOfOtherQueue()) return Trap::QueueOrder;
        if (isOfOtherStep()) return Trap::WrongStep;
        if (isOfOtherPlace()) return Trap::InPlace;
        return {};
    }

  private:
    std::uint32_t each() const {
        return m_node.kind == OpKind::Product ? m_stream.format.n * m_stream.format.n : m_stream.format.n;
    }
    Numbers operandOf(const Pieces& pieces) const { return numbersOf(pieces, m_firmware, each()); }

    bool isSoftware(const Numbers& numbers) const { return m_isSoftware(numbers); }
    bool gives(const Mistake& mistake) const {
        return isSoftware(valueOf(m_node, m_stream.format, m_in, m_operand, mistake));
    }
    bool givesWith(const Pieces& in, const Pieces& operand) const {
        return isSoftware(valueOf(m_node, m_stream.format, numbersOf(in, m_firmware, m_stream.format.n),
                                  operandOf(operand)));
    }
    bool isBlockOtherwise() const {
        return m_node.kind == OpKind::Product || m_node.kind == OpKind::WriteQuantised;
    }

    bool isIdentityLeftOut() const { return m_node.kind == OpKind::Product && isSoftware(m_in); }

    // Too many or too few for the windows before, or for the read before of the same window.
    bool isOfOtherCount() const {
        const std::uint64_t each = m_node.windows.window.windowVectors();
        for (std::uint64_t count = 0; count <= std::min<std::uint64_t>(2 * each, kTried); ++count)
            if (gives({.windowStep = count}) || gives({.windowSkip = count})) return true;
        return false;
    }

    // To a block, which no instruction does here.
    bool isRounded() const {
        const std::uint32_t bits = m_stream.chains[m_node.chain].middleBits;
        return isSoftware(blocksOf(m_firmware[m_number], m_stream.format, bits, 1, {}));
    }

    bool isFunction(const Node& node) const { return node.kind >= OpKind::Add && node.kind <= OpKind::Tanh; }

    // From each function before it in its chain on.
    bool isRoundedOnce() const {
        std::vector<std::uint32_t> chain{m_number};
        while (isFunction(m_graph.nodes[chain.back()])) {
            const Node& node = m_graph.nodes[chain.back()];
            const Piece& before = node.in.front();
            if (before.node < kSources || m_graph.nodes[before.node].chain != node.chain ||
                m_graph.nodes[before.node].at != node.at)
                break;
            chain.push_back(before.node);
        }
        for (std::size_t length = 2; length <= chain.size(); ++length) {
            if (!isFunction(m_graph.nodes[chain[length - 1]])) break;
            Numbers value = numbersOf(m_graph.nodes[chain[length - 1]].in, m_firmware, m_stream.format.n);
            for (std::size_t i = length; i-- > 0;)
                value = unroundedValueOf(
                    m_graph.nodes[chain[i]], value,
                    numbersOf(m_graph.nodes[chain[i]].operand, m_firmware, m_stream.format.n));
            if (isSoftware(value)) return true;
        }
        return false;
    }

    // Calls with(pieces) for the pieces of an operand with one of them changed, until it is true.
    template <typename Change, typename With>
    static bool changed(const Pieces& pieces, const Change& change, const With& with) {
        for (std::size_t i = 0; i < pieces.size(); ++i)
            for (const Piece& other : change(pieces[i])) {
                Pieces all = pieces;
                all[i] = other;
                if (with(all)) return true;
            }
        return false;
    }
    template <typename Change> bool isOf(const Change& change) const {
        const bool isMatrix = m_node.kind == OpKind::Product;
        return changed(m_node.in, change, [&](const Pieces& in) { return givesWith(in, m_node.operand); }) ||
               (!isMatrix && changed(m_node.operand, change,
                                     [&](const Pieces& operand) { return givesWith(m_node.in, operand); }));
    }

    bool isOfOtherQueue() const {
        const std::uint64_t queue = m_firmware[kFromQueue].size() / m_stream.format.n;
        const bool isOfVectors = isOf([&](const Piece& piece) {
            Pieces out;
            const std::uint64_t length = piece.end() - piece.first;
            if (piece.node != kFromQueue || length > queue) return out;
            for (std::uint64_t first = 0; first + length <= queue && out.size() < kTried; ++first) {
                out.push_back(piece);
                out.back().first = static_cast<std::uint32_t>(first);
            }
            return out;
        });
        return isOfVectors || isOfOtherMatrices();
    }
    // A product of matrices from the queue, one of which came a vector or a matrix too early or too late.
    // Each try is a whole product, so that no more of them are looked at.
    bool isOfOtherMatrices() const {
        if (m_node.kind != OpKind::Product) return false;
        NodeNumbers numbers;
        for (const Piece& piece : m_node.operand)
            for (const Piece& from : m_graph.nodes[piece.node].in) {
                if (m_graph.nodes[from.node].kind != OpKind::ReadMatrix) continue;
                if (numbers.empty()) numbers = m_firmware;
                for (const Piece& other : besideInQueue(m_graph.nodes[from.node].in.front())) {
                    numbers[from.node] = numbersOf({other}, m_firmware, m_stream.format.n);
                    numbers[piece.node] = numbersOf(m_graph.nodes[piece.node].in, numbers, each());
                    if (isSoftware(valueOf(m_node, m_stream.format, m_in,
                                           numbersOf(m_node.operand, numbers, each()))))
                        return true;
                }
                numbers[from.node] = m_firmware[from.node];
                numbers[piece.node] = m_firmware[piece.node];
            }
        return false;
    }
    Pieces besideInQueue(const Piece& piece) const {
        Pieces out;
        const std::uint64_t queue = m_firmware[kFromQueue].size() / m_stream.format.n;
        for (const std::int64_t step : {std::int64_t{-1}, std::int64_t{1}, -std::int64_t{m_stream.format.n},
                                        std::int64_t{m_stream.format.n}}) {
            const std::int64_t first = std::int64_t{piece.first} + step;
            if (first < 0 || static_cast<std::uint64_t>(first) + piece.count > queue) continue;
            out.push_back(piece);
            out.back().first = static_cast<std::uint32_t>(first);
        }
        return out;
    }

    bool isOfOtherStep() const {
        return isOf([&](const Piece& piece) {
            Pieces out;
            if (piece.times == 1) return out;
            for (std::uint32_t step = 0; step <= 2 * piece.step && out.size() < kTried; ++step) {
                out.push_back(piece);
                out.back().step = step;
            }
            return out;
        });
    }

    // Other values that were written where this one was, or in the same memory since.
    bool isOfOtherPlace() const {
        return isOf([&](const Piece& piece) {
            Pieces out;
            std::vector<std::string> memories;
            for (const Written& written : m_graph.writes)
                for (const Piece& one : written.pieces)
                    if (one.node == piece.node) memories.push_back(written.memory);
            for (auto written = m_graph.writes.rbegin(); written != m_graph.writes.rend(); ++written)
                for (const Piece& one : written->pieces) {
                    const bool isLike = one.count * one.times >= piece.count && piece.times == 1 &&
                                        std::ranges::find(memories, written->memory) != memories.end();
                    if (isLike && one.node < m_number && out.size() < kTried)
                        out.push_back({one.node, one.first, piece.count});
                }
            return out;
        });
    }

    const Graph& m_graph;
    const OpStream& m_stream;
    const NodeNumbers& m_firmware;
    std::uint32_t m_number;
    const Node& m_node;
    const IsSoftware& m_isSoftware;
    Numbers m_in, m_operand;
};

} // namespace

TrapWords wordsOf(Trap trap) { return kTraps[static_cast<std::size_t>(trap)]; }

std::optional<Trap> likelyTrap(const Graph& graph, const OpStream& stream, const NodeNumbers& firmware,
                               std::uint32_t node, const IsSoftware& isSoftware) {
    return Trial(graph, stream, firmware, node, isSoftware).run();
}

} // namespace lw::concord
