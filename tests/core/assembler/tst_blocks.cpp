// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <ctime>

using namespace lw;

namespace {

// Whether two texts are the same program for the teaching machine; else what is wrong.
QString differ(const std::string& one, const std::string& other, void (*setUp)(test::Source&) = nullptr) {
    test::Source first, second;
    if (setUp) setUp(first);
    const auto a = first.teach(one), b = second.teach(other);
    if (!a.program || !b.program) return QString::fromStdString(first.rendered(a) + second.rendered(b));
    if (a.program->bundles.size() != b.program->bundles.size())
        return QStringLiteral("another number of bundles");
    return program::hashOf(*a.program) == program::hashOf(*b.program) ? QString()
                                                                      : QStringLiteral("another program");
}

std::string codes(const std::string& text, assembler::Limits limits = {}) {
    test::Source source;
    source.options.limits = limits;
    return test::codesOf(source.teach(text));
}

// Of the processor, for that many bundles on one line: the best of three times. Most find no room any more.
double secondsForALineOf(std::size_t bundles) {
    std::string line;
    for (std::size_t i = 0; i < bundles; ++i) line += "{ } ";
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const std::clock_t begin = std::clock();
        if (codes(line + "\n") != "E155") return -1;
        best = std::min(best, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }
    return best;
}

} // namespace

