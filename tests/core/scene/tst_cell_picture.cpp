// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/cell_picture.h"
#include "tests/support/run_test.h"

#include "tests/support/scene_json.h"
#include "tests/support/toy_machine.h"

#include <QtTest>
using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

void setWord(Machine& machine, const char* path, std::uint64_t element, std::uint32_t word) {
    machine.poke(machine.tree().find(path), element, std::as_bytes(std::span(&word, 1)));
}

constexpr const char* kCellJson = R"LW({
    "name": "v3", "type": "bf16", "firstRow": 5, "columns": 3,
    "rows": [{"bits": "3f80 0 ffc0", "flags": "130"}, {"bits": "1 ffffffffffffffff 2", "flags": "857"}]
})LW";

} // namespace

class TestCellPicture : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void linesOfAMemoryTellWhatChanged() {
        Toy toy({bundle(kNop)});
        const auto before = toy.store().save();
        setWord(toy, "smem", 17, 42);
        const auto after = toy.store().save();
        const auto picture = scene::linePicture(toy.tree(), toy.tree().find("smem"), 2, 3, 8,
                                                {.store = nullptr, .snapshot = after.get()}, before.get());
        QCOMPARE(picture.rows, 3u);
        QCOMPARE(picture.columns, 8u);
        QCOMPARE(picture.firstRow, 2u);
        QCOMPARE(picture.bits[1], 42u);
        QCOMPARE(picture.value(1), 42.0);
        QVERIFY(picture.flags[1] & scene::kChanged);
        QVERIFY(!(picture.flags[2] & scene::kChanged));
    }

    // Lines that do not divide the memory end in cells that are not there.
    void theLastLineIsFilledUp() {
        Toy toy({bundle(kNop)});
        const NodeId node = toy.tree().find("smem");
        const std::uint64_t count = countOf(toy.tree().at(node));
        const std::uint64_t lines = (count + 6) / 7;
        const auto state = toy.store().save();
        const auto picture = scene::linePicture(toy.tree(), node, lines - 1, 100, 7,
                                                {.store = nullptr, .snapshot = state.get()}, nullptr);
        QCOMPARE(picture.rows, 1u);
        QCOMPARE(picture.bits.size(), std::size_t{7});
        for (std::size_t i = 0; i < 7; ++i)
            QCOMPARE(bool(picture.flags[i] & scene::kWritten), (lines - 1) * 7 + i < count);
        const auto beyond = scene::linePicture(toy.tree(), node, lines + 5, 4, 7,
                                               {.store = nullptr, .snapshot = state.get()}, nullptr);
        QCOMPARE(beyond.rows, 0u);
    }

    void aWordIsTwoBfloats() {
        scene::CellPicture words;
        words.type = tensor::DType::U32;
        words.rows = 1;
        words.columns = 2;
        words.bits = {0x40003f80, 0xffc0bf80}; // 1, 2; -1, nan
        words.flags = {scene::kWritten, scene::kWritten | scene::kChanged};
        const auto halves = scene::readAs(words, tensor::DType::Bf16);
        QCOMPARE(halves.columns, 4u);
        QCOMPARE(halves.value(0), 1.0);
        QCOMPARE(halves.value(1), 2.0);
        QCOMPARE(halves.value(2), -1.0);
        QVERIFY(std::isnan(halves.value(3)));
        QCOMPARE(halves.flags[3], std::uint8_t{3});
        QCOMPARE(scene::readAs(words, tensor::DType::F32).value(0), 2.0 + 0x3f80 * 0x1p-22);
        QCOMPARE(scene::readAs(words, tensor::DType::F64), words); // no word holds one
    }

    void jsonHasEveryField() {
        scene::CellPicture picture{"v3", tensor::DType::Bf16, 5, 2, 3, {}, {}};
        picture.bits = {0x3f80, 0, 0xffc0, 1, 0xffffffffffffffff, 2};
        picture.flags = {1, 3, 0, scene::kOutside, 5, 7};
        QCOMPARE(test::differsFromJson(picture, kCellJson), std::string());
        QVERIFY(test::holds(test::jsonRead(picture), picture));
        picture.rows = 0;
        picture.bits.clear();
        picture.flags.clear();
        QVERIFY(test::holds(test::jsonRead(picture), picture));
    }
};

int tst_cell_picture(int argc, char** argv) { return lw::tests::run<TestCellPicture>(argc, argv); }
#include "tst_cell_picture.moc"
