// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/last_writer.h"
#include "tests/support/run_test.h"

#include "tests/support/spacing.h"
#include "tests/support/toy_machine.h"

#include <QTest>

#include <random>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

// Everything that writes, often the value that was there, under predicates, in a loop and in a subroutine.
std::vector<isa::Bits> writing() {
    return {
        bundle(kLi, 9, 0, 300),    // 0
        bundle(kLi, 2, 0, 7),      // 1
        bundle(kSt, 2, 9, 5),      // 2  once, early
        bundle(kAdd, 1, 0, 1),     // 3  loop
        bundle(kSt, 2, 9, 0),      // 4  always the same value
        bundle(kMix, 3, 1),        // 5
        bundle(kLess, 2, 3, 0),    // 6
        bundle(kSt, 3, 9, 1, 2),   // 7  if p2
        bundle(kLi, 4, 0, 5, 18),  // 8  if not p2, always the same value
        bundle(kDma, 9, 1, 13),    // 9  to smem[300..303]
        bundle(kFset, 0, 0, 0, 2), // 10 flag 0 back to 0 if p2
        bundle(kFset, 3, 0, 9),    // 11
        bundle(kVset, 5, 3, 0, 2), // 12 one word of a row
        bundle(kCall, 8, 0, 19),   // 13
        bundle(kSlow, 5, 0, 6),    // 14
        bundle(kAdd, 6, 5),        // 15 waits
        bundle(kLess, 1, 1, 400),  // 16
        bundle(kBr, 0, 0, 3, 1),   // 17
        bundle(kHalt),             // 18
        bundle(kPop, 7),           // 19
        bundle(kRet, 0, 8),        // 20
    };
}

struct Cell {
    const char* node;
    std::uint64_t element;
};
constexpr std::array kCells{
    Cell{"smem", 300},    Cell{"smem", 301},     Cell{"smem", 302},     Cell{"smem", 305},
    Cell{"smem", 306},    Cell{"smem", 8000},    Cell{"vmem", 5 * 4},   Cell{"vmem", 5 * 4 + 1},
    Cell{"hbm", 7},       Cell{"registers", 1},  Cell{"registers", 2},  Cell{"registers", 3},
    Cell{"registers", 4}, Cell{"registers", 5},  Cell{"registers", 6},  Cell{"registers", 7},
    Cell{"registers", 8}, Cell{"registers", 30}, Cell{"predicates", 1}, Cell{"predicates", 2},
    Cell{"flags", 0},     Cell{"flags", 3},      Cell{"flags", 4},
};

std::optional<Writer> ask(Timeline& timeline, const Cell& cell) {
    const StateTree& tree = timeline.machine().tree();
    const Node& node = tree.at(tree.find(cell.node));
    const std::uint64_t size = sizeOf(node);
    return lastWriter(timeline, node.offset + cell.element * size, size);
}

// What the log says was written last before a position.
// A bundle that issues in a clock has written by the next one.
Writer expected(const std::vector<Written>& log, NodeId node, std::uint64_t element, std::uint64_t clock,
                WriterKind otherwise) {
    Writer last{otherwise, {}, 0};
    std::uint64_t lastPosition = 0;
    for (const Written& w : log) {
        const std::uint64_t position = w.dma ? w.clock : w.clock + 1;
        if (w.node != node || w.element != element || position > clock || position < lastPosition) continue;
        last = {w.dma ? WriterKind::Dma : WriterKind::Bundle, {{}, w.bundle}, w.clock};
        lastPosition = position;
    }
    return last;
}

QByteArray told(const Writer& writer) {
    return QByteArray::number(int(writer.kind)) + " bundle " + QByteArray::number(writer.bundle.bundle) +
           " clock " + QByteArray::number(qulonglong(writer.clock));
}

} // namespace

