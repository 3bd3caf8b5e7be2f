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

Roofline rooflineOf(const Statistics& statistics, const Peaks& peaks, std::uint8_t matrixUnit,
                    std::uint8_t farUnit) {
    Roofline out;
    out.operations = statistics.units[matrixUnit].operations;
    out.bytes = statistics.units[farUnit].bytes;
    const double operations = static_cast<double>(out.operations);
    out.intensity =
        out.bytes ? operations / static_cast<double>(out.bytes) : std::numeric_limits<double>::infinity();
    out.attained = statistics.clocks ? operations / static_cast<double>(statistics.clocks) : 0;
    out.ceiling = out.bytes ? std::min(peaks.operationsPerClock, out.intensity * peaks.bytesPerClock)
                            : peaks.operationsPerClock;
    return out;
}

} // namespace

std::uint64_t Statistics::stalledClocks() const {
    std::uint64_t sum = 0;
    for (const StallUse& stall : stalls) sum += stall.clocks;
    return sum;
}

Statistics statisticsOf(const machine::Machine& machine, const Peaks& peaks, std::uint8_t matrixUnit,
                        std::uint8_t farUnit) {
    const isa::Spec& spec = *machine.onlyCore().target().spec;
    Statistics out;
    out.clocks = machine.clock();
    out.bundles = machine.issuedBundles();
    const std::vector<machine::UnitCount> units = machine.onlyCore().unitCounts();
    for (std::size_t i = 0; i < units.size(); ++i)
        out.units.push_back({std::string(spec.units[i].name), std::string(spec.units[i].title),
                             units[i].instructions, units[i].busyClocks, units[i].bytes,
                             units[i].operations});
    for (const machine::StallCount& stall : machine.onlyCore().stalls())
        if (stall.clocks)
            out.stalls.push_back(
                {std::string(stall.rule), std::string(spec.units[stall.unit].name), stall.clocks});
    std::stable_sort(out.stalls.begin(), out.stalls.end(),
                     [](const StallUse& a, const StallUse& b) { return a.clocks > b.clocks; });
    out.regions = regionsOf(machine.onlyCore().program(), machine.onlyCore().bundleCounts(),
                            machine.onlyCore().bundleStalls());
    out.roofline = rooflineOf(out, peaks, matrixUnit, farUnit);
    out.seconds = peaks.clockHz > 0 ? static_cast<double>(out.clocks) / peaks.clockHz : 0;
    return out;
}

} // namespace lw::trace
