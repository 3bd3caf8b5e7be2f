// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/tiny_program.h"
#include "tests/support/training_bundles.h"

#include "tests/support/run_test.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace lw;
using namespace lw::training;
using Words = std::vector<std::uint32_t>;

namespace {

constexpr std::uint32_t kWords = 8; // of a register of the teaching machine

// The cells of the rows of the page's tables that begin so, without the column marks.
std::vector<QStringList> rowsWith(const char* page, const QString& pattern) {
    QFile file(QStringLiteral(LW_ROOT "/resources/manual/") + QLatin1String(page));
    if (!file.open(QIODevice::ReadOnly)) qFatal("%s cannot be read", page);
    std::vector<QStringList> out;
    const QRegularExpression wanted(pattern);
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        if (!wanted.match(line).hasMatch()) continue;
        QStringList cells = line.split(QLatin1Char('|')).sliced(1);
        cells.removeLast();
        for (QString& cell : cells) cell = cell.trimmed();
        out.push_back(cells);
    }
    return out;
}

// An instruction, what is in the table about it.
struct TableRow {
    QString unit, name, denormal, tiny;
};
std::vector<TableRow> unitRows(const char* page = "numbers.md") {
    std::vector<TableRow> out;
    for (const QStringList& cells : rowsWith(page, QStringLiteral(R"(^\| [^|`]+ \| `)"))) {
        auto it = QRegularExpression(QStringLiteral("`([^`]+)`")).globalMatch(cells[1]);
        while (it.hasNext()) out.push_back({cells[0], it.next().captured(1), cells[2], cells[3]});
    }
    return out;
}

std::uint32_t word(double value) { return std::bit_cast<std::uint32_t>(static_cast<float>(value)); }

// One instruction on the machine: its operands come from v1 and v2, through memory; v4 is the mask of sel.
std::vector<std::string> bundlesFor(const std::string& name) {
    std::vector<std::string> out{"vld vld v1 0 0", "vld vld v2 0 2", "vld vld v3 0 4", "vld vld v4 0 4"};
    const auto add = [&](std::initializer_list<std::string> more) { out.insert(out.end(), more); };
    if (name.starts_with("eup."))
        add({"v0 " + name + " v1", "pop eup v4"});
    else if (name == "mxu.w" || name == "mxu.wt")
        add({"push " + name + " v1", "push " + name + " v1", "push mxu.latch", "push mxu.x v2",
             "pop mxu v4"});
    else if (name == "mxu.x")
        add({"push mxu.w v2", "push mxu.w v2", "push mxu.latch", "push mxu.x v1", "pop mxu v4"});
    else if (name == "xpose")
        add({"push xpose v1", "push xpose v1", "pop xpose v4", "pop xpose v5"});
    else if (isa::find(kIsa, kPush, name) != isa::kNoOp)
        add({"push " + name + " v1", "pop rpu v4"});
    else if (name == "vld")
        add({"vld vld v4 0 0"});
    else if (name == "vst")
        add({"vst vst 0 6 v1", "vld vld v4 0 6"});
    else {
        const isa::OpId op = isa::find(kIsa, kVector, name);
        const std::size_t operands = op == isa::kNoOp ? 0 : kIsa.insns[op].operands.size();
        const bool isFirst = (isa::lookupOf(kIsa).slotsOf(op) >> kV0 & 1) != 0;
        add({(isFirst ? "v0 " : "v1 ") + name + " v4 v1" + (operands == 3 ? " v2" : "")});
    }
    add({"s0 halt"});
    return out;
}

Words resultOf(const QString& name, const Words& x, const Words& y) {
    const Config config = *builtInConfig("training-teaching");
    program::Program program = test::tinyProgram(bundlesFor(name.toStdString()), targetOf(config));
    Words memory(x);
    memory.insert(memory.end(), y.begin(), y.end());
    memory.resize(3 * kWords, 1); // a mask that takes x
    program.data = {test::dataOf(kVmem, 0, memory)};
    const auto made = createMachine(program, config, {});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    if ((*made)->run({100000, machine::kForever, nullptr}).kind != machine::StopKind::Halted)
        qFatal("%s does not end", qPrintable(name));
    return test::words(**made, "vector/registers", 4 * kWords, kWords);
}

