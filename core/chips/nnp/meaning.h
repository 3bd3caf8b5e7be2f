// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/concord/op_stream.h"

#include <cstdint>

namespace lw::nnp {

class Processor;
struct Decoded;

// What an instruction is in a chain: the rules of chain.h are about these.
enum class Step : std::uint8_t {
    Alone,       // between chains
    Read,        // begins a chain of vectors
    ReadMatrix,  // begins a chain of matrices
    Product,     // matrix times vector
    Add,         // of an MFU: add, subtract, maximum
    Times,       // of an MFU: multiply
    Activate,    // of an MFU
    Write,       // a vector; several may follow each other
    WriteMatrix, // a matrix
    End,
};

// Does it. False after Processor::fail().
using ActFunction = bool (*)(Processor& processor, const Decoded& row);

struct Meaning {
    Step step = Step::Alone;
    ActFunction act = nullptr;
    concord::OpKind kind = concord::OpKind::Read; // of rows inside of chains: what it is to software
};

} // namespace lw::nnp
