// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tiny_program.h"
#include "tests/support/training_bundles.h"

#include "core/chips/training/pending.h"
#include "core/scene/integer_registers.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::training;
using tensor::DType;

// How registers are read, bundle by bundle, by what the scoreboard says of who wrote them.
class TestIntegerRegisters : public QObject {
    Q_OBJECT

    static std::unique_ptr<machine::Machine> machineFor(const std::vector<std::string>& bundles) {
        const Config config = *builtInConfig("training-teaching");
        auto made = createMachine(test::tinyProgram(bundles, targetOf(config)), config, {});
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        return *std::move(made);
    }
    // The registers that are read as integers.
    static std::vector<int> integersIn(machine::Machine& m) {
        const machine::CoreTree tree = m.onlyCore().tree();
        const machine::NodeId node = tree.ofFile(kV);
        const machine::Moment now = machine::momentOf(m);
        auto pictures = scene::slicePictures(m.tree(), node, "v", now, nullptr);
        const machine::WordMakers makers(m.onlyCore().program(), kIsa, kV);
        scene::IntegerRegisters(makers, tree, now, vectorWriters(tree, now)).read(pictures);
        std::vector<int> out;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            if (pictures[i].type == DType::I32) out.push_back(static_cast<int>(i));
        return out;
    }

  private Q_SLOTS:
    void theLastWriterSays() {
        const auto m = machineFor({"v0 iota.lane v1", "v0 iota.sublane v2 ; v1 cvt.i_f v3 v1",
                                   "v0 fadd v1 v3 v3", "v0 iadd v3 v2 v2", "s0 halt"});
        const auto after = [&] {
            m->run({.bundles = 1});
            return integersIn(*m);
        };
        QCOMPARE(integersIn(*m), std::vector<int>());
        QCOMPARE(after(), (std::vector<int>{1}));
        QCOMPARE(after(), (std::vector<int>{1, 2}));
        QCOMPARE(after(), (std::vector<int>{2})); // v1 is a float now
        QCOMPARE(after(), (std::vector<int>{2, 3}));
    }

    void copiesAreReadAsWhatTheyAreCopiesOf() {
        const auto m = machineFor({"v0 iota.lane v1", "v0 cvt.i_f v2 v1", "v0 mov v3 v1 ; v1 mov v4 v2",
                                   "v0 iota.sublane v5 ; v1 iota.lane v6", "v0 sel v5 v1 v6",
                                   "v0 sel v6 v2 v1", "s0 halt"});
        m->run({.bundles = 3});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 3})); // v4 copies floats
        m->run({.bundles = 2});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 3, 5, 6}));
        m->run({.bundles = 1});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 3, 5})); // v6 has words of v2
    }

    // Whose words are no longer there is not known.
    void aCopyOfWhatIsGoneIsReadAsUsual() {
        const auto m = machineFor(
            {"v0 iota.lane v1", "v0 mov v2 v1", "v0 iota.sublane v1", "v0 cvt.i_f v1 v1", "s0 halt"});
        m->run({.bundles = 2});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2}));
        m->run({.bundles = 1});
        QCOMPARE(integersIn(*m), (std::vector<int>{1})); // the lanes are gone
    }

    // Where nothing but integers can get in, it does not matter what is still there.
    void whatNothingElseCanGetIntoIsAlwaysRead() {
        const auto m = machineFor({"v0 iota.lane v1", "v0 mov v2 v1", "v0 mov v3 v2 ; push rot v2",
                                   "v0 iota.sublane v1 ; pop rpu v4", "v0 iadd v2 v1 v1", "s0 halt"});
        m->run({.bundles = 4});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2, 3, 4}));
        m->run({.bundles = 1});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2, 3, 4}));
    }

    void copiesOfCopiesAndResultsAreFollowed() {
        const auto m =
            machineFor({"v0 iota.lane v1", "v0 mov v2 v1 ; v1 cvt.i_f v6 v1", "v0 mov v3 v2 ; push rot v2",
                        "pop rpu v4", "push red.sum v6", "pop rpu v5", "v0 mov v1 v5",
                        "v0 mov v2 v5 ; v1 fmul v4 v5 v5", "v0 mov v3 v2", "s0 halt"});
        m->run({.bundles = 4});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2, 3, 4}));
        m->run({.bundles = 2});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2, 3, 4})); // v5 is a sum of floats
        m->run({.bundles = 3});
        QCOMPARE(integersIn(*m), std::vector<int>());
    }

    // Copies in a circle end somewhere.
    void copiesInACircleAreReadAsUsual() {
        const auto m = machineFor({"v0 iota.lane v1 ; v1 iota.sublane v2", "v0 mov v2 v1 ; v1 mov v1 v2",
                                   "v0 cvt.i_f v1 v1", "s0 halt"});
        m->run({.bundles = 1});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2}));
        m->run({.bundles = 1});
        QCOMPARE(integersIn(*m), std::vector<int>());
    }

    // Circles that meet have endlessly many ways back.
    void copiesInSeveralCirclesAreReadAsUsual() {
        const auto m = machineFor({"v0 iota.lane v1 ; v1 iota.sublane v2", "v0 cvt.i_f v3 v1",
                                   "v0 sel v1 v2 v3 ; v1 sel v2 v1 v3", "v0 sel v3 v1 v2", "s0 halt"});
        m->run({.bundles = 2});
        QCOMPARE(integersIn(*m), (std::vector<int>{1, 2}));
        m->run({.bundles = 2});
        QCOMPARE(integersIn(*m), std::vector<int>());
    }

    void onePartIsWrittenByALoad() {
        const Config config = *builtInConfig("training-teaching");
        program::Program program = test::tinyProgram(
            {"v0 iota.lane v1", "vld vld v1 0 0 1 1", "vld vld v2 0 0 1 1", "s0 halt"}, targetOf(config));
        program.data = {test::dataOf<float>(kVmem, 0, {1, 2, 3, 4})};
        const auto m = createMachine(program, config, {});
        QVERIFY(bool(m));
        (*m)->run({.bundles = 1});
        QCOMPARE(integersIn(**m), (std::vector<int>{1}));
        (*m)->run({.bundles = 1});
        QCOMPARE(integersIn(**m), std::vector<int>());
        (*m)->run({.bundles = 1}); // of a register that is not written whole
        QCOMPARE(vectorWriters((*m)->onlyCore().tree(), machine::momentOf(**m))[2], 2u);
    }

    void whatNobodyWroteHasNoWriter() {
        for (const UninitMode mode : {UninitMode::Fault, UninitMode::Zero}) {
            const Config config = *builtInConfig("training-teaching");
            MachineOptions options;
            options.uninit = mode;
            const auto m = createMachine(test::tinyProgram({"v0 iota.lane v1", "s0 halt"}, targetOf(config)),
                                         config, options);
            QVERIFY(bool(m));
            (*m)->run({.bundles = 1});
            const auto writers = vectorWriters((*m)->onlyCore().tree(), machine::momentOf(**m));
            QCOMPARE(writers.size(), std::size_t{32});
            QCOMPARE(writers[0], machine::kNoBundle);
            QCOMPARE(writers[1], 0u);
        }
    }
};

int tst_integer_registers(int argc, char** argv) { return lw::tests::run<TestIntegerRegisters>(argc, argv); }
#include "tst_integer_registers.moc"
