// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/bits.h"
#include "core/base/file.h"
#include "core/chips/training/config.h"
#include "core/chips/training/isa.h"
#include "core/isa/encode.h"
#include "core/program/image.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace lw;
using namespace lw::program;

namespace {

Target imageTarget() {
    const auto config = training::builtInConfig("training-teaching");
    LW_REQUIRE(bool(config), "the teaching configuration is missing");
    return training::targetOf(*config);
}

isa::Bits encoded(const isa::Bundle& bundle) {
    isa::Bits bits;
    LW_REQUIRE(!isa::encode(training::kIsa, bundle, bits), "the bundle cannot be encoded");
    return bits;
}

isa::SlotInsn scalarInsn(std::string_view name, std::array<isa::Value, isa::kMaxOperands> operands = {}) {
    return {isa::find(training::kIsa, training::kScalar, name), training::kS0, 15, operands};
}

// Something in every section.
Program sample(const Target& target) {
    using isa::Value;
    Program out;
    out.chip = "training";
    out.machine = target.machine;
    out.machineHash = target.machineHash;
    isa::Bundle add{}, halt{};
    add.count = halt.count = 1;
    add.insns[0] = scalarInsn("add", {Value{Value::Kind::Register, 1}, Value{Value::Kind::Register, 2},
                                      Value{Value::Kind::Number, 70000}});
    halt.insns[0] = scalarInsn("halt");
    out.bundles = {encoded(add), encoded({}), encoded(halt)};
    out.sources = {{"a.lw", 7}, {"kernels/b.lw", 8}};
    out.places = {{0, 3, 1, 10}, {}, {1, 4, 5, 6}};
    out.symbols = {{"A", SymbolKind::Tensor, training::kVmem, 2, {0, 1, 1, 1}},
                   {"MINUS", SymbolKind::Constant, {}, -5, {}},
                   {"end", SymbolKind::Label, {}, 3, {}},
                   {"table", SymbolKind::Data, training::kSmem, 4, {}}};
    out.tensors = {{"A", tensor::DType::Bf16, {3, 5}, training::kVmem, Layout::Row, 2, 3, {0, 1, 1, 1}}};
    out.data = {{training::kSmem, 16, std::vector<std::byte>(8, std::byte{9})},
                {training::kHbm, 0, std::vector<std::byte>(4)}};
    return out;
}

// The frame again, around changed sections: what someone would do who changes a file on purpose.
std::vector<std::byte> sealed(std::vector<std::byte> file) {
    const auto put = [&](std::size_t at, std::uint64_t value) { std::memcpy(file.data() + at, &value, 8); };
    const auto get = [&](std::size_t at) {
        std::uint64_t value = 0;
        std::memcpy(&value, file.data() + at, 8);
        return value;
    };
    for (std::size_t entry = 32; entry < 256; entry += 32) {
        const std::uint64_t offset = get(entry + 8), size = get(entry + 16);
        if (offset > file.size() || size > file.size() - offset) continue;
        Hash hash;
        hash.add(std::span(file).subspan(offset, size));
        put(entry + 24, hash.value());
    }
    std::vector<std::byte> head(file.begin(), file.begin() + 24);
    head.insert(head.end(), file.begin() + 32, file.begin() + 256);
    Hash hash;
    hash.add(head);
    put(24, hash.value());
    return file;
}

std::size_t find(const std::vector<std::byte>& file, std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    const auto at = std::search(file.begin() + 256, file.end(), bytes.begin(), bytes.end());
    LW_REQUIRE(at != file.end(), "not in the file");
    return std::size_t(at - file.begin());
}

std::size_t sectionAt(const std::vector<std::byte>& file, std::size_t section) {
    return std::to_integer<std::size_t>(file[32 * section + 8]) |
           std::to_integer<std::size_t>(file[32 * section + 9]) << 8;
}

} // namespace

