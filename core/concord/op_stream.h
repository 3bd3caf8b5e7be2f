// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/window.h"
#include "core/numeric/block_float.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// What a firmware does, whatever it was written as: chains of operations on vectors, and loops over them, in
// the order in which they are executed. A chip makes it of its programs.
namespace lw::concord {

enum class OpKind : std::uint8_t {
    Read,
    Window, // reads windows of a picture
    Product,
    Add,
    Subtract,     // in - operand
    SubtractFrom, // operand - in
    Max,
    Multiply,
    Relu,
    Sigmoid,
    Tanh,
    Softmax, // of the first elements of the vectors of a turn; the others become 0
    Write,
    WriteQuantised, // each vector rounded to a block first
    ReadMatrix,
    WriteMatrix, // each row of a native matrix rounded to a block
    StoreMatrix, // native matrices as they are
};

// The memories that are more than names: queues from and to the host, and what holds numbers at the start.
inline constexpr const char* kQueue = "NetQ";
inline constexpr const char* kVectorDram = "Dram";
inline constexpr const char* kMatrixDram = "MatrixDram";
// Whether what an operation gives are native matrices, or else vectors.
constexpr bool areMatrices(OpKind kind) { return kind >= OpKind::ReadMatrix; }

inline constexpr std::size_t kMostLoops = 4;         // inside of each other
using Turns = std::array<std::uint32_t, kMostLoops>; // of the loops around a chain, outermost first

// How mantissas are rounded. By chance that depends on how many instructions were executed before: `executed`
// in the first turn of all loops around it, and `moves` more with each turn of one.
struct OpRounding {
    numeric::Rounding rounding = numeric::Rounding::NearestEven;
    std::uint64_t seed = 0, executed = 0;
    std::array<std::uint64_t, kMostLoops> moves{};
    bool operator==(const OpRounding&) const = default;
};

struct Op {
    OpKind kind = OpKind::Read;
    std::string memory{};    // of vectors or matrices that it reads or writes
    std::uint64_t first = 0; // location there; each turn of its chain is `step` further
    std::uint32_t step = 0;
    std::uint32_t bundle = 0; // of the program
    std::string text{};       // as it is written
    Turns moves{};            // by how much `first` moves with a turn of each loop around its chain
    // Of Window, whose `first` is the number of a window: what slides over the picture that begins at that
    // location, and how many vectors of each window come before those that are read.
    Window window{};
    std::uint64_t picture = 0;
    std::uint32_t skip = 0;
    std::uint32_t length = 0; // of Softmax: elements
    OpRounding rounding{};    // of Product, WriteQuantised, WriteMatrix
    std::uint64_t clocks = 0; // for which its unit works on it each time; 0: nobody knows
    // Clocks from the start of its chain to the first of its vectors or matrices: taken by its unit, or of
    // writes there in its memory. The others follow, one in each clock, or a row of a matrix.
    std::uint64_t begins = 0;
    bool operator==(const Op&) const = default;
};
// How it rounds in a turn.
numeric::BlockRounding roundingOf(const Op& op, const Turns& turns);
// Where it begins in a turn.
std::uint64_t firstOf(const Op& op, const Turns& turns);

// Each turn takes `columns` vectors if there is a product, else `rows`, and gives `rows`; of windows each
// turn takes the next one.
struct Chain {
    std::uint32_t rows = 1, columns = 1, turns = 1;
    std::uint32_t middleBits = 5; // mantissas of WriteQuantised
    std::vector<Op> ops{};
    std::vector<std::string> labels{}; // that precede it
    std::string layer{};               // that a hint says it belongs to
    bool operator==(const Chain&) const = default;
};

// What Window reads in these turns of the loops around it.
WindowRead windowsOf(const Chain& chain, const Op& op, const Turns& turns);

// Chains that repeat, one after the other. Loops inside of a loop come after it.
struct Loop {
    std::uint32_t first = 0, count = 0; // chains
    std::uint32_t turns = 1;
    std::uint32_t bundle = 0; // of the program
    std::string text{};       // as it is written
    bool operator==(const Loop&) const = default;
};

// The arithmetic: native vectors of n FP16 numbers, blocks of two's complement mantissas. Without bits of
// exponents mantissas are integers.
struct Format {
    std::uint32_t n = 4, vectorBits = 5, matrixBits = 4, exponentBits = 5;
    bool exactSums = false; // of products; else in the window q34.40
    bool saturates = false; // FP16 beyond the range
    bool isFloat64 = false; // of software: the same operations with nothing rounded
};

// A part of an array of a person's: all of it, or what is at an index of its first axis, or some rows.
struct ArrayPart {
    std::string array{};
    std::optional<std::uint64_t> index{};
    std::uint64_t first = 0, end = 0; // rows; 0: all
};
// What the firmware calls some vectors or matrices of a memory: "netin", "vdram", "mdram" or "netout", or a
// register file that a hint names.
struct TensorName {
    std::string name{}, memory{};
    std::uint64_t first = 0, count = 0;
    std::vector<std::uint64_t> shape{}; // logical, of a hint: without what fills native vectors up
    std::uint32_t bundle = 0;           // from which on the place is called so, until it has another name
    std::vector<ArrayPart> parts{};     // whose sum it is, in DRAM; none: of an array of its name
};

struct OpStream {
    std::string name{}; // of the firmware
    Format format{};
    std::vector<Chain> chains{};
    std::vector<TensorName> tensors{};
    std::vector<Loop> loops{};
};
// What a place is called that is written there: the last hint before it that has some of its locations.
const TensorName* nameOfPlace(const OpStream& stream, std::string_view memory, std::uint64_t first,
                              std::uint64_t count, std::uint32_t bundle);
// The loops around a chain, outermost first.
std::vector<std::uint32_t> loopsAround(const OpStream& stream, std::uint32_t chain);
// How many operations are executed; as many as that or more, where it is a great number.
std::uint64_t executedOps(const OpStream& stream);

// Chains from one to another with the loops around them: the chains of that part, and the loops in it.
struct Part {
    std::uint32_t firstChain = 0, endOfChains = 0, firstLoop = 0, endOfLoops = 0;
};
Part wholeOf(const OpStream& stream);
// What repeats in a loop, which is in a part that ends with the loop `endOfLoops`.
Part bodyOf(const OpStream& stream, std::uint32_t loop, std::uint32_t endOfLoops);
// Calls chain(number), or loop(number of the loop, the part that repeats), for what a part is made of.
template <typename OnChain, typename OnLoop>
void overPart(const OpStream& stream, const Part& part, const OnChain& onChain, const OnLoop& onLoop) {
    std::uint32_t chain = part.firstChain, loop = part.firstLoop;
    while (chain < part.endOfChains) {
        if (loop == part.endOfLoops || stream.loops[loop].first != chain) {
            onChain(chain++);
            continue;
        }
        const Part body = bodyOf(stream, loop, part.endOfLoops);
        onLoop(loop, body);
        chain = body.endOfChains;
        loop = body.endOfLoops;
    }
}

} // namespace lw::concord
