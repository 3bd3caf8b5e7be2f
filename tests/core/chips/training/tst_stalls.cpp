// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/training.h"
#include "core/machine/session.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::machine;
using namespace lw::training;

namespace {

std::unique_ptr<Machine> machineOf(const QByteArray& text, MachineOptions options = {},
                                   std::uint32_t alu = 1) {
    Config config = *builtInConfig("training-teaching");
    config.timing[static_cast<std::size_t>(TimingKey::ScalarAlu)].clocks = alu;
    test::Source source;
    source.options.targetOf = [&](const assembler::MachineRequest&) { return targetOf(config); };
    const auto assembly = source.teach(text.constData());
    if (assembly.diagnostics.hasErrors() || !assembly.program)
        qFatal("%s", source.rendered(assembly).c_str());
    auto machine = createMachine(*assembly.program, config, options);
    if (!machine) qFatal("%s", textOf(machine.problem()).c_str());
    return *std::move(machine);
}

// Two transfers into vector memory, of 2 and of 3 granules, on f0 and f1.
constexpr const char* kTransfers = R"(
.tensor IN, f32, [8, 4], hbm = 1.5
.tensor X, f32, [16, 4], vmem
.data smem, 0
.word granule(IN), X, 0, 2, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.word granule(IN), X + 4, 1, 3, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.word granule(IN), X + 8, 2, 2, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.word granule(IN), X + 10, 3, 2, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
.text
{ s0: li r0, 0 ; s1: li r1, 15 }
)";

} // namespace

