// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/scene_json.h"
#include "tests/support/training_bundles.h"

#include "core/scene/masked_rows.h"

#include <QTest>

using namespace lw;
using namespace lw::training;
using namespace lw::test;

// The teaching machine has 32 registers of 2 sublanes with 4 lanes.
class TestMaskedRows : public QObject {
    Q_OBJECT

    static std::vector<scene::CellPicture> picturesOf(machine::Machine& m) {
        const machine::NodeId node = m.onlyCore().tree().withRole(machine::Role::VectorRegisters);
        auto out = scene::slicePictures(m.tree(), node, "v", machine::momentOf(m), nullptr);
        scene::markMaskedRows(out, m.onlyCore().program(), m.onlyCore().target(), m.onlyCore().tree(),
                              machine::momentOf(m));
        return out;
    }
    static std::vector<int> masked(const std::vector<scene::CellPicture>& pictures) { // 10 * register + row
        std::vector<int> out;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            for (std::uint32_t row = 0; row < pictures[i].rows; ++row) {
                int cells = 0;
                for (std::uint32_t column = 0; column < pictures[i].columns; ++column)
                    cells += (pictures[i].flags[row * pictures[i].columns + column] & scene::kMasked) != 0;
                if (cells != 0) out.push_back(cells == 4 ? static_cast<int>(10 * i + row) : -1);
            }
        return out;
    }

  private Q_SLOTS:
    void aMaskLeavesRowsOut() {
        const Config config = *builtInConfig("training-teaching");
        const auto m = machineOf(
            {bits({{kVld, "vld", {R{3}, N{0}, N{0}, N{1}, N{2}}}, {kS0, "movi", {R{1}, N{1}}}}),
             bits({{kVst, "vst", {N{0}, N{0}, R{4}, N{1}, S{1}}}}),
             bits({{kVld, "vld", {R{5}, N{0}, N{0}, N{1}, N{0xffffffff}}}}), bits({{kS0, "halt", {}}})},
            config, {}, {dataOf<float>(kVmem, 0, {1, 2, 3, 4, 5, 6, 7, 8})});
        QCOMPARE(masked(picturesOf(*m)), (std::vector<int>{30})); // bit 0 is not set
        m->run({.bundles = 1});
        QCOMPARE(masked(picturesOf(*m)), (std::vector<int>{41})); // r1 is 1: sublane 1 is left out
    }
    void withoutAMaskNothingIsMarked() {
        const Config config = *builtInConfig("training-teaching");
        const auto m = machineOf(
            {bits({{kVld, "vld", {R{5}, N{0}, N{0}, N{1}, N{0xffffffff}}}}), bits({{kS0, "halt", {}}})},
            config, {}, {dataOf<float>(kVmem, 0, {1, 2, 3, 4, 5, 6, 7, 8})});
        QVERIFY(masked(picturesOf(*m)).empty());
        m->run({});
        QVERIFY(masked(picturesOf(*m)).empty());
    }
    void marksAreInTheJson() {
        const Config config = *builtInConfig("training-teaching");
        const auto m = machineOf({bits({{kVld, "vld", {R{3}, N{0}, N{0}, N{1}, N{2}}}})}, config);
        const scene::CellPicture picture = picturesOf(*m)[3];
        const nlohmann::json json = jsonRead(picture);
        QCOMPARE(json["rows"][0]["flags"].get<std::string>(), std::string("4444"));
        QVERIFY(holds(json, picture));
    }
};

int tst_masked_rows(int argc, char** argv) { return lw::tests::run<TestMaskedRows>(argc, argv); }
#include "tst_masked_rows.moc"
