// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/unit_reports.h"

#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/layout.h"
#include "core/machine/cell_reader.h"

#include <string>

namespace lw::nnp {

using machine::UnitReport;

namespace {

struct StateReader : machine::CellReader {
    StateReader(const machine::CoreTree& tree, const machine::Moment& moment)
        : CellReader(tree, moment), at(tree.handles<Layout>()) {}

    std::string text(const machine::Cells<std::uint64_t>& cells, std::uint64_t element = 0) const {
        return std::to_string((*this)(cells, element));
    }
    const Layout& at;
};

UnitReport reportOf(isa::UnitId unit) {
    return {std::string(kIsa.units[index(unit)].name), std::string(kIsa.units[index(unit)].title), {}, {}};
}

// What a quantiser has lost.
machine::UnitRow lossRow(const StateReader& read, Quantiser quantiser, const char* name) {
    const auto word = [&](LossWord which) {
        return read.text(read.at.losses, static_cast<std::uint64_t>(quantiser) * kLossWords + which);
    };
    return {.name = name,
            .value = word(kLossRounded) + " of " + word(kLossNumbers),
            .detail = "numbers that lost bits; besides, " + word(kLossToZero) + " became zero and " +
                      word(kLossSaturated) + " saturated"};
}

UnitReport sequencerReport(const StateReader& read) {
    UnitReport report = reportOf(kSequencer);
    for (std::size_t i = 0; i < kControls; ++i)
        report.rows.push_back({.name = std::string(kControlNames[i]),
                               .value = std::to_string(read(controlOf(read.at, static_cast<Control>(i)))),
                               .detail = std::string(kSettings[i].detail)});
    for (std::uint32_t i = 0; i < read(read.at.loopDepth); ++i)
        report.rows.push_back(
            {.name = "loop " + std::to_string(i + 1),
             .value = std::to_string(read(read.at.loopTurns, i) + 1) + " of " +
                      std::to_string(read(read.at.loopCounts, i)),
             .detail = "turn of the loop before instruction " + std::to_string(read(read.at.loopStarts, i))});
    return report;
}

UnitReport vectorReport(const StateReader& read) {
    UnitReport report = reportOf(kVectors);
    report.rows.push_back({.name = "from the network",
                           .value = read.text(read.at.queues, kInLeft),
                           .detail = "vectors that chains have taken"});
    report.rows.push_back({.name = "to the network",
                           .value = read.text(read.at.queues, kOutCount),
                           .detail = "vectors that chains have written"});
    report.rows.push_back(lossRow(read, Quantiser::Middle, "v_wr.q cut"));
    return report;
}

UnitReport matrixReport(const StateReader& read) {
    UnitReport report = reportOf(kMatrices);
    report.rows.push_back(lossRow(read, Quantiser::Matrices, "matrices cut"));
    return report;
}

UnitReport multiplierReport(const StateReader& read) {
    UnitReport report = reportOf(kMvm);
    report.rows.push_back(lossRow(read, Quantiser::Vectors, "vectors cut"));
    report.rows.push_back({.name = "terms cut",
                           .value = read.text(read.at.termsCut),
                           .detail = "products of a row that lost bits below the accumulator's window"});
    report.pictures.push_back(read.picture("InitialVrf", read.at.initial));
    return report;
}

UnitReport functionReport(const StateReader& read) {
    UnitReport report = reportOf(kMfu);
    report.rows.push_back({.name = "chain",
                           .value = std::to_string(read(read.at.chainCount)),
                           .detail = "vectors that travel in the chain",
                           .isActive = read(read.at.inChain) != 0});
    report.pictures.push_back(read.picture("chain", read.at.chain));
    report.pictures.push_back(read.picture("AddSubVrf0", read.at.addSub0));
    report.pictures.push_back(read.picture("MultiplyVrf", read.at.multiply));
    report.pictures.push_back(read.picture("AddSubVrf1", read.at.addSub1));
    return report;
}

} // namespace

std::vector<UnitReport> unitReports(const machine::CoreTree& tree, const machine::Moment& moment) {
    const StateReader read(tree, moment);
    return {sequencerReport(read), vectorReport(read), matrixReport(read), multiplierReport(read),
            functionReport(read)};
}

} // namespace lw::nnp
