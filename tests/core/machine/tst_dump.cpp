// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/dump.h"

#include "core/base/json.h"
#include "tests/support/run_test.h"
#include "tests/support/toy_machine.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

void setCell(Machine& machine, const char* path, std::uint64_t element, std::uint32_t word,
             std::size_t bytes = 4) {
    machine.poke(machine.tree().find(path), element, std::as_bytes(std::span(&word, 1)).first(bytes));
}

} // namespace

class TestDump : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void changedCellsAreListedWithTheirTypes() {
        Toy toy({bundle(kNop)});
        setCell(toy, "smem", 5, 1);
        setCell(toy, "hbm", 4095 * 4 + 3, 0);
        const auto before = toy.store().save();
        setCell(toy, "registers", 3, 0xfffffffe);
        setCell(toy, "predicates", 2, 1, 1);
        setCell(toy, "vectors", 2 * 8 + 4 + 3, std::bit_cast<std::uint32_t>(0.1f));
        setCell(toy, "smem", 5, 9);
        setCell(toy, "vmem", 4, std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity()));
        setCell(toy, "hbm", 4095 * 4 + 3, std::bit_cast<std::uint32_t>(-2.5f));
        const auto after = toy.store().save();
        const auto list = differences(toy.tree(), *before, *after);
        QCOMPARE(differencesText(toy.tree(), list), std::string("registers[3]: 0 -> -2\n"
                                                                "predicates[2]: 0 -> 1\n"
                                                                "vectors[2][1][3]: 0 -> 0.1\n"
                                                                "smem[5]: 1 -> 9\n"
                                                                "vmem[1][0]: 0 -> inf\n"
                                                                "hbm[4095][3]: 0 -> -2.5\n"));
        QVERIFY(list[3] == (Difference{toy.tree().find("smem"), 5, 1, 9}));
        QVERIFY(differences(toy.tree(), *after, *after).empty());
        QCOMPARE(differences(toy.tree(), *after, *before, 2).size(), std::size_t{2});
        const auto back = differences(toy.tree(), *after, *before);
        QVERIFY(back[3] == (Difference{toy.tree().find("smem"), 5, 9, 1}));
        const auto json = nlohmann::json::parse(differencesJson(toy.tree(), list).text(1));
        QCOMPARE(json.size(), std::size_t{6});
        QVERIFY(json[2]["node"] == "vectors" && json[2]["index"] == nlohmann::json({2, 1, 3}));
        QVERIFY(json[0]["after"] == -2 && json[4]["after"] == "inf" && json[5]["after"] == -2.5);
    }

    // Law: what is listed is exactly what a walk over all cells finds.
    void listsEqualAWalkOverAllCells() {
        Toy toy({bundle(kLi, 1, 0, 50), bundle(kMix, 2, 1), bundle(kSt, 2, 1, 0), bundle(kAdd, 1, 1, 1),
                 bundle(kDma, 1, 2, 3), bundle(kVset, 7, 2), bundle(kLess, 1, 1, 6000),
                 bundle(kBr, 0, 0, 1, 1), bundle(kHalt)});
        (void)toy.run({.clock = 20});
        const auto before = toy.store().save();
        (void)toy.run({.clock = 80});
        const auto after = toy.store().save();
        std::vector<Difference> want;
        for (std::uint32_t i = 0; i < toy.tree().size(); ++i) {
            const Node& node = toy.tree().at({i});
            const std::uint64_t size = sizeOf(node);
            for (std::uint64_t e = 0; e < countOf(node); ++e) {
                std::uint64_t a = 0, b = 0;
                before->read(node.offset + e * size, std::as_writable_bytes(std::span(&a, 1)).first(size));
                after->read(node.offset + e * size, std::as_writable_bytes(std::span(&b, 1)).first(size));
                if (a != b) want.push_back({{i}, e, a, b});
            }
        }
        QVERIFY(want.size() > 20);
        QVERIFY(differences(toy.tree(), *before, *after) == want);
        QVERIFY(isSameLayout(toy.tree(), toy.tree()));
        QVERIFY(commonDifferences(toy.tree(), *before, toy.tree(), *after) == want);
        QCOMPARE(commonDifferences(toy.tree(), *before, toy.tree(), *after, 5).size(), std::size_t{5});
    }

    // Two states whose parts lie elsewhere, and of which some are in one state only.
    void partsThatBothHaveAreCompared() {
        const auto laidOut = [](std::uint64_t shift, std::uint64_t length) {
            StateTree tree;
            const auto add = [&](const char* name, std::uint64_t offset, std::uint64_t count) {
                Node node;
                node.name = name;
                node.kind = NodeKind::Memory;
                node.encoding = tensor::DType::U32;
                node.offset = offset;
                node.shape = {count};
                tree.add(tree.root(), std::move(node));
            };
            add("counters", 0, length);
            add("memory", shift, 3000);
            return tree;
        };
        const StateTree left = laidOut(64, 16), right = laidOut(8256, 2000);
        StateStore a(16384, 0), b(40960, 0);
        const auto put = [](StateStore& store, std::uint64_t offset, std::uint32_t word) {
            store.write(offset, std::as_bytes(std::span(&word, 1)));
        };
        put(a, 0, 1); // counters: not the same shape
        put(a, 64 + 4 * 5, 7), put(b, 8256 + 4 * 5, 7);
        put(a, 64 + 4 * 6, 8);
        put(b, 8256 + 4 * 1500, 9);
        put(a, 64 + 4 * 2999, 3), put(b, 8256 + 4 * 2999, 4);
        QVERIFY(!isSameLayout(left, right));
        const NodeId memory = left.find("memory");
        QVERIFY(commonDifferences(left, *a.save(), right, *b.save()) ==
                (std::vector<Difference>{{memory, 6, 8, 0}, {memory, 1500, 0, 9}, {memory, 2999, 3, 4}}));
    }

    void contentsAreWhatIsNotZero() {
        Toy toy({bundle(kNop)});
        setCell(toy, "registers", 3, 7);
        const auto list = contents(toy.tree(), *toy.store().save(), 2);
        QCOMPARE(contentsText(toy.tree(), list), std::string("registers[3] = 7\npredicates[15] = 1\n"));
        const auto json = nlohmann::json::parse(contentsJson(toy.tree(), list).text(1));
        QVERIFY(json == nlohmann::json::parse(R"({"registers": {"[3]": 7}, "predicates": {"[15]": 1}})"));
    }
};

int tst_dump(int argc, char** argv) { return lw::tests::run<TestDump>(argc, argv); }
#include "tst_dump.moc"