// Macros, repetitions, conditions and included files: each as text that says the same without them.
class TestBlocks : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void macros() {
        QCOMPARE(differ(".macro inc r, by=1\n add \\r, \\r, \\by\n.endm\n inc r1\n inc r2, 7\n inc r3,\n",
                        "add r1, r1, 1\nadd r2, r2, 7\nadd r3, r3, 1\n"),
                 QString());
        QCOMPARE(differ(".macro go op, a\n { s0: \\op r1, r2, \\a ; s1: mov r\\a, 0 }\n.endm\n"
                        " go add, 3\n go sub, 4\n",
                        "{ s0: add r1, r2, 3 ; s1: mov r3, 0 }\n{ s0: sub r1, r2, 4 ; s1: mov r4, 0 }\n"),
                 QString());
        // Commas inside of brackets belong to the argument.
        QCOMPARE(differ(".macro w x, y\n.word \\x, \\y\n.endm\n.data smem\n w min(1, 2), (3)\n",
                        ".data smem\n.word 1, 3\n"),
                 QString());
    }
    // Each expansion has its own local labels; those of the caller come through an argument unharmed, even
    // when the macro has one of the same name.
    void localLabelsOfMacros() {
        QCOMPARE(differ(".macro twice to\n.x: br \\to\n br .x\n.endm\n"
                        "main: nop\n.x: twice .x\n twice .x\n",
                        "main: nop\n br 1\n br 1\n br 1\n br 3\n"),
                 QString());
        QCOMPARE(
            differ(".macro f name\n\\name: nop\n.endm\n f one\n.l: br .l\n f two\n.l: br .l\n br one.l\n",
                   "one: nop\n br 1\ntwo: nop\n br 3\n br 1\n"),
            QString());
    }
    void expansionNumbers() {
        QCOMPARE(differ(".macro m\nl\\@: nop\n.endm\n m\n m\n br l1\n", "l0: nop\nl1: nop\n br 1\n"),
                 QString());
        QCOMPARE(differ(".rept 2\nl\\@: nop\n.endr\n br l1\n", "l0: nop\nl1: nop\n br 1\n"), QString());
    }
    void repetitions() {
        QCOMPARE(differ(".rept 3\n nop\n.endr\n.rept 0\n wrong\n.endr\n", "nop\nnop\nnop\n"), QString());
        QCOMPARE(differ(".for i, 1, 4\n mov r\\i, \\i\n.endfor\n", "mov r1, 1\nmov r2, 2\nmov r3, 3\n"),
                 QString());
        QCOMPARE(differ(".for i, 5, 0, -2\n mov r\\i, 0\n.endfor\n", "mov r5, 0\nmov r3, 0\nmov r1, 0\n"),
                 QString());
        QCOMPARE(differ(".for i, 0, 2\n.for j, 0, \\i + 1\n mov r\\i, \\j\n.endfor\n.endfor\n",
                        "mov r0, 0\nmov r1, 0\nmov r1, 1\n"),
                 QString());
        QCOMPARE(differ(".macro m n\n.rept \\n\n.rept 2\n mov r\\n, 0\n.endr\n.endr\n.endm\n m 2\n",
                        ".rept 4\nmov r2, 0\n.endr\n"),
                 QString());
        QCOMPARE(differ("{ nop ;\n.set k, 0\n}\n", "nop\n").contains(QStringLiteral("E118")), true);
        QCOMPARE(differ(".set k, 1\n.rept 3\n mov r1, k\n.set k, k * 2\n.endr\n",
                        "mov r1, 1\nmov r1, 2\nmov r1, 4\n"),
                 QString());
    }
    void conditions() {
        const std::string choose = ".if N == 1\n mov r1, 1\n.elif N == 2\n mov r1, 2\n"
                                   ".if 0\n wrong\n.else\n nop\n.endif\n.else\n mov r1, 3\n.endif\n halt\n";
        QCOMPARE(differ(".set N, 1\n" + choose, "mov r1, 1\nhalt\n"), QString());
        QCOMPARE(differ(".set N, 2\n" + choose, "mov r1, 2\nnop\nhalt\n"), QString());
        QCOMPARE(differ(".set N, 3\n" + choose, "mov r1, 3\nhalt\n"), QString());
        // What is not chosen is not read: unknown instructions and open strings are not errors there.
        QCOMPARE(differ(".if 0\n{ wrong \" ;\n.endif\nnop\n", "nop\n"), QString());
        QCOMPARE(differ(".macro fill n\n.if \\n > 0\n nop\n fill \\n - 1\n.endif\n.endm\n fill 3\n",
                        "nop\nnop\nnop\n"),
                 QString());
    }
    void includes() {
        const auto files = [](test::Source& source) {
            source.loader.set("lib/a.inc", ".include \"b.inc\"\n two\n");
            source.loader.set("lib/b.inc", ".macro two\n nop\n nop\n.endm\n");
            source.loader.set("path/c.inc", "halt");
            source.options.includePath = {"other", "path"};
        };
        QCOMPARE(differ(".include \"lib/a.inc\"\n.include \"lib/../path/c.inc\"\n.include \"c.inc\"\n",
                        "nop\nnop\nhalt\nhalt\n", files),
                 QString());
    }
    // A text may begin with another one that names the chip.
    void theChipMayBeIncluded() {
        const auto begunBy = [](const std::string& text) {
            test::Source source;
            source.loader.set("program.lw", text);
            const auto all = source.assemble(".include \"program.lw\"\n halt\n");
            return all.program ? std::to_string(all.program->bundles.size()) : test::codesOf(all);
        };
        QCOMPARE(begunBy(".chip training, \"training-teaching\"\n nop\n"), std::string("2"));
        QCOMPARE(begunBy(" nop\n"), std::string("E150"));
        QCOMPARE(begunBy("\n"), std::string("E150"));
    }
    void includesAreFollowedOnce() {
        test::Source source;
        source.loader.set("a.inc", ".include \"main.lw\"\n");
        QCOMPARE(test::codesOf(source.teach(".include \"a.inc\"\n")), std::string("E178"));
        test::Source deep;
        for (int i = 0; i < 40; ++i)
            deep.loader.set("f" + std::to_string(i) + ".inc",
                            ".include \"f" + std::to_string(i + 1) + ".inc\"\n");
        QCOMPARE(test::codesOf(deep.teach(".include \"f0.inc\"\n")), std::string("E175"));
    }
    // Names may be missing because of the file that is: they are not complained about.
    void aMissingFileIsOneMessage() {
        QCOMPARE(codes(".include \"kernels.inc\"\n matmul A, B\n br somewhere\n"), std::string("E104"));
    }

    // Programs that would fill the world are refused at once.
    void bounds_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* name, const std::string& text, const char* wanted) {
            QTest::newRow(name) << QString::fromStdString(text) << wanted;
        };
        row("repetition", ".rept 1000000000\n nop\n.endr\n", "E176");
        row("empty repetition", ".rept 4000000000000000000\n.endr\n", "E176");
        row("nested repetitions", ".rept 3000\n.rept 3000\n.rept 3000\n.endr\n.endr\n.endr\n", "E176");
        row("macro that calls itself", ".macro m\n m\n m\n.endm\n m\n", "E175");
        row("two macros", ".macro a\n b\n.endm\n.macro b\n a\n.endm\n a\n", "E175");
        row("doubling line", ".macro d x\n d \\x\\x\\x\\x\n.endm\n d aaaaaaaa\n", "E179");
        row("bundles", ".rept 2000\n nop\n.endr\n", "E155");
        row("org", ".org 1000000000\n", "E155");
        row("tensor", ".tensor T, f32, [1000000000], hbm\n", "E530");
        row("product", ".tensor T, f32, [4294967296, 4294967296, 4294967296], hbm\n", "E163");
        row("space", ".data smem\n.space 1000000000000\n", "E156");
        row("data address", ".data smem, 281474976710656\n", "E156");
        row("parentheses", ".equ A, " + std::string(100000, '('), "E143");
        row("operators", ".equ A, " + std::string(100000, '~') + "1", "E143");
        std::string sum = ".equ A, 1", chain;
        for (int i = 0; i < 50000; ++i) sum += "+1";
        row("long sum", sum, "E143");
        for (int i = 0; i < 5000; ++i)
            chain += ".equ C" + std::to_string(i) + ", C" + std::to_string(i + 1) + "\n";
        row("chain of constants", chain + ".equ C5000, 1\nmovi r1, C0\n", "");
        row("arguments", ".macro m a\n.endm\n m " + std::string(100000, ',') + "\n", "E171");
        row("operands", "add " + std::string(50000, '['), "E110");
    }
    void bounds() {
        QFETCH(QString, text);
        QFETCH(QString, wanted);
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(codes(text.toStdString()), wanted.toStdString());
        QVERIFY2(timer.elapsed() < 20'000, "took too long"); // far above what a loaded machine needs
    }
    // Four times as many take about four times as long; if each looked at those before it, sixteen times.
    void bundlesOnOneLineAreLinear() {
        const double few = secondsForALineOf(50'000), many = secondsForALineOf(200'000);
        QVERIFY2(few > 0 && many > 0 && many < 8 * few, qPrintable(QString("%1 %2").arg(few).arg(many)));
    }
    void contentsAreBounded() {
        test::Source source;
        QCOMPARE(test::codesOf(source.assemble(".chip training\n.tensor T, f32, [1000000000], hbm = 1\n")),
                 std::string("E161"));
        test::Source reserved;
        // Costs nothing.
        QVERIFY(reserved.assemble(".chip training\n.tensor T, f32, [1000000000], hbm\n").program);
    }
    // They are looked for one after the other, in every use in every expansion.
    void parametersAreBounded() {
        const auto macro = [](int count) {
            std::string text = ".macro m p0";
            for (int i = 1; i < count; ++i) text += ", p" + std::to_string(i);
            return text + "\nnop\n.endm\nhalt\n";
        };
        QCOMPARE(codes(macro(256)), std::string());
        QCOMPARE(codes(macro(257)), std::string("E184"));
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(codes(macro(300000)), std::string("E184"));
        QVERIFY(timer.elapsed() < 5000); // comparing each with each takes minutes
    }
    // Many errors: a list that ends, in time.
    void errorsAreBounded() {
        assembler::Limits limits;
        limits.errors = 50;
        std::string text;
        for (int i = 0; i < 100000; ++i) text += "br nowhere" + std::to_string(i) + "\n{ wrong\n";
        test::Source source;
        source.options.limits = limits;
        const auto assembly = source.teach(text);
        QCOMPARE(assembly.diagnostics.problems().size(), std::size_t{51});
        QCOMPARE(assembly.diagnostics.problems().back().message->code, std::string_view("E183"));
    }
};

int tst_blocks(int argc, char** argv) { return lw::tests::run<TestBlocks>(argc, argv); }
#include "tst_blocks.moc"
