// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/processor/packing.h"

#include "core/base/check.h"
#include "core/numeric/small_float.h"

namespace lw::lower::processor {

namespace {

std::uint16_t codeOf(float value) { return numeric::smallFloatBits(value, numeric::kFloat16); }

} // namespace

Packed packedOf(const tensor::Shape& shape, std::uint32_t nativeDimension) {
    Packed out;
    out.channels = static_cast<std::uint32_t>(shape.back());
    out.pixels = *tensor::countOf(shape) / shape.back();
    out.tiles = tilesOf(out.channels, nativeDimension);
    return out;
}

tensor::Tensor packed(const tensor::Tensor& values, const Packed& how, std::uint32_t nativeDimension) {
    LW_REQUIRE(values.count() == how.pixels * how.channels, "as many numbers as the value has");
    tensor::Tensor out(tensor::DType::F16, {how.vectors(), nativeDimension});
    for (std::uint64_t pixel = 0; pixel < how.pixels; ++pixel)
        for (std::uint32_t channel = 0; channel < how.channels; ++channel)
            out.set(pixel * how.tiles * nativeDimension + channel,
                    codeOf(values.at<float>(pixel * how.channels + channel)));
    return out;
}

void fillForSigmoid(tensor::Tensor& vectors, const Packed& how) {
    constexpr std::uint16_t kLowest = 0xfc00;                         // minus infinity
    const std::uint64_t numbers = how.tiles * vectors.shape().back(); // of a pixel
    for (std::uint64_t pixel = 0; pixel < how.pixels; ++pixel)
        for (std::uint64_t i = how.channels; i < numbers; ++i) vectors.set(pixel * numbers + i, kLowest);
}

tensor::Tensor unpacked(const tensor::Tensor& vectors, const Packed& how, const tensor::Shape& shape) {
    const std::uint64_t nativeDimension = vectors.shape().back();
    tensor::Tensor out(tensor::DType::F32, shape);
    LW_REQUIRE(out.count() == how.pixels * how.channels, "as many numbers as the value has");
    for (std::uint64_t pixel = 0; pixel < how.pixels; ++pixel)
        for (std::uint32_t channel = 0; channel < how.channels; ++channel) {
            const auto code = vectors.at<std::uint16_t>(pixel * how.tiles * nativeDimension + channel);
            out.set(pixel * how.channels + channel,
                    static_cast<float>(numeric::smallFloatValue(code, numeric::kFloat16)));
        }
    return out;
}

void appendMatrices(const tensor::Tensor& weights, const WeightTiles& how, std::uint32_t kernelRow,
                    Stretch rows, Stretch columns, std::vector<std::uint16_t>& codes) {
    const std::uint32_t n = how.nativeDimension, tiles = tilesOf(how.inputs, n);
    // The weight of an output and a column of the matrix for this kernel row; 0 where either fills up.
    const auto weight = [&](std::uint32_t output, std::uint32_t piece, std::uint32_t within) {
        const std::uint32_t input = piece % tiles * n + within;
        if (output >= how.outputs || input >= how.inputs) return 0.0f;
        const std::uint64_t tap = std::uint64_t{kernelRow} * how.kernelColumns + piece / tiles;
        return weights.at<float>((tap * how.inputs + input) * how.outputs + output);
    };
    for (std::uint32_t row = rows.first; row < rows.first + rows.count; ++row)
        for (std::uint32_t column = columns.first; column < columns.first + columns.count; ++column)
            for (std::uint32_t i = 0; i < n; ++i)
                for (std::uint32_t j = 0; j < n; ++j) codes.push_back(codeOf(weight(row * n + i, column, j)));
}

} // namespace lw::lower::processor
