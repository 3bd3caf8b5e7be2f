// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/pending.h"
#include "core/chips/training/training.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

namespace {

std::unique_ptr<machine::Machine> machineOf(const char* text) {
    test::Source source;
    const auto assembly = source.teach(text);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    const auto config = training::builtInConfig("training-teaching");
    auto machine = training::createMachine(*assembly.program, *config, {});
    if (!machine) qFatal("%s", textOf(machine.problem()).c_str());
    return *std::move(machine);
}

std::vector<machine::Pending> pendingIn(machine::Machine& machine) {
    return training::pendingRegisters(machine.onlyCore().tree(), machine::momentOf(machine));
}

} // namespace

// The teaching machine: loads of both memories take 2 clocks, so do products; sums take 1.
class TestPending : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void aLoadIsOnItsWayForAClock() {
        const auto machine = machineOf(".tensor x, f32, [2, 4], vmem = 3\n"
                                       "{ vld: v1, [x] ; s0: li r1, 5 }\n{ }\n{ s0: halt }\n");
        QVERIFY(pendingIn(*machine).empty());
        (void)machine->run({.bundles = 1});
        const auto pending = pendingIn(*machine);
        QCOMPARE(pending.size(), 1u); // r1 is there after its clock
        const machine::Node& node = machine->tree().at(pending[0].node);
        QCOMPARE(node.role, machine::Role::VectorRegisters);
        QCOMPARE(pending[0].first, 8u); // v1 of 2 x 4 words each
        QCOMPARE(pending[0].count, 8u);
        QCOMPARE(pending[0].until, 2u);
        QCOMPARE(pending[0].bundle, 0u);
        (void)machine->run({.bundles = 1});
        QVERIFY(pendingIn(*machine).empty());
    }

    void scalarsAndTheBundleThatWrites() {
        const auto machine = machineOf(".tensor w, i32, [1], smem = 7\n{ s0: li r0, 0 ; s1: li r3, 6 }\n"
                                       "{ s0: ld r2, [r0+w] }\n{ s0: halt }\n");
        (void)machine->run({.bundles = 2});
        const auto pending = pendingIn(*machine);
        QCOMPARE(pending.size(), 1u);
        QCOMPARE(machine->tree().at(pending[0].node).role, machine::Role::ScalarRegisters);
        QCOMPARE(pending[0].first, 2u);
        QCOMPARE(pending[0].count, 1u);
        QCOMPARE(pending[0].until, 3u);
        QCOMPARE(pending[0].bundle, 1u);
    }

    // What nobody wrote is not on its way.
    void neverWrittenIsAnotherThing() {
        const auto machine = machineOf("{ }\n{ s0: halt }\n");
        (void)machine->run({.bundles = 1});
        QVERIFY(pendingIn(*machine).empty());
    }
};

int tst_pending(int argc, char** argv) { return lw::tests::run<TestPending>(argc, argv); }
#include "tst_pending.moc"
