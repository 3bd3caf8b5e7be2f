// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What a firmware does, whatever it was written as: chains of operations on vectors, in the order in which
// they are executed. A chip makes it of its programs.
namespace lw::concord {

enum class OpKind : std::uint8_t {
    Read,
    Product,
    Add,
    Subtract,     // in - operand
    SubtractFrom, // operand - in
    Max,
    Multiply,
    Relu,
    Sigmoid,
    Tanh,
    Write,
    WriteQuantised, // each vector rounded to a block first
    ReadMatrix,
    WriteMatrix, // each row of a native matrix rounded to a block
};

// The memories that are more than names: queues from and to the host, and what holds numbers at the start.
inline constexpr const char* kQueue = "NetQ";
inline constexpr const char* kVectorDram = "Dram";
inline constexpr const char* kMatrixDram = "MatrixDram";

struct Op {
    OpKind kind = OpKind::Read;
    std::string memory{};    // of vectors or matrices that it reads or writes
    std::uint64_t first = 0; // location there; each turn of its chain is `step` further
    std::uint32_t step = 0;
    std::uint32_t bundle = 0; // of the program
    std::string text{};       // as it is written
};

// Each turn takes `columns` vectors if there is a product, else `rows`, and gives `rows`.
struct Chain {
    std::uint32_t rows = 1, columns = 1, turns = 1;
    std::uint32_t middleBits = 5; // mantissas of WriteQuantised
    std::vector<Op> ops{};
    std::vector<std::string> labels{}; // that stand before it
};

// The arithmetic: native vectors of n FP16 numbers, blocks of two's complement mantissas.
struct Format {
    std::uint32_t n = 4, vectorBits = 5, matrixBits = 4, exponentBits = 5;
    bool exactSums = false; // of products; else in the window q34.40
    bool saturates = false; // FP16 beyond the range
};

// What the firmware calls some vectors or matrices of a memory: "netin", "vdram", "mdram" or "netout".
struct TensorName {
    std::string name{}, memory{};
    std::uint64_t first = 0, count = 0;
};

struct OpStream {
    std::string name{}; // of the firmware
    Format format{};
    std::vector<Chain> chains{};
    std::vector<TensorName> tensors{};
};

} // namespace lw::concord
