// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/unit_reports.h"

#include "core/chips/training/isa.h"
#include "core/chips/training/layout.h"
#include "core/chips/training/plan.h"
#include "core/chips/training/transfer.h"
#include "core/machine/cell_range.h"

#include <array>
#include <cstring>
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

// The cells of a machine by their paths.
class Reader {
  public:
    Reader(const machine::StateTree& tree, const machine::Moment& moment) : m_tree(tree), m_moment(moment) {}

    machine::NodeId node(const char* path) const { return m_tree.find(path); }
    const std::vector<std::uint64_t>& shape(const char* path) const { return m_tree.at(node(path)).shape; }
    std::uint64_t operator()(const char* path, std::uint64_t element = 0) const {
        const auto cells = readCells(m_tree, node(path), element, 1, m_moment);
        return cells.count() == 1 ? cells.bits(0) : 0;
    }
    std::uint64_t clock() const { return m_moment.clock; }

    Transfer transfer(std::uint64_t index) const {
        const auto cells =
            readCells(m_tree, node("dma/list"), index * kTransferWords, kTransferWords, m_moment);
        Transfer out;
        if (cells.bytes.size() >= sizeof out)
            std::memcpy(static_cast<void*>(&out), cells.bytes.data(), sizeof out);
        return out;
    }
    std::uint64_t transfers() const {
        return std::min<std::uint64_t>((*this)("dma/transfers"), kTransferSlots);
    }

    UnitReport report(UnitIndex unit) const {
        return {std::string(kIsa.units[unit].name), std::string(kIsa.units[unit].title), {}, {}};
    }
    UnitPicture picture(const char* name, const char* path) const {
        const auto& extents = shape(path);
        return {name, node(path), 0, static_cast<std::uint32_t>(extents[0]),
                static_cast<std::uint32_t>(extents[1])};
    }

  private:
    const machine::StateTree& m_tree;
    const machine::Moment& m_moment;
};

UnitRow portRow(const Reader& read, PortIndex port, const char* name) {
    const std::uint64_t free = read("queues/ports", port);
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
    const auto& shape = read.shape("queues/results"); // queue, place, sublane, lane
    const std::uint64_t places = shape[1], head = read("queues/popped", queue),
                        tail = read("queues/pushed", queue);
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
        const std::uint64_t ready = read("queues/ready", queue * places + place);
        UnitRow row{.name = "result " + std::to_string(i + 1), .value = "ready", .detail = {}};
        row.isActive = true;
        if (ready >= kNeverWritten - 1) {
            row.value = "needs more pushes";
        } else {
            if (clockOf(ready) > read.clock()) row.value = "at clock " + std::to_string(clockOf(ready));
            row.bundle = static_cast<std::uint32_t>(ready & kBundleMask);
        }
        report.rows.push_back(std::move(row));
        report.pictures.push_back({"result " + std::to_string(i + 1), read.node("queues/results"),
                                   (queue * places + place) * shape[2] * shape[3],
                                   static_cast<std::uint32_t>(shape[2]),
                                   static_cast<std::uint32_t>(shape[3])});
    }
}

UnitReport matrixReport(const Reader& read) {
    UnitReport report = read.report(kMxu);
    const std::uint64_t lanes = read.shape("mxu/weights")[0], rows = read("mxu/shadow rows");
    report.rows.push_back(portRow(read, kMxuPort, "port"));
    report.rows.push_back(portRow(read, kWeightPort, "weight port"));
    report.rows.push_back({.name = "weights",
                           .value = read("mxu/weights active") != 0 ? "active" : "none latched yet",
                           .detail = {}});
    UnitRow shadow{.name = "shadow",
                   .value = std::to_string(rows) + " of " + std::to_string(lanes) + " rows",
                   .detail = "weights being loaded; the next latch makes them active",
                   .isActive = rows != 0,
                   .done = rows,
                   .total = lanes};
    if (rows != 0 && read("mxu/shadow transposed") != 0) shadow.value += ", transposed";
    report.rows.push_back(std::move(shadow));
    addQueue(read, kMxuQueue, report);
    report.pictures.push_back(read.picture("weights", "mxu/weights"));
    report.pictures.push_back(read.picture("shadow", "mxu/shadow"));
    return report;
}

UnitReport transposeReport(const Reader& read) {
    UnitReport report = read.report(kXpose);
    const auto& shape = read.shape("queues/results");
    const std::uint64_t pushes = shape[3] / shape[2], collected = read("xpose/pushes");
    report.rows.push_back(portRow(read, kXposePort, "port"));
    report.rows.push_back({.name = "square",
                           .value = std::to_string(collected) + " of " + std::to_string(pushes) + " pushes",
                           .detail = "registers of the square collected so far",
                           .isActive = collected != 0,
                           .done = collected,
                           .total = pushes});
    addQueue(read, kXposeQueue, report);
    report.pictures.push_back(read.picture("square", "xpose/square"));
    return report;
}

UnitReport permuteReport(const Reader& read) {
    UnitReport report = read.report(kRpu);
    report.rows.push_back(portRow(read, kRpuPort, "port"));
    report.rows.push_back(
        {.name = "rotation", .value = count(read("rpu/rotation"), "lane", "lanes"), .detail = {}});
    addQueue(read, kRpuQueue, report);
    report.pictures.push_back(read.picture("pattern", "rpu/pattern"));
    report.pictures.push_back(read.picture("segments", "rpu/segments"));
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
    for (const std::uint64_t word : {read("rng/key", 1), read("rng/key", 0)})
        for (int shift = 28; shift >= 0; shift -= 4) key += kDigits[word >> shift & 15];
    report.rows.push_back({.name = "key", .value = key, .detail = "of Philox4x32-10, the high word first"});
    report.rows.push_back(
        {.name = "draws", .value = std::to_string(read("rng/draw")), .detail = "registers drawn so far"});
    return report;
}

// Flags that say or expect something; the others are counted.
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
        const auto value = static_cast<std::int32_t>(read("sync/flags", flag));
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

UnitRow transferRow(const Transfer& t, std::uint64_t clock) {
    const auto side = [](std::uint8_t space, std::int64_t address) {
        return (space < kIsa.spaces.size() ? std::string(kIsa.spaces[space].name) : std::string("?")) + '[' +
               std::to_string(address) + ']';
    };
    UnitRow row{.name = side(t.sourceSpace(), t.source) + " to " + side(t.destinationSpace(), t.destination),
                .value = std::to_string(t.landed) + " of " + std::to_string(t.granules),
                .detail = {},
                .isActive = t.landed < t.granules,
                .done = t.landed,
                .total = t.granules,
                .bundle = static_cast<std::uint32_t>(t.bundle)};
    row.detail = "granules landed; counts on f" + std::to_string(t.flag) + "; the engine " +
                 (t.startClock > clock ? "takes it at clock " : "took it at clock ") +
                 std::to_string(t.startClock);
    if (t.landed == t.granules && t.ordered < t.granules) row.value += ", not waited for";
    return row;
}

UnitReport transferReport(const Reader& read) {
    UnitReport report = read.report(kDma);
    for (const Direction direction : {kIn, kOut}) {
        const std::uint64_t free = read("dma/engine free", direction);
        UnitRow row{.name = direction == kIn ? "engine in" : "engine out", .value = "free", .detail = {}};
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

std::vector<UnitReport> unitReports(const machine::StateTree& tree, const machine::Moment& moment) {
    const Reader read(tree, moment);
    return {transferReport(read), flagReport(read),  matrixReport(read), transposeReport(read),
            permuteReport(read),  unaryReport(read), randomReport(read)};
}

} // namespace lw::training
