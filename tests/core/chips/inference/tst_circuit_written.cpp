// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/machine/state_store.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <vector>

using namespace lw;
using namespace lw::inference;

namespace {

// A machine of full size: 256 columns are whole words of bits, 96 and 97 are not.
std::unique_ptr<machine::Machine> machineOf(const std::string& text) {
    test::Source source;
    const assembler::Assembly assembly =
        source.assemble(".chip inference, \"inference\"\n" + text + "halt\n");
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    auto made = createMachine(*assembly.program, *builtInConfig("inference"), {});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    const std::vector<std::byte> ones(8192, std::byte{1});
    for (const isa::SpaceId space : {kUb, kDm})
        if (!(*made)->onlyCore().writeSpace(space, 0, ones)) qFatal("memory is not there");
    return *std::move(made);
}

// Weights of that many columns in the array.
std::string tile(int columns) {
    const std::string n = std::to_string(columns);
    return "ldw.i8 0, 4, " + n + ", " + n + "\nswapw\n";
}
// A pass over that many vectors of four elements.
std::string pass(int row, int vectors, bool adds) {
    return "shape a0, " + std::to_string(vectors) + ", 4, 1, 0\nmatmul.i8 " + std::to_string(row) +
           ", 0, a0, 4" + (adds ? ", add=1\n" : "\n");
}

} // namespace

// Which strips and accumulators were ever written, where many of them are told at once.
class TestCircuitWritten : public QObject {
    Q_OBJECT

  private Q_SLOTS:
    void stripsByPixelAndLane() {
        const auto machine = machineOf("shape a0, 1, 0, 1, 0\nvload.i8 v1, 0, a0, 256\n"
                                       "shape a0, 40, 96, 2, 0\nvload.i8 v1, 0, a0, 96\n");
        QCOMPARE(machine->run({}).kind, machine::StopKind::Halted);
        const machine::Node& node = machine->tree().at(machine->tree().find("vpu/strips written"));
        std::vector<std::uint64_t> bits(machine::countOf(node));
        machine->store().read(node.offset, std::as_writable_bytes(std::span(bits)));
        const std::size_t strip = bits.size() / 8; // words
        for (std::size_t i = 0; i < bits.size() * 64; ++i) {
            const std::size_t pixel = (i - strip * 64) / 256, lane = i % 256;
            const bool wanted = i / 64 / strip == 1 && pixel < 80 && lane < 96;
            QCOMPARE((bits[i / 64] >> i % 64 & 1) != 0, wanted);
        }
    }

    void accumulatorsByRowAndColumn_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("row"); // that was never written, -1: none
        QTest::newRow("all") << tile(96) + pass(0, 100, false) + pass(0, 100, true) << -1;
        QTest::newRow("some of all") << tile(96) + pass(0, 100, false) + pass(7, 64, true) << -1;
        QTest::newRow("fewer columns")
            << tile(97) + pass(0, 100, false) + tile(96) + pass(0, 100, true) << -1;
        QTest::newRow("one more row") << tile(96) + pass(0, 100, false) + pass(0, 101, true) << 100;
        QTest::newRow("a gap") << tile(96) + pass(0, 50, false) + pass(51, 90, false) + pass(0, 120, true)
                               << 50;
        QTest::newRow("the first") << tile(96) + pass(1, 99, false) + pass(0, 100, true) << 0;
        QTest::newRow("more columns") << tile(96) + pass(0, 100, false) + tile(97) + pass(33, 40, true) << 33;
    }
    void accumulatorsByRowAndColumn() {
        QFETCH(std::string, text);
        QFETCH(int, row);
        const machine::Stop stop = machineOf(text)->run({});
        if (row < 0) {
            QCOMPARE(stop.kind, machine::StopKind::Halted);
            return;
        }
        QVERIFY(stop.fault.has_value());
        QCOMPARE(stop.fault->kind, machine::FaultKind::Uninitialised);
        QCOMPARE(QString::fromStdString(stop.fault->text),
                 QStringLiteral("accumulator row %1 is added to, but was never written").arg(row));
    }
};

int tst_circuit_written(int argc, char** argv) { return lw::tests::run<TestCircuitWritten>(argc, argv); }
#include "tst_circuit_written.moc"
