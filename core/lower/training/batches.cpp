// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/training/batches.h"

#include "core/lower/training/messages.h"
#include "core/lower/training/taps.h"
#include "core/network/taps_in_lanes.h"

#include <algorithm>

namespace lw::lower::training {

using network::Network;
using tensor::DType;
using tensor::Tensor;

namespace {

constexpr std::uint64_t kWordsPerGranule = network::kGranuleWords;

std::uint64_t granulesOf(std::uint64_t channels) {
    return (channels + kWordsPerGranule - 1) / kWordsPerGranule;
}

// All of a batch, block by block.
std::vector<Transfer> blocksOf(const std::string& name, const ImageLayout& image) {
    std::vector<Transfer> out;
    const std::uint64_t perRow = image.lanes / kWordsPerGranule, all = granulesOf(image.channels);
    for (std::uint64_t block = 0; block < image.blocks(); ++block) {
        Transfer transfer{"granule(" + name + ")", block * image.positions(), {}, block * perRow};
        transfer.loops[0] = {std::min(perRow, all - block * perRow), 1, 1};
        transfer.loops[1] = {image.positions(), static_cast<std::int64_t>(all),
                             static_cast<std::int64_t>(perRow)};
        out.push_back(transfer);
    }
    return out;
}

// The taps of each window side by side: those of the padding stay as they are.
std::vector<Transfer> tapsOf(const std::string& name, const Window& window) {
    std::vector<Transfer> out;
    const auto perRow = static_cast<std::int64_t>(window.from.lanes / kWordsPerGranule);
    const auto ofTap = static_cast<std::int64_t>(granulesOf(window.from.channels));
    const auto batch = static_cast<std::int64_t>(window.from.batch);
    eachTap(window, batch, [&](std::int64_t row, std::int64_t column, const TapPixels& pixels) {
        Transfer transfer{"granule(" + name + ")",
                          static_cast<std::uint64_t>(pixels.made),
                          {},
                          static_cast<std::uint64_t>(pixels.read * ofTap),
                          static_cast<std::uint64_t>((row * window.columns.kernel + column) * ofTap)};
        const Walk& walk = pixels.walk;
        transfer.loops = {
            {{static_cast<std::uint64_t>(ofTap), 1, 1},
             {window.from.batch, ofTap, perRow},
             {static_cast<std::uint64_t>(walk.columns), walk.fromColumn * ofTap, walk.toColumn * perRow},
             {static_cast<std::uint64_t>(walk.rows), walk.fromRow * ofTap, walk.toRow * perRow}}};
        out.push_back(transfer);
    });
    return out;
}

// [image][pixel][channel] as [batch][pixel][image][channel], with zeros up to whole granules.
template <typename T> Tensor laid(const Tensor& given, const ImageLayout& image, std::uint64_t batches) {
    const std::uint64_t words = granulesOf(image.channels) * kWordsPerGranule;
    Tensor out(given.dtype(), {batches, image.rows, image.columns, image.batch, words});
    const std::uint64_t pixels = image.rows * image.columns;
    for (std::uint64_t one = 0; one < batches * image.batch; ++one)
        for (std::uint64_t pixel = 0; pixel < pixels; ++pixel)
            for (std::uint64_t channel = 0; channel < image.channels; ++channel) {
                const std::uint64_t at =
                    (one / image.batch * pixels + pixel) * image.batch + one % image.batch;
                out.set<T>(at * words + channel,
                           given.at<T>((one * pixels + pixel) * image.channels + channel));
            }
    return out;
}

Outcome check(const Tensor& given, DType type, tensor::Shape of, std::string_view what,
              const Network& network) {
    const bool isGood = given.dtype() == type && given.shape().size() == of.size() + 1 &&
                        std::equal(of.begin(), of.end(), given.shape().begin() + 1);
    if (isGood) return Done{};
    const auto text = [](DType dtype, const tensor::Shape& shape) {
        return std::string(tensor::nameOf(dtype)) + " " + tensor::shapeText(shape);
    };
    of.insert(of.begin(), network.training->batch);
    return Problem{&messages::kData,
                   {std::string(what), text(given.dtype(), given.shape()), text(type, of)},
                   network.training->place,
                   {},
                   {}};
}

} // namespace

Result<Batches> batchesOf(const Network& network, const Data& data, const Grouping& by) {
    const bool hasTargets = network.training->loss == network::Loss::MeanSquares;
    const tensor::Shape output = network::shapeOf(network, network.outputs[0]);
    LW_TRY([[maybe_unused]] const Done images,
           check(data.images, DType::F32, network.input.shape, "images", network));
    LW_TRY([[maybe_unused]] const Done labels,
           check(data.labels, hasTargets ? DType::F32 : DType::I32, hasTargets ? output : tensor::Shape{},
                 hasTargets ? "targets" : "labels", network));
    const std::uint64_t given = std::min(data.images.shape()[0], data.labels.shape()[0]);
    const std::uint64_t batch = network.training->batch;
    if (given < batch)
        return Problem{&messages::kFewImages,
                       {std::to_string(given), std::to_string(batch)},
                       network.training->place,
                       {},
                       {}};
    Batches out;
    out.count = given / batch;
    const ImageLayout image = layoutOf(network, network::kInput, by);
    out.labelLayout =
        hasTargets ? layoutOf(network, network.outputs[0], by) : ImageLayout{1, 1, 1, batch, by.lanes};
    out.images = laid<float>(data.images, image, out.count);
    out.labels = hasTargets ? laid<float>(data.labels, out.labelLayout, out.count)
                            : laid<std::int32_t>(data.labels, out.labelLayout, out.count);
    out.imageGranules = image.positions() * granulesOf(image.channels);
    out.labelGranules = out.labelLayout.positions() * granulesOf(out.labelLayout.channels);
    out.labelTransfers = blocksOf("labels", out.labelLayout);
    if (network::hasTapsInLanes(network)) {
        const Parameters parameters = parametersOf(network, by);
        out.imageTransfers =
            tapsOf("images", *parameters.layers[*network::firstConvolution(network) - 1].window);
        out.leavesLanes = true;
    } else {
        out.imageTransfers = blocksOf("images", image);
        out.leavesLanes = image.channels % image.lanes != 0;
    }
    return out;
}

} // namespace lw::lower::training
