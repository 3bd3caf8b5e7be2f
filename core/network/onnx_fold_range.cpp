// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_fold_pieces.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

// Range: numbers from a start to before a limit.
namespace lw::network::onnx::fold {

namespace {

std::uint64_t countOfFloats(double start, double limit, double step) {
    const double count = std::ceil((limit - start) / step);
    return count > 0 ? static_cast<std::uint64_t>(std::min(count, 0x1p62)) : 0;
}
std::uint64_t countOfWhole(std::int64_t start, std::int64_t limit, std::int64_t step) {
    if (step > 0 ? limit <= start : limit >= start) return 0;
    const auto from = static_cast<std::uint64_t>(start), to = static_cast<std::uint64_t>(limit),
               size = static_cast<std::uint64_t>(step);
    return step > 0 ? (to - from - 1) / size + 1 : (from - to - 1) / (0 - size) + 1;
}

template <typename T> Outcome rangeOf(Use& use, T start, T limit, T step) {
    constexpr bool isFloat = std::is_floating_point_v<T>;
    if (isFloat && !(std::isfinite(start) && std::isfinite(limit) && std::isfinite(step)))
        return use.wrong("a number is not finite");
    if (step == 0) return use.wrong("its step is 0");
    std::uint64_t count = 0;
    if constexpr (isFloat)
        count = countOfFloats(start, limit, step);
    else
        count = countOfWhole(start, limit, step);
    LW_TRY([[maybe_unused]] const Done counted, countResult(use, {count}));
    Tensor out(isFloat ? DType::F32 : sizeof(T) == 8 ? DType::I64 : DType::I32, {count});
    for (std::uint64_t i = 0; i < count; ++i)
        if constexpr (isFloat)
            out.set(i, static_cast<T>(start + static_cast<double>(i) * step));
        else
            out.set(i,
                    static_cast<T>(static_cast<std::uint64_t>(start) + i * static_cast<std::uint64_t>(step)));
    return use.give(std::move(out));
}

} // namespace

Outcome range(Use& use) {
    std::vector<const Tensor*> given;
    for (std::size_t i = 0; i < 3; ++i) {
        LW_TRY(const Tensor* const one, use.anyConstant(i));
        if (one->count() != 1 || (i > 0 && one->dtype() != given[0]->dtype()))
            return use.wrong("its start, limit and step are not three numbers of one type");
        given.push_back(one);
    }
    const auto of = [&]<typename T>(T) {
        return rangeOf<T>(use, given[0]->at<T>(0), given[1]->at<T>(0), given[2]->at<T>(0));
    };
    switch (given[0]->dtype()) {
    case DType::F32: return of(float{});
    case DType::I64: return of(std::int64_t{});
    case DType::I32: return of(std::int32_t{});
    default: return use.wrong("it computes in " + std::string(tensor::nameOf(given[0]->dtype())));
    }
}

} // namespace lw::network::onnx::fold
