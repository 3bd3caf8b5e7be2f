// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/pending.h"

#include "core/chips/training/layout.h"
#include "core/chips/training/plan.h"
#include "core/machine/cell_reader.h"

#include <algorithm>

namespace lw::training {

namespace {

// A register of the scoreboard, as elements of its file.
struct Place {
    machine::NodeId node;
    std::uint64_t first, count;
};

} // namespace

std::vector<machine::Pending> pendingRegisters(const machine::CoreTree& tree, const machine::Moment& moment) {
    const machine::CellReader read(tree, moment);
    const auto& at = tree.handles<Layout>();
    const std::uint64_t words = at.vectors.count / read.extent(at.vectors, 0);
    const auto placeOf = [&](std::uint64_t index) -> Place {
        if (index < kReadyConstant) return {at.scalars.node, index, 1};
        if (index < kReadyVector) return {at.predicates.node, index - kReadyPredicate, 1};
        return {at.vectors.node, (index - kReadyVector) * words, words};
    };
    std::vector<machine::Pending> out;
    for (std::uint64_t i = 0; i < at.ready.count; ++i) {
        std::uint64_t time = 0;
        const auto waitsFor = [&](std::uint64_t ready) {
            if (ready < kNeverWritten) time = std::max(time, ready);
        };
        waitsFor(read(at.ready, i));
        if (i >= kReadyVector) waitsFor(read(at.partialReady, i - kReadyVector));
        if (i == kReadyConstant || clockOf(time) <= moment.clock) continue;
        const Place place = placeOf(i);
        out.push_back({place.node, place.first, place.count, clockOf(time),
                       static_cast<std::uint32_t>(time & kBundleMask)});
    }
    return out;
}

std::vector<std::uint32_t> vectorWriters(const machine::CoreTree& tree, const machine::Moment& moment) {
    const machine::CellReader read(tree, moment);
    const auto& at = tree.handles<Layout>();
    std::vector<std::uint32_t> out;
    for (std::uint64_t i = 0; i < at.partialReady.count; ++i) {
        std::uint64_t time = 0; // of the first clock, in which nothing is ready: nobody wrote it
        for (const std::uint64_t ready : {read(at.ready, kReadyVector + i), read(at.partialReady, i)})
            if (ready < kNeverWritten) time = std::max(time, ready);
        out.push_back(clockOf(time) == 0 ? machine::kNoBundle
                                         : static_cast<std::uint32_t>(time & kBundleMask));
    }
    return out;
}

} // namespace lw::training
