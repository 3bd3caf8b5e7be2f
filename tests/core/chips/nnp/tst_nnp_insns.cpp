// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/isa.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/support/insn_files.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>

using namespace lw;

namespace {

std::string folder() { return std::string(LW_TESTS) + "/core/chips/nnp/insns/"; }

} // namespace

// Every row of the instruction table has a file of cases, reasoned from its description: the state before,
// the text, and every cell that the instruction changes.
class TestProcessorInsns : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyFileHasARow();
    void everyRowHasItsMeaningTested_data();
    void everyRowHasItsMeaningTested();
    void aWrongCaseFails();
    void everyRowComesBack();
};

void TestProcessorInsns::everyFileHasARow() {
    QCOMPARE(test::strayFiles(nnp::kIsa, folder()), std::vector<std::string>());
}

void TestProcessorInsns::everyRowHasItsMeaningTested_data() {
    QTest::addColumn<QString>("path");
    for (const isa::Insn& insn : nnp::kIsa.insns)
        QTest::newRow(std::string(insn.name).c_str())
            << QString::fromStdString(folder() + test::fileOf(insn));
}

void TestProcessorInsns::everyRowHasItsMeaningTested() {
    QFETCH(QString, path);
    const std::string wrong = test::wrongIn(path.toStdString(), test::runProcessorCase);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

// The cases are only as good as what looks at them.
void TestProcessorInsns::aWrongCaseFails() {
    const auto word = [](std::uint64_t bits) { return test::CaseWord{test::CaseWord::Kind::Bits, bits, 0}; };
    const auto half = [&](float value) { return word(std::bit_cast<std::uint32_t>(value)); };
    test::StateCase c;
    c.before = {{"InitialVrf[0]", {half(1), half(2), half(3), half(4)}}};
    c.text = "v_rd InitialVrf, 0\nv_wr AddSubVrf0, 1\nend_chain";
    c.after = {{"AddSubVrf0[1]", {half(1), half(2), half(3), half(4)}}};
    QCOMPARE(test::runProcessorCase(c).size(), std::size_t{0});
    c.after = {{"AddSubVrf0[1]", {half(1), half(2), half(3), half(5)}}};
    QCOMPARE(test::runProcessorCase(c).size(), std::size_t{1});
    c.after = {{"AddSubVrf0[1]", {half(1), half(2), half(3), half(4)}}, {"vdram[7]", {half(0)}}};
    QCOMPARE(test::runProcessorCase(c).size(), std::size_t{1}); // it would have been written
    c.after = {};
    QVERIFY(test::runProcessorCase(c).size() >= 4);
    c.fault = "hazard";
    QVERIFY(test::runProcessorCase(c).size() >= 5);
}

void TestProcessorInsns::everyRowComesBack() {
    QCOMPARE(test::rowsThatChange(nnp::kIsa), std::vector<std::string>());
}

int tst_nnp_insns(int argc, char** argv) { return lw::tests::run<TestProcessorInsns>(argc, argv); }
#include "tst_nnp_insns.moc"
