// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/fault.h"
#include "core/machine/state_tree.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <set>

using namespace lw;
using namespace lw::machine;

class TestStateTree : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void nodesAreFoundByPathAndRole() {
        StateTree tree;
        const NodeId unit = tree.group(tree.root(), "mxu", "matrix unit");
        const NodeId weights = tree.add(unit, {.name = "weights",
                                               .kind = NodeKind::Memory,
                                               .encoding = tensor::DType::F32,
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
        const CoreTree core(tree, tree.root());
        QVERIFY(core.withRole(Role::WeightTile) == weights);
        QVERIFY(core.withRole(Role::Random) == tree.root());
        QVERIFY(tree.at(weights).parent == unit);
        QVERIFY(tree.at(unit).children == std::vector<NodeId>{weights});
        QCOMPARE(countOf(tree.at(weights)), std::uint64_t{32});
        QCOMPARE(countOf(tree.at(unit)), std::uint64_t{0});
        QCOMPARE(sizeOf(tree.at(weights)), std::uint64_t{4});
        QCOMPARE(sizeOf(tree.at(unit)), std::uint64_t{0});
    }

    // A chip says which cells are a register file or a space; nothing is guessed from names or roles.
    void filesAndSpacesAreWhereTheChipSaysTheyAre() {
        StateTree tree;
        const auto add = [&](const char* name) {
            Node node;
            node.name = name;
            node.encoding = tensor::DType::U8;
            node.shape = {16};
            return tree.add(tree.root(), std::move(node));
        };
        const NodeId mantissas = add("mantissas"), weights = add("weights"), other = add("other");
        const CoreTree core(tree, tree.root());
        QVERIFY(core.ofFile(0) == tree.root() && core.ofSpace(isa::SpaceId{0}) == tree.root());
        tree.holdFile(mantissas, 0);
        tree.holdFile(weights, 3);
        tree.holdSpace(other, isa::SpaceId{0});
        QVERIFY(core.ofFile(0) == mantissas);
        QVERIFY(core.ofFile(3) == weights);
        QVERIFY(core.ofFile(1) == tree.root() && core.ofFile(-1) == tree.root());
        QVERIFY(core.ofSpace(isa::SpaceId{0}) == other);
        QVERIFY(core.ofSpace(isa::SpaceId{3}) == tree.root());
    }

    // Two cores have nodes of the same names, files and spaces: each finds its own, and no other's.
    void aCoreFindsItsOwnCells() {
        StateTree tree;
        const auto coreWith = [&](const char* name, int handles) {
            const NodeId root = tree.group(tree.root(), name, "a core");
            const NodeId scalar = tree.group(root, "scalar", "its scalar side");
            Node node;
            node.name = "registers";
            node.encoding = tensor::DType::I32;
            node.role = Role::ScalarRegisters;
            node.shape = {4};
            tree.holdFile(tree.add(scalar, std::move(node)), 0);
            tree.keepHandles(root, handles);
            return CoreTree(tree, root);
        };
        const CoreTree first = coreWith("c0", 7), second = coreWith("c1", 8);
        const NodeId empty = tree.group(tree.root(), "c2", "a core without anything");
        QCOMPARE(tree.path(first.withRole(Role::ScalarRegisters)), std::string("c0/scalar/registers"));
        QCOMPARE(tree.path(second.withRole(Role::ScalarRegisters)), std::string("c1/scalar/registers"));
        QVERIFY(second.ofFile(0) == second.find("scalar/registers"));
        QVERIFY(second.find("scalar/flags") == second.root());
        QVERIFY(second.ofSpace(isa::SpaceId{0}) == second.root());
        QVERIFY(CoreTree(tree, empty).ofFile(0) == empty);
        QCOMPARE(first.handles<int>(), 7);
        QCOMPARE(second.handles<int>(), 8);
        QVERIFY(tree.isBelow(second.ofFile(0), second.root()));
        QVERIFY(!tree.isBelow(second.ofFile(0), first.root()));
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