class TestLastWriter : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void randomQuestionsEqualAFullLog_data() {
        QTest::addColumn<int>("slice");
        QTest::newRow("many snapshots") << 23;
        QTest::newRow("some") << 900;
        QTest::newRow("one") << 1000000;
    }
    void randomQuestionsEqualAFullLog() {
        QFETCH(int, slice);
        std::vector<Written> log;
        Toy logged(writing());
        logged.log = &log;
        (void)logged.run({});
        Toy toy(writing());
        Timeline timeline(toy, everyFew(static_cast<std::uint64_t>(slice)));
        (void)timeline.run({});
        std::mt19937 random(17);
        for (int i = 0; i < 150; ++i) {
            (void)timeline.seek(1 + random() % (logged.clock() - 1));
            const std::uint64_t here = toy.clock(), hash = toy.store().hash();
            const Cell& cell = kCells[random() % kCells.size()];
            const NodeId node = toy.tree().find(cell.node);
            const std::string_view name = cell.node;
            // What nobody wrote: memories of the toy count as written from the beginning,
            // other cells when not zero.
            const bool isMemory = name == "smem" || name == "vmem" || name == "hbm";
            const Writer want =
                expected(log, node, cell.element, here, isMemory ? WriterKind::Preload : WriterKind::Never);
            const auto got = ask(timeline, cell);
            QVERIFY(got);
            if (*got != want)
                QFAIL(QByteArray(cell.node) + " " + QByteArray::number(qulonglong(cell.element)) + " at " +
                      QByteArray::number(qulonglong(here)) + ": " + told(*got) + ", not " + told(want));
            QCOMPARE(toy.clock(), here);
            QCOMPARE(toy.store().hash(), hash);
        }
    }

    void handEditsNameThemselves() {
        Toy toy(writing());
        Timeline timeline(toy, everyFew(50));
        (void)timeline.run({.clock = 200});
        Edit edit;
        edit.inSpace = true;
        edit.space = kSmem;
        edit.offset = 306 * 4;
        edit.bytes.resize(4);
        QVERIFY(timeline.edit(edit));
        Edit other;
        other.node = toy.tree().find("registers");
        other.first = 30;
        other.bytes.resize(4);
        QVERIFY(timeline.edit(other));
        (void)timeline.run({.clock = 700});
        QCOMPARE(told(*ask(timeline, {"smem", 306})), told({WriterKind::HandEdit, {}, 200}));
        QCOMPARE(told(*ask(timeline, {"registers", 30})), told({WriterKind::HandEdit, {}, 200}));
        QVERIFY(ask(timeline, {"smem", 300})->clock > 600);
        (void)timeline.seek(100);
        QVERIFY(ask(timeline, {"registers", 30})->kind == WriterKind::Never);
    }

    void editsAtTheOriginAreTold() {
        Toy toy(writing());
        Timeline timeline(toy, everyFew(50));
        Edit edit;
        edit.node = toy.tree().find("registers");
        edit.first = 30;
        edit.bytes.resize(4);
        QVERIFY(timeline.edit(edit));
        (void)timeline.run({.clock = 300});
        QCOMPARE(told(*ask(timeline, {"registers", 30})), told({WriterKind::HandEdit, {}, 0}));
    }

    void otherCellsTellTheirLastChange() {
        Toy toy(writing());
        Timeline timeline(toy, everyFew(50));
        (void)timeline.run({.clock = 1000});
        // The toy counts pops in its control words; bundle 19 pops.
        const auto pops = ask(timeline, {"control", 5});
        QVERIFY(pops && pops->kind == WriterKind::Bundle);
        QCOMPARE(pops->bundle.bundle, 19u);
    }

    void memoryOfThinnedHistoriesIsNotForgotten() {
        Toy toy(writing());
        TimelineOptions options = everyFew(16);
        options.memoryBytes = 300 << 10;
        Timeline timeline(toy, options);
        (void)timeline.run({});
        QCOMPARE(told(*ask(timeline, {"smem", 305})), told({WriterKind::Bundle, {{}, 2}, 2}));
    }
};

int tst_last_writer(int argc, char** argv) { return lw::tests::run<TestLastWriter>(argc, argv); }
#include "tst_last_writer.moc"
