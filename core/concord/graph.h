// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/concord/op_stream.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What a firmware computes: values and what each is made of. Memories are symbolic, so that a value stands
// for itself wherever it was put.
namespace lw::concord {

// Vectors (or native matrices) of a node's value: `times` times `count` of them that stand one after the
// other, each time `step` further.
struct Piece {
    std::uint32_t node = 0, first = 0, count = 0, times = 1, step = 0;
    std::uint64_t end() const { return std::uint64_t{first} + std::uint64_t{step} * (times - 1) + count; }
    bool operator==(const Piece&) const = default;
};
using Pieces = std::vector<Piece>;
std::uint64_t countOf(const Pieces& pieces);
// Calls each(number in the value) for each vector of a piece.
template <typename Each> void overPiece(const Piece& piece, const Each& each) {
    for (std::uint32_t time = 0; time < piece.times; ++time)
        for (std::uint32_t i = 0; i < piece.count; ++i) each(piece.first + time * piece.step + i);
}

// What is there before the first chain; they are nodes without operands.
enum Source : std::uint32_t { kFromQueue, kOfVectorDram, kOfMatrixDram, kSources };

struct Node {
    OpKind kind = OpKind::Read; // Read: a source
    Pieces in{};                // what travels; of WriteMatrix matrices, of ReadMatrix vectors of the queue
    Pieces operand{};           // of a product its matrices, of an MFU's function the other vectors
    std::uint32_t rows = 1, columns = 1, turns = 1;
    std::uint32_t bits = 0;                           // WriteQuantised: of mantissas
    std::uint32_t count = 0;                          // vectors or matrices
    std::uint32_t chain = 0, op = 0;                  // which of the stream made it
    Turns at{};                                       // in which turn of the loops around it
    WindowRead windows{};                             // Window: of the picture that is `in`
    std::uint32_t length = 0;                         // Softmax: elements of a turn
    numeric::BlockRounding rounding{};                // Product: of its vectors; WriteQuantised, WriteMatrix
    std::vector<numeric::BlockRounding> ofMatrices{}; // Product: of each of its matrices
};

// A write: which vectors went where, and whose values were there before.
struct Written {
    std::string memory{};
    std::uint64_t first = 0; // of NetQ how many vectors went there before
    Pieces pieces{};
    std::vector<std::uint32_t> overwrites{}; // nodes
    std::uint32_t chain = 0, op = 0;
};

struct Graph {
    std::vector<Node> nodes{}; // in the order of execution, the sources first
    std::vector<Written> writes{};
    Pieces output{};         // vectors to the network, oldest first
    std::uint32_t taken = 0; // vectors from the network
};

// E992 for a location that is read and that nothing has written, E997 for more than kMostOps operations.
inline constexpr std::uint64_t kMostOps = 4'000'000;
Result<Graph> graphOf(const OpStream& stream);

// How many vectors or matrices of a source are used, counted from its first.
std::uint64_t usedOf(const Graph& graph, Source source);

// The products whose sums come to a node through functions of MFUs alone: those of its chain, and of the
// chains that made what its chain reads.
std::vector<std::uint32_t> productsBehind(const Graph& graph, std::uint32_t node);

Json jsonOf(const Graph& graph, const OpStream& stream);
std::string_view nameOf(OpKind kind);
std::string_view nameOf(Source source); // "netin": of the memory, of its file

} // namespace lw::concord
