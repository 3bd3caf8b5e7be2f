// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/unit_reports.h"

#include "core/chips/inference/isa.h"
#include "core/chips/inference/state_reader.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lw::inference {

using machine::UnitPicture;
using machine::UnitReport;
using machine::UnitRow;

namespace {

UnitReport reportOf(UnitIndex unit) {
    return {std::string(kIsa.units[unit].name), std::string(kIsa.units[unit].title), {}, {}};
}

UnitRow portRow(const StateReader& read, PortIndex port, const char* name) {
    const std::uint64_t free = read("control/ports", port);
    UnitRow row{.name = name, .value = "free", .detail = "when it takes the next instruction"};
    if (free <= read.clock()) return row;
    row.value = "until clock " + std::to_string(free);
    row.isActive = true;
    row.bundle = static_cast<std::uint32_t>(read("control/port users", port));
    return row;
}

void addFlights(const StateReader& read, UnitIndex unit, UnitReport& report) {
    for (const Flight& f : read.flights()) {
        if (f.unit != unit) continue;
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

UnitRow tileRow(const StateReader& read, const char* name, const char* path, const char* none) {
    UnitRow row{.name = name, .value = none, .detail = {}};
    if (read(path, kTileLoaded) == 0) return row;
    row.value = std::to_string(read(path, kTileK)) + " x " + std::to_string(read(path, kTileN)) +
                (read(path, kTileFloat) != 0 ? ", float32" : ", int8");
    row.detail = "rows and columns of the tile";
    return row;
}

UnitPicture tilePicture(const StateReader& read, const char* name, const char* path) {
    return {name, read.node(path), 0, static_cast<std::uint32_t>(read.extent(path, 0)),
            static_cast<std::uint32_t>(read.extent(path, 1))};
}

UnitReport transferReport(const StateReader& read) {
    UnitReport report = reportOf(kDma);
    report.rows.push_back(portRow(read, kDmaPort, "engine"));
    constexpr const char* kNames[] = {"into the circuit", "back to the host"};
    for (std::uint64_t i = 0; i < 2; ++i)
        report.rows.push_back({.name = kNames[i],
                               .value = std::to_string(read("counters/host bytes", i)) + " bytes",
                               .detail = "over the host interface since the start"});
    addFlights(read, kDma, report);
    return report;
}

UnitReport matrixReport(const StateReader& read) {
    UnitReport report = reportOf(kMxu);
    report.rows.push_back(portRow(read, kArrayPort, "array"));
    report.rows.push_back(portRow(read, kWeightPort, "weight path"));
    report.rows.push_back(tileRow(read, "weights", "mxu/weights shape", "none yet"));
    report.rows.push_back(tileRow(read, "next weights", "mxu/path shape", "none loaded"));
    addFlights(read, kMxu, report);
    report.pictures.push_back(tilePicture(read, "weights", "mxu/weights"));
    report.pictures.push_back(tilePicture(read, "weight path", "mxu/path"));
    report.pictures.push_back(tilePicture(read, "accumulators", "mxu/accumulators"));
    return report;
}

// Strips with their shapes; those never written are left out.
UnitReport vectorReport(const StateReader& read) {
    UnitReport report = reportOf(kVpu);
    report.rows.push_back(portRow(read, kVpuPort, "port"));
    addFlights(read, kVpu, report);
    const std::uint64_t pixels = read.extent("vpu/strips", 1), columns = read.extent("vpu/strips", 2);
    for (std::uint32_t v = 0; v < kStrips; ++v) {
        const auto word = [&](StripWord which) { return read("vpu/shapes", v * kStripWords + which); };
        if (word(kStripWritten) == 0) continue;
        const std::string name = "v" + std::to_string(v);
        const std::uint64_t used = std::min(word(kStripRows) * word(kStripColumns), pixels);
        report.rows.push_back({.name = name,
                               .value = std::to_string(word(kStripRows)) + " x " +
                                        std::to_string(word(kStripColumns)) + " x " +
                                        std::to_string(word(kStripLanes)),
                               .detail = "rows, columns and lanes of the strip",
                               .done = used,
                               .total = pixels});
        report.pictures.push_back({name, read.node("vpu/strips"), v * pixels * columns,
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

std::vector<UnitReport> unitReports(const machine::StateTree& tree, const machine::Moment& moment) {
    const StateReader read(tree, moment);
    return {transferReport(read), matrixReport(read), vectorReport(read), poolReport(read)};
}

} // namespace lw::inference
