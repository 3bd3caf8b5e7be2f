// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/isa/encode.h"
#include "core/isa/sample.h"
#include "core/program/disassemble.h"
#include "core/program/image.h"
#include "core/program/layout.h"
#include "core/program/lint.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"
#include "tests/support/tiny_program.h"

#include <QDirIterator>
#include <QTest>

#include <set>

using namespace lw;
using namespace lw::program;

namespace {

// Assembles the disassembly and says how it differs; empty if it is the same program.
QString differenceAfterRoundTrip(const Program& program, const Target& target) {
    const auto text = disassemble(program, target);
    if (!text) return QString::fromStdString(textOf(text.problem()));
    test::Source source; // the text names the machine, and not its file
    source.options.targetOf = [&](const assembler::MachineRequest&) { return Result<Target>(target); };
    const assembler::Assembly again = source.assemble(*text);
    if (!again.program) return QString::fromStdString(source.rendered(again)) + QString::fromStdString(*text);
    for (std::size_t i = 0; i < program.bundles.size() && i < again.program->bundles.size(); ++i)
        if (!(again.program->bundles[i] == program.bundles[i])) return QString("bundle %1").arg(i);
    if (hashOf(*again.program) != hashOf(program)) return "hash\n" + QString::fromStdString(*text);
    return {};
}

// The bits of a bundle whose branch goes to one of `count` bundles;
// those of the empty bundle if that does not fit.
isa::Bits inProgram(isa::Bundle bundle, std::uint32_t count, const Target& target) {
    for (isa::SlotInsn& s : bundle) {
        const isa::Operands& operands = target.spec->insns[s.op].operands;
        for (std::size_t o = 0; o < operands.size(); ++o)
            if (operands[o].form == isa::Form::Target && s.operands[o].kind == isa::Value::Kind::Number)
                s.operands[o].value %= count;
    }
    isa::Bits bits;
    return isa::encode(*target.spec, bundle, bits) ? isa::lookupOf(*target.spec).emptyBits() : bits;
}

// Some words of a stretch that begins at byte `at`, in pieces with and without gaps.
void addData(Program& out, isa::Random& random, isa::SpaceId space, std::uint64_t at, std::uint64_t words) {
    const std::uint64_t from = random.below(static_cast<std::uint32_t>(words));
    const std::uint64_t last = from + 1 + random.below(static_cast<std::uint32_t>(words - from));
    std::uint64_t end = ~std::uint64_t{0}; // of the last piece
    for (std::uint64_t w = from; w < last; ++w) {
        if (w != from && random.percent(10)) continue;
        if (end != at + w * 4 || random.percent(20)) out.data.push_back({space, at + w * 4, {}});
        const std::uint32_t word = random.percent(50) ? 7 : static_cast<std::uint32_t>(random.next());
        const auto bytes = std::as_bytes(std::span(&word, 1));
        out.data.back().bytes.insert(out.data.back().bytes.end(), bytes.begin(), bytes.end());
        end = at + w * 4 + 4;
    }
}

// A program of random bundles with labels, constants, tensors and data all over the place.
Program randomProgram(std::uint64_t seed, const Target& target) {
    isa::Sampler sampler(*target.spec, seed);
    isa::Random& random = sampler.random();
    Program out = test::tinyProgram({}, target);
    const std::uint32_t count = 1 + random.below(60);
    for (std::uint32_t i = 0; i < count; ++i) {
        const isa::Bits bits = inProgram(sampler.bundle(), count, target);
        out.bundles.push_back(bits);
        out.places.emplace_back();
    }
    const auto name = [&](const char* stem, std::uint32_t i) { return stem + std::to_string(i); };
    for (std::uint32_t i = 0; i < random.below(8); ++i)
        out.symbols.push_back({name("label", i), SymbolKind::Label, {}, random.below(count + 1), {}});
    for (std::uint32_t i = 0; i < random.below(4); ++i)
        out.symbols.push_back(
            {name("CONST", i), SymbolKind::Constant, {}, static_cast<std::int64_t>(random.next()), {}});
    for (isa::SpaceId space{}; index(space) < target.spaces.size(); ++space) {
        const SpaceSize& size = target.spaces[index(space)];
        std::uint64_t at = random.below(3); // in units
        for (std::uint32_t i = 0; i < 4 && at + 24 < size.units; ++i) {
            const std::string own = name("x", static_cast<std::uint32_t>(space) * 10u + i);
            std::uint64_t units = 1 + random.below(3);
            if (random.percent(50)) {
                NamedTensor tensor{own,
                                   random.percent(50) ? tensor::DType::F32 : tensor::DType::Bf16,
                                   {1 + random.below(3), 1 + random.below(4)},
                                   space,
                                   random.percent(50) ? Layout::Row : Layout::Tile,
                                   at,
                                   0,
                                   {}};
                tensor.units = units = Arrangement::make(target, tensor)->units();
                if (at + units > size.units) break;
                out.symbols.push_back({own, SymbolKind::Tensor, space, static_cast<std::int64_t>(at), {}});
                out.tensors.push_back(tensor);
            } else if (random.percent(60)) {
                out.symbols.push_back({own, SymbolKind::Data, space, static_cast<std::int64_t>(at), {}});
            }
            if (random.percent(70))
                addData(out, random, space, at * size.unitBytes, units * size.unitBytes / 4);
            at += units + random.below(2);
        }
    }
    std::sort(out.symbols.begin(), out.symbols.end(),
              [](const Symbol& a, const Symbol& b) { return a.name < b.name; });
    return out;
}

} // namespace

