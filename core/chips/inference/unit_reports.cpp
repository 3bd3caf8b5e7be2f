// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/unit_reports.h"

#include "core/chips/inference/isa.h"
#include "core/chips/inference/links.h"
#include "core/chips/inference/state_reader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lw::inference {

using machine::UnitReport;
using machine::UnitRow;

namespace {

UnitReport reportOf(isa::UnitId unit) {
    return {std::string(kIsa.units[index(unit)].name), std::string(kIsa.units[index(unit)].title), {}, {}};
}

UnitRow rowOfPort(const StateReader& read, std::uint64_t free, std::uint64_t user, std::string name) {
    UnitRow row{.name = std::move(name), .value = "free", .detail = "when it takes the next instruction"};
    if (free <= read.clock()) return row;
    row.value = "until clock " + std::to_string(free);
    row.isActive = true;
    row.bundle = static_cast<std::uint32_t>(user);
    return row;
}

UnitRow portRow(const StateReader& read, PortIndex port, const char* name) {
    return rowOfPort(read, read(read.at.portFree, port), read(read.at.portRow, port), name);
}

// For a circuit of an array: its links, and the signals that have come.
void addLinks(const StateReader& read, UnitReport& report) {
    if (read.at.signals.count == 0) return;
    for (std::uint8_t d = 0; d < kDirections; ++d)
        report.rows.push_back(rowOfPort(read, read(read.at.linkFree, d), read(read.at.linkRow, d),
                                        "link to the " + std::string(nameOf(static_cast<Direction>(d)))));
    std::uint64_t sent = 0;
    for (std::uint8_t d = 0; d < kDirections; ++d) sent += read(read.at.linkBytes, d);
    report.rows.push_back({.name = "to the neighbours",
                           .value = std::to_string(sent) + " bytes",
                           .detail = "over the links since the start"});
    for (std::uint32_t signal = 0; signal < kSignals; ++signal)
        if (const std::uint32_t times = read(read.at.signals, signal); times != 0)
            report.rows.push_back({.name = "signal " + std::to_string(signal),
                                   .value = std::to_string(times),
                                   .detail = "how many times it has come with what neighbours have sent"});
}

void addFlights(const StateReader& read, isa::UnitId unit, UnitReport& report) {
    for (const Flight& f : read.flights()) {
        if (f.unit != index(unit)) continue;
        const std::uint64_t done = read.clock() - std::min(f.first, read.clock()), total = f.end - f.first;
        report.rows.push_back(
            {.name = "instruction " + std::to_string(f.bundle),
             .value = "clocks " + std::to_string(f.first) + " to " + std::to_string(f.end - 1),
             .detail = "under way; what conflicts with it waits until its last clock is over",
             .isActive = true,
             .done = std::min(done, total),
             .total = total,
             .bundle = static_cast<std::uint32_t>(f.bundle)});
    }
}

UnitRow tileRow(const StateReader& read, const char* name, const machine::Cells<std::uint32_t>& shape,
                const char* none) {
    UnitRow row{.name = name, .value = none, .detail = {}};
    if (read(shape, kTileLoaded) == 0) return row;
    row.value = std::to_string(read(shape, kTileK)) + " x " + std::to_string(read(shape, kTileN)) +
                (read(shape, kTileFloat) != 0 ? ", float32" : ", int8");
    row.detail = "rows and columns of the tile";
    return row;
}

UnitReport transferReport(const StateReader& read) {
    UnitReport report = reportOf(kDma);
    report.rows.push_back(portRow(read, kDmaPort, "engine"));
    constexpr const char* kNames[] = {"into the circuit", "back to the host"};
    for (std::uint64_t i = 0; i < 2; ++i)
        report.rows.push_back({.name = kNames[i],
                               .value = std::to_string(read(read.at.hostBytes, i)) + " bytes",
                               .detail = "over the host interface since the start"});
    addLinks(read, report);
    addFlights(read, kDma, report);
    return report;
}

UnitReport matrixReport(const StateReader& read) {
    UnitReport report = reportOf(kMxu);
    report.rows.push_back(portRow(read, kArrayPort, "array"));
    report.rows.push_back(portRow(read, kWeightPort, "weight path"));
    report.rows.push_back(tileRow(read, "weights", read.at.tileShape, "none yet"));
    report.rows.push_back(tileRow(read, "next weights", read.at.pathShape, "none loaded"));
    addFlights(read, kMxu, report);
    report.pictures.push_back(read.picture("weights", read.at.weights));
    report.pictures.push_back(read.picture("weight path", read.at.path));
    report.pictures.push_back(read.picture("accumulators", read.at.accumulators));
    return report;
}

// Strips with their shapes; those never written are left out.
UnitReport vectorReport(const StateReader& read) {
    UnitReport report = reportOf(kVpu);
    report.rows.push_back(portRow(read, kVpuPort, "port"));
    addFlights(read, kVpu, report);
    const std::uint64_t pixels = read.extent(read.at.strips, 1), columns = read.extent(read.at.strips, 2);
    for (std::uint32_t v = 0; v < kStrips; ++v) {
        const auto word = [&](StripWord which) { return read(read.at.stripShapes, v * kStripWords + which); };
        if (word(kStripWritten) == 0) continue;
        const std::string name = "v" + std::to_string(v);
        const std::uint64_t used = std::min(std::uint64_t{word(kStripRows)} * word(kStripColumns), pixels);
        report.rows.push_back({.name = name,
                               .value = std::to_string(word(kStripRows)) + " x " +
                                        std::to_string(word(kStripColumns)) + " x " +
                                        std::to_string(word(kStripLanes)),
                               .detail = "rows, columns and lanes of the strip",
                               .done = used,
                               .total = pixels});
        report.pictures.push_back({name, read.at.strips.node, v * pixels * columns,
                                   static_cast<std::uint32_t>(used), static_cast<std::uint32_t>(columns)});
    }
    return report;
}

UnitReport poolReport(const StateReader& read) {
    UnitReport report = reportOf(kPool);
    report.rows.push_back(portRow(read, kPoolPort, "port"));
    addFlights(read, kPool, report);
    return report;
}

} // namespace

std::vector<UnitReport> unitReports(const machine::CoreTree& tree, const machine::Moment& moment) {
    const StateReader read(tree, moment);
    return {transferReport(read), matrixReport(read), vectorReport(read), poolReport(read)};
}

} // namespace lw::inference
