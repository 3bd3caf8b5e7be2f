// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assembler/reader.h"
#include "core/assembler/reports.h"
#include "core/program/program.h"

#include <array>
#include <string_view>
#include <vector>

namespace lw::assembler {

// When an expression is computed. Now: names that are not defined yet make the answer "not yet" and nothing
// is reported. Final: all names of the program are known, a missing one is an error (reported once for each
// name, at the end).
enum class When : std::uint8_t { Now, Final };

// Expressions as trees of nodes in one pool; computed when they are asked for,
// because labels may be defined below.
class Expressions {
  public:
    Expressions(Reader& reader, Reports& reports, Symbols& symbols, const program::Program& program,
                const program::Target*& target)
        : m_reader(reader), m_reports(reports), m_symbols(symbols), m_program(program), m_target(target) {}

    // Reads the expression at the reader's position. kNone when it is malformed, which has been reported.
    NodeId parse();
    // The value, Poison when it was reported that there is none, or nothing when it is not known yet.
    std::optional<Number> value(NodeId node, When when);
    // The name that kept value(node, Now) from knowing.
    SymbolId missing() const { return m_missing; }
    Spot spotOf(NodeId node) const { return m_nodes[node].spot; }

    // Reads and computes an expression that must be known at once. Poison after a report.
    Number parseNow();
    // A number no one needs to keep a tree for: gives the nodes from `mark` on back.
    std::size_t mark() const { return m_nodes.size(); }
    void release(std::size_t mark) { m_nodes.resize(mark); }

    NodeId numberNode(Number value, const Spot& spot);
    NodeId symbolNode(SymbolId symbol, const Spot& spot);
    // Takes back that the expression uses names.
    void forget(NodeId node);
    std::size_t bytes() const { return m_nodes.capacity() * sizeof(Node); }

  private:
    struct Node {
        Op op = Op::Number;
        std::uint16_t depth = 1;
        std::array<NodeId, 3> operands{kNone, kNone, kNone}; // of a Symbol: the symbol in the first
        Number number;
        Spot spot;
    };

    NodeId make(Op op, std::array<NodeId, 3> operands, const Spot& spot);
    NodeId choose();
    NodeId binary(int least);
    NodeId unary();
    NodeId primary();
    NodeId name(const char* from);
    NodeId call(const char* from, std::string_view name);
    NodeId defined(const char* from);
    bool expect(char c);

    std::optional<Number> symbolValue(SymbolId id, const Node& node, When when);
    std::optional<Number> constantValue(SymbolId id, When when);
    std::optional<Number> aboutSymbol(const Node& node, When when);
    Number tensorFact(const Node& node, const Symbol& symbol, Number which);
    Number granules(const Node& node, const Symbol& symbol);
    Number report(const Node& node, const Computed& computed);

    Reader& m_reader;
    Reports& m_reports;
    Symbols& m_symbols;
    const program::Program& m_program;
    const program::Target*& m_target;
    std::vector<Node> m_nodes;
    int m_depth = 0; // of the parser
    SymbolId m_missing = kNone;
};

struct FunctionRow {
    std::string_view name;
    Op op;
    std::uint8_t least;
    std::uint8_t most;
};
inline constexpr std::array kFunctions{
    FunctionRow{"bits", Op::Bits, 1, 1},       FunctionRow{"f32", Op::F32, 1, 1},
    FunctionRow{"bf16", Op::Bf16, 1, 1},       FunctionRow{"lo16", Op::Lo16, 1, 1},
    FunctionRow{"hi16", Op::Hi16, 1, 1},       FunctionRow{"min", Op::Min, 1, 64},
    FunctionRow{"max", Op::Max, 1, 64},        FunctionRow{"abs", Op::Abs, 1, 1},
    FunctionRow{"log2", Op::Log2, 1, 1},       FunctionRow{"ceildiv", Op::CeilDiv, 2, 2},
    FunctionRow{"granule", Op::Granule, 1, 1}, FunctionRow{"units", Op::Units, 1, 1},
    FunctionRow{"size", Op::Size, 1, 1},       FunctionRow{"dim", Op::Dim, 2, 2},
    FunctionRow{"rank", Op::Rank, 1, 1},
};
const FunctionRow* findFunction(std::string_view name);

} // namespace lw::assembler
