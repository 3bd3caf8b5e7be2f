// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "tests/support/insn_files.h"
#include "tests/support/run_test.h"
#include "tests/support/state_case.h"

#include <QTest>

#include <filesystem>
#include <set>

using namespace lw;

namespace {

std::string insnFolder() { return std::string(LW_TESTS) + "/core/chips/training/insns/"; }

// "vector and" -> vector.and.json
std::string insnFileOf(const isa::Insn& insn) {
    return std::string(training::kIsa.classes[insn.slotClass].name) + "." + std::string(insn.name) + ".json";
}

} // namespace

// Every row of the instruction table has a file of cases, reasoned from its description: the state before,
// the text, and every cell that the instruction changes.
class TestInsns : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyFileHasARow();
    void everyRowHasItsMeaningTested_data();
    void everyRowHasItsMeaningTested();
    void aWrongCaseFails();
};

void TestInsns::everyFileHasARow() {
    std::set<std::string> wanted;
    for (const isa::Insn& insn : training::kIsa.insns) wanted.insert(insnFileOf(insn));
    for (const auto& entry : std::filesystem::directory_iterator(insnFolder())) {
        const std::string name = entry.path().filename().string();
        QVERIFY2(wanted.contains(name), (name + " belongs to no row").c_str());
    }
    QCOMPARE(wanted.size(), training::kIsa.insns.size());
}

void TestInsns::everyRowHasItsMeaningTested_data() {
    QTest::addColumn<QString>("path");
    for (const isa::Insn& insn : training::kIsa.insns) {
        const std::string name = insnFileOf(insn);
        QTest::newRow(name.c_str()) << QString::fromStdString(insnFolder() + name);
    }
}

void TestInsns::everyRowHasItsMeaningTested() {
    QFETCH(QString, path);
    const std::string wrong =
        test::wrongIn(path.toStdString(), [](const test::StateCase& c) { return test::runCase(c); });
    QVERIFY2(wrong.empty(), wrong.c_str());
}

// The cases are only as good as what looks at them: a value that is not so, a cell that is not named, a
// register that should be written, a fault that does not come, and a result left behind.
void TestInsns::aWrongCaseFails() {
    const auto word = [](std::uint64_t bits) { return test::CaseWord{test::CaseWord::Kind::Bits, bits, 0}; };
    test::StateCase c;
    c.before = {{"r1", {word(1)}}, {"v1", std::vector<test::CaseWord>(8, word(0))}};
    c.text = "add r2, r1, 1";
    c.after = {{"r2", {word(2)}}};
    QCOMPARE(test::runCase(c).size(), std::size_t{0});
    c.after = {{"r2", {word(3)}}};
    QCOMPARE(test::runCase(c).size(), std::size_t{1});
    c.after = {};
    QCOMPARE(test::runCase(c).size(), std::size_t{1});
    c.after = {{"r2", {word(2)}}, {"r3", {word(0)}}};
    QCOMPARE(test::runCase(c).size(), std::size_t{1});
    c.after = {{"r2", {word(2)}}};
    c.fault = "out of range";
    QCOMPARE(test::runCase(c).size(), std::size_t{1});
    c.fault = "";
    c.text = "{ s0: add r2, r1, 1 ; push: perm v1 }";
    QCOMPARE(test::runCase(c).size(), std::size_t{1});
    c.text = "{ s0: add r2, r1, 1 ; misc: trace 1, r1 }";
    QCOMPARE(test::runCase(c).size(), std::size_t{1});
}

int tst_insns(int argc, char** argv) { return lw::tests::run<TestInsns>(argc, argv); }
#include "tst_insns.moc"
