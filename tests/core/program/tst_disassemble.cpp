// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/config.h"
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/sample.h"
#include "core/program/disassemble.h"
#include "core/program/listing.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

using namespace lw;
using namespace lw::program;

namespace {

Target teaching() {
    const auto config = training::builtInConfig("training-teaching");
    LW_REQUIRE(bool(config), "the teaching configuration is missing");
    return training::targetOf(*config);
}

isa::Bits encoded(std::initializer_list<isa::SlotInsn> insns) {
    isa::Bundle bundle;
    for (const isa::SlotInsn& insn : insns) bundle.insns[bundle.count++] = insn;
    isa::Bits bits;
    LW_REQUIRE(!isa::encode(training::kIsa, bundle, bits), "the bundle cannot be encoded");
    return bits;
}

isa::SlotInsn scalar(std::string_view name, std::array<isa::Value, isa::kMaxOperands> operands = {}) {
    return {isa::find(training::kIsa, training::kScalar, name), training::kS0, 15, operands};
}

std::vector<std::byte> words(std::initializer_list<std::uint32_t> list) {
    std::vector<std::byte> out(list.size() * 4);
    std::memcpy(out.data(), std::data(list), out.size());
    return out;
}

Program labelled() {
    using Kind = isa::Value::Kind;
    Program out;
    out.chip = "training";
    out.machine = "training-teaching";
    out.bundles = {encoded({scalar("call", {isa::Value{Kind::Register, 3}, isa::Value{Kind::Number, 3}})}),
                   encoded({}), encoded({scalar("br", {isa::Value{Kind::Number, 1}})}),
                   encoded({scalar("br", {isa::Value{Kind::Number, 2}})}),
                   encoded({scalar("movi", {isa::Value{Kind::Register, 1}, isa::Value{Kind::Number, 3}})})};
    out.places = {{0, 2, 1, 1}, {0, 9, 1, 1}, {}, {}, {0, 3, 1, 1}};
    out.sources = {{"x.lw", 0}};
    out.symbols = {{"end", SymbolKind::Label, {}, 5, {}},
                   {"here", SymbolKind::Label, {}, 1, {}},
                   {"sub", SymbolKind::Label, {}, 3, {}},
                   {"there", SymbolKind::Label, {}, 1, {}}};
    return out;
}

} // namespace

