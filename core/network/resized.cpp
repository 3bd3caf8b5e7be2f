// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/resized.h"

#include "core/network/messages.h"
#include "core/network/shapes.h"

namespace lw::network {

namespace {

constexpr std::uint64_t kMostMultiple = 64; // the most that is tried, in rows and columns

Outcome setSize(Network& network, const ImageSize& image) {
    network.input.shape[0] = image.rows;
    network.input.shape[1] = image.columns;
    return inferShapes(network);
}

} // namespace

Result<Network> resized(Network network, std::uint64_t rows, std::uint64_t columns) {
    if (network.input.shape.size() != 3)
        return Problem{&messages::kInputNoImage,
                       {network.input.name, tensor::shapeText(network.input.shape)},
                       network.input.place,
                       {},
                       {}};
    const Outcome done = setSize(network, {rows, columns});
    if (done) return network;
    return withSizeThatFits(done.problem(), {rows, columns},
                            [&](const ImageSize& image) { return bool(setSize(network, image)); });
}

Problem withSizeThatFits(Problem problem, const ImageSize& image,
                         const std::function<bool(const ImageSize&)>& fits) {
    if (problem.message != &messages::kPartsDiffer && problem.message != &messages::kShapesDiffer)
        return problem;
    for (std::uint64_t multiple = 2; multiple <= kMostMultiple; multiple *= 2) {
        const ImageSize smaller{image.rows / multiple * multiple, image.columns / multiple * multiple};
        if (smaller.rows <= multiple || smaller.columns <= multiple) break;
        // A size may also be a larger multiple than needed.
        if (!fits(smaller) || !fits({smaller.rows - multiple, smaller.columns - multiple})) continue;
        problem.notes.push_back(
            {&messages::kSizeThatFits,
             {std::to_string(smaller.rows), std::to_string(smaller.columns), std::to_string(multiple)},
             {}});
        break;
    }
    return problem;
}

} // namespace lw::network
