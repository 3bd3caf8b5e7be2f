// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/change_list.h"
#include "tests/support/run_test.h"

#include "tests/support/scene_json.h"
#include "tests/support/toy_machine.h"

#include <QtTest>
using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

constexpr const char* kChangeJson = R"LW({
    "listed": 2, "total": 7, "groups": [
        {"part": "a/b", "summary": "what it is", "internal": true, "changes": [
            {"cell": "vmem[1][2]", "before": "0", "after": "nan"},
            {"cell": "r3", "before": "1", "after": "2"}]},
        {"part": "c", "summary": "another", "internal": false, "changes": []}]
})LW";

} // namespace

class TestChangeList : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void changesAreGroupedAndNamed() {
        Toy toy({bundle(kNop)});
        const auto before = toy.store().save();
        const auto set = [&](const char* path, std::uint64_t element, std::uint32_t word) {
            toy.poke(toy.tree().find(path), element, std::as_bytes(std::span(&word, 1)));
        };
        set("registers", 3, 0xfffffffe);
        set("smem", 5, 9);
        set("smem", 6, 10);
        const auto after = toy.store().save();
        const auto list = scene::changeList(scopeOf(toy), *before, *after, 100);
        QCOMPARE(list.listed, 3u);
        QCOMPARE(list.total, 3u);
        QCOMPARE(list.groups.size(), std::size_t{2});
        QCOMPARE(list.groups[0].part, std::string("registers"));
        QCOMPARE(list.groups[0].changes[0], (scene::Change{"r3", "0", "-2"}));
        QCOMPARE(list.groups[1].changes[1], (scene::Change{"smem[6]", "0", "10"}));
        QVERIFY(!list.groups[0].isInternal);

        const auto cut = scene::changeList(scopeOf(toy), *before, *after, 2);
        QCOMPARE(cut.listed, 2u);
        QCOMPARE(cut.total, 3u);
        QVERIFY(scene::changeList(scopeOf(toy), *after, *after, 2).groups.empty());
    }

    void jsonHasEveryField() {
        const scene::ChangeList list{
            {{"a/b", "what it is", true, {{"vmem[1][2]", "0", "nan"}, {"r3", "1", "2"}}},
             {"c", "another", false, {}}},
            2,
            7};
        QCOMPARE(test::differsFromJson(list, kChangeJson), std::string());
    }
};

int tst_change_list(int argc, char** argv) { return lw::tests::run<TestChangeList>(argc, argv); }
#include "tst_change_list.moc"
