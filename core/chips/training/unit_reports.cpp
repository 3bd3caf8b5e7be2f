// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/unit_reports.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/plan.h"
#include "core/chips/training/transfer.h"
#include "core/machine/cell_reader.h"
#include "core/machine/core_names.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace lw::training {

using machine::UnitPicture;
using machine::UnitReport;
using machine::UnitRow;

namespace {

std::string count(std::uint64_t number, const char* one, const char* many) {
    return std::to_string(number) + ' ' + (number == 1 ? one : many);
}

// A core's cells at the moment, and the beginning of every report.
struct Reader : machine::CellReader {
    Reader(const machine::CoreTree& tree, const machine::Moment& moment)
        : CellReader(tree, moment), at(tree.handles<Layout>()) {}

    const Layout& at;

    Transfer transfer(std::uint64_t index) const { return record<Transfer>(at.transfers, index); }
    std::uint64_t transfers() const { return std::min((*this)(at.transferCount), kTransferSlots); }
    UnitReport report(isa::UnitId unit) const {
        return {
            std::string(kIsa.units[index(unit)].name), std::string(kIsa.units[index(unit)].title), {}, {}};
    }
};

UnitRow portRow(const Reader& read, PortIndex port, const char* name) {
    const std::uint64_t free = read(read.at.portFree, port);
    UnitRow row{.name = name, .value = "free", .detail = {}};
    if (clockOf(free) <= read.clock()) return row;
    row.value = "until clock " + std::to_string(clockOf(free));
    row.detail = "taken: the next push can go in at clock " + std::to_string(clockOf(free));
    row.isActive = true;
    row.bundle = static_cast<std::uint32_t>(free & kBundleMask);
    return row;
}

// The results waiting in a unit's queue, the oldest first, each with a picture.
void addQueue(const Reader& read, QueueIndex queue, UnitReport& report) {
    // Queue, place, sublane, lane.
    const auto results = read.at.queueData;
    const std::uint64_t places = read.extent(results, 1), sublanes = read.extent(results, 2),
                        lanes = read.extent(results, 3), head = read(read.at.queueHead, queue),
                        tail = read(read.at.queueTail, queue);
    const std::uint64_t waiting = tail - head;
    report.rows.push_back({.name = "queue",
                           .value = std::to_string(waiting) + " of " + std::to_string(places - 1),
                           .detail = count(tail, "result", "results") + " promised since the start, " +
                                     std::to_string(head) + " popped",
                           .isActive = waiting != 0,
                           .done = waiting,
                           .total = places - 1});
    for (std::uint64_t i = 0; i < waiting && i < places; ++i) {
        const std::uint64_t place = (head + i) % places;
        const std::uint64_t ready = read(read.at.queueReady, queue * places + place);
        UnitRow row{.name = "result " + std::to_string(i + 1), .value = "ready", .detail = {}};
        row.isActive = true;
        if (ready >= kNeverWritten - 1) {
            row.value = "needs more pushes";
        } else {
            if (clockOf(ready) > read.clock()) row.value = "at clock " + std::to_string(clockOf(ready));
            row.bundle = static_cast<std::uint32_t>(ready & kBundleMask);
        }
        report.pictures.push_back(
            {"result " + std::to_string(i + 1), results.node, (queue * places + place) * sublanes * lanes,
             static_cast<std::uint32_t>(sublanes), static_cast<std::uint32_t>(lanes), row.bundle});
        report.rows.push_back(std::move(row));
    }
}

UnitReport matrixReport(const Reader& read) {
    UnitReport report = read.report(kMxu);
    const std::uint64_t lanes = read.extent(read.at.weights, 0), rows = read(read.at.shadowRows);
    report.rows.push_back(portRow(read, kMxuPort, "port"));
    report.rows.push_back(portRow(read, kWeightPort, "weight port"));
    report.rows.push_back({.name = "weights",
                           .value = read(read.at.weightsActive) != 0 ? "active" : "none latched yet",
                           .detail = {}});
    UnitRow shadow{.name = "shadow",
                   .value = std::to_string(rows) + " of " + std::to_string(lanes) + " rows",
                   .detail = "weights being loaded; the next latch makes them active",
                   .isActive = rows != 0,
                   .done = rows,
                   .total = lanes};
    if (rows != 0 && read(read.at.shadowTransposed) != 0) shadow.value += ", transposed";
    report.rows.push_back(std::move(shadow));
    addQueue(read, kMxuQueue, report);
    report.pictures.push_back(read.picture("weights", read.at.weights));
    report.pictures.push_back(read.picture("shadow", read.at.shadow));
    return report;
}

UnitReport transposeReport(const Reader& read) {
    UnitReport report = read.report(kXpose);
    const std::uint64_t pushes = read.extent(read.at.queueData, 3) / read.extent(read.at.queueData, 2);
    const std::uint64_t collected = read(read.at.squareRows);
    report.rows.push_back(portRow(read, kXposePort, "port"));
    report.rows.push_back({.name = "square",
                           .value = std::to_string(collected) + " of " + std::to_string(pushes) + " pushes",
                           .detail = "registers of the square collected so far",
                           .isActive = collected != 0,
                           .done = collected,
                           .total = pushes});
    addQueue(read, kXposeQueue, report);
    report.pictures.push_back(read.picture("square", read.at.square));
    return report;
}

UnitReport permuteReport(const Reader& read) {
    UnitReport report = read.report(kRpu);
    report.rows.push_back(portRow(read, kRpuPort, "port"));
    report.rows.push_back(
        {.name = "rotation", .value = count(read(read.at.rotate), "lane", "lanes"), .detail = {}});
    addQueue(read, kRpuQueue, report);
    report.pictures.push_back(read.picture("pattern", read.at.pattern));
    report.pictures.push_back(read.picture("segments", read.at.segments));
    return report;
}

UnitReport unaryReport(const Reader& read) {
    UnitReport report = read.report(kEup);
    report.rows.push_back(portRow(read, kEupPort, "port"));
    addQueue(read, kEupQueue, report);
    return report;
}

UnitReport randomReport(const Reader& read) {
    UnitReport report = read.report(kRandom);
    report.rows.push_back(portRow(read, kRandomPort, "port"));
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string key = "0x";
    for (const std::uint32_t word : {read(read.at.randomKey, 1), read(read.at.randomKey, 0)})
        for (int shift = 28; shift >= 0; shift -= 4) key += kDigits[word >> shift & 15];
    report.rows.push_back({.name = "key", .value = key, .detail = "of Philox4x32-10, the high word first"});
    report.rows.push_back({.name = "draws",
                           .value = std::to_string(read(read.at.randomDraw)),
                           .detail = "registers drawn so far"});
    return report;
}

// Flags with a value or something expected; the others are counted.
UnitReport flagReport(const Reader& read) {
    UnitReport report = read.report(kSync);
    std::array<std::uint64_t, 32> granules{}, transfers{};
    for (std::uint64_t i = 0; i < read.transfers(); ++i) {
        const Transfer t = read.transfer(i);
        if (t.flag >= granules.size() || t.landed >= t.granules) continue;
        granules[t.flag] += t.granules - t.landed;
        ++transfers[t.flag];
    }
    std::uint64_t quiet = 0;
    for (std::size_t flag = 0; flag < granules.size(); ++flag) {
        const std::int32_t value = read(read.at.flags, flag);
        if (value == 0 && transfers[flag] == 0) {
            ++quiet;
            continue;
        }
        UnitRow row{.name = "f" + std::to_string(flag), .value = std::to_string(value), .detail = {}};
        if (transfers[flag] != 0) {
            row.value += " +" + std::to_string(granules[flag]);
            row.detail = count(granules[flag], "granule", "granules") + " of " +
                         count(transfers[flag], "transfer", "transfers") + " will still count on it";
            row.isActive = true;
        }
        report.rows.push_back(std::move(row));
    }
    if (quiet != 0)
        report.rows.push_back(
            {.name = quiet == granules.size() ? "all flags" : "the others",
             .value = "0",
             .detail = count(quiet, "flag is", "flags are") + " 0 and nothing counts on them"});
    return report;
}

// "hbm[4] to vmem[0]"; to another core "hbm[4] to c1.vmem[0]", from another core "c0 to vmem[0]".
std::string nameOf(const Transfer& t) {
    const auto side = [](isa::SpaceId space, std::int64_t address) {
        return (index(space) < kIsa.spaces.size() ? std::string(kIsa.spaces[index(space)].name)
                                                  : std::string("?")) +
               '[' + std::to_string(address) + ']';
    };
    const std::string other = machine::CoreNames{}.nameOf({t.farCore});
    if (t.isSignal) return (t.direction == kSend ? "a signal to " : "a signal from ") + other;
    return (t.direction == kArrive ? other : side(t.sourceSpace(), t.source)) + " to " +
           (t.direction == kSend ? other + "." : "") + side(t.destinationSpace(), t.destination);
}

UnitRow transferRow(const Transfer& t, std::uint64_t clock) {
    UnitRow row{.name = nameOf(t),
                .value = std::to_string(t.landed) + " of " + std::to_string(t.granules),
                .detail = {},
                .isActive = t.landed < t.granules,
                .done = t.landed,
                .total = t.granules,
                .bundle = static_cast<std::uint32_t>(t.bundle)};
    row.detail = (t.direction == kSend ? std::string("granules that have left")
                                       : "granules landed; counts on f" + std::to_string(t.flag)) +
                 "; the engine " + (t.startClock > clock ? "takes it at clock " : "took it at clock ") +
                 std::to_string(t.startClock);
    if (t.landed == t.granules && t.ordered < t.granules) row.value += ", not waited for";
    return row;
}

UnitReport transferReport(const Reader& read) {
    UnitReport report = read.report(kDma);
    constexpr std::array kEngines{"engine in", "engine out", "engine to other cores"};
    for (std::size_t direction = 0; direction < read.extent(read.at.dmaFree, 0); ++direction) {
        const std::uint64_t free = read(read.at.dmaFree, direction);
        UnitRow row{.name = kEngines[direction], .value = "free", .detail = {}};
        row.isActive = free > read.clock();
        if (row.isActive) row.value = "until clock " + std::to_string(free);
        row.detail = "when it takes the next transfer";
        report.rows.push_back(std::move(row));
    }
    for (std::uint64_t i = 0; i < read.transfers(); ++i)
        report.rows.push_back(transferRow(read.transfer(i), read.clock()));
    return report;
}

} // namespace

std::vector<UnitReport> unitReports(const machine::CoreTree& tree, const machine::Moment& moment) {
    const Reader read(tree, moment);
    return {transferReport(read), flagReport(read),  matrixReport(read), transposeReport(read),
            permuteReport(read),  unaryReport(read), randomReport(read)};
}

} // namespace lw::training
