// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/masks.h"

#include "core/base/check.h"

#include <cmath>
#include <limits>

namespace lw::lower::striding {

namespace {

using tensor::DType;
using tensor::Tensor;

template <typename T> Tensor maskOf(DType type, const StrideGeometry& geometry, T kept, T dropped) {
    Tensor out(type, {geometry.firstRows, geometry.firstColumns});
    for (std::uint64_t row = 0; row < geometry.firstRows; ++row)
        for (std::uint64_t column = 0; column < geometry.firstColumns; ++column)
            out.set(row * geometry.firstColumns + column, geometry.keeps(row, column) ? kept : dropped);
    return out;
}

Tensor integerMask(const StrideGeometry& geometry, std::int32_t kept, std::int32_t dropped) {
    const auto isSmall = [](std::int32_t x) { return x >= -128 && x <= 127; };
    if (isSmall(kept) && isSmall(dropped))
        return maskOf(DType::I8, geometry, static_cast<std::int8_t>(kept), static_cast<std::int8_t>(dropped));
    return maskOf(DType::I32, geometry, kept, dropped);
}

std::vector<Tensor> integerMasks(Masking masking, const StrideGeometry& geometry,
                                 const MaskNumbers& numbers) {
    switch (masking) {
    case Masking::Multiply:
    case Masking::Select: return {integerMask(geometry, 1, 0)};
    case Masking::AddLow: return {integerMask(geometry, 0, numbers.low)};
    case Masking::MultiplyTwice: {
        const auto factor = static_cast<std::int32_t>(numbers.factor);
        const auto inverse = static_cast<std::int32_t>(inverseOf(static_cast<std::uint32_t>(factor)));
        return {integerMask(geometry, factor, 0), integerMask(geometry, inverse, 0)};
    }
    case Masking::None:
    case Masking::MultiplyMatrix: break;
    }
    return {};
}

} // namespace

std::uint32_t inverseOf(std::uint32_t odd) {
    LW_REQUIRE((odd & 1) != 0, "only odd numbers have an inverse modulo 2^32");
    std::uint32_t inverse = odd; // right in the low three bits; each step doubles them
    for (int i = 0; i < 4; ++i) inverse *= 2 - odd * inverse;
    return inverse;
}

std::vector<Tensor> masksOf(Mode mode, const StrideGeometry& geometry, bool integers,
                            const MaskNumbers& numbers) {
    const Masking masking = rowOf(mode).masking;
    if (integers) return integerMasks(masking, geometry, numbers);
    const auto mask = [&](float kept, float dropped) { return maskOf(DType::F32, geometry, kept, dropped); };
    switch (masking) {
    case Masking::Multiply:
    case Masking::Select: return {mask(1, 0)};
    case Masking::AddLow: return {mask(0, -std::numeric_limits<float>::infinity())};
    case Masking::MultiplyTwice: {
        const auto factor = static_cast<float>(numbers.factor);
        return {mask(factor, 0), mask(1 / factor, 0)};
    }
    case Masking::None:
    case Masking::MultiplyMatrix: break;
    }
    return {};
}

} // namespace lw::lower::striding
