// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/expression.h"
#include "core/machine/session.h"
#include "core/project/load_program.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace lw;
using lw::test::halvesAt;

namespace {

using Numbers = std::vector<double>;

std::unique_ptr<machine::Session> sessionOf(const char* file) {
    source::DiskLoader disk;
    source::Files files(disk);
    project::ProgramRequest request;
    request.path = std::string(LW_ROOT "/examples/nnp/two-portions/") + file;
    const project::ProgramAnswer answer = project::loadProgram(request, files);
    if (!answer.loaded) qFatal("%s does not assemble", file);
    auto made = answer.loaded->createMachine({});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return std::make_unique<machine::Session>(*std::move(made));
}

// The bundles of the two portions' products, rounded sums and results, and what travels after each.
struct Described {
    std::uint64_t bundles; // that have issued
    Numbers chain;
};
const std::vector<Described> kMoments{
    {15, {2.3125, -0.125, 2.75, 0.1875}},                          // A0 x0
    {19, {0.875, -0.5, 1.75, 0.578125}},                           // A1 x1
    {20, {3.125, -0.5, 4.5, 0.828125}},                            // ... and the first, quantised
    {21, {3.224609375, -0.7001953125, 4.80078125, 0.42822265625}}, // ... and b0
    {25, {1, 0.5, -0.25, 0.125}},                                  // A2 x0
    {29, {1.875, -0.625, 0.078125, 5}},                            // A3 x1
    {30, {2.875, -0.125, -0.171875, 5.125}},                       // ...
    {31, {3.875, 0.875, 0.828125, 6.125}},                         // ...
};

} // namespace

// The worked example of two portions of a dense layer, whose numbers are computed by hand: to the last bit.
class TestProcessorExamples : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void twoPortions() {
        const auto session = sessionOf("program.lw");
        QVERIFY(session->perform(machine::Run{}));
        QVERIFY(session->machine().halted());
        QCOMPARE(
            halvesAt(session->machine(), "memory/netout", 0, 8),
            (Numbers{3.224609375, -0.7001953125, 4.80078125, 0.42822265625, 3.875, 0.875, 0.828125, 6.125}));
        QCOMPARE(halvesAt(session->machine(), "mfu/AddSubVrf0", 0, 8),
                 (Numbers{2.25, 0, 2.75, 0.25, 1, 0.5, -0.25, 0.125}));
    }

    // What travels in the chain, forwards and then backwards.
    void everyStep() {
        const auto session = sessionOf("program.lw");
        machine::Machine& m = session->machine();
        std::vector<std::uint64_t> hashes;
        for (const Described& moment : kMoments) {
            QVERIFY(session->perform(machine::SeekBundle{moment.bundles}));
            QCOMPARE(halvesAt(m, "mfu/chain", 0, 4), moment.chain);
            hashes.push_back(m.store().hash());
        }
        QVERIFY(session->perform(machine::Run{}));
        for (std::size_t i = kMoments.size(); i-- > 0;) {
            while (m.issuedBundles() > kMoments[i].bundles) QVERIFY(session->perform(machine::StepBack{}));
            QVERIFY(session->perform(machine::SeekBundle{kMoments[i].bundles}));
            QCOMPARE(halvesAt(m, "mfu/chain", 0, 4), kMoments[i].chain);
            QCOMPARE(m.store().hash(), hashes[i]);
        }
    }

    // Control registers have the names that s_wr knows them by; to the assembler these are numbers.
    void registersByName() {
        const auto session = sessionOf("program.lw");
        machine::Machine& m = session->machine();
        QVERIFY(session->perform(machine::SeekBundle{6}));
        const auto valueOf = [&](const char* text) {
            const auto expression = machine::Expression::compile(text, machine::scopeOf(m));
            if (!expression) qFatal("%s", textOf(expression.problem()).c_str());
            return expression->evaluate(machine::momentOf(m))->integer;
        };
        QCOMPARE(valueOf("rows"), 2);
        QCOMPARE(valueOf("cols"), 1);
        QCOMPARE(valueOf("middle + rows"), 7);
        QCOMPARE(valueOf("halted"), 0);
    }

    // One chain over both tiles rounds once: the same mathematics, other bits.
    void oneChain() {
        const auto session = sessionOf("one_chain.lw");
        QVERIFY(session->perform(machine::Run{}));
        QCOMPARE(halvesAt(session->machine(), "memory/netout", 0, 4),
                 (Numbers{3.287109375, -0.8251953125, 4.80078125, 0.36572265625}));
    }
};

int tst_nnp_examples(int argc, char** argv) { return lw::tests::run<TestProcessorExamples>(argc, argv); }
#include "tst_nnp_examples.moc"
