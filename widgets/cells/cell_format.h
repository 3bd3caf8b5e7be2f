// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/machine/cell_name.h"
#include "core/tensor/dtype.h"
#include "widgets/session/frame.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <span>

namespace lw::cells {

// How a person wants the bits of a cell read. Natural: as the part of the machine it is in is usually read.
enum class CellFormat : std::uint8_t { Natural, Hex, Signed, Unsigned, Float, Bf16, kCount };
std::span<const CellFormat> cellFormats();
QString titleOf(CellFormat format); // "hex", "i32" ...

// The type the bits of an element are read as; one that does not fit its size gives the natural one.
tensor::DType typeOf(CellFormat format, tensor::DType natural);
// "0000002a", "42", "1.5"; the two bfloat16 of a word as "1 2", low one first.
QString textOf(CellFormat format, tensor::DType natural, std::uint64_t bits);
// How many letters textOf() needs at most.
int widthOf(CellFormat format, tensor::DType natural);

// Bits typed by hand: a number, or any expression of the program's names. Hexadecimal digits with 0x are the
// bits themselves also where floats are read.
struct TypedBits {
    std::optional<std::uint64_t> bits;
    QString problem; // when there are none
};
TypedBits bitsOf(const QString& typed, CellFormat format, tensor::DType natural, const session::Frame& frame);

// The cell an expression names in the program of the frame.
std::optional<machine::CellRef> cellNamed(const QString& expression, const session::FramePtr& frame);
QString nameOf(machine::CellRef cell, const session::Loaded& loaded);

} // namespace lw::cells