class TestImage : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void readingAndWritingUndoEachOther() {
        const Target target = imageTarget();
        const Program program = sample(target);
        const auto file = formatImage(program, *target.spec);
        const auto back = parseImage(file, "x.lwo", target);
        QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
        QVERIFY(formatImage(*back, *target.spec) == file);
        QCOMPARE(hashOf(*back), hashOf(program));
        QVERIFY(back->places == program.places);
        QCOMPARE(back->sources[1].path, std::string("kernels/b.lw"));
        QCOMPARE(back->tensors[0].shape, program.tensors[0].shape);
        QCOMPARE(findSymbol(*back, "MINUS")->value, std::int64_t{-5});
        const auto madeFor = parseImageTarget(file, "x.lwo");
        QVERIFY(madeFor);
        QCOMPARE(madeFor->machine, std::string("training-teaching"));
        QTemporaryDir folder;
        const std::string path = folder.filePath("x.lwo").toStdString();
        QVERIFY(writeImage(path, program, *target.spec));
        QVERIFY(readImage(path, target));
    }

    // A section of their own, which makes it a file of version 2; the program is the same one.
    void hintsAreKept() {
        const Target target = imageTarget();
        const Program plain = sample(target);
        Program program = plain;
        program.hints = {{";@layer dense0 begin", 0, {0, 2, 1, 20}},
                         {";@layer dense0 end", 3, {0, 9, 1, 18}}};
        const auto file = formatImage(program, *target.spec);
        QCOMPARE(std::to_integer<int>(file[8]), 2);
        QCOMPARE(std::to_integer<int>(file[12]), 8);
        const auto back = parseImage(file, "x.lwo", target);
        QVERIFY2(back, back ? "" : textOf(back.problem()).c_str());
        QVERIFY(formatImage(*back, *target.spec) == file);
        QCOMPARE(back->hints[1].text, program.hints[1].text);
        QCOMPARE(back->hints[1].bundle, 3U);
        QVERIFY(back->hints[1].place == program.hints[1].place);
        QCOMPARE(hashOf(program), hashOf(plain));
        for (std::size_t size = 0; size < file.size(); ++size)
            QVERIFY(!parseImage(std::span(file).first(size), "x", target));
        for (const auto& [text, bundle] :
             {std::pair(";@layer dense0", 3U), std::pair(";@q mid", 4U), std::pair(";@q mid", 0U)}) {
            Program wrong = program;
            wrong.hints = {{";@q mid", 1, {}}, {text, bundle, {}}};
            QVERIFY(!parseImage(formatImage(wrong, *target.spec), "x", target));
        }
    }

    // The page of the manual, read with fresh eyes: magic, version, first section.
    void bytesAreWhereTheManualSays() {
        const Target target = imageTarget();
        const auto file = formatImage(sample(target), *target.spec);
        QCOMPARE(std::to_integer<int>(file[0]), 0x89);
        QCOMPARE(std::to_integer<int>(file[8]), 1);
        QCOMPARE(std::to_integer<int>(file[12]), 7);
        QCOMPARE(std::to_integer<std::size_t>(file[16]) + 256 * std::to_integer<std::size_t>(file[17]),
                 file.size());
        QCOMPARE(std::to_integer<int>(file[256]), 8); // length of "training"
        QCOMPARE(sectionAt(file, 3) - sectionAt(file, 2), std::size_t{3 * 41});
        QCOMPARE(sectionAt(file, 4) - sectionAt(file, 3), std::size_t{3 * 16});
    }

    void everyCutAndEveryChangedByteIsFound() {
        const Target target = imageTarget();
        const auto file = formatImage(sample(target), *target.spec);
        for (std::size_t size = 0; size < file.size(); ++size)
            QVERIFY(!parseImage(std::span(file).first(size), "x", target));
        for (std::size_t i = 0; i < file.size(); ++i) {
            auto changed = file;
            changed[i] ^= std::byte{0x10};
            QVERIFY2(!parseImage(changed, "x", target), std::to_string(i).c_str());
            (void)parseImage(sealed(changed), "x", target); // checksums made right: an answer, whatever it is
        }
    }

    void damageIsNamed_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("words");
        m_damages.clear();
        using Bytes = std::vector<std::byte>;
        const auto row = [&](const char* code, const char* words, std::function<void(Bytes&)> damage) {
            QTest::addRow("%d %s", int(m_damages.size()), words) << code << words;
            m_damages.push_back(std::move(damage));
        };
        const auto set = [](Bytes& f, std::size_t at, int value) { f[at] = std::byte(value); };
        row("E401", "empty", [](Bytes& f) { f.clear(); });
        row("E401", "other bytes", [=](Bytes& f) { set(f, 1, 'X'); });
        row("E402", "version 3", [=](Bytes& f) { set(f, 8, 3); });
        row("E403", "but there are", [](Bytes& f) { f.pop_back(); });
        row("E403", "but there are", [](Bytes& f) { f.push_back({}); });
        row("E403", "but there are", [](Bytes& f) { f.resize(20); });
        row("E405", "seven sections", [=](Bytes& f) { set(f, 8, 0); });
        row("E405", "follow each other", [=](Bytes& f) { set(f, 32, 2); });
        row("E405", "follow each other", [=](Bytes& f) { set(f, 32 + 8, 1); });
        row("E405", "follow each other", [=](Bytes& f) { set(f, 32 + 23, 0xff); });
        row("E405", "fewer bytes than entries", [=](Bytes& f) { set(f, 64 + 7, 0xff); });
        row("E405", "more bytes than its bundles", [=](Bytes& f) { set(f, 64 + 4, 2); });
        row("E406", "'traininG'", [=](Bytes& f) { set(f, find(f, "training") + 7, 'G'); });
        row("E407", "training-teaching", [=](Bytes& f) { f[find(f, "teaching") + 8] ^= std::byte{1}; });
        row("E405", "another number of bits", [=](Bytes& f) { f[sectionAt(f, 2) - 4] ^= std::byte{1}; });
        row("E408", "bundle 1", [=](Bytes& f) { f[sectionAt(f, 2) + 41] ^= std::byte{1}; });
        row("E408", "bundle 0", [=](Bytes& f) { set(f, sectionAt(f, 2) + 40, 0xff); });
        row("E405", "no such source", [=](Bytes& f) { set(f, sectionAt(f, 3), 2); });
        row("E405", "not in order", [=](Bytes& f) { set(f, find(f, "MINUS"), 'A' - 1); });
        row("E405", "not a name", [=](Bytes& f) { set(f, find(f, "MINUS"), '\n'); });
        row("E405", "no such kind", [=](Bytes& f) { set(f, find(f, "MINUS") + 5, 4); });
        row("E405", "no such memory", [=](Bytes& f) { set(f, find(f, "table") + 6, 3); });
        row("E405", "beyond the program", [=](Bytes& f) { set(f, find(f, "end") + 5, 4); });
        row("E405", "beyond its memory", [=](Bytes& f) { set(f, find(f, "table") + 12, 1); });
        row("E405", "exceeds its section", [=](Bytes& f) { set(f, find(f, "table") - 1, 1); });
        row("E405", "no such element type", [=](Bytes& f) { set(f, find(f, "bf16"), 'c'); });
        row("E405", "no such layout", [=](Bytes& f) { set(f, find(f, "bf16") + 5, 2); });
        row("E405", "64 dimensions", [=](Bytes& f) { set(f, find(f, "bf16") + 6, 65); });
        row("E405", "another length", [=](Bytes& f) { set(f, find(f, "bf16") + 10, 4); });
        row("E405", "more elements than can be counted",
            [=](Bytes& f) { set(f, find(f, "bf16") + 17, 0xff); });
        row("E405", "outside of its memory", [=](Bytes& f) { set(f, find(f, "bf16") + 32, 1); });
        row("E405", "not among the names", [=](Bytes& f) { set(f, find(f, "bf16") + 26, 1); });
        row("E405", "not among the names", [=](Bytes& f) { set(f, find(f, "bf16") - 5, 'B'); });
        row("E405", "no such memory", [=](Bytes& f) { set(f, sectionAt(f, 6), 3); });
        row("E405", "not made of words", [=](Bytes& f) { set(f, sectionAt(f, 6) + 1, 2); });
        row("E405", "data lies outside", [=](Bytes& f) { set(f, sectionAt(f, 6) + 5, 1); });
        row("E405", "exceeds its section", [=](Bytes& f) { set(f, sectionAt(f, 6) + 10, 1); });
        row("E405", "given twice",
            [=](Bytes& f) { set(f, sectionAt(f, 6) + 25, 2), set(f, sectionAt(f, 6) + 26, 20); });
    }
    void damageIsNamed() {
        QFETCH(QString, code);
        QFETCH(QString, words);
        const Target target = imageTarget();
        auto file = formatImage(sample(target), *target.spec);
        m_damages[std::size_t(QString(QTest::currentDataTag()).section(' ', 0, 0).toInt())](file);
        const auto program = parseImage(file.size() < 256 ? file : sealed(file), "x.lwo", target);
        QVERIFY(!program);
        const std::string text = textOf(program.problem());
        QVERIFY2(QString::fromStdString(text).contains(words), text.c_str());
        QCOMPARE(QString::fromStdString(std::string(program.problem().message->code)), code);
    }

    void checksumsAreChecked() {
        const Target target = imageTarget();
        auto file = formatImage(sample(target), *target.spec);
        file.back() ^= std::byte{1};
        const auto program = parseImage(file, "x.lwo", target);
        QVERIFY(!program);
        QCOMPARE(textOf(program.problem()).substr(0, 38),
                 std::string("x.lwo: the checksum of section 'source"));
    }

    void limitsOfTheMachineHold() {
        Target target = imageTarget();
        const auto file = formatImage(sample(target), *target.spec);
        target.bundles = 2;
        const auto program = parseImage(file, "x.lwo", target);
        QVERIFY(!program);
        QCOMPARE(program.problem().message->code, std::string_view("E409"));
    }

    // The bits can be decoded, but two slots write one register.
    // An object is not a way around what a text may not do.
    void tensorsLieApart() {
        const Target target = imageTarget();
        for (const std::uint64_t address : {1, 2, 3, 4, 5}) { // A is from 2 to 4
            Program program = sample(target);
            program.symbols.insert(
                program.symbols.begin() + 1,
                {"B", SymbolKind::Tensor, training::kVmem, static_cast<std::int64_t>(address), {0, 1, 1, 1}});
            program.tensors.push_back(
                {"B", tensor::DType::Bf16, {1, 4}, training::kVmem, Layout::Row, address, 1, {0, 1, 1, 1}});
            const auto back = parseImage(formatImage(program, *target.spec), "x.lwo", target);
            QCOMPARE(bool(back), address == 1 || address == 5);
            if (!back) QVERIFY(textOf(back.problem()).find("overlap") != std::string::npos);
        }
    }
    void rulesOfTheChipHold() {
        const Target target = imageTarget();
        Program program = sample(target);
        isa::Bundle clash{};
        clash.count = 2;
        clash.insns[0] = clash.insns[1] = scalarInsn(
            "mov", {isa::Value{isa::Value::Kind::Register, 1}, isa::Value{isa::Value::Kind::Number, 1}});
        clash.insns[1].slot = training::kS1;
        program.bundles[1] = encoded(clash);
        const auto back = parseImage(formatImage(program, *target.spec), "x.lwo", target);
        QVERIFY(!back);
        QCOMPARE(back.problem().message->code, std::string_view("E408"));
        QVERIFY(textOf(back.problem()).find("one writer per register") != std::string::npos);
    }

    // How data is cut into pieces, and in which order they come, is not what a program is.
    void hashLooksThroughPieces() {
        const Target target = imageTarget();
        Program whole = sample(target), cut = whole, other = whole;
        cut.data = {whole.data[1],
                    {training::kSmem, 20, std::vector<std::byte>(4, std::byte{9})},
                    {training::kSmem, 24, {}},
                    {training::kSmem, 16, std::vector<std::byte>(4, std::byte{9})}};
        QCOMPARE(hashOf(cut), hashOf(whole));
        other.data[0].offset = 12;
        QVERIFY(hashOf(other) != hashOf(whole));
        other = whole;
        other.data[0].bytes[7] = std::byte{8};
        QVERIFY(hashOf(other) != hashOf(whole));
        other = whole;
        other.places[0].line = 99;
        QCOMPARE(hashOf(other), hashOf(whole));
    }

  private:
    std::vector<std::function<void(std::vector<std::byte>&)>> m_damages;
};

int tst_image(int argc, char** argv) { return lw::tests::run<TestImage>(argc, argv); }
#include "tst_image.moc"
