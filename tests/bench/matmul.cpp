// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/benches.h"
#include "tests/bench/blas.h"
#include "tests/bench/guest.h"
#include "tests/bench/kernel_choice.h"
#include "tests/bench/onednn.h"
#include "tests/bench/plain_product.h"

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

// The example rounds C to bfloat16: within half a step of the exact product. (Products of eighths and their
// sums are exact in float32, in any order.)
void checkProduct(const tensor::Tensor& got, const std::vector<float>& want) {
    for (std::size_t i = 0; i < want.size(); ++i) {
        const double value = tensor::valueAt(got, i), exact = want[i];
        if (std::abs(value - exact) > std::abs(exact) / 256 + 1e-30)
            giveUp("the product of the matmul example is wrong");
    }
}

} // namespace

std::vector<Figure> matmulVsSgemm(Effort effort) {
    const std::vector<float> a = eighths(kN * kN, 1), b = eighths(kN * kN, 2);
    std::vector<float> c(kN * kN);
    Guest guest = Guest::fromFile(LW_ROOT "/examples/training/matmul/program.lw");
    const tensor::Tensor left = bf16Matrix(a), right = bf16Matrix(b);
    const auto prepare = [&] {
        guest.reset();
        guest.set("A", left);
        guest.set("B", right);
    };
    const auto run = [&] { guest.runToHalt(); };
    const auto anchor = sgemm(kN, kN, kN, a.data(), b.data(), c.data());
    const auto other = oneDnnMatmul(kN, a.data(), b.data(), c.data());
    prepare();
    run();
    const std::vector<float> exact = plainProduct<float>({kN, kN, kN}, a, b);
    checkProduct(guest.get("C"), exact);
    for (const auto& library : {anchor, other}) {
        if (!library) continue;
        library();
        if (c != exact) giveUp("the anchor of the matmul example is wrong");
    }

    // Only the run counts, not the making of a machine: the anchor's matrices are there as well.
    std::vector<double> guests, anchors, others;
    constexpr double kMacs = double{kN} * kN * kN;
    const int calls = choose(effort, 20, 1);
    const auto rateOf = [&](const std::function<void()>& library) {
        return kMacs * calls / seconds(Clock::Cpu, [&] {
                   for (int i = 0; i < calls; ++i) library();
               });
    };
    for (int round = 0; round < roundsOf(effort); ++round) {
        guests.push_back(kMacs * rate(effort, Clock::Cpu, run, prepare));
        if (anchor) anchors.push_back(rateOf(anchor));
        if (other) others.push_back(rateOf(other));
    }
    Figure figure = figureOf("matmul_vs_sgemm", "MAC/s", guests, anchors);
    figure.goal = goalOf(1.2, 0.7, 0.45);
    figure.note = blasNote();
    if (!others.empty())
        figure.note +=
            ", oneDNN float32 " + std::to_string(static_cast<long>(median(others) / 1e6)) + " M MAC/s";
    return {figure};
}

std::vector<Figure> pushVsSgemm(Effort effort) {
    constexpr std::uint32_t kLanes = 128, kSublanes = 8;
    const std::uint32_t pushes = choose(effort, 2000u, 1u);
    const training::MatrixKernel& kernel = kernelUnderTest();
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
    Figure figure = measure(effort, {.key = "push_vs_sgemm",
                                     .unit = "MAC/s",
                                     .work = double{kSublanes} * kLanes * kLanes * pushes,
                                     .candidate =
                                         [&] {
                                             for (std::uint32_t i = 0; i < pushes; ++i)
                                                 kernel.multiply(x, *packed, out, {kLanes, kSublanes});
                                         },
                                     .anchor = sgemm(kN, kN, kN, a.data(), b.data(), c.data()),
                                     .goal = goalOf(1.6, 0.95, 0.45),
                                     .anchorWork = double{kN} * kN * kN});
    const std::vector<float> want = plainProduct<float>({kSublanes, kLanes, kLanes}, rows, weights);
    for (std::size_t i = 0; i < want.size(); ++i) // sums of exact products of few bits: exact in any order
        if (std::bit_cast<float>(out[i]) != want[i]) giveUp("a push gives a wrong product");
    figure.note = "kernel " + std::string(kernel.name) + ", " + blasNote();
    return {figure};
}

} // namespace lw::bench
