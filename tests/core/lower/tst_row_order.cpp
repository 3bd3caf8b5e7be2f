// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/row_order.h"
#include "core/project/launched_run.h"
#include "core/project/load_network.h"
#include "core/project/lower_network.h"
#include "tests/support/run_test.h"

#include <QCoreApplication>
#include <QTest>

using namespace lw;
using namespace lw::lower;

namespace {

// An array of 4 x 4 and four lanes; weights take 4 clocks and 50 on their way.
machine::CircuitLimits circuit() {
    machine::CircuitLimits out;
    out.arrayRows = out.arrayColumns = out.vectorLanes = out.poolCircuits = 4;
    out.hostRate = {20, 1};
    out.weightRate = {16, 1};
    out.weightClocks = 50;
    out.transferClocks = 200;
    out.vectorClocks = 4;
    return out;
}
const BufferAddresses kAddresses{{"x", 0}, {"y", 1000}, {"z", 2000}};

// Eight vectors of four numbers through the array into accumulators, then into a tensor.
void multiply(ProgramText& text, const std::string& from, const std::string& accumulator) {
    text.row("ldw.f", {"w", "4", "4", "16"});
    text.row("swapw", {});
    text.row("matmul.f", {accumulator, from, text.pattern({8, 16}), "4"});
}
void store(ProgramText& text, const std::string& strip, const std::string& accumulator,
           const std::string& to) {
    text.row("vread", {strip, accumulator, text.pattern({8, 1}), "4"});
    text.row("vstore.w", {to, strip, text.pattern({8, 16})});
}

// The mnemonics, each with its first operand.
std::vector<std::string> orderOf(const ProgramText& text) {
    std::vector<std::string> out;
    for (const TextRow& row : text.all())
        if (!row.mnemonic.starts_with("shape"))
            out.push_back(row.mnemonic + (row.operands.empty() ? "" : " " + row.operands[0]));
    return out;
}
using Order = std::vector<std::string>;

std::uint64_t clocksOf(const network::Network& network, RowOrder order) {
    const lower::tiling::Size picture{80, 80};
    const auto plan = lower::tiling::planTiles(network, picture, {64, 64}, std::nullopt);
    LW_REQUIRE(bool(plan) && plan->tiles() == 4, "a plan of four tiles");
    const auto tile = project::tileNetwork(network, *plan);
    lower::striding::Options options;
    options.order = order;
    const auto programs = project::lowerTiles(*tile, *plan, *project::circuitNamed({}), options);
    LW_REQUIRE(bool(programs), "a program for tiles");
    project::LaunchedRun run(*programs, *tile, *plan, {}, tensor::Tensor(tensor::DType::F32, {80, 80, 1}));
    const auto machine = run.begin();
    LW_REQUIRE(bool(machine), "a machine for tiles");
    LW_REQUIRE((*machine)->run({}).kind == machine::StopKind::Halted, "a run to the end");
    return (*machine)->clock();
}

} // namespace

class TestRowOrder : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // The first strip is read when its pass is over, in clock 69; the weights of the second pass have come in
    // clock 110.
    void unitsWorkBesideEachOther() {
        ProgramText straight;
        straight.label("first");
        multiply(straight, "x", "0");
        store(straight, "v0", "0", "y");
        straight.label("second");
        multiply(straight, "x", "8");
        store(straight, "v1", "8", "z");
        straight.row("halt", {});
        const OrderedText out = overlapped(straight, kAddresses, circuit());
        QCOMPARE(orderOf(out.text),
                 (Order{"ldw.f w", "swapw", "matmul.f 0", "ldw.f w", "vread v0", "vstore.w y", "swapw",
                        "matmul.f 8", "vread v1", "vstore.w z", "halt"}));
        // Where each row stands now, with the lines above it.
        QCOMPARE(out.places.size(), straight.all().size());
        std::vector<int> taken(out.text.rows());
        for (std::size_t i = 0; i < out.places.size(); ++i) {
            const TextRow &was = straight.all()[i], &is = out.text.all()[out.places[i]];
            if (was.mnemonic == "shape") continue;
            QCOMPARE(is.mnemonic, was.mnemonic);
            QCOMPARE(++taken[out.places[i]], 1);
        }
        QCOMPARE(out.text.all()[0].above, std::string("first:\n"));
        QVERIFY(out.text.text().find("second:\n        ldw.f") != std::string::npos);
    }

    void whatTouchesTheSameKeepsItsOrder() {
        ProgramText straight;
        multiply(straight, "x", "0");
        store(straight, "v0", "0", "y");
        multiply(straight, "y", "8"); // of what was stored
        store(straight, "v1", "8", "z");
        multiply(straight, "x", "4"); // on what was read
        straight.row("fill", {"z", straight.pattern({16, 1}), "0"});
        straight.row("halt", {});
        QCOMPARE(orderOf(overlapped(straight, kAddresses, circuit()).text),
                 (Order{"ldw.f w", "swapw", "matmul.f 0", "ldw.f w", "vread v0", "vstore.w y", "swapw",
                        "matmul.f 8", "ldw.f w", "vread v1", "vstore.w z", "fill z", "swapw", "matmul.f 4",
                        "halt"}));
    }

    // A launch begins while the transfer at the end of the one before is under way. What is filled waits for
    // it; what is loaded need not.
    void aLaunchBeginsBesideTheOneBefore() {
        ProgramText straight;
        const std::string all = straight.pattern({4000, 1});
        straight.row("launch", {"list"});
        straight.forgetPatterns();
        straight.row("fill", {"y", straight.pattern({16, 1}), "0"});
        straight.row("vload.w", {"v0", "x", straight.pattern({8, 16}), "4"});
        straight.row("vstore.w", {"z", "v0", straight.pattern({8, 16})});
        straight.row("dma.out.d", {"z", straight.pattern({4000, 1}), "1"});
        straight.row("halt", {});
        QCOMPARE(orderOf(overlapped(straight, kAddresses, circuit()).text),
                 (Order{"launch list", "vload.w v0", "fill y", "vstore.w z", "dma.out.d z", "halt"}));
    }

    // Nothing passes a row that nobody here knows.
    void otherRowsStayWhereTheyAre() {
        ProgramText straight;
        multiply(straight, "x", "0");
        store(straight, "v0", "0", "y");
        straight.row("wait", {"0", "1"});
        multiply(straight, "x", "8");
        QCOMPARE(orderOf(overlapped(straight, kAddresses, circuit()).text), orderOf(straight));
    }

    // Nine passes of 64 x 64 vectors each for a tile.
    void tilesTakeLittleMoreThanTheirPasses() {
        source::DiskLoader disk;
        source::Files files(disk);
        const network::Section whole{{}, {}, network::ImageSize{80, 80}};
        const auto network = project::loadNetwork(
            LW_ROOT "/examples/networks/super-resolution/super_resolution.json", files, whole);
        QVERIFY(bool(network));
        constexpr double kVectors = 4 * 9 * 64 * 64;
        const auto overlappedClocks = static_cast<double>(clocksOf(*network, RowOrder::Overlapped)),
                   straightClocks = static_cast<double>(clocksOf(*network, RowOrder::Straight));
        QVERIFY2(overlappedClocks < 1.15 * kVectors, qPrintable(QString::number(overlappedClocks)));
        QVERIFY2(straightClocks > 1.3 * kVectors, qPrintable(QString::number(straightClocks)));
    }
};

int tst_row_order(int argc, char** argv) {
    return lw::tests::run<TestRowOrder, QCoreApplication>(argc, argv);
}
#include "tst_row_order.moc"
