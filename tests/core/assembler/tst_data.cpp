// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/isa/print.h"
#include "core/isa/sample.h"
#include "core/tensor/npy.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cstring>
#include <stdexcept>

using namespace lw;

namespace {

program::Program good(const std::string& text, const std::map<std::string, std::string>& files = {}) {
    test::Source source;
    for (const auto& [path, bytes] : files) source.loader.set(path, bytes);
    auto assembly = source.teach(text);
    if (!assembly.program) throw std::runtime_error(source.rendered(assembly));
    return *std::move(assembly.program);
}

std::string dataCodes(const std::string& text, const std::map<std::string, std::string>& files = {}) {
    test::Source source;
    for (const auto& [path, bytes] : files) source.loader.set(path, bytes);
    return test::codesOf(source.teach(text));
}

// "vmem 16: 3f800000 ." the space, the first byte and the words of each piece.
QString pieces(const program::Program& p) {
    static constexpr std::array<const char*, 3> kSpaces{"hbm", "vmem", "smem"};
    QStringList out;
    for (const program::Data& data : p.data) {
        QString piece = QString("%1 %2:").arg(QLatin1String(kSpaces[index(data.space)])).arg(data.offset);
        for (std::size_t i = 0; i < data.bytes.size(); i += 4) {
            std::uint32_t word = 0;
            std::memcpy(&word, data.bytes.data() + i, 4);
            piece += u' ' + QString::number(word, 16);
        }
        out << piece;
    }
    return out.join(QStringLiteral(" | "));
}

template <typename T> std::string npy(tensor::DType type, tensor::Shape shape, const std::vector<T>& values) {
    const auto bytes = tensor::formatNpy(tensor::Tensor::of<T>(type, std::move(shape), values));
    std::string out(bytes.size(), '\0');
    std::memcpy(out.data(), bytes.data(), bytes.size());
    return out;
}

} // namespace

