// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/nnp/functions.h"
#include "core/chips/nnp/isa_fields.h"

// A row: name, code, operands, timing key, unit, summary, exact meaning, source, what it is in a chain and
// does. Codes are those of a public re-creation of the machine where that has one.
namespace lw::nnp {

inline constexpr auto kControlRows = [] {
    using namespace detail;
    return std::array{
        Row{{.slotClass = kRow,
             .name = "nop",
             .code = 63,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "does nothing",
             .detail = "takes one clock",
             .source = kInvented},
            {Step::Alone, &doNothing}},
        Row{{.slotClass = kRow,
             .name = "halt",
             .code = 62,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "ends the program",
             .detail = "not inside of a chain",
             .source = kInvented,
             .flow = Flow::Halt},
            {Step::Alone, &doHalt}},
        Row{{.slotClass = kRow,
             .name = "s_wr",
             .code = 0,
             .operands = kSet,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "sets a control register",
             .detail =
                 "rows and cols: how many native vectors a product gives and takes, at least 1; iterations: how "
                 "often a chain runs, at least 1; middle: mantissa bits of v_wr.q, 2 to 16. At the start they "
                 "are 1, 1, 1 and those of a vector. length: see v_softmax. rounding: how mantissas of mv_mul, m_wr and "
                 "v_wr.q are rounded: 0 to nearest even, 1 toward zero, 2 by chance, as the Philox number of seed, "
                 "executed instructions before, number of the block, and element says. The others describe windows: "
                 "see v_rd.w. Not inside of a chain",
             .source = kPublished},
            {Step::Alone, &doSet}},
        Row{{.slotClass = kRow,
             .name = "loop",
             .code = 59,
             .operands = kTurns,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "begins a loop: what follows up to its endloop runs `turns` times",
             .detail =
                 "at least once. Loops are around whole chains, and may be nested four deep. Indices move on "
                 "from turn to turn: by `step` for each turn of the loop around, by `outer` for each turn of the "
                 "loop around that. Control registers keep what s_wr has set",
             .source = kInvented},
            {Step::Alone, &doLoop}},
        Row{{.slotClass = kRow,
             .name = "endloop",
             .code = 60,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "ends a loop",
             .detail =
                 "goes back to the row after the last `loop`, or on to the next row after the last turn",
             .source = kInvented},
            {Step::Alone, &doEndLoop}},
        Row{{.slotClass = kRow,
             .name = "end_chain",
             .code = 61,
             .timing = "seq",
             .unit = kSequencer,
             .summary = "ends a chain",
             .detail = "what was read from NetQ leaves the queue",
             .source = kPublished,
             .effects = kEndsChain},
            {Step::End, &doEnd}},
    };
}();

inline constexpr auto kMoveRows = [] {
    using namespace detail;
    using concord::OpKind;
    return std::array{
        Row{{.slotClass = kRow,
             .name = "v_rd",
             .code = 2,
             .operands = kReadVectors,
             .timing = "vector",
             .unit = kVectors,
             .summary = "begins a chain with vectors of a memory",
             .detail =
                 "for each iteration i the vectors index + i * inc and those that follow: cols of them if the "
                 "chain has an mv_mul, else rows. NetQ gives the oldest ones, whatever index says. A vector of "
                 "Dram is native: N FP16 numbers",
             .source = kPublished,
             .effects = kBeginsChain},
            {Step::Read, &doRead, OpKind::Read}},
        Row{{.slotClass = kRow,
             .name = "v_rd.w",
             .code = 65,
             .operands = kReadWindows,
             .timing = "vector",
             .unit = kVectors,
             .summary = "begins a chain with windows of a picture",
             .detail =
                 "for iteration i of window number window + i, after its first `skip` vectors, cols vectors if "
                 "the chain has an mv_mul, else rows. The picture lies in the memory from vector `picture` on: "
                 "picture_height rows of picture_width pixels of picture_depth vectors. Windows have window_height "
                 "rows of window_width pixels; they are numbered row by row, windows_across in a row, stride_x and "
                 "stride_y pixels apart, the first one pad_left and pad_top pixels before the picture. Pixels beyond it "
                 "are vectors of the FP16 code `padding`. A window that has no pixel of the picture is a fault, and "
                 "so is a read, other than the last of a window, that does not take whole pixels",
             .source = "window expander of US 11,556,764 and of published firmware; code and form invented",
             .effects = kBeginsChain},
            {Step::Read, &doReadWindows, OpKind::Window}},
        Row{{.slotClass = kRow,
             .name = "v_wr",
             .code = 5,
             .operands = kWriteVectors,
             .timing = "vector",
             .unit = kVectors,
             .summary = "writes the vectors of the chain",
             .detail =
                 "for each iteration i to index + i * inc and what follows; NetQ takes them after those that it "
                 "has, whatever index says. Several may follow one another. A location that the chain "
                 "reads is a hazard",
             .source = kPublished},
            {Step::Write, &doWrite, OpKind::Write}},
        Row{{.slotClass = kRow,
             .name = "v_wr.q",
             .code = 64,
             .operands = kWriteVectors,
             .timing = "vector",
             .unit = kVectors,
             .summary = "as v_wr, of vectors rounded to block floating point",
             .detail =
                 "each vector is a block with mantissas of `middle` bits and a shared exponent; what is written is "
                 "FP16 again, rounded once",
             .source = kInvented},
            {Step::Write, &doWriteQuantised, OpKind::WriteQuantised}},
        Row{{.slotClass = kRow,
             .name = "m_rd",
             .code = 3,
             .operands = kReadMatrices,
             .timing = "matrix",
             .unit = kMatrices,
             .summary = "begins a chain of matrices",
             .detail =
                 "rows * cols native matrices: of Dram, which is the matrix DRAM, from number index on; of NetQ "
                 "the oldest vectors, N of them for each matrix, row after row, whatever index says. m_wr has to "
                 "follow",
             .source = kPublished,
             .effects = kBeginsChain},
            {Step::ReadMatrix, &doReadMatrix, OpKind::ReadMatrix}},
        Row{{.slotClass = kRow,
             .name = "m_wr",
             .code = 6,
             .operands = kWriteMatrices,
             .timing = "matrix",
             .unit = kMatrices,
             .summary = "writes matrices to the matrix register file, quantised, or to DRAM",
             .detail =
                 "to MatrixRf each row of a native matrix as a block with a shared exponent of its own; to Dram, which "
                 "is the matrix DRAM, the FP16 numbers as they are. A location of it that the chain reads is a hazard. "
                 "end_chain has to follow",
             .source = kPublished},
            {Step::WriteMatrix, &doWriteMatrix, OpKind::WriteMatrix}},
    };
}();

inline constexpr auto kProductRows = [] {
    using namespace detail;
    using concord::OpKind;
    return std::array{
        Row{{.slotClass = kRow,
             .name = "mv_mul",
             .code = 7,
             .operands = kMultiply,
             .timing = "mvm",
             .unit = kMvm,
             .summary = "matrix times vector",
             .detail =
                 "out[r] = the sum over c of MatrixRf[index + r * cols + c] times the vector c, which is quantised "
                 "first. Sums of products of a row are integers; over c they meet in the accumulator that the "
                 "machine file states, and are rounded to FP16 once, to nearest even. Directly after v_rd, once",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Product, &doProduct, OpKind::Product}},
        Row{{.slotClass = kRow,
             .name = "vv_add",
             .code = 8,
             .operands = kWithFile,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "adds vectors of an AddSubVrf",
             .detail =
                 "out[r] = in[r] + file[index + i * inc + r], rounded to FP16. AddSubVrf0 belongs to the first MFU, "
                 "AddSubVrf1 to the second, which comes after it; each adds once in a chain",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Add, &doAdd, OpKind::Add}},
        Row{{.slotClass = kRow,
             .name = "vv_a_sub_b",
             .code = 9,
             .operands = kWithFile,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "subtracts vectors of an AddSubVrf",
             .detail = "in - operand, else as vv_add",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Add, &doSubtract, OpKind::Subtract}},
        Row{{.slotClass = kRow,
             .name = "vv_b_sub_a",
             .code = 10,
             .operands = kWithFile,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "subtracts from vectors of an AddSubVrf",
             .detail = "operand - in, else as vv_add",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Add, &doSubtractFrom, OpKind::SubtractFrom}},
        Row{{.slotClass = kRow,
             .name = "vv_max",
             .code = 15,
             .operands = kWithFile,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "the larger one of in and of vectors of an AddSubVrf",
             .detail = "-0 is below +0, a NaN gives a NaN; else as vv_add",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Add, &doMax, OpKind::Max}},
        Row{{.slotClass = kRow,
             .name = "vv_mul",
             .code = 11,
             .operands = kWithMultiplier,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "multiplies by vectors of the MultiplyVrf, element by element",
             .detail = "rounded to FP16; of the first MFU, once in a chain",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Times, &doMultiply, OpKind::Multiply}},
        Row{{.slotClass = kRow,
             .name = "v_relu",
             .code = 14,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "max(in, 0)",
             .detail = "each MFU has one activation in a chain: the first is the first MFU's "
                       "unless the second has begun",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Activate, &doRelu, OpKind::Relu}},
        Row{{.slotClass = kRow,
             .name = "v_sigm",
             .code = 12,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "1 / (1 + exp(-in))",
             .detail = "the float64 function rounded to FP16 once; else as v_relu",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Activate, &doSigmoid, OpKind::Sigmoid}},
        Row{{.slotClass = kRow,
             .name = "v_tanh",
             .code = 13,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "hyperbolic tangent",
             .detail = "the float64 function rounded to FP16 once; else as v_relu",
             .source = kPublished,
             .effects = kMakesFloats},
            {Step::Activate, &doTanh, OpKind::Tanh}},
        Row{{.slotClass = kRow,
             .name = "v_softmax",
             .code = 66,
             .timing = "mfu",
             .unit = kMfu,
             .summary = "softmax of the vectors of each iteration, as one vector of `length` elements",
             .detail =
                 "e^(x - m) divided by the sum of all, with the largest element as m. x - m and e^ are rounded to FP16, "
                 "the sum is float32 in ascending order, the quotient is rounded to FP16 once. Elements after the "
                 "first `length` ones fill native vectors up: they count for nothing and become 0. A length of 0 is all "
                 "elements of rows vectors. An activation, else as v_relu",
             .source = "named by US 11,556,764; arithmetic and form invented",
             .effects = kMakesFloats},
            {Step::Activate, &doSoftmax, OpKind::Softmax}},
    };
}();

} // namespace lw::nnp
