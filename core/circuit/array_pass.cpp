// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/circuit/array_pass.h"

#include "core/base/check.h"
#include "core/numeric/float_bits.h"

#include <algorithm>
#include <vector>

namespace lw::circuit {

namespace {

PackedTile packInt8(const std::int8_t* weights, std::uint32_t inner, std::uint32_t columns) {
    PackedTile tile(inner, columns, std::size_t{inner} * columns);
    std::copy_n(weights, std::size_t{inner} * columns, tile.as<std::int8_t>());
    return tile;
}

PackedTile packFloat(const float* weights, std::uint32_t inner, std::uint32_t columns) {
    PackedTile tile(inner, columns, std::size_t{inner} * columns * sizeof(float));
    std::copy_n(weights, std::size_t{inner} * columns, tile.as<float>());
    return tile;
}

// Row by row of the tile, so that a compiler can take many columns at once.
void passInt8(const PassInput<std::int8_t>& x, const PackedTile& tile, const PassOutput<std::int32_t>& out) {
    const std::uint32_t columns = tile.columns();
    for (std::uint32_t m = 0; m < x.vectors; ++m) {
        const CellOf<std::int8_t>* vector = x.elements + m * x.stride;
        CellOf<std::int32_t>* sums = out.sums + m * out.stride;
        if (out.accumulate == Accumulate::No) std::fill_n(sums, columns, 0);
        for (std::uint32_t k = 0; k < tile.inner(); ++k) {
            const std::int8_t* weights = tile.as<std::int8_t>() + std::size_t{k} * columns;
            for (std::uint32_t n = 0; n < columns; ++n)
                sums[n] = static_cast<std::int32_t>(static_cast<std::uint32_t>(sums[n]) +
                                                    static_cast<std::uint32_t>(vector[k] * weights[n]));
        }
    }
}

void passFloat(const PassInput<float>& x, const PackedTile& tile, const PassOutput<float>& out) {
    const std::uint32_t columns = tile.columns();
    std::vector<float> sums(columns);
    for (std::uint32_t m = 0; m < x.vectors; ++m) {
        const CellOf<float>* vector = x.elements + m * x.stride;
        std::fill(sums.begin(), sums.end(), 0.0f);
        for (std::uint32_t k = 0; k < tile.inner(); ++k) {
            const float* weights = tile.as<float>() + std::size_t{k} * columns;
            for (std::uint32_t n = 0; n < columns; ++n)
                sums[n] = __builtin_fmaf(vector[k], weights[n], sums[n]);
        }
        CellOf<float>* place = out.sums + m * out.stride;
        for (std::uint32_t n = 0; n < columns; ++n) {
            const float result = out.accumulate == Accumulate::Yes ? place[n] + sums[n] : sums[n];
            place[n] = numeric::floatOf(numeric::canonical(numeric::bitsOf(result)));
        }
    }
}

std::vector<PassKernel> kernelsOfThisHost() {
    std::vector<PassKernel> found{detail::kPortablePass};
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found.push_back(detail::kAvx2Pass);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vnni"))
        found.push_back(detail::kAvx512Pass);
#endif
    return found;
}

constexpr std::size_t kAlignment = 64;

} // namespace

PackedTile::PackedTile(std::uint32_t inner, std::uint32_t columns, std::size_t bytes)
    : m_inner(inner), m_columns(columns), m_bytes(std::make_unique<std::byte[]>(bytes + kAlignment)) {
    LW_REQUIRE(inner > 0 && inner <= kMostArrayRows && columns > 0,
               "a tile has rows, at most those of an array");
    std::size_t room = bytes + kAlignment;
    m_begin = m_bytes.get();
    m_begin = std::align(kAlignment, bytes, m_begin, room);
}

const PassKernel detail::kPortablePass{"portable", packInt8, packFloat, passInt8, passFloat};

std::span<const PassKernel> passKernels() {
    static const std::vector<PassKernel> kernels = kernelsOfThisHost();
    return kernels;
}

const PassKernel& chosenPassKernel() { return passKernels().back(); }

const PassKernel* passKernelNamed(std::string_view name) {
    for (const PassKernel& kernel : passKernels())
        if (kernel.name == name) return &kernel;
    return nullptr;
}

} // namespace lw::circuit
