// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assembler/format.h"
#include "core/assembler/words.h"
#include "core/base/file.h"
#include "core/chips/training/isa.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QDirIterator>
#include <QTest>

#include <random>

using namespace lw;

namespace {

const source::Words kWords = assembler::wordsOf(training::kIsa);
std::string formatted(const std::string& text) { return assembler::format(text, kWords); }

const std::string kProgram = ".chip training,\"training-teaching\"   # machine\n"
                             ".equ N,4\n"
                             ".tensor A,f32,[ N,N+1 ],vmem,tile=1.5\n"
                             "start:{s0:add r1,r2,-7;s1:ld r4,[r5 - 1]} // first\n"
                             "   x:.y: { v0 : nop }\n"
                             "  {s0: @!p3 movi r1,(N+2)*-3 ; vld:v2,[r3 + 5],stride = 1,mask=0x0f}# second\n"
                             "  @p1 br .y\n"
                             "\n"
                             "{ nop;\n"
                             "# inside\n"
                             "nop }\n"
                             "\t# note\n"
                             ".macro inc r,by = 1\n"
                             "add \\r,\\r,\\by\n"
                             "l\\@: nop\n"
                             ".endm\n"
                             "inc r3 , N<4?1:2\n"
                             ".data smem\n"
                             ".word 1,2 ,  3\n"
                             "text: .word 'a', 1 << 4, !N, N>=3 && ~1 || -1 != 2\n"
                             ".assert N == 4,\"a  b\"\n";

} // namespace

class TestFormat : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void canonicalForm();
    void aSecondTimeChangesNothing();
    void meaningStays();
    void linesThatCannotBeReadStay();
    void noiseKeepsItsTokens();
    void examplesAreFormatted();
};

void TestFormat::canonicalForm() {
    QCOMPARE(formatted("a:{s0:add r1,r2,-7;s1:ld r4,[r5 - 1]}#x\n{s0:nop;nop}   // y\nhalt\n"),
             std::string("a:      { s0: add r1, r2, -7 ; s1: ld r4, [r5-1] }  #x\n"
                         "        { s0: nop            ; nop }                // y\n"
                         "        halt\n"));
    QCOMPARE(formatted(" .tensor A,f32,[ 4,N+1 ],vmem,tile=1.5"),
             std::string(".tensor A, f32, [4, N+1], vmem, tile = 1.5\n"));
    QCOMPARE(formatted("\t.word 1+2*-(3),~N,a<=b"), std::string("        .word 1 + 2 * -(3), ~N, a <= b\n"));
    QCOMPARE(formatted("{ nop;\n # in\nnop }\n   # note  \n# top\n"),
             std::string("        { nop ;\n          # in\n          nop }\n        # note\n# top\n"));
    QCOMPARE(formatted(".macro m a,b = 1+2\nv\\a :nop\n.endm"),
             std::string(".macro m a, b=1 + 2\n        v\\a : nop\n.endm\n"));
    // Blanks around a parameter count only where it may become part of a name.
    QCOMPARE(
        formatted(".macro m a,b\nloop\\@:.in\\@:{s0:add \\a,\\a,-\\b;v0:bcast v\\b,u_\\a}\n"
                  "vld v\\a,[r10+A+ \\b *(N-1)],stride = \\b\n@!\\a br loop\\@ # x\n.word 1+\\a*\\b,(\\a)\n"),
        std::string(".macro m a, b\nloop\\@: .in\\@: { s0: add \\a, \\a, -\\b ; v0: bcast v\\b, u_\\a }\n"
                    "        vld v\\a, [r10+A+\\b*(N - 1)], stride=\\b\n        @!\\a br loop\\@  # x\n"
                    "        .word 1 + \\a * \\b, (\\a)\n"));
    QCOMPARE(formatted("{s0:nop\n;s1:nop}\n"), std::string("        { s0: nop\n          ; s1: nop }\n"));
}

void TestFormat::aSecondTimeChangesNothing() {
    const std::string once = formatted(kProgram);
    QVERIFY(once != kProgram); // the first time does
    QCOMPARE(formatted(once), once);
}

void TestFormat::meaningStays() {
    std::string program = kProgram;
    program.replace(program.find("v0 : nop"), 8, "s0: nop");
    test::Source before, after;
    const auto a = before.assemble(program), b = after.assemble(formatted(program));
    QVERIFY2(a.program && b.program, (before.rendered(a) + after.rendered(b)).c_str());
    QCOMPARE(program::hashOf(*a.program), program::hashOf(*b.program));
}

void TestFormat::linesThatCannotBeReadStay() {
    QCOMPARE(formatted("  add   r1 ,$ r2\nadd  r1,r2,r3\n"),
             std::string("  add   r1 ,$ r2\n        add r1, r2, r3\n"));
    QCOMPARE(formatted("  .assert 1,  \"open\n"), std::string("  .assert 1,  \"open\n"));
    QCOMPARE(formatted("{nop;}"), std::string("        { nop ; }\n"));
    QCOMPARE(formatted(""), std::string());
    QCOMPARE(formatted("\r\n"), std::string("\n"));
}

// Any bytes: nothing but blanks and line ends may change, and the second time nothing at all.
void TestFormat::noiseKeepsItsTokens() {
    const std::string alphabet = "ar1{};:,.[]()@!p\\+-*/<>=?&|~#\"' \t\n09x_\r\x80";
    std::mt19937 random(7);
    for (int round = 0; round < 3000; ++round) {
        std::string text;
        for (std::size_t n = random() % 60; n > 0; --n) text += alphabet[random() % alphabet.size()];
        const std::string once = formatted(text);
        const auto squeezed = [](std::string s) {
            std::erase_if(s, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
            return s;
        };
        QCOMPARE(squeezed(once), squeezed(text));
        QVERIFY2(formatted(once) == once, text.c_str());
    }
}

void TestFormat::examplesAreFormatted() {
    QDirIterator files(LW_ROOT "/examples", {"*.lw"}, QDir::Files, QDirIterator::Subdirectories);
    QVERIFY(files.hasNext());
    while (files.hasNext()) {
        const auto text = readTextFile(files.next().toStdString());
        QVERIFY(text);
        QVERIFY2(formatted(*text) == *text, qPrintable(files.filePath()));
    }
}

int tst_format(int argc, char** argv) { return lw::tests::run<TestFormat>(argc, argv); }
#include "tst_format.moc"
