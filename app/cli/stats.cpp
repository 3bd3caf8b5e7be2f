// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments.h"
#include "app/cli/command_list.h"
#include "app/cli/number_text.h"
#include "app/cli/prepared_run.h"
#include "app/cli/rounding_text.h"
#include "core/trace/statistics.h"

#include <cmath>

// lw stats: runs a program and says where its clocks went.
namespace lw::cli {

namespace {

using trace::Statistics;

void printCores(const Statistics& statistics, Console& console) {
    if (statistics.cores.size() == 1) return;
    console.line("\ncore                  issued         stalled      after halt");
    for (const trace::CoreUse& core : statistics.cores)
        console.line(padRight(core.name, 12) + padLeft(groupedText(core.issued), 16) +
                     padLeft(groupedText(core.stalled), 16) + padLeft(groupedText(core.afterHalt), 16));
}

void printUnits(const Statistics& statistics, Console& console) {
    console.line(
        "\n"
        "unit                          instructions     busy clocks   busy           bytes      operations");
    for (const trace::UnitUse& unit : statistics.units) {
        if (unit.instructions == 0 && unit.busyClocks == 0 && unit.bytes == 0) continue;
        console.line(padRight(unit.title, 28) + padLeft(groupedText(unit.instructions), 14) +
                     padLeft(groupedText(unit.busyClocks), 16) +
                     padLeft(percentText(unit.busyClocks, statistics.coreClocks), 7) +
                     padLeft(unit.bytes ? groupedText(unit.bytes) : "", 16) +
                     padLeft(unit.operations ? groupedText(unit.operations) : "", 16));
    }
}

void printStalls(const Statistics& statistics, Console& console) {
    if (statistics.stalls.empty()) return console.line("\nno stalls");
    console.line("\nstalled clocks       of all  unit      rule");
    for (const trace::StallUse& stall : statistics.stalls)
        console.line(padLeft(groupedText(stall.clocks), 14) +
                     padLeft(percentText(stall.clocks, statistics.coreClocks), 13) + "  " +
                     padRight(stall.unit, 10) + stall.rule);
}

void printRegions(const Statistics& statistics, Console& console) {
    console.line("\nregion                           bundles          issued         stalled   clocks");
    for (const trace::Region& region : statistics.regions) {
        if (region.clocks() == 0) continue;
        console.line(padRight(region.name.empty() ? "(before the first label)" : region.name, 28) +
                     padLeft(groupedText(region.count), 12) + padLeft(groupedText(region.issued), 16) +
                     padLeft(groupedText(region.stalled), 16) +
                     padLeft(percentText(region.clocks(), statistics.coreClocks), 9));
    }
}

// A multiply-accumulate is one operation.
double operationsPerInstruction(const Statistics& statistics) {
    double operations = 0, instructions = 0;
    for (const trace::UnitUse& unit : statistics.units) {
        operations += static_cast<double>(unit.operations);
        instructions += static_cast<double>(unit.instructions);
    }
    return instructions == 0 ? 0 : operations / instructions;
}

void printRoofline(const Statistics& statistics, std::string_view farUnit, Console& console) {
    const trace::Roofline& roofline = statistics.roofline;
    if (roofline.operations == 0) return;
    console.line("\nroofline: " + groupedText(roofline.operations) + " multiply-accumulates, " +
                 groupedText(roofline.bytes) + " bytes moved by the " + std::string(farUnit) +
                 (roofline.bytes ? ", " + fixedText(roofline.intensity, 2) + " per byte" : std::string()));
    console.line("          " + fixedText(roofline.attained, 2) + " per clock of " +
                 fixedText(roofline.ceiling, 2) + " possible at this intensity (" +
                 fixedText(100 * roofline.attained / roofline.ceiling, 1) + "%)");
    console.line("          " + fixedText(operationsPerInstruction(statistics), 2) +
                 " operations per instruction, of all units together");
}

Json toJson(const Statistics& statistics) {
    Json out{{"clocks", statistics.clocks},
             {"bundles", statistics.bundles},
             {"seconds", statistics.seconds},
             {"operationsPerInstruction", operationsPerInstruction(statistics)},
             {"stalls", Json::list()}};
    for (const trace::UnitUse& unit : statistics.units)
        out["units"].push_back({{"name", unit.name},
                                {"instructions", unit.instructions},
                                {"busy", unit.busyClocks},
                                {"bytes", unit.bytes},
                                {"operations", unit.operations}});
    for (const trace::StallUse& stall : statistics.stalls)
        out["stalls"].push_back({{"rule", stall.rule}, {"unit", stall.unit}, {"clocks", stall.clocks}});
    for (const trace::Region& region : statistics.regions)
        out["regions"].push_back({{"name", region.name},
                                  {"first", region.first},
                                  {"bundles", region.count},
                                  {"issued", region.issued},
                                  {"stalled", region.stalled}});
    if (statistics.cores.size() > 1)
        for (const trace::CoreUse& core : statistics.cores)
            out["cores"].push_back({{"name", core.name},
                                    {"issued", core.issued},
                                    {"stalled", core.stalled},
                                    {"afterHalt", core.afterHalt}});
    if (!statistics.roundings.empty()) out["roundings"] = roundingsJson(statistics.roundings);
    const trace::Roofline& roofline = statistics.roofline;
    out["roofline"] = {{"operations", roofline.operations},
                       {"bytes", roofline.bytes},
                       {"attained", roofline.attained},
                       {"ceiling", roofline.ceiling}};
    if (std::isfinite(roofline.intensity)) out["roofline"]["intensity"] = roofline.intensity;
    return out;
}

} // namespace

Result<Exit> runStats(const Arguments& arguments, Console& console) {
    LW_TRY(const auto run, prepareRun(arguments.operands().front(), arguments, console));
    if (!run) return Exit::Usage;
    machine::Timeline timeline(*run->machine);
    const RunEnd end = runToEnd(timeline, run->limits, console);
    const chips::Performance& best = run->loaded.machine.performance;
    const auto cores = static_cast<double>(std::as_const(*run->machine).cores().size());
    const Statistics statistics = trace::statisticsOf(
        *run->machine, {cores * best.operationsPerClock, cores * best.farBytesPerClock, best.clockHz},
        best.matrixUnit, best.farUnit);
    console.line(stopText(*run->machine, end));
    noteClocks(run->options.dma, console);
    console.document()["stop"] = stopJson(*run->machine, end);
    console.document()["statistics"] = toJson(statistics);
    console.line(countText(statistics.clocks, "clock") + " (" + fixedText(statistics.seconds * 1e6, 3) +
                 " us of the chip), " + countText(statistics.bundles, "bundle") + ", " +
                 groupedText(statistics.stalledClocks()) + " stalled");
    printCores(statistics, console);
    printUnits(statistics, console);
    printStalls(statistics, console);
    printRoundings(statistics.roundings, console);
    printRegions(statistics, console);
    printRoofline(statistics, run->loaded.machine.target.spec->units[index(best.farUnit)].title, console);
    return exitOf(end);
}

} // namespace lw::cli