// The teaching machine: rows of 4 words, granules of 4 words, tiles of 2 rows.
class TestData : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void sections() {
        QCOMPARE(pieces(good(".data smem, 3\n.word 1\n.space 2\n.word 2\n.space 2, 7\n.org 12\n"
                             ".float 1\n.align 8\n.bf16 1, 2, 3\n")),
                 QString("smem 12: 1 | smem 24: 2 7 7 | smem 48: 3f800000 | smem 64: 40003f80 4040"));
        // Without an address a section goes on after everything; a label begins a new row.
        const auto p =
            good(".data vmem\n.word 1\nx: .word 2\n.text\nnop\n.data vmem\n.word 3\n.data hbm\ny: .word 4\n");
        QCOMPARE(pieces(p), QString("vmem 0: 1 | vmem 16: 2 | vmem 32: 3 | hbm 0: 4"));
        QCOMPARE(program::findSymbol(p, "x")->value, std::int64_t{1});
        QCOMPARE(int(program::findSymbol(p, "x")->kind), int(program::SymbolKind::Data));
        QCOMPARE(program::findSymbol(p, "y")->space, training::kHbm);
    }
    void tensorsAreNamedAndPlaced() {
        const auto p = good(".tensor A, f32, [3, 3], vmem\n.tensor B, bf16, [5], hbm = 1\n"
                            ".tensor C, i32, [], smem, at(9) = -1\n"
                            ".tensor D, f32, [2], vmem, tile\nmovi r1, D\n");
        QCOMPARE(p.tensors.size(), std::size_t{4});
        QCOMPARE(p.tensors[0].units, std::uint64_t{3});
        QCOMPARE(p.tensors[1].units, std::uint64_t{1});
        QCOMPARE(p.tensors[2].address, std::uint64_t{9});
        QCOMPARE(p.tensors[3].address, std::uint64_t{3});
        QCOMPARE(p.tensors[3].units, std::uint64_t{2});
        QCOMPARE(int(p.tensors[3].layout), int(program::Layout::Tile));
        QCOMPARE(p.tensors[0].place, (Place{0, 2, 9, 1}));
        QCOMPARE(pieces(p), QString("hbm 0: 3f803f80 3f803f80 3f80 0 | smem 36: ffffffff"));
        QCOMPARE(program::findSymbol(p, "D")->value, std::int64_t{3});
    }
    void tensorsFromFiles() {
        const std::map<std::string, std::string> files{
            {"a.npy", npy<float>(tensor::DType::F32, {2, 3}, {1, 2, 3, 4, 5, 6})},
            {"h.npy", npy<std::uint16_t>(tensor::DType::U16, {2}, {0x3f80, 0xc000})},
            {"d.npy", npy<double>(tensor::DType::F64, {2}, {0.5, 2})}};
        QCOMPARE(pieces(good(".tensor A, f32, [2, 3], vmem = \"a.npy\"", files)),
                 QString("vmem 0: 3f800000 40000000 40400000 0 40800000 40a00000 40c00000 0"));
        QCOMPARE(pieces(good(".tensor A, f32, [2, 3], smem = \"a.npy\"", files)),
                 QString("smem 0: 3f800000 40000000 40400000 40800000 40a00000 40c00000"));
        QCOMPARE(pieces(good(".tensor H, bf16, [2], smem = \"h.npy\"", files)), QString("smem 0: c0003f80"));
        QCOMPARE(pieces(good(".tensor D, i32, [2], smem, cast(f64) = \"d.npy\"", files)),
                 QString("smem 0: 0 2"));
        QCOMPARE(pieces(good(".tensor D, bf16, [2], smem, cast(f64) = \"d.npy\"", files)),
                 QString("smem 0: 40003f00"));
        QCOMPARE(pieces(good(".tensor D, f16, [2], smem, cast(f64) = \"d.npy\"", files)),
                 QString("smem 0: 40003800"));
        QCOMPARE(pieces(good(".tensor D, f16, [3], smem = 0.1")), QString("smem 0: 2e662e66 2e66"));
        QCOMPARE(dataCodes(".tensor D, f16, [1], smem = 65520.0"),
                 dataCodes(".tensor D, bf16, [1], smem = 1.0e39"));
        QCOMPARE(dataCodes(".tensor D, f32, [2], smem = \"d.npy\"", files), std::string("E503"));
        QCOMPARE(dataCodes(".tensor D, f32, [2], smem, cast(f32) = \"d.npy\"", files), std::string("E503"));
        QCOMPARE(dataCodes(".tensor A, f32, [3, 2], smem = \"a.npy\"", files), std::string("E166"));
        QCOMPARE(dataCodes(".tensor A, f32, [2, 3], smem = \"a.npy\"", {{"a.npy", "garbage"}}),
                 std::string("E510"));
        QCOMPARE(dataCodes(".tensor A, f32, [2, 3], smem = \"a.npy\"",
                           {{"a.npy", files.at("a.npy").substr(0, 140)}}),
                 std::string("E514"));
    }
    // What is wrong with a tensor is said where it is defined, and not again where it is used.
    void aWrongTensorIsOneMessage() {
        QCOMPARE(dataCodes(".tensor A, f33, [2], smem\nmovi r1, A\nmovi r2, A + size(A)\n.equ E, units(A)\n"),
                 std::string("E162"));
    }
    // Words are claimed once, but a section that names its address may give a tensor its contents.
    void overlaps() {
        QCOMPARE(dataCodes(".tensor A, f32, [4], smem\n.data smem, 1\n.word 5\n"), std::string());
        QCOMPARE(dataCodes(".data smem, 1\n.word 5\n.tensor A, f32, [4], smem, at(0)\n"), std::string());
        QCOMPARE(dataCodes(".tensor A, f32, [4], smem = 1\n.data smem, 1\n.word 5\n"), std::string("E160"));
        QCOMPARE(dataCodes(".tensor A, f32, [4], smem\n.data smem, 3\n.word 5, 6\n"), std::string("E160"));
        QCOMPARE(dataCodes(".tensor A, f32, [4], smem\n.data smem, 1\n.word 5\n.data smem, 1\n.word 6\n"),
                 std::string("E160"));
        QCOMPARE(dataCodes(".tensor A, f32, [4], smem\n.tensor B, f32, [4], smem, at(3)\n"),
                 std::string("E160"));
        QCOMPARE(dataCodes(".tensor A, f32, [4], smem, at(4)\n.tensor B, f32, [4], smem\n"
                           ".tensor C, f32, [4], smem, at(0)\n"),
                 std::string());
    }
    // The reader for plain lines and the general one agree:
    // a line end inside of the braces keeps the first away.
    void plainLinesMeanTheSame() {
        isa::Sampler sampler(training::kIsa, 11);
        std::string plain, general;
        for (int i = 0; i < 1000; ++i) {
            isa::Bundle bundle = sampler.bundle();
            for (isa::SlotInsn& insn : bundle)
                for (std::size_t o = 0; o < training::kIsa.insns[insn.op].operands.size(); ++o)
                    if (training::kIsa.insns[insn.op].operands[o].form == isa::Form::Target &&
                        insn.operands[o].kind == isa::Value::Kind::Number)
                        insn.operands[o].value = 5; // a bundle of the program
            std::string text;
            isa::print(training::kIsa, bundle, text);
            isa::Bits bits;
            if (isa::encode(training::kIsa, bundle, bits)) continue;
            plain += text + "\n";
            general += "{\n" + text.substr(1) + "\n";
        }
        const auto a = good(plain), b = good(general);
        QVERIFY(a.bundles.size() > 900);
        QVERIFY(a.bundles == b.bundles);
    }
    void lintsAreObeyedAndSwitched() {
        const auto run = [](const std::string& program) {
            test::Source source;
            source.options.lint = program::LintOptions{};
            const auto assembly = source.teach(program);
            return std::pair{test::codesOf(assembly), assembly.program.has_value()};
        };
        const auto [all, kept] = run("add r1, r2, r3\nhalt\n");
        QVERIFY2(all.find("W3") != std::string::npos && kept, all.c_str());
        const std::string code = all.substr(0, 4);
        QVERIFY(run(".warn off, " + code + "\nadd r1, r2, r3\nhalt\n").first.find(code) == std::string::npos);
        QVERIFY(run(".warn off, " + code + "\nnop\n.warn on, " + code + "\nadd r1, r2, r3\nhalt\n")
                    .first.find(code) != std::string::npos);
        const auto [errors, program] = run("@p2 nop\nhalt\n"); // nothing sets p2
        QVERIFY2(errors.find("E25") != std::string::npos && !program, errors.c_str());
    }
};

int tst_data(int argc, char** argv) { return lw::tests::run<TestData>(argc, argv); }
#include "tst_data.moc"
