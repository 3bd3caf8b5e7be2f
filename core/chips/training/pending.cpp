// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/pending.h"

#include "core/chips/training/layout.h"
#include "core/chips/training/plan.h"
#include "core/machine/cell_range.h"

#include <algorithm>

namespace lw::training {

namespace {

// A register of the scoreboard, as elements of its file.
struct Place {
    machine::NodeId node;
    std::uint64_t first, count;
};

} // namespace

std::vector<machine::Pending> pendingRegisters(const machine::StateTree& tree,
                                               const machine::Moment& moment) {
    const machine::NodeId scalars = tree.withRole(machine::Role::ScalarRegisters),
                          predicates = tree.withRole(machine::Role::Predicates),
                          vectors = tree.withRole(machine::Role::VectorRegisters);
    const std::uint64_t words = machine::countOf(tree.at(vectors)) / tree.at(vectors).shape[0];
    const auto placeOf = [&](std::uint64_t index) -> Place {
        if (index < kReadyConstant) return {scalars, index, 1};
        if (index < kReadyVector) return {predicates, index - kReadyPredicate, 1};
        return {vectors, (index - kReadyVector) * words, words};
    };
    const auto ready = readCells(tree, tree.find("control/ready"), 0, kReadyCount, moment);
    const auto partial = readCells(tree, tree.find("control/partial ready"), 0, kReadyCount, moment);
    std::vector<machine::Pending> out;
    for (std::uint64_t i = 0; i < ready.count(); ++i) {
        std::uint64_t time = ready.bits(i) < kNeverWritten ? ready.bits(i) : 0;
        if (i >= kReadyVector && i - kReadyVector < partial.count()) {
            const std::uint64_t other = partial.bits(i - kReadyVector);
            if (other < kNeverWritten) time = std::max(time, other);
        }
        if (i == kReadyConstant || clockOf(time) <= moment.clock) continue;
        const Place place = placeOf(i);
        out.push_back({place.node, place.first, place.count, clockOf(time),
                       static_cast<std::uint32_t>(time & kBundleMask)});
    }
    return out;
}

} // namespace lw::training
