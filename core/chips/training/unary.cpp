// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/unary.h"

#include "core/chips/training/lane_loops.h"
#include "core/numeric/activations.h"
#include "core/numeric/unary_functions.h"

// core/numeric/unary_functions.h and activations.h say what each computes.
namespace lw::training {

using namespace numeric;
using namespace detail;

namespace {

[[gnu::always_inline]] inline std::uint32_t tangent(std::uint32_t x) { return hyperbolicTangent(flushed(x)); }

} // namespace

void vectorEupRcp(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<reciprocal>(x, y, d, shape);
}
void vectorEupSqrt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<squareRoot>(x, y, d, shape);
}
void vectorEupRsqrt(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<reciprocalSquareRoot>(x, y, d, shape);
}
void vectorEupExp(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<exponentialWord>(x, y, d, shape);
}
void vectorEupLog(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<logarithmWord>(x, y, d, shape);
}
void vectorEupTanh(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<tangent>(x, y, d, shape);
}
void vectorEupSigmoid(const std::uint32_t* x, LaneSource y, std::uint32_t* d, VectorShape shape) {
    eachLane<logistic>(x, y, d, shape);
}

} // namespace lw::training
