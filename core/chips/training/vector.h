// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The vector ALUs: one operation in every lane. Meanings of the rows of the vector slots (isa_vector.h).
namespace lw::training {

void vectorMove(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorAdd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorSubtract(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorMultiply(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorMax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorMin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFloatEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFloatNotEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFloatLess(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFloatLessEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntNotEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntLess(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntLessEqual(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntLessUnsigned(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntLessEqualUnsigned(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorSelect(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorAnd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorOr(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorXor(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorShiftLeft(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorShiftRight(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorShiftArithmetic(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntAdd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntSubtract(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntMin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntMax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntMultiply(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorToBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFromBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIntToFloat(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFloatToInt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFloatToIntNearest(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorRoundBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorPack(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorUnpackLow(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorUnpackHigh(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorLaneNumber(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorSublaneNumber(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
