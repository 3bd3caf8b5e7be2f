// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/epochs.h"

#include "core/network/reference.h"
#include "core/numeric/split_mix.h"
#include "core/training/check_data.h"
#include "core/training/messages.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace lw::train {

using network::Network;
using tensor::DType;
using tensor::Shape;
using tensor::Tensor;

namespace {

constexpr std::uint64_t kImagesTogether = 256; // that are computed without being trained

// Elements `which` along the first extent.
Tensor takenOf(const Tensor& all, std::span<const std::uint64_t> which) {
    Shape shape = all.shape();
    const std::uint64_t each = all.bytes().size() / shape[0];
    shape[0] = which.size();
    Tensor out(all.dtype(), std::move(shape));
    for (std::size_t i = 0; i < which.size(); ++i)
        std::memcpy(out.bytes().data() + i * each, all.bytes().data() + which[i] * each, each);
    return out;
}

// Image by image, as the network's input is read anywhere else.
Result<Tensor> asImages(const Network& network, const Tensor& images) {
    const Shape& own = network.input.shape;
    if (images.shape().empty() || images.shape()[0] == 0) return images;
    Shape one(images.shape().begin() + 1, images.shape().end());
    Shape all{images.shape()[0]};
    all.insert(all.end(), own.begin(), own.end());
    const auto count = tensor::countOf(all);
    const bool isRead = images.dtype() == DType::F32 && (one == own || images.count() != count.value_or(0));
    if (!count || isRead) return images;
    std::vector<std::byte> bytes;
    const std::uint64_t each = images.bytes().size() / all[0];
    for (std::uint64_t i = 0; i < all[0]; ++i) {
        const auto from = images.bytes().subspan(i * each, each);
        LW_TRY(const Tensor image,
               network::asInput(network, Tensor(images.dtype(), one, {from.begin(), from.end()}),
                                network::Arithmetic::F32));
        bytes.insert(bytes.end(), image.bytes().begin(), image.bytes().end());
    }
    return Tensor(DType::F32, std::move(all), std::move(bytes));
}

// Integers of any type; everything else stays, to be refused or to be targets.
Tensor asLabels(const Tensor& labels) {
    const DType type = labels.dtype();
    if (type == DType::F64 || type == DType::F32 || type == DType::F16 || type == DType::Bf16) return labels;
    auto numbers = cast(labels, DType::I64);
    return numbers ? *std::move(numbers) : labels;
}

} // namespace

Result<Examples> examplesOf(const Network& network, const Tensor& images, const Tensor& labels) {
    LW_TRY([[maybe_unused]] const Done trainable, checkTrainable(network));
    Examples out;
    LW_TRY(out.images, asImages(network, images));
    out.labels = asLabels(labels);
    LW_TRY([[maybe_unused]] const Done good, checkImages(network, out.images));
    if (!out.labels.shape().empty() && out.labels.shape()[0] != out.count()) {
        const bool isClass = network.training->loss == network::Loss::SoftmaxCrossEntropy;
        return Problem{&messages::kCountsDiffer,
                       {std::to_string(out.count()), std::to_string(out.labels.shape()[0]),
                        isClass ? "labels" : "targets"},
                       {},
                       {},
                       {}};
    }
    LW_TRY([[maybe_unused]] const Done fit, checkLabels(network, out.labels, out.count()));
    return out;
}

Examples taken(const Examples& all, std::span<const std::uint64_t> which) {
    return {takenOf(all.images, which), takenOf(all.labels, which)};
}

Split splitBy(const Examples& all, std::uint64_t share) {
    std::vector<std::uint64_t> learnt, heldOut;
    for (std::uint64_t i = 0; i < all.count(); ++i) (i % share == share - 1 ? heldOut : learnt).push_back(i);
    return {taken(all, learnt), taken(all, heldOut)};
}

std::vector<std::uint64_t> orderOf(std::uint64_t count, std::uint64_t seed, std::uint64_t epoch) {
    std::vector<std::uint64_t> out(count);
    std::iota(out.begin(), out.end(), std::uint64_t{0});
    numeric::SplitMix random(seed, "epoch " + std::to_string(epoch));
    for (std::uint64_t i = count; i > 1; --i) std::swap(out[i - 1], out[random.next() % i]);
    return out;
}

Result<double> trainEpoch(const Network& network, const Examples& examples, std::uint64_t epoch,
                          const Options& options, State& state) {
    LW_TRY([[maybe_unused]] const Done trainable, checkTrainable(network));
    const std::uint64_t batch = network.training->batch;
    const std::vector<std::uint64_t> order = orderOf(examples.count(), network.training->seed, epoch);
    double loss = 0;
    const std::uint64_t steps = examples.count() / batch;
    for (std::uint64_t i = 0; i < steps; ++i) {
        const Examples some = taken(examples, std::span(order).subspan(i * batch, batch));
        LW_TRY(const Step step, run(network, state, some.images, some.labels, options));
        update(network, step, options, state);
        loss += step.loss;
    }
    return steps == 0 ? 0 : loss / static_cast<double>(steps);
}

Result<double> accuracyOf(const Network& network, const State& state, const Examples& examples,
                          const Options& options) {
    std::vector<std::uint64_t> all(examples.count());
    std::iota(all.begin(), all.end(), std::uint64_t{0});
    std::uint64_t right = 0;
    for (std::uint64_t first = 0; first < all.size(); first += kImagesTogether) {
        const Examples some =
            taken(examples, std::span(all).subspan(first, std::min(kImagesTogether, all.size() - first)));
        LW_TRY(const Tensor y, computed(network, state, some.images, options));
        const std::uint64_t classes = y.count() / some.count();
        for (std::uint64_t i = 0; i < some.count(); ++i) {
            std::uint64_t best = 0;
            for (std::uint64_t c = 1; c < classes; ++c)
                if (valueAt(y, i * classes + c) > valueAt(y, i * classes + best)) best = c;
            right += static_cast<double>(best) == valueAt(some.labels, i) ? 1 : 0;
        }
    }
    return static_cast<double>(right) / static_cast<double>(examples.count());
}

} // namespace lw::train