// Denormals and the zeros that they count as; where halves are read, those of both halves.
std::vector<std::pair<std::uint32_t, std::uint32_t>> denormalsFor(const QString& name) {
    if (name == QLatin1String("cvt.bf16_f32") || name.startsWith(QLatin1String("unpack")))
        return {{0x007f007f, 0}, {0x00010001, 0}, {0x807f807f, 0x80008000}};
    return {{0x00000001, 0}, {0x007fffff, 0}, {0x80000001, 0x80000000}, {0x807fffff, 0x80000000}};
}

// Beside a denormal: what would show that it was not a zero.
const Words kBeside{word(0x1p-126), word(-0x1p-126), word(0x1p100), word(-0x1p100), word(1), word(-1), 0,
                    0x80000000};

// What only moves words or works on bits, by plain loops.
Words movedBits(const QString& name, const Words& x, const Words& y) {
    Words out(x);
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (name == QLatin1String("and")) out[i] = x[i] & y[i];
        if (name == QLatin1String("or")) out[i] = x[i] | y[i];
        if (name == QLatin1String("xor")) out[i] = x[i] ^ y[i];
        if (name == QLatin1String("iadd")) out[i] = x[i] + y[i];
    }
    return out;
}

// Operands whose exact result is a denormal, and what comes instead: the zero of its sign, or the sum of what
// is left when a part sum is.
struct Tiny {
    const char* name;
    std::vector<double> x, y; // repeated to the end of the register
    double result;
};
const std::vector<Tiny> kTiny{
    {"fadd", {0x1.8p-126}, {-0x1p-126}, 0.0},
    {"fadd", {-0x1.8p-126}, {0x1p-126}, -0.0},
    {"fsub", {0x1.8p-126}, {0x1p-126}, 0.0},
    {"fsub", {0x1p-126}, {0x1.8p-126}, -0.0},
    {"fmul", {0x1p-100}, {0x1p-30}, 0.0},
    {"fmul", {-0x1p-100}, {0x1p-30}, -0.0},
    {"eup.rcp", {0x1p127}, {0}, 0.0},
    {"eup.rcp", {-0x1p127}, {0}, -0.0},
    {"eup.exp", {-88}, {0}, 0.0},
    {"eup.sigmoid", {-88}, {0}, 0.0},
    {"red.sum", {0x1.8p-126, -0x1p-126, 0x1p-126, 0}, {0}, 0x1p-126},
    {"permred.sum", {0x1.8p-126, -0x1p-126, 0x1p-126, 0}, {0}, 0x1p-126},
    {"segred.sum", {0x1.8p-126, -0x1p-126, 0x1p-126, 0}, {0}, 0x1p-126},
    {"redperm.sum", {0x1.8p-126, -0x1p-126, 0x1p-126, 0}, {0}, 0x1p-126},
    {"mxu.x", {0x1p-100, 0x1p-96, 0, 0}, {0x1p-30}, 0x1p-126},
};

Words repeated(const std::vector<double>& values) {
    Words out;
    for (std::size_t i = 0; i < kWords; ++i) out.push_back(word(values[i % values.size()]));
    return out;
}

} // namespace

