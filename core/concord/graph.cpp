// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/concord/graph.h"

#include "core/concord/messages.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace lw::concord {

namespace {

void append(Pieces& to, const Piece& piece) {
    if (!to.empty() && to.back().node == piece.node && to.back().first + to.back().count == piece.first)
        to.back().count += piece.count;
    else
        to.push_back(piece);
}

// Executes a stream on values instead of numbers.
class Builder {
  public:
    explicit Builder(const OpStream& stream) : m_stream(stream) { m_graph.nodes.resize(kSources); }

    Result<Graph> build() {
        for (m_chain = 0; m_chain < m_stream.chains.size(); ++m_chain) {
            m_travels.clear();
            const std::vector<Op>& ops = chain().ops;
            for (m_op = 0; m_op < ops.size() && !m_problem; ++m_op) take(ops[m_op]);
            if (m_problem) return *std::move(m_problem);
        }
        return std::move(m_graph);
    }

  private:
    const Chain& chain() const { return m_stream.chains[m_chain]; }

    void take(const Op& op) {
        switch (op.kind) {
        case OpKind::Read: m_travels = read(op, hasProduct() ? chain().columns : chain().rows); return;
        case OpKind::ReadMatrix: m_travels = readMatrices(op, kMatrixDram); return;
        case OpKind::Write: write(op, m_travels); return;
        case OpKind::WriteQuantised: write(op, made(op, {}, countOf(m_travels))); return;
        case OpKind::WriteMatrix: write(op, made(op, {}, countOf(m_travels))); return;
        case OpKind::Product:
            m_travels = made(op, readMatrices(op, op.memory), std::uint64_t{chain().rows} * chain().turns);
            return;
        case OpKind::Relu:
        case OpKind::Sigmoid:
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
        m_graph.nodes.push_back(std::move(node));
        return {{static_cast<std::uint32_t>(m_graph.nodes.size() - 1), 0, static_cast<std::uint32_t>(count)}};
    }

    Pieces read(const Op& op, std::uint32_t each) {
        Pieces out;
        for (std::uint32_t turn = 0; turn < chain().turns; ++turn)
            for (std::uint32_t i = 0; i < each; ++i)
                append(out, op.memory == kQueue
                                ? Piece{kFromQueue, m_graph.taken++, 1}
                                : at(op, op.memory, op.first + std::uint64_t{turn} * op.step + i));
        return out;
    }
    Pieces readMatrices(const Op& op, const std::string& memory) {
        Pieces out;
        for (std::uint64_t i = 0; i < std::uint64_t{chain().rows} * chain().columns; ++i)
            append(out, at(op, memory, op.first + i));
        return out;
    }

    // The value of a location; DRAM has one before anything is written.
    Piece at(const Op& op, const std::string& memory, std::uint64_t location) {
        const auto number = static_cast<std::uint32_t>(location);
        if (memory == kMatrixDram) return {kOfMatrixDram, number, 1};
        const auto found = m_memories.find({memory, location});
        if (found != m_memories.end()) return found->second;
        if (memory == kVectorDram) return {kOfVectorDram, number, 1};
        if (!m_problem)
            m_problem = Problem{&messages::kNeverWritten,
                                {op.text, std::to_string(op.bundle), memory, std::to_string(location)},
                                {},
                                {},
                                {}};
        return {};
    }

    void write(const Op& op, const Pieces& pieces) {
        Written written{op.memory, op.first, pieces, {}, m_chain, m_op};
        if (op.memory == kQueue) {
            written.first = countOf(m_graph.output);
            for (const Piece& piece : pieces) append(m_graph.output, piece);
        } else {
            bind(op, written);
        }
        m_graph.writes.push_back(std::move(written));
    }

    void bind(const Op& op, Written& written) {
        std::uint64_t number = 0;
        const std::uint64_t each = op.kind == OpKind::WriteMatrix ? countOf(written.pieces)
                                                                  : countOf(written.pieces) / chain().turns;
        for (const Piece& piece : written.pieces)
            for (std::uint32_t i = 0; i < piece.count; ++i, ++number) {
                const std::uint64_t location = op.first + number / each * op.step + number % each;
                const Piece one{piece.node, piece.first + i, 1};
                const auto [before, isNew] = m_memories.try_emplace({op.memory, location}, one);
                if (isNew) continue;
                auto& over = written.overwrites;
                if (std::find(over.begin(), over.end(), before->second.node) == over.end())
                    over.push_back(before->second.node);
                before->second = one;
            }
    }

    const OpStream& m_stream;
    Graph m_graph;
    std::map<std::pair<std::string, std::uint64_t>, Piece> m_memories;
    Pieces m_travels;
    std::uint32_t m_chain = 0, m_op = 0;
    std::optional<Problem> m_problem;
};

bool isFunction(OpKind kind) { return kind >= OpKind::Add && kind <= OpKind::Tanh; }

} // namespace

std::uint64_t countOf(const Pieces& pieces) {
    std::uint64_t out = 0;
    for (const Piece& piece : pieces) out += piece.count;
    return out;
}

Result<Graph> graphOf(const OpStream& stream) { return Builder(stream).build(); }

std::vector<std::uint32_t> productsBehind(const Graph& graph, std::uint32_t node) {
    std::vector<std::uint32_t> out, open{node};
    std::vector<bool> seen(graph.nodes.size());
    while (!open.empty()) {
        const Node& one = graph.nodes[open.back()];
        open.pop_back();
        if (!isFunction(one.kind)) continue;
        for (const Pieces* const pieces : {&one.in, &one.operand})
            for (const Piece& piece : *pieces) {
                if (seen[piece.node]) continue;
                seen[piece.node] = true;
                if (graph.nodes[piece.node].kind == OpKind::Product) out.push_back(piece.node);
                open.push_back(piece.node);
            }
    }
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace lw::concord
