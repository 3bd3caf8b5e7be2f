// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/isa.h"
#include "core/isa/encode.h"
#include "tests/support/circuit_case.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <filesystem>
#include <set>

using namespace lw;

namespace {

std::string folder() { return std::string(LW_TESTS) + "/core/chips/inference/insns/"; }
std::string fileOf(const isa::Insn& insn) { return "row." + std::string(insn.name) + ".json"; }

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
    std::set<std::string> wanted;
    for (const isa::Insn& insn : inference::kIsa.insns) wanted.insert(fileOf(insn));
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
        const std::string name = entry.path().filename().string();
        QVERIFY2(wanted.contains(name), (name + " belongs to no row").c_str());
    }
    QCOMPARE(wanted.size(), inference::kIsa.insns.size());
}

void TestCircuitInsns::everyRowHasItsMeaningTested_data() {
    QTest::addColumn<QString>("path");
    for (const isa::Insn& insn : inference::kIsa.insns)
        QTest::newRow(std::string(insn.name).c_str()) << QString::fromStdString(folder() + fileOf(insn));
}

void TestCircuitInsns::everyRowHasItsMeaningTested() {
    QFETCH(QString, path);
    std::string error;
    const std::vector<test::StateCase> cases = test::loadCases(path.toStdString(), error);
    QVERIFY2(error.empty(), error.c_str());
    QVERIFY(!cases.empty());
    std::string wrong;
    for (std::size_t i = 0; i < cases.size(); ++i)
        for (const std::string& line : test::runCircuitCase(cases[i]))
            wrong += "\n  case " + std::to_string(i) + " (" + cases[i].says + "): " + line;
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

// encode(decode(bits)) == bits for every row with random operands.
void TestCircuitInsns::everyRowComesBack() {
    for (isa::OpId op = 0; op < inference::kIsa.insns.size(); ++op)
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            isa::Bundle bundle;
            bundle.count = 1;
            bundle.insns[0].op = op;
            bundle.insns[0].predicate = inference::kIsa.predicateAlways;
            const isa::Operands& operands = inference::kIsa.insns[op].operands;
            for (std::size_t i = 0; i < operands.size(); ++i) {
                const isa::Operand& o = operands[i];
                const std::uint64_t mixed = (seed + 1) * 0x9e3779b97f4a7c15u >> (i * 5);
                isa::Value& v = bundle.insns[0].operands[i];
                v.kind = o.file >= 0 ? isa::Value::Kind::Register : isa::Value::Kind::Number;
                const std::uint64_t most = o.selector != nullptr ? o.selector->codes[0].count - 1u
                                                                 : (std::uint64_t{1} << o.field.width()) - 1;
                v.value = static_cast<std::uint32_t>(mixed % (most + 1));
            }
            isa::Bits bits;
            QVERIFY(!isa::encode(inference::kIsa, bundle, bits));
            isa::Bundle again;
            QVERIFY(!isa::decode(inference::kIsa, bits, again));
            QVERIFY(again == bundle);
        }
}

int tst_circuit_insns(int argc, char** argv) { return lw::tests::run<TestCircuitInsns>(argc, argv); }
#include "tst_circuit_insns.moc"