// The tables of the chapter on numbers, row by row on the machine.
class TestManualTables : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void denormals_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("denormal");
        for (const TableRow& row : unitRows())
            QTest::newRow(qPrintable(row.name)) << row.name << row.denormal;
    }
    void denormals() {
        QFETCH(const QString, name);
        QFETCH(const QString, denormal);
        for (const auto& [bits, zero] : denormalsFor(name)) {
            const Words got = resultOf(name, Words(kWords, bits), kBeside);
            if (denormal == QLatin1String("kept"))
                QCOMPARE(got, movedBits(name, Words(kWords, bits), kBeside));
            else
                QCOMPARE(got, resultOf(name, Words(kWords, zero), kBeside));
        }
        QVERIFY(denormal == QLatin1String("kept") || denormal == QLatin1String("read as zero"));
    }

    void tinyResults() {
        std::set<QString> flushed;
        for (const TableRow& row : unitRows())
            if (!row.tiny.isEmpty()) flushed.insert(row.name);
        std::set<QString> tried;
        for (const Tiny& tiny : kTiny) {
            tried.insert(QLatin1String(tiny.name));
            QVERIFY2(resultOf(QLatin1String(tiny.name), repeated(tiny.x), repeated(tiny.y)) ==
                         Words(kWords, word(tiny.result)),
                     tiny.name);
        }
        QCOMPARE(flushed, tried);
        for (const TableRow& row : unitRows()) { // a part sum is seen only by sums
            const bool isSum = row.name.endsWith(QLatin1String(".sum")) || row.name == QLatin1String("mxu.x");
            QCOMPARE(row.tiny.startsWith(QLatin1String("zero, after each")), isSum);
        }
    }

    void noInstructionOnFloatsIsLeftOut() {
        std::set<QString> named;
        for (const TableRow& row : unitRows()) QVERIFY2(named.insert(row.name).second, qPrintable(row.name));
        for (const isa::Insn& insn : kIsa.insns) {
            const QString name = QString::fromUtf8(insn.name.data(), static_cast<int>(insn.name.size()));
            if ((insn.effects & isa::kMakesFloats) == 0 || insn.name == "cvt.i_f") continue; // reads integers
            QVERIFY2(named.count(name) == 1, qPrintable(name));
        }
    }

    void specialValues() {
        const Words inputs{0x7fc00000, 0xff800000, 0xff7fffff, 0x80000000, 0, 0x7f7fffff, 0x7f800000};
        int rows = 0;
        for (const QStringList& cells : rowsWith("numbers.md", QStringLiteral(R"(^\| `eup)"))) {
            QCOMPARE(cells.size(), 1 + static_cast<int>(inputs.size()));
            const QString name = cells[0].mid(1, cells[0].size() - 2);
            ++rows;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                const QString text = cells[static_cast<int>(i) + 1];
                const std::uint32_t expected =
                    text == QLatin1String("nan")
                        ? 0x7fc00000
                        : std::bit_cast<std::uint32_t>(std::strtof(qPrintable(text), nullptr));
                QCOMPARE(resultOf(name, Words(kWords, inputs[i]), kBeside), Words(kWords, expected));
            }
        }
        QCOMPARE(rows, 7);
    }

    void chineseTablesAreTheSame() {
        const std::map<QString, QString> words{{QStringLiteral("kept"), QStringLiteral("保留")},
                                               {QStringLiteral("read as zero"), QStringLiteral("当作零")}};
        const std::vector<TableRow> english = unitRows(), chinese = unitRows("zh_CN/numbers.md");
        QCOMPARE(chinese.size(), english.size());
        for (std::size_t i = 0; i < english.size(); ++i) {
            QCOMPARE(chinese[i].name, english[i].name);
            QCOMPARE(chinese[i].denormal, words.at(english[i].denormal));
            QCOMPARE(chinese[i].tiny.isEmpty(), english[i].tiny.isEmpty());
        }
        QCOMPARE(rowsWith("zh_CN/numbers.md", QStringLiteral(R"(^\| `eup)")),
                 rowsWith("numbers.md", QStringLiteral(R"(^\| `eup)")));
    }
};

int tst_manual_tables(int argc, char** argv) { return lw::tests::run<TestManualTables>(argc, argv); }
#include "tst_manual_tables.moc"
