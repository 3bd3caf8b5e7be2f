// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The vector ALUs: one operation in every lane. Meanings of the rows of the vector slots (isa_vector.h).
namespace lw::training {

void vectorMove(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFadd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFsub(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFmul(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFmax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFmin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFcmpEq(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFcmpNe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFcmpLt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorFcmpLe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCmpEq(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCmpNe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCmpLt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCmpLe(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCmpLtu(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCmpLeu(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorSel(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorAnd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorOr(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorXor(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorShl(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorShr(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorSra(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIadd(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIsub(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorImin(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorImax(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorImul(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCvtF32Bf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCvtBf16F32(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCvtIF(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCvtFI(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorCvtFIRne(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorRoundBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorPackBf16(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorUnpackLo(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorUnpackHi(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIotaLane(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorIotaSublane(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
