// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/config.h"
#include "core/chips/inference/isa.h"
#include "core/chips/training/config.h"
#include "core/chips/training/isa.h"
#include "core/program/layout.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <atomic>
#include <set>

using namespace lw;
using namespace lw::program;
using lw::tensor::DType;
using lw::tensor::Shape;
using lw::tensor::Tensor;

namespace {

// 4 lanes, 2 sublanes: rows of 4 words, tiles of 2 rows.
Target layoutTarget() {
    const auto config = training::builtInConfig("training-teaching");
    LW_REQUIRE(config && config->lanes == 4 && config->sublanes == 2,
               "the teaching configuration is another one");
    return training::targetOf(*config);
}

Tensor counting(DType dtype, const Shape& shape) {
    Tensor out(dtype, shape);
    for (std::uint64_t i = 0; i < out.count(); ++i) {
        if (tensor::sizeOf(dtype) == 2)
            out.set(i, std::uint16_t(i + 1));
        else
            out.set(i, std::uint32_t(i + 1));
    }
    return out;
}

std::vector<std::uint32_t> wordsOf(const std::vector<std::byte>& bytes) {
    std::vector<std::uint32_t> words(bytes.size() / 4);
    if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
}

} // namespace

class TestLayout : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // Bytes are packed; the last word is filled up, since contents of memory are made of words.
    void bytesFillWholeWords() {
        const auto config = inference::builtInConfig("inference-teaching");
        QVERIFY(config);
        const Target target = inference::targetOf(*config);
        const auto made = Arrangement::make(target, DType::I8, {1, 5}, inference::kUb, Layout::Row);
        QVERIFY(made);
        QCOMPARE(made->units(), 8u);
        QCOMPARE(made->offsetOf(std::array<std::uint64_t, 2>{0, 4}), 4u);
        QVERIFY(!made->elementAt(5));
        const std::vector<std::int8_t> numbers{1, -2, 3, -4, 5};
        const Tensor tensor = Tensor::of<std::int8_t>(DType::I8, {1, 5}, numbers);
        const auto bytes = pack(*made, tensor);
        QVERIFY(bytes);
        QCOMPARE(wordsOf(*bytes), (std::vector<std::uint32_t>{0xfc03fe01, 5}));
        QCOMPARE(unpack(*made, *bytes), tensor);
    }
    // Both ways of lying there: one stretch, and one for each row of a tile.
    void packingIsInterrupted() {
        const std::atomic<bool> stop = true;
        for (const Layout layout : {Layout::Row, Layout::Tile}) {
            const auto made = Arrangement::make(layoutTarget(), DType::F32, {4, 8}, training::kHbm, layout);
            QVERIFY(made);
            const auto refused = pack(*made, counting(DType::F32, {4, 8}), &stop);
            QVERIFY(!refused);
            QCOMPARE(refused.problem().message->code, std::string_view("E004"));
        }
    }
    // Longer than the parts it is put together from.
    void longStretchesAreWhole() {
        const auto made = Arrangement::make(training::targetOf(*training::builtInConfig("training")),
                                            DType::U32, {3'000'001}, training::kHbm, Layout::Row);
        QVERIFY(made);
        const Tensor tensor = counting(DType::U32, {3'000'001});
        const auto bytes = pack(*made, tensor);
        QVERIFY(bytes);
        QVERIFY(unpack(*made, *bytes) == tensor);
        QCOMPARE(wordsOf(*bytes)[3'000'000], 3'000'001u);
    }
    void wordsAreWhereTheManualSays_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<QList<int>>("shape");
        QTest::addColumn<int>("space");
        QTest::addColumn<bool>("tile");
        QTest::addColumn<QList<unsigned>>("words");
        using Words = QList<unsigned>;
        const int f32 = int(DType::F32), bf16 = int(DType::Bf16);
        QTest::newRow("smem is packed")
            << f32 << QList<int>{2, 3} << int(training::kSmem) << false << Words{1, 2, 3, 4, 5, 6};
        QTest::newRow("hbm ends on a granule")
            << f32 << QList<int>{2, 3} << int(training::kHbm) << false << Words{1, 2, 3, 4, 5, 6, 0, 0};
        QTest::newRow("vmem slices begin on rows")
            << f32 << QList<int>{2, 3} << int(training::kVmem) << false << Words{1, 2, 3, 0, 4, 5, 6, 0};
        QTest::newRow("vmem packs what exceeds a row") << f32 << QList<int>{2, 5} << int(training::kVmem)
                                                       << false << Words{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0};
        QTest::newRow("a vector") << f32 << QList<int>{3} << int(training::kVmem) << false
                                  << Words{1, 2, 3, 0};
        QTest::newRow("a number") << f32 << QList<int>{} << int(training::kVmem) << false
                                  << Words{1, 0, 0, 0};
        QTest::newRow("nothing") << f32 << QList<int>{0, 3} << int(training::kVmem) << true << Words{};
        QTest::newRow("bf16, even element low")
            << bf16 << QList<int>{3} << int(training::kSmem) << false << Words{0x20001, 3};
        QTest::newRow("bf16 rows of 8") << bf16 << QList<int>{2, 5} << int(training::kVmem) << false
                                        << Words{0x20001, 0x40003, 5, 0, 0x70006, 0x90008, 10, 0};
        QTest::newRow("tiles") << f32 << QList<int>{3, 5} << int(training::kVmem) << true
                               << Words{1,  2,  3,  4,  6, 7, 8, 9, 5,  0, 0, 0, 10, 0, 0, 0,
                                        11, 12, 13, 14, 0, 0, 0, 0, 15, 0, 0, 0, 0,  0, 0, 0};
        QTest::newRow("tiles in hbm") << f32 << QList<int>{1, 5} << int(training::kHbm) << true
                                      << Words{1, 2, 3, 4, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0};
        QTest::newRow("a stack of tiles") << f32 << QList<int>{2, 1, 2} << int(training::kVmem) << true
                                          << Words{1, 2, 0, 0, 0, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0};
        QTest::newRow("a vector in tiles")
            << f32 << QList<int>{2} << int(training::kVmem) << true << Words{1, 2, 0, 0, 0, 0, 0, 0};
        QTest::newRow("tiles of bf16 are 8 wide")
            << bf16 << QList<int>{2, 9} << int(training::kVmem) << true
            << Words{0x20001, 0x40003, 0x60005, 0x80007, 0xb000a, 0xd000c, 0xf000e, 0x110010,
                     9,       0,       0,       0,       18,      0,       0,       0};
    }
    void wordsAreWhereTheManualSays() {
        QFETCH(int, type);
        QFETCH(QList<int>, shape);
        QFETCH(int, space);
        QFETCH(bool, tile);
        QFETCH(QList<unsigned>, words);
        const Target target = layoutTarget();
        const Tensor tensor = counting(DType(type), Shape(shape.begin(), shape.end()));
        const auto at = Arrangement::make(target, tensor.dtype(), tensor.shape(), isa::SpaceId(space),
                                          tile ? Layout::Tile : Layout::Row);
        QVERIFY(at);
        QCOMPARE(at->units() * target.spaces[std::size_t(space)].unitBytes, std::uint64_t(words.size()) * 4);
        const auto bytes = pack(*at, tensor);
        QVERIFY(bytes);
        QCOMPARE(wordsOf(*bytes), (std::vector<std::uint32_t>(words.begin(), words.end())));
        QVERIFY(unpack(*at, *bytes) == tensor);
    }

    // offsetOf and elementAt undo each other, and every other byte is padding.
    void placesAreOneToOne() {
        Target target = layoutTarget();
        for (SpaceSize& space : target.spaces) space.units = 1000000;
        for (const Shape& shape :
             {Shape{}, Shape{1}, Shape{9}, Shape{3, 5}, Shape{2, 3, 4}, Shape{2, 1, 3, 9}, Shape{5, 1}})
            for (const DType type : {DType::F32, DType::Bf16, DType::U8, DType::F64})
                for (const isa::SpaceId space : {training::kHbm, training::kVmem, training::kSmem})
                    for (const Layout layout : {Layout::Row, Layout::Tile}) {
                        const auto at = Arrangement::make(target, type, shape, space, layout);
                        QVERIFY(at);
                        std::set<std::uint64_t> taken;
                        const std::uint64_t count = *tensor::countOf(shape);
                        for (std::uint64_t i = 0; i < count; ++i) {
                            const std::uint64_t offset = at->offsetOf(tensor::indexOf(shape, i));
                            QCOMPARE(at->elementAt(offset), std::optional(i));
                            QCOMPARE(at->elementAt(offset + tensor::sizeOf(type) - 1), std::optional(i));
                            for (std::size_t b = 0; b < tensor::sizeOf(type); ++b)
                                QVERIFY(taken.insert(offset + b).second);
                        }
                        for (std::uint64_t b = 0; b < at->bytes() + 8; ++b)
                            QCOMPARE(at->elementAt(b).has_value(), taken.count(b) == 1);
                    }
    }

    void absurdShapesAreRefused() {
        const Target target = layoutTarget();
        const std::uint64_t huge = std::uint64_t{1} << 32;
        for (const Shape& shape : {Shape{huge, huge}, Shape{huge, huge, 0}}) {
            const auto at = Arrangement::make(target, DType::F32, shape, training::kHbm, Layout::Row);
            QVERIFY(!at);
            QCOMPARE(at.problem().message->code, std::string_view("E501"));
        }
        // The elements can be counted, the tiles around them cannot.
        for (const Shape& shape : {Shape{1000000000}, Shape{huge << 28, 1, 1}})
            for (const Layout layout : {Layout::Row, Layout::Tile}) {
                const auto at = Arrangement::make(target, DType::F32, shape, training::kVmem, layout);
                QVERIFY(!at);
                QCOMPARE(at.problem().message->code, std::string_view("E530"));
            }
        QVERIFY(!Arrangement::make(target, DType::F32, {1}, isa::SpaceId{3}, Layout::Row));
        QVERIFY(Arrangement::make(target, DType::F32, {target.spaces[index(training::kVmem)].units, 4},
                                  training::kVmem, Layout::Row));
        QVERIFY(!Arrangement::make(target, DType::F32, {target.spaces[index(training::kVmem)].units + 1, 4},
                                   training::kVmem, Layout::Row));
    }

    void otherTensorsAreRefused() {
        const Target target = layoutTarget();
        const auto at = Arrangement::make(target, DType::F32, {2, 2}, training::kVmem, Layout::Row);
        QVERIFY(at);
        QVERIFY(!pack(*at, counting(DType::F32, {4})));
        const auto other = pack(*at, counting(DType::I32, {2, 2}));
        QVERIFY(!other);
        QCOMPARE(textOf(other.problem()), std::string("i32 [2, 2] was given where f32 [2, 2] lies"));
    }
};

int tst_layout(int argc, char** argv) { return lw::tests::run<TestLayout>(argc, argv); }
#include "tst_layout.moc"
