// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/recompute/memory_use.h"

#include "core/base/json.h"

#include <algorithm>
#include <map>

namespace lw::scene::recompute {

using lower::Held;
using lower::KeepStep;
using lower::StepKind;
using lower::recompute::Report;

namespace {

// Walks the steps, with the bands that are open in each place.
class Bands {
  public:
    explicit Bands(const Report& report) : m_report(report) {}

    std::vector<MemoryBand> run() {
        for (std::size_t i = 0; i < m_report.plan.steps.size(); ++i) take(i, m_report.plan.steps[i]);
        return std::move(m_out);
    }

  private:
    using Key = std::pair<lower::Memory, Held>;

    void take(std::size_t at, const KeepStep& step) {
        for (const std::size_t number : madeIn(m_report.plan, at)) {
            const KeepStep& makes = m_report.plan.steps[number];
            for (const Held& made : makes.writes)
                if (std::ranges::count(makes.reads, made) == 0) open(at, {lower::Memory::Vmem, made});
        }
        if (step.kind == StepKind::Spill) open(at, {lower::Memory::Hbm, movedBy(step)});
        for (const Held& gone : step.released) close(at, {lower::Memory::Vmem, gone});
        if (step.kind == StepKind::Fetch) close(at, {lower::Memory::Hbm, movedBy(step)});
    }

    void open(std::size_t at, const Key& key) {
        m_open[key] = m_out.size();
        m_out.push_back({m_report.names[key.second.value],
                         std::string(lower::kPartNames[static_cast<std::size_t>(key.second.part)]),
                         std::string(nameOf(key.first)),
                         lower::recompute::bytesOf(m_report.sublayers, key.second), at, at});
    }
    void close(std::size_t at, const Key& key) { // the batch was never brought to HBM
        const auto found = m_open.find(key);
        if (found == m_open.end()) return;
        m_out[found->second].until = at + 1;
        m_open.erase(found);
    }

    const Report& m_report;
    std::map<Key, std::size_t> m_open;
    std::vector<MemoryBand> m_out;
};

} // namespace

std::vector<const MemoryBand*> liveIn(const MemoryUse& use, std::size_t step) {
    std::vector<const MemoryBand*> out;
    for (const MemoryBand& band : use.bands)
        if (band.from <= step && step < band.until) out.push_back(&band);
    return out;
}

MemoryUse memoryUseOf(const Report& report) {
    MemoryUse out;
    out.policy = nameOf(report.request.policy);
    out.schedule = nameOf(report.request.schedule);
    out.capacity = report.request.vmemBytes(report.model);
    out.peak = report.usage.peak;
    out.peakStep = report.usage.peakStep;
    std::uint64_t clock = 0;
    for (std::size_t i = 0; i < report.plan.steps.size(); ++i) {
        const KeepStep& step = report.plan.steps[i];
        const lower::recompute::StepUse& use = report.usage.steps[i];
        out.steps.push_back({std::string(nameOf(step.kind)), report.names[step.value], clock, use.paid,
                             use.live.vmem, use.live.hbm, step.kind == StepKind::Recompute});
        if (step.kind == StepKind::Loss) out.backward = i;
        clock += use.paid;
    }
    out.bands = Bands(report).run();
    return out;
}

MemoryGhost ghostOf(const Report& report) {
    MemoryGhost out{std::string(nameOf(report.request.policy)), report.usage.peak, {}};
    std::uint64_t clock = 0;
    for (const lower::recompute::StepUse& use : report.usage.steps) {
        out.points.emplace_back(clock, use.live.total());
        clock += use.paid;
    }
    out.points.emplace_back(clock, 0);
    return out;
}

Json jsonOf(const MemoryUse& use) {
    Json steps = Json::list(), bands = Json::list(), ghosts = Json::list();
    for (const MemoryStep& step : use.steps)
        steps.push_back({{"kind", step.kind},
                         {"name", step.name},
                         {"clock", step.clock},
                         {"clocks", step.clocks},
                         {"vmem", step.vmem},
                         {"hbm", step.hbm},
                         {"again", step.isAgain}});
    for (const MemoryBand& band : use.bands)
        bands.push_back({{"name", band.name},
                         {"part", band.part},
                         {"place", band.place},
                         {"bytes", band.bytes},
                         {"from", band.from},
                         {"until", band.until}});
    for (const MemoryGhost& ghost : use.ghosts) {
        Json points = Json::list();
        for (const auto& [clock, bytes] : ghost.points) points.push_back(Json::list({clock, bytes}));
        ghosts.push_back({{"policy", ghost.policy}, {"peak", ghost.peak}, {"points", std::move(points)}});
    }
    return {{"policy", use.policy},      {"schedule", use.schedule}, {"steps", std::move(steps)},
            {"bands", std::move(bands)}, {"capacity", use.capacity}, {"peak", use.peak},
            {"peakStep", use.peakStep},  {"backward", use.backward}, {"ghosts", std::move(ghosts)}};
}

} // namespace lw::scene::recompute