// Every rule that holds a bundle up says so at each of its clocks, with the bundle it holds up and the bundle
// it waits for. The clocks come from the teaching machine: scalar memory and vector memory 2, scalar product
// 2, a product of the matrix unit 2 + 6, its port 2, transfers 10 and then a granule per clock.
class TestStalls : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyRuleNamesBothBundles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("rule");  // as the present clock tells it
        QTest::addColumn<QString>("count"); // as the table of stalls tells it
        QTest::addColumn<int>("held");
        QTest::addColumn<int>("other");
        QTest::addColumn<int>("from"); // first stalled clock, and
        QTest::addColumn<int>("until");
        const auto row = [](const char* name, QByteArray text, const char* rule, const char* count, int held,
                            int other, int from, int until) {
            QTest::newRow(name) << text << QString(rule) << QString(count) << held << other << from << until;
        };
        row("scalar", "li r1, 3\nmul r2, r1, r1\nadd r3, r2, 1\nhalt\n", "r2 is not ready before clock 3",
            "a scalar register is not ready", 2, 1, 2, 3);
        row("vector",
            ".data vmem, 0\n.word 1, 2, 3, 4\n.text\nli r1, 0\nvld v1, [r1+0], stride=0\nmov v2, v1\nhalt\n",
            "v1 is not ready before clock 3", "a vector register is not ready", 2, 1, 2, 3);
        row("predicate", "li r1, 3\ncmp.lt p1, r1, 5\n@p1 li r2, 1\nhalt\n", "p1 is not ready before clock 4",
            "a predicate is not ready", 2, 1, 3, 4);
        row("write order", "iota.lane v1\n{ misc: v2s r2, v1, 0 }\nli r2, 5\nhalt\n",
            "an older write to r2 is not done in time before clock 20",
            "a result would overtake an older one", 2, 1, 2, 20);
        row("port", "iota.lane v1\nmxu.w v1\nmxu.w v1\nhalt\n",
            "the matrix unit takes no push before clock 3", "the unit's port is taken", 2, 1, 2, 3);
        row("result", "iota.lane v1\neup.exp v1\n{ pop: eup v2 }\nhalt\n",
            "the oldest result of the extended unary pipeline is not ready before clock 4",
            "the oldest result is not ready", 2, 1, 2, 4);
        // The first transfer begins at clock 1 and lands at 11 and 12;
        // the second at 3 (after 2 granules), 13 to 15.
        row("flag",
            QByteArray(kTransfers) +
                "dma.h2v [r0+0]\ndma.h2v [r1+0]\nsync.wait f0, 2\nsync.wait f1, 3\nhalt\n",
            "f0 does not reach 2 before clock 12", "a sync flag has not reached its value", 3, 1, 3, 12);
        // Four transfers fit; each lands two granules in two clocks, the first at 11 and 12.
        row("queue",
            QByteArray(kTransfers) +
                "dma.h2v [r0+0]\ndma.h2v [r1+0]\ndma.h2v [r1+15]\ndma.h2v [r1+30]\ndma.h2v [r0+0]\nhalt\n",
            "the DMA queue has no room before clock 12", "the DMA queue is full", 5, 1, 5, 12);
        row("halt", QByteArray(kTransfers) + "dma.h2v [r0+0]\ndma.h2v [r1+0]\nhalt\n",
            "halt waits for transfers before clock 15", "halt waits for transfers", 3, 2, 3, 15);
        row("halt with its own transfer", QByteArray(kTransfers) + "{ dma.h2v [r0+0] ; halt }\n",
            "halt waits for transfers before clock 12", "halt waits for transfers", 1, 1, 2, 12);
    }
    void everyRuleNamesBothBundles() {
        QFETCH(QByteArray, text);
        QFETCH(QString, rule);
        QFETCH(QString, count);
        QFETCH(int, held);
        QFETCH(int, other);
        QFETCH(int, from);
        QFETCH(int, until);
        // A comparison takes one clock: only a slower machine waits for predicates.
        const auto machine = machineOf(text, {}, rule.startsWith("p1") ? 2 : 1);
        QVERIFY(machine->run({.clock = std::uint64_t(from)}).kind == StopKind::Limit);
        for (int clock = from; clock < until; ++clock) {
            const auto waiting = machine->onlyCore().waiting();
            QVERIFY2(waiting, qPrintable(QString("no wait at clock %1").arg(clock)));
            QCOMPARE(QString::fromStdString(waiting->rule), rule);
            QCOMPARE(int(waiting->bundle), held);
            QCOMPARE(int(waiting->other.bundle), other);
            QCOMPARE(int(waiting->until), until);
            const std::uint64_t issued = machine->issuedBundles();
            (void)machine->run({.clock = std::uint64_t(clock) + 1});
            QCOMPARE(machine->clock(), std::uint64_t(clock) + 1);
            QCOMPARE(machine->issuedBundles(), issued);
        }
        QVERIFY(!machine->onlyCore().waiting());
        std::uint64_t told = 0;
        for (const StallCount& stall : machine->onlyCore().stalls())
            if (QString(QByteArray(stall.rule.data(), qsizetype(stall.rule.size()))) == count)
                told += stall.clocks;
        QCOMPARE(told, std::uint64_t(until - from));
        QCOMPARE(machine->onlyCore().bundleStalls()[std::size_t(held)], std::uint64_t(until - from));
    }

    // A transfer of halt's own bundle: its clocks count, like those of the bundle before,
    // and every clock is a position.
    void haltCountsItsOwnTransfer() {
        const QByteArray text = QByteArray(kTransfers) + "{ dma.h2v [r0+0] ; halt }\n";
        const auto straight = machineOf(text);
        QVERIFY(straight->run({}).kind == StopKind::Halted);
        QCOMPARE(straight->clock(), std::uint64_t{12});
        QCOMPARE(straight->issuedBundles(), std::uint64_t{2});
        for (const DmaMode mode : {DmaMode::Eager, DmaMode::Late, DmaMode::Shuffled}) {
            const auto other = machineOf(text, {.dma = mode});
            QVERIFY(other->run({}).kind == StopKind::Halted);
            QVERIFY(other->store().view(Cells<std::uint32_t>{
                        {}, other->tree().at(other->tree().find("memory/vmem")).offset, 8})[4] == 0x3fc00000);
        }
        Session session(machineOf(text));
        const auto at = [&](Command command) { return session.perform(std::move(command))->stop; };
        QCOMPARE(at(StepBundle{1}).clock, std::uint64_t{1});
        QVERIFY(at(StepClock{5}).kind == StopKind::Limit);
        QVERIFY(!session.machine().halted());
        QVERIFY(at(StepBundle{1}).kind == StopKind::Halted);
        QCOMPARE(session.machine().clock(), std::uint64_t{12});
        const auto end = session.machine().store().hash();
        QCOMPARE(end, straight->store().hash());
        QCOMPARE(at(StepBack{1}).clock, std::uint64_t{1});
        QVERIFY(at(Run{}).kind == StopKind::Halted);
        QCOMPARE(session.machine().store().hash(), end);
        auto landed = parseBreakpoint("dma X", session.scope());
        SetBreakpoints set;
        set.list.push_back(*std::move(landed));
        QVERIFY(session.perform(std::move(set)));
        QCOMPARE(at(RunBack{}).clock, std::uint64_t{11});
        const Stop last = at(Run{});
        QVERIFY(last.kind == StopKind::Triggered);
        QCOMPARE(last.clock, std::uint64_t{12});
        QVERIFY(at(Run{}).kind == StopKind::Halted);
    }

    // What the last bundle does is seen by breakpoints too.
    void theLastBundleIsWatched() {
        Session session(machineOf("li r1, 3\n{ st [r1+0], r1 ; halt }\n"));
        auto stored = parseBreakpoint("write smem 3", session.scope());
        SetBreakpoints set;
        set.list.push_back(*std::move(stored));
        QVERIFY(session.perform(std::move(set)));
        QVERIFY(session.perform(Run{})->stop.kind == StopKind::Triggered);
        QVERIFY(session.perform(Run{})->stop.kind == StopKind::Halted);
    }

    void strictModeDoesNotWait() {
        const auto machine =
            machineOf("li r1, 3\nmul r2, r1, r1\nadd r3, r2, 1\nhalt\n", {.hazards = HazardMode::Strict});
        (void)machine->run({.clock = 2});
        QVERIFY(!machine->onlyCore().waiting());
        const Stop stop = machine->run({});
        QVERIFY(stop.fault && stop.fault->kind == FaultKind::Hazard);
        QCOMPARE(stop.fault->bundle, 2u);
        QCOMPARE(stop.fault->other.bundle, 1u);
    }

    // Values that the machine relies on are shown, but not edited: a program counter beyond the program or
    // rows beyond the array would be no machine any more.
    void whatTheMachineReliesOnIsNotEdited() {
        Session session(machineOf("li r1, 3\nhalt\n"));
        const StateTree& tree = session.machine().tree();
        const auto code = [&](const char* path) {
            const std::vector<std::byte> bytes(sizeOf(tree.at(tree.find(path))), std::byte{0xff});
            const auto report = session.perform(Poke{tree.find(path), 0, bytes});
            return report ? std::string_view() : report.problem().message->code;
        };
        for (const char* path :
             {"control/clock", "control/pc", "control/halted", "control/ready", "queues/pushed",
              "queues/popped", "queues/ready", "queues/ports", "mxu/shadow rows", "xpose/pushes",
              "dma/transfers", "dma/list", "dma/engine free", "sync/ordered", "vector/written",
              "counters/stalls", "counters/bundle stalls", "counters/trace words", "memory/vmem written"})
            QCOMPARE(code(path), std::string_view("E836"));
        for (const char* path : {"scalar/registers", "scalar/predicates", "vector/registers",
                                 "vector/index registers", "rpu/pattern", "rpu/segments", "rpu/rotation",
                                 "rng/key", "rng/draw", "sync/flags", "queues/results", "mxu/weights",
                                 "mxu/shadow", "xpose/square", "memory/smem", "memory/vmem", "memory/hbm"})
            QCOMPARE(code(path), std::string_view());
        // Lane numbers are taken as far as there are lanes.
        std::uint32_t lane = 0;
        session.machine().store().read(tree.at(tree.find("rpu/pattern")).offset,
                                       std::as_writable_bytes(std::span(&lane, 1)));
        QCOMPARE(lane, 0xffffffffu % 4);
    }
};

int tst_stalls(int argc, char** argv) { return lw::tests::run<TestStalls>(argc, argv); }
#include "tst_stalls.moc"
