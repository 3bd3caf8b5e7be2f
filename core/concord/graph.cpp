// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/graph.h"

#include "core/concord/messages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lw::concord {

namespace {

bool isPlain(const Piece& piece) { return piece.times == 1; }

// Vectors that stand right after the last ones go on with them.
void append(Pieces& to, const Piece& piece) {
    if (!to.empty() && isPlain(to.back()) && isPlain(piece) && to.back().node == piece.node &&
        to.back().end() == piece.first)
        to.back().count += piece.count;
    else
        to.push_back(piece);
}

// Those of the next turn of a chain: what lies as far from the last as that from the one before goes on.
void appendTurn(Pieces& to, const Pieces& turn) {
    for (const Piece& piece : turn) {
        Piece* const last = to.empty() ? nullptr : &to.back();
        const bool isLike = last != nullptr && turn.size() == 1 && last->node == piece.node &&
                            last->count == piece.count && piece.first >= last->first;
        if (!isLike || (isPlain(*last) && last->end() == piece.first)) {
            append(to, piece);
        } else if (isPlain(*last)) {
            last->step = piece.first - last->first;
            last->times = 2;
        } else if (piece.first == last->first + last->times * last->step) {
            ++last->times;
        } else {
            to.push_back(piece);
        }
    }
}

void once(std::vector<std::uint32_t>& nodes) {
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

constexpr std::uint32_t kNothing = 0xffffffff;
struct Place {
    std::uint32_t node = kNothing, number = 0; // a vector of its value
};
using Places = std::vector<Place>;

// Executes a stream on values instead of numbers.
class Builder {
  public:
    explicit Builder(const OpStream& stream) : m_stream(stream) { m_graph.nodes.resize(kSources); }

    Result<Graph> build() {
        if (executedOps(m_stream) > kMostOps)
            return Problem{&messages::kTooMany, {std::to_string(kMostOps)}, {}, {}, {}};
        execute(wholeOf(m_stream), 0);
        if (m_problem) return *std::move(m_problem);
        return std::move(m_graph);
    }

  private:
    const Chain& chain() const { return m_stream.chains[m_chain]; }

    void execute(const Part& part, std::size_t depth) {
        overPart(
            m_stream, part, [&](std::uint32_t number) { takeChain(number); },
            [&](std::uint32_t loop, const Part& body) {
                for (std::uint32_t turn = 0; turn < m_stream.loops[loop].turns && !m_problem; ++turn) {
                    m_turns[depth] = turn;
                    execute(body, depth + 1);
                }
                m_turns[depth] = 0;
            });
    }

    void takeChain(std::uint32_t number) {
        m_chain = number;
        m_travels.clear();
        const std::vector<Op>& ops = chain().ops;
        for (m_op = 0; m_op < ops.size() && !m_problem; ++m_op) take(ops[m_op]);
    }

    void take(const Op& op) {
        switch (op.kind) {
        case OpKind::Read: m_travels = read(op, hasProduct() ? chain().columns : chain().rows); return;
        case OpKind::Window: m_travels = readWindows(op); return;
        case OpKind::ReadMatrix:
            m_travels = op.memory == kQueue ? takeMatrices(op) : readMatrices(op);
            return;
        case OpKind::Write:
        case OpKind::StoreMatrix: write(op, m_travels); return;
        case OpKind::WriteQuantised: write(op, made(op, {}, countOf(m_travels))); return;
        case OpKind::WriteMatrix: write(op, made(op, {}, countOf(m_travels))); return;
        case OpKind::Product:
            m_travels = made(op, readMatrices(op), std::uint64_t{chain().rows} * chain().turns);
            keepRoundings();
            return;
        case OpKind::Relu:
        case OpKind::Sigmoid:
        case OpKind::Softmax:
        case OpKind::Tanh: m_travels = made(op, {}, countOf(m_travels)); return;
        default: m_travels = made(op, read(op, chain().rows), countOf(m_travels)); return;
        }
    }

    bool hasProduct() const {
        return std::any_of(chain().ops.begin(), chain().ops.end(),
                           [](const Op& op) { return op.kind == OpKind::Product; });
    }

    // A node for the operation on what travels.
    Pieces made(const Op& op, Pieces operand, std::uint64_t count) {
        Node node;
        node.kind = op.kind;
        node.in = m_travels;
        node.operand = std::move(operand);
        node.rows = chain().rows;
        node.columns = chain().columns;
        node.turns = chain().turns;
        node.bits = op.kind == OpKind::WriteQuantised ? chain().middleBits : 0;
        node.count = static_cast<std::uint32_t>(count);
        node.chain = m_chain;
        node.op = m_op;
        node.at = m_turns;
        node.length = op.length;
        node.rounding = roundingOf(op, m_turns);
        m_graph.nodes.push_back(std::move(node));
        return {{static_cast<std::uint32_t>(m_graph.nodes.size() - 1), 0, static_cast<std::uint32_t>(count)}};
    }

    // How the matrices of the product were rounded when they were written.
    void keepRoundings() {
        std::vector<numeric::BlockRounding> out;
        for (const Piece& piece : m_graph.nodes.back().operand)
            overPiece(piece, [&](std::uint32_t matrix) {
                out.push_back(m_graph.nodes[piece.node].rounding);
                out.back().place.block = matrix * m_stream.format.n;
            });
        m_graph.nodes.back().ofMatrices = std::move(out);
    }

    Pieces read(const Op& op, std::uint32_t each) {
        const Places& places = m_memories[op.memory];
        const std::uint64_t first = firstOf(op, m_turns);
        Pieces out, one;
        for (std::uint32_t turn = 0; turn < chain().turns; ++turn) {
            one.clear();
            for (std::uint32_t i = 0; i < each; ++i)
                append(one, op.memory == kQueue ? Piece{kFromQueue, m_graph.taken++, 1}
                                                : at(op, places, first + std::uint64_t{turn} * op.step + i));
            appendTurn(out, one);
        }
        return out;
    }
    Pieces readWindows(const Op& op) {
        const WindowRead windows = windowsOf(chain(), op, m_turns);
        const Places& places = m_memories[op.memory];
        m_travels.clear();
        for (std::uint64_t i = 0; i < windows.window.pictureVectors() && !m_problem; ++i)
            append(m_travels, at(op, places, op.picture + i));
        Pieces out = made(op, {}, std::uint64_t{windows.count} * chain().turns);
        m_graph.nodes.back().windows = windows;
        return out;
    }
    Pieces readMatrices(const Op& op) {
        const Places& places = m_memories[op.memory];
        const std::uint64_t first = firstOf(op, m_turns);
        Pieces out;
        for (std::uint64_t i = 0; i < std::uint64_t{chain().rows} * chain().columns; ++i)
            append(out, at(op, places, first + i));
        return out;
    }
    // The oldest vectors, which are rows of matrices.
    Pieces takeMatrices(const Op& op) {
        const std::uint32_t count = chain().rows * chain().columns, vectors = count * m_stream.format.n;
        m_travels = {{kFromQueue, m_graph.taken, vectors}};
        m_graph.taken += vectors;
        return made(op, {}, count);
    }

    // The value of a location; DRAM has one before anything is written.
    Piece at(const Op& op, const Places& places, std::uint64_t location) {
        if (location < places.size() && places[location].node != kNothing)
            return {places[location].node, places[location].number, 1};
        if (op.memory == kVectorDram) return {kOfVectorDram, static_cast<std::uint32_t>(location), 1};
        if (op.memory == kMatrixDram) return {kOfMatrixDram, static_cast<std::uint32_t>(location), 1};
        if (!m_problem)
            m_problem = Problem{&messages::kNeverWritten,
                                {op.text, std::to_string(op.bundle), op.memory, std::to_string(location)},
                                {},
                                {},
                                {}};
        return {};
    }

    void write(const Op& op, const Pieces& pieces) {
        Written written{op.memory, firstOf(op, m_turns), pieces, {}, m_chain, m_op};
        if (op.memory == kQueue) {
            written.first = m_given;
            m_given += countOf(pieces);
            for (const Piece& piece : pieces) append(m_graph.output, piece);
        } else {
            bind(op, written);
        }
        m_graph.writes.push_back(std::move(written));
    }

    void bind(const Op& op, Written& written) {
        Places& places = m_memories[op.memory];
        std::uint64_t number = 0;
        const std::uint64_t count = countOf(written.pieces),
                            each = areMatrices(op.kind) ? count : count / chain().turns;
        for (const Piece& piece : written.pieces)
            overPiece(piece, [&](std::uint32_t vector) {
                const std::uint64_t location = written.first + number / each * op.step + number % each;
                ++number;
                if (location >= places.size()) places.resize(location + 1);
                Place& place = places[location];
                auto& over = written.overwrites;
                if (place.node != kNothing && (over.empty() || over.back() != place.node))
                    over.push_back(place.node);
                place = {piece.node, vector};
            });
        once(written.overwrites);
    }

    const OpStream& m_stream;
    Graph m_graph;
    std::map<std::string, Places> m_memories;
    Pieces m_travels;
    Turns m_turns{};
    std::uint64_t m_given = 0; // vectors to the network
    std::uint32_t m_chain = 0, m_op = 0;
    std::optional<Problem> m_problem;
};

bool isFunction(OpKind kind) { return kind >= OpKind::Add && kind <= OpKind::Softmax; }

} // namespace

std::uint64_t countOf(const Pieces& pieces) {
    std::uint64_t out = 0;
    for (const Piece& piece : pieces) out += std::uint64_t{piece.count} * piece.times;
    return out;
}

Result<Graph> graphOf(const OpStream& stream) { return Builder(stream).build(); }

std::uint64_t usedOf(const Graph& graph, Source source) {
    std::uint64_t out = 0;
    const auto look = [&](const Pieces& pieces) {
        for (const Piece& piece : pieces)
            if (piece.node == source) out = std::max(out, piece.end());
    };
    for (const Node& node : graph.nodes) {
        look(node.in);
        look(node.operand);
    }
    for (const Written& written : graph.writes) look(written.pieces);
    return out;
}

std::vector<std::uint32_t> productsBehind(const Graph& graph, std::uint32_t node) {
    std::vector<std::uint32_t> out;
    const auto isNear = [&](std::uint32_t one, std::uint32_t other) {
        return graph.nodes[one].chain == graph.nodes[other].chain &&
               graph.nodes[one].at == graph.nodes[other].at;
    };
    // What travels has one node of its own chain before it, or comes from others.
    const auto along = [&](std::uint32_t from, const auto& onOthers) {
        while (isFunction(graph.nodes[from].kind)) {
            const Node& one = graph.nodes[from];
            onOthers(one.operand);
            const std::uint32_t before = one.in.front().node;
            if (!isNear(from, before)) return onOthers(one.in);
            from = before;
        }
        if (graph.nodes[from].kind == OpKind::Product) out.push_back(from);
    };
    if (!isFunction(graph.nodes[node].kind)) return out;
    along(node, [&](const Pieces& others) {
        for (const Piece& piece : others) along(piece.node, [](const Pieces&) {});
    });
    once(out);
    return out;
}

} // namespace lw::concord
