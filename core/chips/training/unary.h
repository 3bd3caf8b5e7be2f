// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The extended unary pipeline (EUP): correctly rounded or bounded functions of one float32,
// defined bit for bit here.
namespace lw::training {

void vectorEupRcp(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorEupSqrt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorEupRsqrt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorEupExp(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorEupLog(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorEupTanh(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void vectorEupSigmoid(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
