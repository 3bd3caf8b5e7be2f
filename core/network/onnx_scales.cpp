// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/onnx_scales.h"

#include <cmath>

namespace lw::network::onnx {

using tensor::DType;
using tensor::Tensor;

std::optional<Scales> scalesOf(const Tensor& scale, const Tensor* zero) {
    Scales out;
    if (scale.dtype() != DType::F32 || scale.count() == 0 || scale.shape().size() > 1) return {};
    for (std::uint64_t i = 0; i < scale.count(); ++i) {
        out.steps.push_back(scale.at<float>(i));
        if (!std::isnormal(out.steps.back()) || out.steps.back() < 0) return {};
    }
    out.zeros.assign(out.steps.size(), 0);
    if (!zero) return out;
    const DType type = zero->dtype();
    if ((type != DType::I8 && type != DType::U8 && type != DType::I32) || zero->count() != scale.count())
        return {};
    out.isUnsigned = type == DType::U8;
    for (std::size_t i = 0; i < out.zeros.size(); ++i)
        out.zeros[i] = static_cast<std::int32_t>(tensor::valueAt(*zero, i));
    return out;
}

Result<Scales> scalesOf(const Use& use, std::size_t scale, std::size_t zero) {
    LW_TRY(const Tensor* const steps, use.anyConstant(scale));
    const Tensor* zeros = nullptr;
    if (use.has(zero)) {
        LW_TRY(zeros, use.anyConstant(zero));
    }
    if (auto out = scalesOf(*steps, zeros)) return *std::move(out);
    return use.wrong("its scales must be float32 numbers above 0, its zero points as many of int8 or uint8");
}

Result<Scales> scaleOf(const Use& use, std::size_t scale, std::size_t zero) {
    LW_TRY(Scales out, scalesOf(use, scale, zero));
    if (out.steps.size() == 1) return out;
    return use.wrong("it has " + std::to_string(out.steps.size()) +
                     " scales; what layers compute has one for all");
}

} // namespace lw::network::onnx
