// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/fault.h"
#include "core/machine/state_tree.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <set>

using namespace lw::machine;

class TestStateTree : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nodesAreFoundByPathAndRole() {
        StateTree tree;
        const NodeId unit = tree.group(tree.root(), "mxu", "matrix unit");
        const NodeId weights = tree.add(unit, {.name = "weights",
                                               .kind = NodeKind::Memory,
                                               .element = ElementType::F32,
                                               .role = Role::WeightTile,
                                               .parent = {},
                                               .offset = 64,
                                               .shape = {4, 8},
                                               .summary = "the tile in the array",
                                               .children = {}});
        const NodeId other = tree.group(tree.root(), "weights", "not that one");
        QCOMPARE(tree.path(weights), std::string("mxu/weights"));
        QCOMPARE(tree.path(tree.root()), std::string());
        QVERIFY(tree.find("mxu/weights") == weights);
        QVERIFY(tree.find("weights") == other);
        QVERIFY(tree.find("mxu/bias") == tree.root());
        QVERIFY(tree.withRole(Role::WeightTile) == weights);
        QVERIFY(tree.withRole(Role::Random) == tree.root());
        QVERIFY(tree.at(weights).parent == unit);
        QVERIFY(tree.at(unit).children == std::vector<NodeId>{weights});
        QCOMPARE(countOf(tree.at(weights)), std::uint64_t{32});
        QCOMPARE(countOf(tree.at(unit)), std::uint64_t{0});
        QCOMPARE(sizeOf(ElementType::U64), std::uint64_t{8});
    }

    void everyKindOfFaultHasItsOwnWords() {
        std::set<std::string_view> names, meanings;
        for (std::uint8_t kind = 0; kind < kFaultKinds; ++kind) {
            names.insert(nameOf(FaultKind(kind)));
            meanings.insert(meaningOf(FaultKind(kind)));
        }
        QCOMPARE(names.size(), std::size_t{kFaultKinds});
        QCOMPARE(meanings.size(), std::size_t{kFaultKinds});
        QCOMPARE(nameOf(FaultKind::OutOfRange), std::string_view("out of range"));
        QCOMPARE(nameOf(FaultKind::EmulatorBug), std::string_view("emulator bug"));
    }
};

int tst_state_tree(int argc, char** argv) { return lw::tests::run<TestStateTree>(argc, argv); }
#include "tst_state_tree.moc"
