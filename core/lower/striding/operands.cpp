// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/striding/operands.h"

#include "core/lower/frame.h"
#include "core/network/arithmetic.h"
#include "core/network/geometry.h"
#include "core/network/quantisation.h"
#include "core/network/reference.h"
#include "core/network/upsample.h"

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace lw::lower::striding {

using network::Layer;
using tensor::DType;
using tensor::Tensor;

std::optional<Tensor> zerosOf(const network::Network& network, const Layer& layer) {
    using network::Kind;
    constexpr Kind kCounting[] = {Kind::AveragePool, Kind::Relu, Kind::Add, Kind::Requantise,
                                  Kind::UpsampleBilinear};
    if (network.precision != network::Precision::I8 || std::ranges::count(kCounting, layer.kind) == 0)
        return std::nullopt;
    std::int32_t zero = 0;
    for (std::size_t i = 0; i < layer.inputs.size(); ++i)
        if (network::dtypeOf(network, layer.inputs[i]) == DType::I8)
            zero = network::multiplyAdd(network::zeroOf(network, layer.inputs[i]),
                                        layer.factors.empty() ? 1 : layer.factors[i], zero);
    if (zero == 0) return std::nullopt;
    const std::vector<std::int32_t> all(pictureOf(layer.shape).channels, zero);
    return Tensor::of(DType::I32, {all.size()}, std::span<const std::int32_t>(all));
}

Tensor countsOf(const Layer& layer, const tensor::Shape& image, bool isInt8) {
    const network::Axis rows = network::rowsOf(layer, image), columns = network::columnsOf(layer, image);
    Tensor out(isInt8 ? DType::I32 : DType::F32, {layer.shape[0], layer.shape[1], 1});
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const auto row = static_cast<std::int64_t>(i / layer.shape[1]),
                   column = static_cast<std::int64_t>(i % layer.shape[1]);
        const auto count = static_cast<std::int32_t>(rows.covered(row, layer.countIncludePad) *
                                                     columns.covered(column, layer.countIncludePad));
        if (isInt8)
            out.set(i, count);
        else
            out.set(i, static_cast<float>(count));
    }
    return out;
}

Tensor boundsOf(const Layer& layer, std::uint64_t lanes) {
    Tensor out(DType::F32, {2, lanes});
    for (std::uint64_t i = 0; i < out.count(); ++i) out.set(i, i < lanes ? layer.low : layer.high);
    return out;
}

Tensor normOf(const Layer& layer) {
    const network::FoldedNorm folded = network::foldNorm(layer);
    std::vector<float> both = folded.factor;
    both.insert(both.end(), folded.summand.begin(), folded.summand.end());
    return Tensor::of(DType::F32, {2, folded.factor.size()}, std::span<const float>(both));
}

Tensor diagonalsOf(std::uint64_t side, std::uint64_t stride, bool isInt8) {
    const std::uint64_t granule = isInt8 ? 16 : 4, columns = (side + granule - 1) / granule * granule;
    Tensor out(isInt8 ? DType::I8 : DType::F32, {2, side, columns});
    for (std::uint64_t i = 0; i < side; i += stride) {
        if (isInt8)
            out.set(i * columns + i, std::int8_t{1});
        else
            out.set(i * columns + i, 1.0f);
    }
    return out;
}

Tensor factorsOf(const network::Requant& requant, std::uint64_t lanes, std::uint64_t channels) {
    Tensor out(DType::I32, {2, lanes});
    for (std::uint64_t i = 0; i < lanes; ++i) {
        out.set(i, requant.of(i % channels).multiplier);
        out.set(lanes + i, static_cast<std::int32_t>(requant.of(i % channels).shift));
    }
    return out;
}

Tensor bilinearWeightsOf(const Layer& layer, std::uint64_t lanes, bool isInt8) {
    const int parts = network::partsOf(layer.sampling);
    Tensor out(isInt8 ? DType::I32 : DType::F32, {2, lanes});
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        const int own = i < lanes ? parts - 1 : 1;
        if (isInt8)
            out.set(i, std::int32_t{own});
        else
            out.set(i, static_cast<float>(own) / static_cast<float>(parts));
    }
    return out;
}

Tensor slopesOf(const Layer& layer, std::uint64_t channels) {
    const std::vector<float> slopes = network::slopesOf(layer);
    Tensor out(DType::F32, {2, channels});
    for (std::uint64_t i = 0; i < channels; ++i) out.set(i, slopes[i % slopes.size()]);
    return out;
}

Tensor tableOf(const Layer& layer, std::uint64_t channels) {
    const std::uint64_t own = layer.weights.count() / network::kCodes, columns = own == 1 ? 1 : channels;
    Tensor out(DType::I32, {network::kCodes, columns});
    for (std::uint64_t i = 0; i < out.count(); ++i)
        out.set(i, layer.weights.at<std::int32_t>(i / columns * own + i % columns % own));
    return out;
}

Tensor fillOf(const Layer& layer, std::uint64_t lanes) {
    Tensor out(layer.dtype, {lanes});
    for (std::uint64_t i = 0; i < lanes; ++i) {
        if (layer.dtype == DType::F32)
            out.set(i, layer.fill);
        else if (layer.dtype == DType::I8)
            out.set(i, static_cast<std::int8_t>(layer.zero));
    }
    return out;
}

Tensor fillWordsOf(const Layer& select, std::uint64_t lanes) {
    if (select.dtype == DType::F32)
        return Tensor::of(DType::F32, {lanes}, std::span<const float>(std::vector(lanes, select.fill)));
    return Tensor::of(DType::I32, {lanes},
                      std::span<const std::int32_t>(std::vector(lanes, *network::fillCodeOf(select))));
}

bool hasFillBits(const Layer& select) {
    if (select.dtype == DType::F32) return std::bit_cast<std::uint32_t>(select.fill) != 0;
    return *network::fillCodeOf(select) != 0;
}

} // namespace lw::lower::striding