class TestReassemble : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyRow() {
        const Target target = test::machineTarget("training");
        isa::Sampler sampler(*target.spec, 5);
        Program program = test::tinyProgram({}, target);
        for (isa::OpId op = 0; op < target.spec->insns.size(); ++op)
            for (int i = 0; i < 20; ++i) {
                program.bundles.push_back(inProgram(sampler.bundleWith(op), 1000, target));
                program.places.emplace_back();
            }
        QCOMPARE(differenceAfterRoundTrip(program, target), QString());
    }

    void randomPrograms() {
        for (const char* machine : {"training-teaching", "training"}) {
            const Target target = test::machineTarget(machine);
            for (std::uint64_t seed = 0; seed < 50; ++seed) {
                const Program program = randomProgram(seed, target);
                QVERIFY2(
                    differenceAfterRoundTrip(program, target).isEmpty(),
                    qPrintable(
                        QString("seed %1: %2").arg(seed).arg(differenceAfterRoundTrip(program, target))));
                const auto image = formatImage(program, *target.spec);
                const auto back = parseImage(image, "random", target);
                QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
                QVERIFY(formatImage(*back, *target.spec) == image);
                QCOMPARE(hashOf(*back), hashOf(program));
            }
        }
    }

    // What a person writes: the disassembly of its program is that program, and its own disassembly.
    void writtenPrograms() {
        test::Source source;
        const assembler::Assembly first = source.teach(R"(
.equ ROUNDS, 3
.tensor A, f32, [2, 4], vmem = 1.5
.tensor B, bf16, [3, 5], hbm, tile
.data smem
table: .word 1, 2, loop
       .bf16 1.0, 2.0, 3.0
.text
start:  { s0: movi r1, A ; s1: movi r2, ROUNDS }
loop:   { vld: v2, [r1+0], stride=1 ; s0: sub r2, r2, 1 ; s1: cmp.lt p1, r2, 1 }
        @!p1 br loop
        call r9, finish
.local: br .local
finish: halt
)");
        QVERIFY2(first.program, source.rendered(first).c_str());
        QCOMPARE(differenceAfterRoundTrip(*first.program, *first.target), QString());
        const auto text = disassemble(*first.program, *first.target);
        QVERIFY(text && text->find("br loop") != std::string::npos &&
                text->find("call r9, finish") != std::string::npos);
    }

    // Every example's program, which also gives no warning.
    void examples_data() {
        QTest::addColumn<QString>("path");
        QDirIterator files(LW_ROOT "/examples", {"*.lw"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            const auto text = readTextFile(path.toStdString());
            if (text && text->find("\n.chip ") != std::string::npos)
                QTest::newRow(qPrintable(path.mid(qsizetype(strlen(LW_ROOT))))) << path;
        }
    }
    void examples() {
        QFETCH(QString, path);
        source::DiskLoader loader;
        source::Files files(loader);
        const auto file = files.open(path.toStdString());
        QVERIFY(file);
        const assembler::Assembly assembly = assembler::assemble(files, *file, {test::catalogTarget, {}, {}});
        QVERIFY2(assembly.program, source::render(assembly.diagnostics, files).c_str());
        QCOMPARE(differenceAfterRoundTrip(*assembly.program, *assembly.target), QString());
        Diagnostics warnings;
        lint(*assembly.program, *assembly.target, {}, warnings);
        QVERIFY2(warnings.problems().empty(), source::render(warnings, files).c_str());
    }
};

int tst_reassemble(int argc, char** argv) { return lw::tests::run<TestReassemble>(argc, argv); }
#include "tst_reassemble.moc"
