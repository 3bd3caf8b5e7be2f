// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/matrix_kernel.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <memory>
#include <vector>

// Which kernel is used where nobody names one. A wider instruction is not always the faster one: some hosts
// take vdpbf16ps apart.
namespace lw::training {

namespace {

constexpr VectorShape kShape{128, 8};
constexpr int kRounds = 8, kCalls = 6;
constexpr double kClearly = 0.9; // of the time of the widest

struct Operands {
    std::vector<std::uint16_t> weights;
    std::vector<std::uint32_t> x, out;
    std::vector<std::unique_ptr<PackedWeights>> packed; // one for each kernel
};

// Numbers from 1/2 up to 2 of both signs, as those of a network: no denormals, no zeros.
std::uint32_t number(std::uint32_t i) {
    const std::uint32_t word = i * 2654435761u;
    return 0x3f000000u + (word >> 8 & 0x00ff0000u) + (word & 0x80000000u);
}

Operands operandsOf(std::span<const MatrixKernel> kernels) {
    Operands out;
    for (std::uint32_t i = 0; i < kMostLanes * kMostLanes; ++i)
        out.weights.push_back(static_cast<std::uint16_t>(number(i) >> 16));
    for (std::uint32_t i = 0; i < kShape.words(); ++i) out.x.push_back(number(i + 12345));
    out.out.resize(kShape.words());
    for (const MatrixKernel& kernel : kernels)
        kernel.pack(out.weights.data(), kMostLanes, *out.packed.emplace_back(new PackedWeights));
    return out;
}

double nanosecondsOf(const MatrixKernel& kernel, const PackedWeights& packed, Operands& operands) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    for (int call = 0; call < kCalls; ++call)
        kernel.multiply(operands.x.data(), packed, operands.out.data(), kShape);
    return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / kCalls;
}

// Kernel after kernel in each round, so that all meet the same host.
std::vector<double> measured() {
    const std::span<const MatrixKernel> kernels = matrixKernels();
    std::vector<double> best(kernels.size(), 0);
    if (kernels.size() < 2) return best;
    Operands operands = operandsOf(kernels);
    for (int round = 0; round < kRounds; ++round)
        for (std::size_t i = 1; i < kernels.size(); ++i) {
            const double time = nanosecondsOf(kernels[i], *operands.packed[i], operands);
            best[i] = round == 0 ? time : std::min(best[i], time);
        }
    return best;
}

} // namespace

std::span<const double> matrixKernelTimes() {
    static const std::vector<double> times = measured();
    return times;
}

std::size_t fastestKernel(std::span<const double> nanoseconds) {
    std::size_t best = nanoseconds.size() - 1;
    const double enough = kClearly * nanoseconds.back();
    for (std::size_t i = 0; i < nanoseconds.size(); ++i)
        if (nanoseconds[i] > 0 && nanoseconds[i] <= enough && nanoseconds[i] < nanoseconds[best]) best = i;
    return best;
}

const MatrixKernel& chosenMatrixKernel() { return matrixKernels()[fastestKernel(matrixKernelTimes())]; }

} // namespace lw::training
