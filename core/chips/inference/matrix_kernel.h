// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

// The product of the matrix computation unit. One definition, several kernels with the same bits:
//   int8:    out[n] = sum over k of x[k] * w[k][n], int32, wraps
//   float32: out[n] = fold over k ascending of fma(x[k], w[k][n], .) from +0; every NaN becomes the one NaN
// and with `add` out[n] = old out[n] + that: for float32 one more rounding.
namespace lw::inference {

// The active weights as a kernel wants them: a cache of the weights, never state.
struct PackedWeights {
    std::uint32_t k = 0, n = 0;
    bool isFloat = false;
    std::vector<std::uint32_t> words; // in the form of the kernel that packed them
};

// One pass: `vectors` rows of k elements, `step` bytes apart (packed elements), into rows of out, `pitch`
// words apart.
struct Pass {
    const std::uint8_t* const* vectors = nullptr; // the first element of each
    std::uint64_t count = 0;
    std::uint32_t* out = nullptr;
    std::size_t pitch = 0;
    bool add = false;
};

struct MatrixKernel {
    std::string_view name; // "portable"
    // Weights as the state holds them: word [k * pitch + n], int8 as int32 or float32.
    void (*pack)(const std::uint32_t* weights, std::size_t pitch, PackedWeights& packed) = nullptr;
    void (*multiplyInt8)(const Pass& pass, const PackedWeights& packed) = nullptr;
    void (*multiplyFloat)(const Pass& pass, const PackedWeights& packed) = nullptr;
};

// The kernels this host can run, slowest first; the first is the portable one.
std::span<const MatrixKernel> matrixKernels();
// The fastest of them.
const MatrixKernel& chosenMatrixKernel();
// The kernel of that name, or nothing if this host cannot run it.
const MatrixKernel* matrixKernelNamed(std::string_view name);

} // namespace lw::inference
