// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "tests/core/chips/inference/launch_words.h"
#include "tests/core/chips/inference/random_rows.h"
#include "tests/support/assemble.h"
#include "tests/support/breakpoint_laws.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::inference;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kPrograms = 1;
#else
constexpr std::uint32_t kPrograms = 6;
#endif
constexpr std::uint32_t kLaunches = 4;

void put(machine::Machine& m, isa::SpaceId space, std::uint64_t at, std::span<const std::byte> bytes) {
    if (!m.onlyCore().writeSpace(space, at, bytes)) qFatal("memory is not there");
}

// Random rows, done once or for each of some launches.
std::unique_ptr<machine::Machine> machineOf(std::uint32_t seed, bool launched) {
    test::RandomRows random(seed);
    std::string rows;
    // What fits a byte in the first round need not in the next one.
    for (const test::PlainRow& row : random.make(launched ? 40 : 120))
        if (!launched || row.name != "vstore.i8") rows += test::textOf(row) + "\n";
    if (launched) rows = "launch " + std::to_string(test::kLaunchList) + "\n" + rows;
    test::Source source;
    const auto assembly =
        source.assemble(".chip inference, \"inference-teaching\"\nnop\n" + rows + "last: halt\n");
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    auto made =
        createMachine(*assembly.program, *builtInConfig("inference-teaching"), {.uninit = UninitMode::Zero});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    machine::Machine& m = **made;
    put(m, kUb, 0, std::as_bytes(std::span(random.initial.ub)));
    put(m, kHost, 0, std::as_bytes(std::span(random.initial.host).first(3000)));
    put(m, kDm, 0, std::as_bytes(std::span(random.initial.dm)));
    if (!launched) return *std::move(made);
    const auto putWords = [&](std::uint64_t at, const test::Words& words) {
        put(m, kHost, at, std::as_bytes(std::span(words)));
    };
    putWords(test::kLaunchList, {kLaunches, 32, test::kLaunchList + 32, 0, 0, 0, 0, 0});
    for (std::uint32_t i = 0; i < kLaunches; ++i)
        putWords(test::kLaunchList + 32 + 32 * i, test::Words(8, 1));
    return *std::move(made);
}

} // namespace

// Every kind of breakpoint that this chip has, from every clock and both ways.
class TestCircuitBreakpoints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyMoveStopsWhereARunDoes_data();
    void everyMoveStopsWhereARunDoes();
};

void TestCircuitBreakpoints::everyMoveStopsWhereARunDoes_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("launched");
    for (const char* text : {"last",
                             "60",
                             "bundle 35 + 2",
                             "main.lw:70",
                             "*.60",
                             "60 if clock > 9",
                             "when clock % 64 < 9",
                             "when (ub[100] + ub[400] + ub[800] + ub[1300] + ub[1700] + ub[2100]) % 3 == 0",
                             "when clock % 64 < 9 hit 3",
                             "write ub 0 900",
                             "write ub 0 2500 hit 4",
                             "write host 0 2500",
                             "read ub 0 900 if clock % 3 != 0",
                             "read ub 0 2500 hit 7",
                             "read dm 0 40",
                             "dma ub 0 2500",
                             "dma host 0 2500",
                             "nan vpu",
                             "nan mxu",
                             "nan vpu hit 2"})
        QTest::newRow(text) << text << false;
    for (const char* text : {"20", "20 hit 3", "20 if launch == 2", "tile 1 + 1", "main.lw:12 hit 2",
                             "write ub 0 900 if launch > 0", "dma ub 0 2500 hit 2", "when launch % 2 == 1"})
        QTest::newRow((std::string("launched: ") + text).c_str()) << text << true;
}

void TestCircuitBreakpoints::everyMoveStopsWhereARunDoes() {
    QFETCH(const QString, text);
    QFETCH(const bool, launched);
    std::mt19937_64 random(17);
    test::BreakpointCounts counts;
    for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
        const std::string wrong = test::brokenByBreakpoint([&] { return machineOf(seed, launched); },
                                                           text.toStdString(), random, counts);
        QVERIFY2(wrong.empty(), ("program " + std::to_string(seed) + ": " + wrong).c_str());
    }
    QVERIFY(kPrograms == 1 || (counts.stops >= kPrograms / 2 && counts.inWaits > 0));
}

int tst_circuit_breakpoints(int argc, char** argv) {
    return lw::tests::run<TestCircuitBreakpoints>(argc, argv);
}
#include "tst_circuit_breakpoints.moc"