class TestDisassemble : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // An address that is a number lies in a tensor or in none; what a register is added to says nothing.
    void addressesHaveTheNamesOfTensors() {
        test::Source source;
        const auto assembly = source.teach(".tensor a, f32, [2, 4], vmem\n"
                                           ".tensor b, f32, [3, 4], vmem\n"
                                           ".tensor n, i32, [9], smem\n"
                                           "{ s0: movi r1, n ; vld: v1, [a] }\n"
                                           "{ vld: v2, [1] ; vst: [b+2], v1 }\n"
                                           "{ vld: v3, [r1+3] ; vst: [5], v2 }\n"
                                           "halt\n");
        QVERIFY2(assembly.program, source.rendered(assembly).c_str());
        const auto lines = listing(*assembly.program, teaching(), {});
        QVERIFY(lines);
        for (const char* bundle :
             {"{ s0: movi r1, 0 ; vld: vld v1, [a] }\n", "{ vld: vld v2, [a+1] ; vst: vst [b+2], v1 }\n",
              "{ vld: vld v3, [r1+3] ; vst: vst [5], v2 }\n"})
            QVERIFY2(lines->find(bundle) != lines->npos, lines->c_str());
    }

    // A target with a label is printed by its first name, one without as a number;
    // other numbers are left alone.
    void labelsStandAtBundlesAndInBranches() {
        const auto text = disassemble(labelled(), teaching());
        QVERIFY(text);
        QCOMPARE(*text, std::string(".chip training, \"training-teaching\"\n"
                                    "    { s0: call r3, sub }\n"
                                    "here:\n"
                                    "there:\n"
                                    "    { }\n"
                                    "    { s0: br here }\n"
                                    "sub:\n"
                                    "    { s0: br 2 }\n"
                                    "    { s0: movi r1, 3 }\n"
                                    "end:\n"));
    }

    void constantsTensorsAndData() {
        Program program;
        program.chip = "training";
        program.machine = "m";
        program.symbols = {{"A", SymbolKind::Tensor, training::kVmem, 2, {}},
                           {"HUGE", SymbolKind::Constant, {}, std::numeric_limits<std::int64_t>::min(), {}},
                           {"LESS", SymbolKind::Constant, {}, -3, {}},
                           {"S", SymbolKind::Tensor, training::kSmem, 6, {}},
                           {"after", SymbolKind::Data, training::kSmem, 5, {}},
                           {"empty", SymbolKind::Data, training::kHbm, 7, {}},
                           {"row", SymbolKind::Data, training::kVmem, 1, {}},
                           {"table", SymbolKind::Data, training::kSmem, 4, {}}};
        program.tensors = {{"A", tensor::DType::Bf16, {2, 3, 8}, training::kVmem, Layout::Tile, 2, 12, {}},
                           {"S", tensor::DType::I32, {2}, training::kSmem, Layout::Row, 6, 2, {}}};
        program.data = {{training::kSmem, 16, words({1, 0xffffffff, 7, 8, 9})},
                        {training::kVmem, 12, words({5, 6})},
                        {training::kHbm, 32, std::vector<std::byte>(16 * 4)}};
        const auto text = disassemble(program, teaching());
        QVERIFY(text);
        QCOMPARE(*text, std::string(".chip training, \"m\"\n"
                                    ".equ HUGE, (-9223372036854775807 - 1)\n"
                                    ".equ LESS, -3\n"
                                    ".tensor A, bf16, [2, 3, 8], vmem, tile, at(2)\n"
                                    ".tensor S, i32, [2], smem, row, at(6)\n"
                                    ".data hbm, 2\n"
                                    "    .space 16, 0x0\n"
                                    ".data hbm, 7\n"
                                    "empty:\n"
                                    ".data vmem, 0\n"
                                    "    .space 3\n"
                                    "    .word 0x5\n"
                                    "row:\n"
                                    "    .word 0x6\n"
                                    ".data smem, 4\n"
                                    "table:\n"
                                    "    .word 0x1\n"
                                    "after:\n"
                                    "    .word 0xffffffff\n"
                                    ".data smem, 6\n"
                                    "    .word 0x7, 0x8\n"
                                    ".data smem, 8\n"
                                    "    .word 0x9\n"));
    }

    void longDataIsBrokenIntoLines() {
        Program program;
        program.chip = "training";
        program.data = {{training::kHbm, 0, words({1, 2, 3, 4, 5, 6, 7, 8, 9})}};
        const auto text = disassemble(program, teaching());
        QVERIFY(text);
        QVERIFY(text->ends_with("    .word 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7, 0x8\n    .word 0x9\n"));
    }

    void brokenBundlesAreNamed() {
        Program program = labelled();
        program.bundles[2].words[0] ^= 1;
        const auto text = disassemble(program, teaching());
        QVERIFY(!text);
        QCOMPARE(text.problem().message->code, std::string_view("E410"));
        QCOMPARE(text.problem().arguments[0], std::string("2"));
        QVERIFY(!listing(program, teaching(), {}));
    }

    void listingShowsBitsAndSource() {
        const Program program = labelled();
        const auto text = listing(program, teaching(), [](std::uint32_t, std::uint32_t line) {
            return line == 2 ? std::string_view("  call r3, sub") : std::string_view();
        });
        QVERIFY(text);
        const QStringList lines = QString::fromStdString(*text).split('\n');
        QCOMPARE(lines.size(), 5 + 4 + 2); // bundles, labels, head, and what follows the last line end
        QVERIFY(lines[1].startsWith("      0  "));
        QCOMPARE(lines[1].mid(9, 81), QString::fromStdString(bitsText(program.bundles[0], 322)));
        QVERIFY(lines[1].endsWith("  x.lw:2  call r3, sub"));
        QCOMPARE(lines[2], QString("here:"));
        QVERIFY(lines[4].endsWith("  x.lw:9  { }")); // its source line is not at hand
    }

    // An independent reading of the digits: the number they form is the bits.
    void bitsTextIsOneLargeNumber() {
        isa::Bits bits;
        bits.set(0, 4, 0xa);
        bits.set(317, 5, 31);
        const std::string text = bitsText(bits, 322);
        QCOMPARE(text.size(), std::size_t{81});
        QCOMPARE(text, "3e" + std::string(78, '0') + "a");
    }
};

int tst_disassemble(int argc, char** argv) { return lw::tests::run<TestDisassemble>(argc, argv); }
#include "tst_disassemble.moc"
