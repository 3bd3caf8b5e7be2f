// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/blas.h"
#include "tests/bench/guest.h"
#include "tests/bench/onednn.h"

#include "core/chips/training/matrix_kernel.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

// The matrix unit against OpenBLAS: the whole 1024^3 example with its transfers, loads,
// pops and stores, and one push alone.
namespace lw::bench {

namespace {

constexpr std::size_t kN = 1024;

double goalOf(double bf16, double avx512, double avx2) {
    const std::string_view kernel = training::chosenMatrixKernel().name;
    return kernel == "avx512-bf16" ? bf16 : kernel == "avx512" ? avx512 : avx2;
}

// Multiples of 1/8 below 4: exact in bfloat16, and so are their products in float32.
std::vector<float> eighths(std::size_t count, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<float> out(count);
    for (float& x : out) x = static_cast<float>(static_cast<int>(random() % 63) - 31) / 8.0f;
    return out;
}

tensor::Tensor bf16Matrix(const std::vector<float>& values) {
    tensor::Tensor out(tensor::DType::Bf16, {kN, kN});
    auto bytes = out.bytes();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto high = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(values[i]) >> 16);
        std::memcpy(bytes.data() + i * 2, &high, 2);
    }
    return out;
}

// The example rounds C to bfloat16: within half a step of the exact product.
void checkProduct(const tensor::Tensor& got, const std::vector<float>& want) {
    for (std::size_t i = 0; i < want.size(); ++i) {
        const double value = tensor::valueAt(got, i), exact = want[i];
        if (std::abs(value - exact) > std::abs(exact) / 256 + 1e-30)
            giveUp("the product of the matmul example is wrong");
    }
}

} // namespace

std::string blasName() { return blasCore(); }

std::vector<Figure> matmulVsSgemm() {
    const std::vector<float> a = eighths(kN * kN, 1), b = eighths(kN * kN, 2);
    std::vector<float> c(kN * kN);
    Guest guest = Guest::fromFile(LW_ROOT "/examples/training/matmul/program.lw");
    const tensor::Tensor left = bf16Matrix(a), right = bf16Matrix(b);
    const auto prepare = [&] {
        guest.reset();
        guest.set("A", left);
        guest.set("B", right);
    };
    prepare();
    guest.runToHalt();
    sgemm(kN, kN, kN, a.data(), b.data(), c.data());
    checkProduct(guest.get("C"), c);

    // Only the run counts, not the making of a machine: the anchor's matrices are there as well.
    std::vector<double> ratios, guests, anchors, others;
    constexpr double kMacs = double{kN} * kN * kN;
    for (int round = 0; round < 5; ++round) {
        double best = 0, spent = 0;
        int calls = 0;
        while (spent < 0.2) {
            prepare();
            spent += seconds(Clock::Cpu, [&] { guest.runToHalt(); });
            ++calls;
        }
        best = kMacs * calls / spent;
        guests.push_back(best);
        anchors.push_back(kMacs * 20 / seconds(Clock::Cpu, [&] {
                              for (int i = 0; i < 20; ++i) sgemm(kN, kN, kN, a.data(), b.data(), c.data());
                          }));
        if (hasOneDnn())
            others.push_back(kMacs * 20 / seconds(Clock::Cpu, [&] {
                                 for (int i = 0; i < 20; ++i) oneDnnMatmul(kN, a.data(), b.data(), c.data());
                             }));
        ratios.push_back(guests.back() / anchors.back());
    }
    Figure figure = figureOf("matmul_vs_sgemm", "MAC/s", ratios, guests, anchors);
    figure.goal = goalOf(1.2, 0.85, 0.45);
    figure.note = "OpenBLAS core " + blasCore();
    if (!others.empty())
        figure.note +=
            ", oneDNN float32 " + std::to_string(static_cast<long>(median(others) / 1e6)) + " M MAC/s";
    return {figure};
}

std::vector<Figure> pushVsSgemm() {
    constexpr std::uint32_t kLanes = 128, kSublanes = 8, kPushes = 2000;
    const training::MatrixKernel& kernel = training::chosenMatrixKernel();
    const std::vector<float> rows = eighths(kLanes * kSublanes, 3), weights = eighths(kLanes * kLanes, 4);
    std::vector<std::uint16_t> halves(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i)
        halves[i] = static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(weights[i]) >> 16);
    const auto packed = std::make_unique<training::PackedWeights>();
    kernel.pack(halves.data(), kLanes, *packed);
    alignas(64) static std::uint32_t x[kLanes * kSublanes], out[kLanes * kSublanes];
    for (std::size_t i = 0; i < rows.size(); ++i) x[i] = std::bit_cast<std::uint32_t>(rows[i]);
    const std::vector<float> a = eighths(kN * kN, 1), b = eighths(kN * kN, 2);
    std::vector<float> c(kN * kN);
    Figure figure = measure({.key = "push_vs_sgemm",
                             .unit = "MAC/s",
                             .work = double{kPushes} * kSublanes * kLanes * kLanes,
                             .candidate =
                                 [&] {
                                     for (std::uint32_t i = 0; i < kPushes; ++i)
                                         kernel.multiply(x, *packed, out, {kLanes, kSublanes});
                                 },
                             .anchor = [&] { sgemm(kN, kN, kN, a.data(), b.data(), c.data()); },
                             .goal = goalOf(1.6, 0.9, 0.45),
                             .anchorWork = double{kN} * kN * kN});
    std::vector<float> want(rows.size());
    sgemm(kSublanes, kLanes, kLanes, rows.data(), weights.data(), want.data());
    for (std::size_t i = 0; i < want.size(); ++i) // sums of exact products of few bits: exact in any order
        if (std::bit_cast<float>(out[i]) != want[i]) giveUp("a push gives a wrong product");
    figure.note = "kernel " + std::string(kernel.name);
    return {figure};
}

} // namespace lw::bench
