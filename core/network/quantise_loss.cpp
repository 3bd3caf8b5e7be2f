// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/quantise_loss.h"

#include "core/network/labels.h"
#include "core/network/quantisation.h"

#include <algorithm>
#include <cmath>

namespace lw::network {

using tensor::Tensor;

Result<QuantiseLoss> lossOf(const Quantised& quantised, std::span<const Tensor> samples,
                            std::span<const std::uint64_t> classes, const ReferenceOptions& options) {
    const auto &int8 = quantised.network, &real = quantised.real;
    QuantiseLoss out;
    out.outputs.resize(real.outputs.size());
    std::vector<double> sums(real.outputs.size());
    for (std::size_t item = 0; item < samples.size(); ++item) {
        LW_TRY(Tensor codes, asInput(int8, samples[item], Arithmetic::F32));
        const std::vector<Tensor> wanted = computeAll(real, samples[item], options);
        const std::vector<Tensor> got = computeAll(int8, std::move(codes), options);
        for (std::size_t output = 0; output < out.outputs.size(); ++output) {
            const ValueId id = int8.outputs[output];
            const Tensor& x = wanted[real.outputs[output]];
            const Tensor y = numbersOf(got[id], *stepOf(int8, id), zeroOf(int8, id));
            OutputLoss& loss = out.outputs[output];
            for (std::uint64_t i = 0; i < x.count(); ++i) {
                const double number = x.at<float>(i), error = std::abs(y.at<float>(i) - number);
                const bool isFirst = item == 0 && i == 0;
                loss.low = isFirst ? number : std::min(loss.low, number);
                loss.high = isFirst ? number : std::max(loss.high, number);
                loss.largest = std::max(loss.largest, error);
                sums[output] += error;
            }
            if (output != 0 || classes.empty()) continue;
            out.right.real += largest(x, 1)[0].index == classes[item];
            out.right.int8 += largest(y, 1)[0].index == classes[item];
        }
    }
    for (std::size_t output = 0; output < sums.size(); ++output) {
        const std::uint64_t elements = *tensor::countOf(shapeOf(real, real.outputs[output]));
        out.outputs[output].mean =
            sums[output] / (static_cast<double>(elements) * static_cast<double>(samples.size()));
    }
    return out;
}

} // namespace lw::network
