// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantisation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lw::network {

std::int32_t codeOf(float x, float step, std::int32_t zero) {
    constexpr float kEven = 0x1.8p23f; // numbers from 2^23 to 2^24 have no fraction
    const float scaled = std::clamp(x / step, -1024.0f, 1024.0f);
    const auto whole = static_cast<std::int32_t>((scaled + kEven) - kEven);
    return std::clamp(whole + zero, -128, 127);
}

std::optional<std::int32_t> fillCodeOf(const Layer& select) {
    const bool isCode = select.dtype == tensor::DType::I8;
    const std::int32_t least = isCode ? -128 : std::numeric_limits<std::int32_t>::min(),
                       most = isCode ? 127 : std::numeric_limits<std::int32_t>::max();
    if (select.fill == 0) return select.zero;
    if (std::isinf(select.fill)) return select.fill < 0 ? least : most;
    if (!isCode || !select.step) return std::nullopt;
    return codeOf(select.fill, *select.step, select.zero);
}

std::optional<Factor> factorOf(float factor) {
    int exponent = 0;
    auto multiplier = static_cast<std::int32_t>(std::frexp(factor, &exponent) * 0x1p24f);
    int shift = 24 - exponent;
    while (multiplier % 2 == 0 && shift > 0) multiplier /= 2, --shift;
    if (shift > 62) return Factor{1, 62};
    while (shift < 0 && multiplier < (1 << 30)) multiplier *= 2, ++shift;
    if (shift < 0) return std::nullopt;
    return Factor{multiplier, static_cast<std::uint32_t>(shift)};
}

tensor::Tensor numbersOf(const tensor::Tensor& codes, float step, std::int32_t zero) {
    tensor::Tensor out(tensor::DType::F32, codes.shape());
    for (std::uint64_t i = 0; i < codes.count(); ++i)
        out.set(i, static_cast<float>(tensor::valueAt(codes, i) - zero) * step);
    return out;
}

} // namespace lw::network
