// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/circuit/circuit_moment.h"

#include "core/scene/circuit/circuit_bundles.h"

#include <algorithm>
#include <utility>

namespace lw::circuit {

namespace {

// What the state of `frame` holds that is not over in that clock; for clock 0, everything it holds.
machine::CircuitWork workAt(const session::Frame& frame, std::uint64_t clock, std::uint32_t lane) {
    const auto chip = chips::chipNamed(frame.loaded->spec->chip);
    if (!chip || !(*chip)->circuits) return {};
    machine::Moment moment = frame.moment();
    moment.clock = clock;
    return (*chip)->circuits(frame.loaded->coreTree(), moment, frame.loaded->program, lane);
}

// The passes that the state holds, with the vectors that are in the array in that clock.
std::vector<machine::ArrayWork> passesAt(const session::Frame& frame, std::uint64_t clock) {
    std::vector<machine::ArrayWork> out = workAt(frame, 0, 0).passes;
    for (machine::ArrayWork& pass : out) {
        // Columns without weights, which nobody waits for, are still being passed when the pass counts as
        // over; the clock in which the last vector has entered as a whole knows all that will be there.
        const std::uint64_t entered = pass.first + pass.vectors + pass.inner - 2;
        for (machine::ArrayWork& now : workAt(frame, std::clamp(clock, pass.first, entered), 0).passes)
            if (now.bundle == pass.bundle) pass = std::move(now);
    }
    return out;
}

bool holds(const std::vector<machine::ArrayWork>& passes, std::uint32_t bundle) {
    return std::ranges::any_of(passes, [&](const auto& pass) { return pass.bundle == bundle; });
}

void showArray(CircuitMoment& out, const CircuitMoment* held) {
    const std::uint64_t clock = out.frame->clock;
    out.passes = passesAt(*out.frame, clock);
    if (!out.passes.empty()) out.source = out.frame;
    // A machine is at a clock before anything issues in it:
    // the pass that begins then is known from a later state.
    if (held && (out.passes.empty() || held->first == clock)) {
        for (machine::ArrayWork& pass : passesAt(*held->source, clock))
            if (!holds(out.passes, pass.bundle)) {
                out.passes.push_back(std::move(pass));
                out.source = held->source;
            }
        std::ranges::sort(out.passes, {}, &machine::ArrayWork::first);
    }
    if (out.passes.empty()) return;
    for (std::size_t i = 0; i < out.passes.size(); ++i)
        if (out.passes[i].first <= clock) out.shown = i;
    out.array = scene::circuit::arrayPicture(out.passes, out.shown, clock);
    const machine::ArrayWork& shown = out.passes[out.shown];
    out.bundle = shown.bundle;
    out.first = shown.first;
    out.clocks = out.array.clocks;
}

void showPooling(CircuitMoment& out, const CircuitMoment* held, std::uint32_t lane) {
    out.source = out.frame;
    machine::CircuitWork work = workAt(*out.frame, 0, lane);
    if (held && (!work.pooling || held->first == out.frame->clock)) {
        work = workAt(*held->source, 0, lane);
        out.source = held->source;
    }
    if (!work.pooling) {
        out.source = nullptr;
        return;
    }
    out.pooling = *std::move(work.pooling);
    out.windows = scene::circuit::poolingPicture(out.pooling, out.frame->clock);
    out.bundle = out.pooling.bundle;
    out.first = out.pooling.first;
    out.clocks = out.windows.clocks;
}

} // namespace

CircuitMoment circuitMoment(Circuit circuit, session::FramePtr frame, const CircuitMoment* held,
                            std::uint32_t lane) {
    CircuitMoment out;
    out.frame = std::move(frame);
    if (circuit == Circuit::Array)
        showArray(out, held);
    else
        showPooling(out, held, lane);
    return out;
}

std::vector<std::uint32_t> bundlesOf(Circuit circuit, const session::Loaded& loaded) {
    const auto chip = chips::chipNamed(loaded.spec->chip);
    if (!chip || !(*chip)->circuits) return {};
    scene::circuit::CircuitBundles bundles = scene::circuit::circuitBundles(*loaded.spec, loaded.program);
    return circuit == Circuit::Array ? std::move(bundles.passes) : std::move(bundles.poolings);
}

} // namespace lw::circuit
