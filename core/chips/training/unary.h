// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

// The extended unary pipeline (EUP): correctly rounded or bounded functions of one float32,
// defined bit for bit here.
namespace lw::training {

void unaryReciprocal(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void unarySquareRoot(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void unaryReciprocalSquareRoot(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void unaryExponential(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void unaryLogarithm(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void unaryTanh(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);
void unarySigmoid(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape);

} // namespace lw::training
