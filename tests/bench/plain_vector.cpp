// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/plain_vector.h"

#include <algorithm>
#include <bit>
#include <cstring>

#if defined(__x86_64__)
#define LW_BENCH_CLONES [[gnu::target_clones("default", "arch=haswell", "arch=skylake-avx512")]]
#else
#define LW_BENCH_CLONES
#endif

namespace lw::bench {

namespace {

constexpr std::size_t kLanes = PlainVectors::kLanes;

LW_BENCH_CLONES void add(const float* x, const float* y, float* d) {
    for (std::size_t i = 0; i < kLanes; ++i) d[i] = x[i] + y[i];
}
LW_BENCH_CLONES void largest(const float* x, const float* y, float* d) {
    for (std::size_t i = 0; i < kLanes; ++i) d[i] = x[i] > y[i] ? x[i] : y[i];
}
LW_BENCH_CLONES void smallest(const float* x, const float* y, float* d) {
    for (std::size_t i = 0; i < kLanes; ++i) d[i] = x[i] < y[i] ? x[i] : y[i];
}
LW_BENCH_CLONES void halve(const float* x, const float*, float* d) {
    for (std::size_t i = 0; i < kLanes; ++i) d[i] = x[i] * 0.5f;
}
LW_BENCH_CLONES void multiply(const float* x, const float* y, float* d) {
    for (std::size_t i = 0; i < kLanes; ++i) d[i] = x[i] * y[i];
}

} // namespace

PlainVectors::PlainVectors() : m_memory(32 * kLanes + 16) {
    m_data = m_memory.data();
    while (std::bit_cast<std::uintptr_t>(m_data) % 64 != 0) ++m_data;
}

void PlainVectors::fill(std::size_t number, float value) { std::fill_n(at(number), kLanes, value); }

void PlainVectors::run(const std::vector<PlainVectorOp>& ops) {
    using Function = void (*)(const float*, const float*, float*);
    constexpr Function kFunctions[] = {add, largest, smallest, halve, multiply};
    for (const PlainVectorOp& op : ops)
        kFunctions[static_cast<std::size_t>(op.kind)](at(op.x), at(op.y), at(op.d));
}

bool PlainVectors::equals(std::span<const std::byte> registers) const {
    return registers.size() == 32 * kLanes * sizeof(float) &&
           std::memcmp(registers.data(), m_data, registers.size()) == 0;
}

} // namespace lw::bench
