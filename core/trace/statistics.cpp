// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/statistics.h"

#include <algorithm>
#include <limits>

namespace lw::trace {

namespace {

std::vector<Region> regionsOf(const program::Program& program, const std::vector<std::uint64_t>& issued,
                              const std::vector<std::uint64_t>& stalled) {
    std::vector<Region> out;
    for (const program::Symbol& symbol : program.symbols)
        if (symbol.kind == program::SymbolKind::Label && symbol.value >= 0 &&
            static_cast<std::uint64_t>(symbol.value) < program.bundles.size())
            out.push_back({symbol.name, static_cast<std::uint32_t>(symbol.value), 0, 0, 0});
    std::stable_sort(out.begin(), out.end(),
                     [](const Region& a, const Region& b) { return a.first < b.first; });
    // Labels of one bundle are one region.
    for (std::size_t i = 1; i < out.size();) {
        if (out[i].first != out[i - 1].first) {
            ++i;
            continue;
        }
        out[i - 1].name += ", " + out[i].name;
        out.erase(out.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!program.bundles.empty() && (out.empty() || out.front().first != 0))
        out.insert(out.begin(), Region{});
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::size_t end = i + 1 < out.size() ? out[i + 1].first : program.bundles.size();
        out[i].count = static_cast<std::uint32_t>(end - out[i].first);
        for (std::size_t bundle = out[i].first; bundle < end; ++bundle) {
            out[i].issued += issued[bundle];
            out[i].stalled += stalled[bundle];
        }
    }
    return out;
}

Roofline rooflineOf(const Statistics& statistics, const Peaks& peaks, isa::UnitId matrixUnit,
                    isa::UnitId farUnit) {
    Roofline out;
    out.operations = statistics.units[index(matrixUnit)].operations;
    out.bytes = statistics.units[index(farUnit)].bytes;
    const double operations = static_cast<double>(out.operations);
    out.intensity =
        out.bytes ? operations / static_cast<double>(out.bytes) : std::numeric_limits<double>::infinity();
    out.attained = statistics.clocks ? operations / static_cast<double>(statistics.clocks) : 0;
    out.ceiling = out.bytes ? std::min(peaks.operationsPerClock, out.intensity * peaks.bytesPerClock)
                            : peaks.operationsPerClock;
    return out;
}

void addStall(const machine::StallCount& stall, const isa::Spec& spec, std::vector<StallUse>& out) {
    const std::string_view unit = spec.units[index(stall.unit)].name;
    const auto known = std::find_if(out.begin(), out.end(), [&](const StallUse& use) {
        return use.rule == stall.rule && use.unit == unit;
    });
    if (known != out.end())
        known->clocks += stall.clocks;
    else
        out.push_back({std::string(stall.rule), std::string(unit), stall.clocks});
}

// The cores of a machine are of one kind.
void addCore(const machine::Core& core, bool isOneOfSeveral, Statistics& out) {
    const isa::Spec& spec = *core.target().spec;
    const std::vector<machine::UnitCount> units = core.unitCounts();
    out.units.resize(units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
        UnitUse& unit = out.units[i];
        unit.name = spec.units[i].name;
        unit.title = spec.units[i].title;
        unit.instructions += units[i].instructions;
        unit.busyClocks += units[i].busyClocks;
        unit.bytes += units[i].bytes;
        unit.operations += units[i].operations;
    }
    CoreUse use{core.name(), core.issuedBundles(), 0, 0};
    for (const machine::StallCount& stall : core.stalls()) {
        use.stalled += stall.clocks;
        if (stall.clocks) addStall(stall, spec, out.stalls);
    }
    use.afterHalt = out.clocks - use.issued - use.stalled;
    out.cores.push_back(use);
    for (Region& region : regionsOf(core.program(), core.bundleCounts(), core.bundleStalls())) {
        if (isOneOfSeveral) region.name.insert(0, core.name() + (region.name.empty() ? "" : "."));
        out.regions.push_back(std::move(region));
    }
}

} // namespace

std::uint64_t Statistics::stalledClocks() const {
    std::uint64_t sum = 0;
    for (const StallUse& stall : stalls) sum += stall.clocks;
    return sum;
}

std::vector<machine::RoundingCount> roundingsOf(const machine::Machine& machine) {
    std::vector<machine::RoundingCount> out;
    for (const machine::Core* const core : machine.cores())
        for (const machine::RoundingCount& one : core->roundings()) {
            const auto known = std::ranges::find(out, one.where, &machine::RoundingCount::where);
            if (known == out.end()) {
                out.push_back(one);
                continue;
            }
            known->numbers += one.numbers;
            known->rounded += one.rounded;
            known->toZero += one.toZero;
            known->saturated += one.saturated;
        }
    return out;
}

Statistics statisticsOf(const machine::Machine& machine, const Peaks& peaks, isa::UnitId matrixUnit,
                        isa::UnitId farUnit) {
    const auto cores = machine.cores();
    Statistics out;
    out.clocks = machine.clock();
    out.coreClocks = out.clocks * cores.size();
    out.bundles = machine.issuedBundles();
    for (const machine::Core* const core : cores) addCore(*core, cores.size() > 1, out);
    std::stable_sort(out.stalls.begin(), out.stalls.end(),
                     [](const StallUse& a, const StallUse& b) { return a.clocks > b.clocks; });
    out.roundings = roundingsOf(machine);
    out.roofline = rooflineOf(out, peaks, matrixUnit, farUnit);
    out.seconds = peaks.clockHz > 0 ? static_cast<double>(out.clocks) / peaks.clockHz : 0;
    return out;
}

} // namespace lw::trace
