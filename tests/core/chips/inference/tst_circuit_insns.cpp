// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/isa.h"
#include "tests/support/circuit_case.h"
#include "tests/support/insn_files.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;

namespace {

std::string folder() { return std::string(LW_TESTS) + "/core/chips/inference/insns/"; }

} // namespace

// Every row of the instruction table has a file of cases, reasoned from its description: the state before,
// the text, and every cell that the instruction changes.
class TestCircuitInsns : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyFileHasARow();
    void everyRowHasItsMeaningTested_data();
    void everyRowHasItsMeaningTested();
    void aWrongCaseFails();
    void everyRowComesBack();
};

void TestCircuitInsns::everyFileHasARow() {
    QCOMPARE(test::strayFiles(inference::kIsa, folder()), std::vector<std::string>());
}

void TestCircuitInsns::everyRowHasItsMeaningTested_data() {
    QTest::addColumn<QString>("path");
    for (const isa::Insn& insn : inference::kIsa.insns)
        QTest::newRow(std::string(insn.name).c_str())
            << QString::fromStdString(folder() + test::fileOf(insn));
}

void TestCircuitInsns::everyRowHasItsMeaningTested() {
    QFETCH(QString, path);
    const std::string wrong = test::wrongIn(path.toStdString(), test::runCircuitCase);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

// The cases are only as good as what looks at them.
void TestCircuitInsns::aWrongCaseFails() {
    const auto word = [](std::uint64_t bits) { return test::CaseWord{test::CaseWord::Kind::Bits, bits, 0}; };
    test::StateCase c;
    c.before = {{"v0 1x1x2", {word(1), word(2)}}, {"v1 1x1x2", {word(3), word(4)}}};
    c.text = "vadd.i v2, v0, v1";
    c.after = {{"v2 1x1x2", {word(4), word(6)}}};
    QCOMPARE(test::runCircuitCase(c).size(), std::size_t{0});
    c.after = {{"v2 1x1x2", {word(4), word(7)}}};
    QCOMPARE(test::runCircuitCase(c).size(), std::size_t{1});
    c.after = {{"v2 1x2x1", {word(4), word(6)}}}; // the shape, and where the words lie
    QVERIFY(test::runCircuitCase(c).size() >= 3);
    c.after = {{"v2 1x1x2", {word(4), word(6)}}, {"ub[7]", {word(0)}}};
    QCOMPARE(test::runCircuitCase(c).size(), std::size_t{1});
    c.after = {};
    QVERIFY(test::runCircuitCase(c).size() >= 2);
}

void TestCircuitInsns::everyRowComesBack() {
    QCOMPARE(test::rowsThatChange(inference::kIsa), std::vector<std::string>());
}

int tst_circuit_insns(int argc, char** argv) { return lw::tests::run<TestCircuitInsns>(argc, argv); }
#include "tst_circuit_insns.moc"
