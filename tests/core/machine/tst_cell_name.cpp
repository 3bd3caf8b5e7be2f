// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/cell_name.h"
#include "tests/support/run_test.h"

#include "tests/support/toy_machine.h"

#include <QtTest>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

class TestCellName : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void registersMemoriesAndTheRestHaveTheirNames() {
        Toy toy({bundle(kNop)});
        const CoreTree& tree = toy.onlyCore().tree();
        const auto name = [&](const char* path, std::uint64_t element) {
            return nameOfCell(scopeOf(toy), {tree.find(path), element});
        };
        QCOMPARE(name("registers", 3), std::string("r3"));
        QCOMPARE(name("predicates", 2), std::string("p2"));
        QCOMPARE(name("vectors", 2 * 8 + 4 + 3), std::string("v2[1][3]"));
        QCOMPARE(name("smem", 5), std::string("smem[5]"));
        QCOMPARE(name("vmem", 4), std::string("vmem[1][0]"));
    }

    // Law: the name of a cell leads back to the cell, for the first and last cell of every node.
    void everyNameLeadsBack() {
        Toy toy({bundle(kNop)});
        const CoreTree& tree = toy.onlyCore().tree();
        int looked = 0;
        for (std::uint32_t i = 0; i < tree.whole().size(); ++i) {
            const std::uint64_t count = countOf(tree.at({i}));
            if (count == 0) continue;
            for (const std::uint64_t element : {std::uint64_t{0}, count - 1}) {
                const CellRef cell{{i}, element};
                const std::string text = nameOfCell(scopeOf(toy), cell);
                const auto back = cellNamed(text, scopeOf(toy), momentOf(toy));
                QVERIFY2(back.has_value(), text.c_str());
                QVERIFY2(*back == cell, text.c_str());
                ++looked;
            }
        }
        QVERIFY(looked > 12);
    }

    void whatNamesNoCellGivesNone() {
        Toy toy({bundle(kNop)});
        QVERIFY(!cellNamed("r3 + 1", scopeOf(toy), momentOf(toy)));
        QVERIFY(!cellNamed("nonsense", scopeOf(toy), momentOf(toy)));
        QVERIFY(!cellNamed("", scopeOf(toy), momentOf(toy)));
        QVERIFY(!cellAt(toy.tree(), std::uint64_t{1} << 60));
    }
};

int tst_cell_name(int argc, char** argv) { return lw::tests::run<TestCellName>(argc, argv); }
#include "tst_cell_name.moc"
