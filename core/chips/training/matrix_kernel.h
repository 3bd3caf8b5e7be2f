// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/chips/training/meaning.h"

#include <array>
#include <optional>
#include <span>
#include <string_view>

// The product of the matrix unit. One definition, several kernels with the same bits:
//   out[n] = fold over k ascending of fma(bf16(x[k]), w[k][n], .) from +0
// in float32, nearest even, denormals read as zero, results flushed when tiny
// after rounding, the canonical NaN.
namespace lw::training {

inline constexpr std::uint32_t kMostLanes = 128;

// The first rows and columns of the weights, beyond which all are +0.
struct UsedWeights {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    bool operator==(const UsedWeights&) const = default;
};

// The active weights as a kernel wants them: a cache of the weights, never state. 64-byte aligned.
struct alignas(64) PackedWeights {
    std::array<std::uint32_t, std::size_t{kMostLanes} * kMostLanes> words;
    UsedWeights used; // for kernels that leave out the rest
};

struct MatrixKernel {
    std::string_view name; // "portable", "avx2", "avx512", "avx512-bf16"
    // Weights in bfloat16, word [k * lanes + n], into the form of this kernel.
    // lanes: 4, 8, 16, 32, 64 or 128.
    void (*pack)(const std::uint16_t* weights, std::uint32_t lanes, PackedWeights& packed) = nullptr;
    // shape.sublanes rows of shape.lanes float32 each through the array; `out` may be `x`.
    void (*multiply)(const std::uint32_t* x, const PackedWeights& packed, std::uint32_t* out,
                     VectorShape shape) = nullptr;
};

// The kernels this host can run, slowest first; the first is the portable one. A kernel whose instruction
// might be defined differently by another host vendor is in the list only if a self-test
// found it equal to the portable one.
std::span<const MatrixKernel> matrixKernels();
// The one that is used unless another is named: the widest, unless another takes at most 0.9 of its time on
// this host. The first call measures them, in a few milliseconds; no result depends on the choice.
const MatrixKernel& chosenMatrixKernel();
// Nanoseconds of a product of 8 x 128 by 128 x 128, the best of several rounds, for each of matrixKernels().
// Measured once; 0 for the portable kernel where there are others.
std::span<const double> matrixKernelTimes();
// The index of the last one, unless another takes at most 0.9 of its time: then the fastest. 0: not measured.
std::size_t fastestKernel(std::span<const double> nanoseconds);
// The kernel of that name, or nothing if this host cannot run it.
const MatrixKernel* matrixKernelNamed(std::string_view name);

} // namespace lw::training
