// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/file.h"
#include "core/tensor/npy.h"
#include "core/tensor/npz.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <functional>

using namespace lw;
using namespace lw::tensor;

namespace {

const std::string kNpzFixtures = LW_TESTS "/core/tensor/fixtures/";

std::vector<std::byte> fixture(const char* name) {
    auto file = readFile(kNpzFixtures + name);
    LW_REQUIRE(bool(file), "a fixture is missing");
    return *std::move(file);
}

std::size_t find(const std::vector<std::byte>& file, std::string_view text, std::size_t from = 0) {
    const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
    const auto at = std::search(file.begin() + std::ptrdiff_t(from), file.end(), bytes.begin(), bytes.end());
    LW_REQUIRE(at != file.end(), "the fixture is another one");
    return std::size_t(at - file.begin());
}

void put(std::vector<std::byte>& file, std::size_t at, std::uint32_t value, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) file[at + i] = std::byte(value >> (8 * i) & 0xff);
}

constexpr std::string_view kEntry = "PK\x01\x02", kEnd = "PK\x05\x06";

} // namespace

class TestNpz : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void storedAndDeflated() {
        const auto stored = readNpz(kNpzFixtures + "stored.npz");
        QVERIFY(stored);
        QCOMPARE(stored->size(), std::size_t{2});
        QCOMPARE((*stored)[0].name, std::string("a"));
        for (std::uint64_t i = 0; i < 4; ++i) QCOMPARE((*stored)[0].tensor.at<float>(i), float(i));
        const auto deflated = readNpz(kNpzFixtures + "deflated.npz");
        QVERIFY(deflated);
        QCOMPARE((*deflated)[0].tensor.shape(), (Shape{1000}));
        QCOMPARE((*deflated)[1].tensor.dtype(), DType::I64);
        QCOMPARE((*deflated)[1].tensor.at<std::int64_t>(1), std::int64_t{2});
    }

    void damageIsNamed_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("words");
        m_damages.clear();
        const auto row = [&](const char* file, const char* words,
                             std::function<void(std::vector<std::byte>&)> damage) {
            QTest::addRow("%d %s", int(m_damages.size()), words) << file << words;
            m_damages.push_back(std::move(damage));
        };
        using Bytes = std::vector<std::byte>;
        row("stored.npz", "too short", [](Bytes& f) { f.resize(10); });
        row("stored.npz", "end of the directory is missing", [](Bytes& f) { f.resize(f.size() - 1); });
        row("stored.npz", "outside of the file", [](Bytes& f) { put(f, find(f, kEnd) + 12, 0xfffffff0, 4); });
        row("stored.npz", "outside of the file", [](Bytes& f) { put(f, find(f, kEnd) + 16, 0xfffffff0, 4); });
        row("stored.npz", "more than 4 GiB", [](Bytes& f) { put(f, find(f, kEnd) + 16, 0xffffffff, 4); });
        row("stored.npz", "several parts", [](Bytes& f) { put(f, find(f, kEnd) + 4, 1, 2); });
        row("stored.npz", "follows the last entry", [](Bytes& f) { put(f, find(f, kEnd) + 8, 0x10001, 4); });
        row("stored.npz", "an entry of the directory is missing",
            [](Bytes& f) { put(f, find(f, kEnd) + 8, 0x30003, 4); });
        row("stored.npz", "exceeds the directory", [](Bytes& f) { put(f, find(f, kEntry) + 28, 0xffff, 2); });
        row("stored.npz", "is not an .npy file",
            [](Bytes& f) { put(f, find(f, "npy", find(f, kEntry)), 0x787878, 3); });
        row("stored.npz", "encrypted", [](Bytes& f) { put(f, find(f, kEntry) + 8, 1, 2); });
        row("stored.npz", "method 14", [](Bytes& f) { put(f, find(f, kEntry) + 10, 14, 2); });
        row("stored.npz", "sizes of a member", [](Bytes& f) { put(f, find(f, kEntry) + 24, 0xf0000000, 4); });
        row("deflated.npz", "sizes of a member",
            [](Bytes& f) { put(f, find(f, kEntry) + 24, 0xf0000000, 4); });
        row("stored.npz", "cut off", [](Bytes& f) { put(f, find(f, kEntry) + 20, 0xf0000000, 4); });
        row("stored.npz", "no header", [](Bytes& f) { put(f, find(f, kEntry) + 42, 1, 4); });
        row("stored.npz", "no header", [](Bytes& f) { put(f, find(f, kEntry) + 42, 0xfffffff0, 4); });
        row("stored.npz", "share bytes",
            [](Bytes& f) { put(f, find(f, kEntry, find(f, kEntry) + 1) + 42, 0, 4); });
        row("stored.npz", "checksum", [](Bytes& f) { f[find(f, "NUMPY") + 130] ^= std::byte{1}; });
        row("stored.npz", "have one name",
            [](Bytes& f) { f[find(f, "b.npy", find(f, kEntry))] = std::byte('a'); });
        row("deflated.npz", "compressed data", [](Bytes& f) { put(f, 55, 0xffffffff, 4); });
        row("deflated.npz", "compressed data", [](Bytes& f) { put(f, find(f, kEntry) + 24, 4096, 4); });
    }
    void damageIsNamed() {
        QFETCH(QString, file);
        QFETCH(QString, words);
        auto bytes = fixture(file.toUtf8().constData());
        m_damages[std::size_t(QString(QTest::currentDataTag()).section(' ', 0, 0).toInt())](bytes);
        const auto arrays = parseNpz(bytes, "x.npz");
        QVERIFY(!arrays);
        const std::string text = textOf(arrays.problem());
        QCOMPARE(arrays.problem().message->code, std::string_view("E520"));
        QVERIFY2(QString::fromStdString(text).contains(words), text.c_str());
    }

    // One array is not a damaged archive.
    void oneArray() {
        const auto arrays = parseNpz(formatNpy(Tensor(DType::F32, {2, 3})), "x.npy");
        QVERIFY(!arrays);
        QCOMPARE(arrays.problem().message->code, std::string_view("E261"));
    }

    void unpackedSizeIsBounded() {
        QVERIFY(!parseNpz(fixture("deflated.npz"), "x.npz", 4000));
        QVERIFY(parseNpz(fixture("deflated.npz"), "x.npz", 5000));
    }

    // What is not asked for is neither unpacked nor counted.
    void oneMemberIsReadAlone() {
        const auto file = fixture("deflated.npz");
        const auto all = parseNpz(file, "x.npz");
        const auto names = namesInNpz(file, "x.npz");
        QVERIFY(all && names && names->size() == 2 && (*names)[1] == (*all)[1].name);
        const auto small = parseNpzMember(file, "x.npz", (*all)[1].name, 1000); // the other one has 4 kB
        QVERIFY(small && *small && **small == (*all)[1].tensor);
        QVERIFY(!parseNpzMember(file, "x.npz", (*all)[0].name, 1000));
        const auto none = parseNpzMember(file, "x.npz", "nobody");
        QVERIFY(none && !*none);
    }

    // Type and shape are known without the numbers, which may be damaged.
    void headersComeWithoutNumbers() {
        for (const char* name : {"stored.npz", "deflated.npz"}) {
            auto file = fixture(name);
            const auto all = parseNpz(file, "x.npz");
            const auto check = [&] {
                const auto headers = headersInNpz(file, "x.npz");
                QVERIFY(headers && headers->size() == all->size());
                for (std::size_t i = 0; i < all->size(); ++i) {
                    QCOMPARE((*headers)[i].name, (*all)[i].name);
                    QVERIFY((*headers)[i].dtype == (*all)[i].tensor.dtype());
                    QCOMPARE((*headers)[i].shape, (*all)[i].tensor.shape());
                }
            };
            check();
            if (QByteArray(name) == "deflated.npz") continue; // small ones are unpacked to their end
            put(file, find(file, kEntry) - 4, 0x12345678, 4);
            QVERIFY(!parseNpz(file, "x.npz"));
            check();
        }
        // Of one whose numbers cannot be unpacked either.
        const auto large = fixture("deflated.npz");
        QVERIFY(!headersInNpz(std::span(large).first(large.size() - 1), "cut"));
    }

    void cutsAndChanges() {
        for (const char* name : {"stored.npz", "deflated.npz"}) {
            const auto file = fixture(name);
            for (std::size_t size = 0; size < file.size(); ++size)
                QVERIFY(!parseNpz(std::span(file).first(size), "cut"));
            const auto good = parseNpz(file, "good");
            QVERIFY(good);
            for (std::size_t i = 0; i < file.size(); ++i) {
                auto changed = file;
                changed[i] ^= std::byte{0x11};
                const auto arrays = parseNpz(changed, "changed");
                if (!arrays)
                    continue; // what still loads holds the same numbers, but for names and unused fields
                QCOMPARE(arrays->size(), good->size());
                for (std::size_t a = 0; a < good->size(); ++a)
                    QVERIFY((*arrays)[a].tensor == (*good)[a].tensor);
            }
        }
    }

  private:
    std::vector<std::function<void(std::vector<std::byte>&)>> m_damages;
};

int tst_npz(int argc, char** argv) { return lw::tests::run<TestNpz>(argc, argv); }
#include "tst_npz.moc"
