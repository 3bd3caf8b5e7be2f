// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/core.h"
#include "core/chips/training/random.h"
#include "core/chips/training/transpose.h"
#include "core/machine/written_bits.h"

#include <algorithm>

// Pops, the transpose unit, random numbers, and the misc slot.
namespace lw::training {

using machine::allWritten;
using machine::FaultKind;

void popQueue(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Check) return;
    const std::uint8_t queue = issue.popsQueue;
    const std::uint64_t number = core.state().queueHead[queue]++;
    const std::uint8_t d = issue.arguments[0].number;
    const std::size_t place = core.queuePlace(queue, number);
    core.markEntry(place);
    core.places().exchange(d, place);
    core.setVectorReady(d, core.readyAfter(issue));
    core.resultPopped(queue);
}

// Collects the rows of a square; when the last one has come, all its results are promised their times.
void pushXpose(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Check) return;
    State& s = core.state();
    const VectorShape shape = core.shape();
    const std::uint32_t pushes = shape.lanes / shape.sublanes;
    const std::uint64_t number = s.queueTail[kXposeQueue];
    core.pushEntry(kXposeQueue, kNeverWritten - 1);
    core.mark(core.layout().square.offset + *s.squareRows * shape.words() * 4, shape.words() * 4);
    std::copy_n(core.vector(issue.arguments[0].number), shape.words(),
                s.square + *s.squareRows * shape.words());
    if (++*s.squareRows < pushes) return;
    *s.squareRows = 0;
    const std::uint64_t first = number + 1 - pushes;
    const std::uint64_t clock = core.issueClock() + issue.portClocks + issue.latency;
    for (std::uint32_t i = 0; i < pushes; ++i) {
        transposedRegister(s.square, i, core.entryToFill(kXposeQueue, first + i), shape);
        core.queueReadyTime(kXposeQueue, first + i) =
            Core::readyAt(clock + std::uint64_t{i} * issue.portClocks, issue.bundle);
    }
}

void vectorRng(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Check) return;
    State& s = core.state();
    const std::uint8_t d = issue.arguments[0].number;
    randomRegister({s.randomKey[0], s.randomKey[1]}, (*s.randomDraw)++, core.places().vectorToFill(d),
                   core.shape());
    core.setVectorReady(d, core.readyAfter(issue));
}

void miscRngKey(Core& core, const Issue& issue) {
    const std::uint32_t number = issue.arguments[0].number;
    if (core.phase() == Phase::Act) {
        core.state().randomKey[number] = core.scalar(issue.arguments[1]);
    } else if (number > 1) {
        core.fault(FaultKind::OutOfRange, issue,
                   "the key of the random generator has words 0 and 1, not " + std::to_string(number),
                   "use rng.key 0 or rng.key 1");
    }
}

void miscRngCounter(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act) *core.state().randomDraw = core.scalar(issue.arguments[0]);
}

void miscV2s(Core& core, const Issue& issue) {
    const Argument& source = issue.arguments[1];
    const std::uint32_t index = core.scalar(issue.arguments[2]);
    if (core.phase() == Phase::Check) {
        if (index < core.shape().words()) return;
        return core.fault(FaultKind::OutOfRange, issue,
                          "word " + std::to_string(index) + " of a vector register, which has " +
                              std::to_string(core.shape().words()),
                          "the index is sublane * lanes + lane");
    }
    const bool written =
        !core.isNeverWritten(source.readyIndex) || allWritten(core.vectorWritten(source.number), index, 1);
    core.setScalar(issue.arguments[0].number, core.vector(source.number)[index],
                   written ? core.readyAfter(issue) : kNeverWritten);
    core.countBytes(kMiscUnit, 4);
}

void miscTrace(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act)
        core.traceToHost(issue.arguments[0].number, core.scalar(issue.arguments[1]));
}

void miscSetiar(Core& core, const Issue& issue) {
    const std::uint32_t number = issue.arguments[0].number;
    const VectorShape shape = core.shape();
    if (core.phase() == Phase::Check) {
        if (number > 1)
            core.fault(FaultKind::OutOfRange, issue, "index registers are iar0 and iar1", "use one of them");
        return;
    }
    const std::uint32_t* const source = core.vector(issue.arguments[1].number);
    for (std::uint32_t i = 0; i < shape.sublanes; ++i)
        core.state().indexRegisters[number * shape.sublanes + i] = source[i * shape.lanes];
}

void miscSetperm(Core& core, const Issue& issue) {
    const std::uint32_t* const source = core.vector(issue.arguments[0].number);
    const std::size_t words = core.shape().words();
    if (core.phase() == Phase::Act) {
        std::copy_n(source, words, core.state().pattern);
        return;
    }
    const std::uint32_t* const beyond =
        std::find_if(source, source + words, [&](std::uint32_t lane) { return lane >= core.shape().lanes; });
    if (beyond == source + words) return;
    core.fault(FaultKind::OutOfRange, issue,
               "the permute pattern names lane " + std::to_string(*beyond) + ", but there are " +
                   std::to_string(core.shape().lanes) + " lanes",
               "patterns are lane numbers as integers, not floats");
}

void miscSetseg(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act)
        std::copy_n(core.vector(issue.arguments[0].number), core.shape().words(), core.state().segments);
}

void miscSetrot(Core& core, const Issue& issue) {
    if (core.phase() == Phase::Act)
        *core.state().rotate = core.scalar(issue.arguments[0]) % core.shape().lanes;
}

} // namespace lw::training
