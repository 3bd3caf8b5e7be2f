// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/tensor/npy.h"
#include "tests/support/run_test.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstring>
#include <limits>

using namespace lw;
using namespace lw::tensor;

namespace {

const std::string kFixtures = LW_TESTS "/core/tensor/fixtures/";

std::vector<std::byte> bytesOfText(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    return {bytes.begin(), bytes.end()};
}

// A version 1.0 file around a header and that many zero bytes.
std::vector<std::byte> npyFile(std::string header, std::size_t dataBytes) {
    header += '\n';
    std::string text("\x93NUMPY\x01\x00", 8);
    text += static_cast<char>(header.size() & 0xff);
    text += static_cast<char>(header.size() >> 8);
    return bytesOfText(text + header + std::string(dataBytes, '\0'));
}

std::string header(std::string_view descr, std::string_view shape) {
    return "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': " + std::string(shape) +
           ", }";
}

} // namespace

class TestNpy : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void everyTypeInBothByteOrders_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("type");
        const std::pair<const char*, DType> types[] = {
            {"f8", DType::F64}, {"f4", DType::F32}, {"f2", DType::F16}, {"i8", DType::I64},
            {"i4", DType::I32}, {"i2", DType::I16}, {"i1", DType::I8},  {"u8", DType::U64},
            {"u4", DType::U32}, {"u2", DType::U16}, {"u1", DType::U8}};
        for (const auto& [code, type] : types)
            for (const char* order : {"little", "big"})
                QTest::addRow("%s %s", code, order) << QString("%1_%2.npy").arg(code, order) << int(type);
    }
    void everyTypeInBothByteOrders() {
        QFETCH(QString, file);
        QFETCH(int, type);
        const auto tensor = readNpy(kFixtures + file.toStdString());
        QVERIFY(tensor);
        QCOMPARE(int(tensor->dtype()), type);
        QCOMPARE(tensor->shape(), (Shape{2, 3}));
        const bool real = file[0] == 'f', isSigned = file[0] != 'u';
        const double expected[] = {1, isSigned ? -2.0 : 2.0, real ? 3.5 : 3.0, real ? 0.25 : 0.0, 0, 100};
        for (std::uint64_t i = 0; i < 6; ++i) QCOMPARE(valueAt(*tensor, i), expected[i]);
        QCOMPARE(std::signbit(valueAt(*tensor, 4)), real);
    }

    void boolScalarEmptyAndVersions() {
        const auto flags = readNpy(kFixtures + "bool.npy");
        QVERIFY(flags);
        QCOMPARE(textAt(*flags, 0) + textAt(*flags, 1) + textAt(*flags, 2), std::string("truefalsetrue"));
        const auto scalar = readNpy(kFixtures + "scalar.npy");
        QVERIFY(scalar);
        QVERIFY(scalar->shape().empty());
        QCOMPARE(scalar->at<float>(0), 7.5f);
        const auto empty = readNpy(kFixtures + "empty.npy");
        QVERIFY(empty);
        QCOMPARE(empty->shape(), (Shape{0, 3}));
        QCOMPARE(empty->count(), std::uint64_t{0});
        for (const char* name : {"version1.npy", "version2.npy", "version3.npy"}) {
            const auto tensor = readNpy(kFixtures + name);
            QVERIFY2(tensor, name);
            QCOMPARE(tensor->at<std::int32_t>(0) * 100 + tensor->at<std::int32_t>(1) * 10 +
                         tensor->at<std::int32_t>(2),
                     314);
        }
    }

    void fortranOrderIsTurned() {
        const auto tensor = readNpy(kFixtures + "fortran.npy");
        QVERIFY(tensor);
        QCOMPARE(tensor->shape(), (Shape{2, 3, 4}));
        for (std::uint64_t i = 0; i < 24; ++i) QCOMPARE(tensor->at<float>(i), float(i));
        const auto big = readNpy(kFixtures + "fortran_big.npy");
        QVERIFY(big);
        for (std::uint64_t i = 0; i < 6; ++i) QCOMPARE(big->at<std::int16_t>(i), std::int16_t(i));
    }

    // Each kind of file on its way: as it is, turned, and with its bytes swapped.
    void nothingComesOfAnInterruptedFile() {
        const std::atomic<bool> stop = true;
        for (const char* name : {"f4_little.npy", "fortran.npy", "fortran_big.npy"}) {
            const auto whole = readFile(kFixtures + name);
            QVERIFY(whole);
            const auto parsed = parseNpy(*whole, name, &stop);
            const auto read = readNpy(kFixtures + name, &stop);
            QVERIFY2(!parsed && !read, name);
            QCOMPARE(parsed.problem().message->code, std::string_view("E004"));
            QCOMPARE(read.problem().message->code, std::string_view("E004"));
        }
    }
    // Files that are copied, turned and swapped in several parts.
    void largeFilesAreWhole() {
        constexpr std::uint64_t kRows = 3, kColumns = 700'001; // 8 MB, not a multiple of a part
        std::vector<std::int32_t> values(kRows * kColumns);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<std::int32_t>(i * 2654435761u);
        const Tensor tensor = Tensor::of<std::int32_t>(DType::I32, {kRows, kColumns}, values);
        const auto file = formatNpy(tensor);
        QVERIFY(*parseNpy(file, "plain") == tensor);
        // The same bytes as a Fortran array: its elements are those of the transposed one.
        std::string turned(file.size(), '\0');
        std::memcpy(turned.data(), file.data(), file.size());
        turned.replace(turned.find("False"), 5, "True ");
        turned.replace(turned.find("<i4"), 3, ">i4");
        const auto other = parseNpy(std::as_bytes(std::span(turned)), "turned");
        QVERIFY(other);
        for (std::uint64_t r = 0; r < kRows; ++r)
            for (std::uint64_t c = 0; c < kColumns; c += 997) {
                const auto bits = static_cast<std::uint32_t>(values[c * kRows + r]);
                const std::uint32_t swapped =
                    bits >> 24 | (bits >> 8 & 0xff00) | (bits & 0xff00) << 8 | bits << 24;
                QCOMPARE(static_cast<std::uint32_t>(other->at<std::int32_t>(r * kColumns + c)), swapped);
            }
    }

    // NumPy's own files of the same arrays, byte for byte.
    void writesWhatNumpyWrites() {
        for (const char* name :
             {"f8_little.npy", "f4_little.npy", "f2_little.npy", "i8_little.npy", "i1_little.npy",
              "u2_little.npy", "bool.npy", "scalar.npy", "empty.npy", "version1.npy"}) {
            const auto file = readFile(kFixtures + name);
            QVERIFY(file);
            const auto tensor = parseNpy(*file, name);
            QVERIFY(tensor);
            QVERIFY2(formatNpy(*tensor) == *file, name);
        }
    }

    void bf16IsStoredAsUint16() {
        const std::uint16_t bits[] = {0x3f80, 0xc049};
        const Tensor tensor = Tensor::of<std::uint16_t>(DType::Bf16, {2}, bits);
        const auto back = parseNpy(formatNpy(tensor), "bf16");
        QVERIFY(back);
        QCOMPARE(back->dtype(), DType::U16);
        const auto named = expectDType(*back, DType::Bf16);
        QVERIFY(named);
        QVERIFY(*named == tensor);
        QCOMPARE(valueAt(*named, 1), -3.140625);
        QVERIFY(!expectDType(*back, DType::F32));
    }

    void writtenFilesReadBack() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("a.npy").toStdString();
        const float values[] = {1, std::numeric_limits<float>::infinity(), -0.0f};
        QVERIFY(writeNpy(path, Tensor::of<float>(DType::F32, {1, 3}, values)));
        const auto back = readNpy(path);
        QVERIFY(back);
        QVERIFY(*back == (Tensor::of<float>(DType::F32, {1, 3}, values)));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1); // no temporary file is left
        const auto nowhere = writeNpy(folder.filePath("no/such/a.npy").toStdString(), *back);
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.problem().message->code, std::string_view("E002"));
    }

    void refusedTypesAreNamed_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("words");
        QTest::newRow("structured") << "structured.npy"
                                    << "structured";
        QTest::newRow("object") << "object.npy"
                                << "objects";
        QTest::newRow("complex") << "complex.npy"
                                 << "<c8";
        QTest::newRow("text") << "text.npy"
                              << "<U2";
        QTest::newRow("time") << "time.npy"
                              << "<M8[s]";
        QTest::newRow("void") << "void.npy"
                              << "store bf16 as uint16";
    }
    void refusedTypesAreNamed() {
        QFETCH(QString, file);
        QFETCH(QString, words);
        const auto tensor = readNpy(kFixtures + file.toStdString());
        QVERIFY(!tensor);
        QCOMPARE(tensor.problem().message->code, std::string_view("E513"));
        QVERIFY2(QString::fromStdString(textOf(tensor.problem())).contains(words),
                 textOf(tensor.problem()).c_str());
    }

    void hostileFilesAreRefused_data() {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::vector<std::byte>& file, const char* code) {
            QByteArray bytes(qsizetype(file.size()), '\0');
            if (!file.empty()) std::memcpy(bytes.data(), file.data(), file.size());
            QTest::newRow(name) << bytes << code;
        };
        row("empty", {}, "E510");
        row("other magic", bytesOfText("\x93NUMPX\x01\x00v\x00"), "E510");
        row("archive", bytesOfText("PK\x03\x04"), "E510");
        row("magic only", bytesOfText("\x93NUMPY"), "E510");
        row("version 4", bytesOfText(std::string("\x93NUMPY\x04\x00\x10\x00\x00\x00", 12)), "E511");
        row("version 1.1", bytesOfText(std::string("\x93NUMPY\x01\x01\x10\x00", 10)), "E511");
        row("no length", bytesOfText(std::string("\x93NUMPY\x02\x00\x10\x00", 10)), "E512");
        row("length beyond the file", bytesOfText(std::string("\x93NUMPY\x01\x00\xff\xff{}", 12)), "E512");
        row("length of 4 GiB", bytesOfText(std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff{}", 14)), "E512");
        row("no dictionary", npyFile("[]", 0), "E512");
        row("empty dictionary", npyFile("{}", 0), "E512");
        row("missing key", npyFile("{'descr': '<f4', 'shape': (1,)}", 4), "E512");
        row("unknown key", npyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), 'x': 1}", 4),
            "E512");
        row("key twice", npyFile("{'shape': (1,), 'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", 4),
            "E512");
        row("string without end", npyFile("{'descr", 0), "E512");
        row("code behind the dictionary", npyFile(header("<f4", "(1,)") + "; import os", 4), "E512");
        row("expression as shape", npyFile(header("<f4", "(1+1,)"), 8), "E512");
        row("shape without comma", npyFile(header("<f4", "(2)"), 8), "E512");
        row("shape with two commas", npyFile(header("<f4", "(2,,)"), 8), "E512");
        row("negative extent", npyFile(header("<f4", "(-1,)"), 0), "E512");
        row("extent of 65 bits", npyFile(header("<f4", "(36893488147419103232,)"), 0), "E512");
        row("shape without end", npyFile("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2", 8),
            "E512");
        std::string many = "(";
        for (int i = 0; i < 65; ++i) many += "1,";
        row("65 dimensions", npyFile(header("<f4", many + ")"), 4), "E512");
        row("not a boolean", npyFile("{'descr': '<f4', 'fortran_order': 1, 'shape': (1,)}", 4), "E512");
        row("type without order", npyFile(header("|f4", "(1,)"), 4), "E513");
        row("type of no size", npyFile(header("<f", "(1,)"), 4), "E513");
        row("empty type", npyFile(header("", "(1,)"), 4), "E513");
        row("cut off", npyFile(header("<f4", "(3,)"), 11), "E514");
        row("one byte more", npyFile(header("<f4", "(3,)"), 13), "E514");
        row("10^9 elements", npyFile(header("<f8", "(1000000000,)"), 8), "E514");
        row("count overflows", npyFile(header("<f4", "(4294967296, 4294967296)"), 0), "E514");
        row("zero hides an overflow", npyFile(header("<f4", "(4294967296, 4294967296, 0)"), 0), "E514");
        row("bytes overflow", npyFile(header("<f8", "(2305843009213693952,)"), 0), "E514");
        auto flag = npyFile(header("|b1", "(2,)"), 2);
        flag.back() = std::byte{2};
        row("bool of 2", flag, "E515");
    }
    void hostileFilesAreRefused() {
        QFETCH(QByteArray, file);
        QFETCH(QString, code);
        const auto tensor =
            parseNpy(std::as_bytes(std::span(file.constData(), std::size_t(file.size()))), "x.npy");
        QVERIFY(!tensor);
        QCOMPARE(QString::fromStdString(std::string(tensor.problem().message->code)), code);
    }

    // Every prefix of a good file is refused; every single changed byte gives an answer.
    void cutsAndChanges() {
        const auto file = readFile(kFixtures + "f4_little.npy");
        QVERIFY(file);
        for (std::size_t size = 0; size < file->size(); ++size)
            QVERIFY(!parseNpy(std::span(*file).first(size), "cut"));
        int refused = 0;
        for (std::size_t i = 0; i < file->size(); ++i) {
            auto changed = *file;
            changed[i] ^= std::byte{0x55};
            refused += !parseNpy(changed, "changed");
        }
        QVERIFY(refused > 50 && refused < int(file->size()) - 23); // the 24 bytes of data may change
    }
};

int tst_npy(int argc, char** argv) { return lw::tests::run<TestNpy>(argc, argv); }
#include "tst_npy.moc"
