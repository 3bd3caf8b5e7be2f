// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/lower/training/layout.h"
#include "core/lower/training/program.h"
#include "core/lower/training/transfers.h"

namespace lw::lower::training {

// Images and labels as they lie in HBM, batch by batch: each pixel of each image begins with a granule.
struct Batches {
    std::uint64_t count = 0; // of whole batches
    tensor::Tensor images;   // [batches, rows, columns, batch, channels filled up to whole granules], float32
    tensor::Tensor labels;   // [batches, 1, 1, batch, 4] int32, or like the images
    ImageLayout labelLayout;
    std::uint64_t imageGranules = 0, labelGranules = 0; // of a batch
    // From the first batch of the tensors "images" and "labels" to rows counted from their first one: for
    // each block of channels, or where taps lie side by side for each of these.
    std::vector<Transfer> imageTransfers, labelTransfers;
    bool leavesLanes = false; // of the images' rows some, which are to hold +0
};
Result<Batches> batchesOf(const network::Network& network, const Data& data, const Grouping& by);

} // namespace lw::lower::training
