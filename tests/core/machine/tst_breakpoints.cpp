// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/breakpoints.h"
#include "tests/support/run_test.h"

#include "tests/support/toy_machine.h"

#include <QTest>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

constexpr auto kPure = TriggerKind(255); // no trigger

std::unique_ptr<Toy> prepared() {
    auto toy = std::make_unique<Toy>(std::vector<isa::Bits>(10, bundle(kNop)));
    auto& program = toy->mutableProgram();
    program.symbols = {{"end", program::SymbolKind::Label, {}, 9, {}},
                       {"loop", program::SymbolKind::Label, {}, 2, {}},
                       {"read", program::SymbolKind::Label, {}, 5, {}}};
    program.sources = {{"/a/b/loop.lw", 0}, {"kernels.lw", 0}};
    for (std::uint32_t i = 0; i < 8; ++i) program.places.push_back({0, i + 1, 1, 1});
    program.places.insert(program.places.end(), 2, {1, 3, 1, 1}); // a repetition
    program.tensors = {{"A", tensor::DType::F32, {2, 3}, kVmem, program::Layout::Row, 20, 2, {}}};
    return toy;
}

} // namespace

class TestBreakpoints : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void textsBecomeTriggers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("kind");
        QTest::addColumn<QList<int>>("numbers"); // bundle; or space, first, count; or flag, value; or unit
        QTest::addColumn<QString>("condition");
        QTest::addColumn<int>("hit");
        const auto row = [](const char* text, TriggerKind kind, QList<int> numbers,
                            const char* condition = "", int hit = 1) {
            QTest::newRow(text) << text << int(kind) << numbers << condition << hit;
        };
        row("loop", TriggerKind::Bundle, {2});
        row("7", TriggerKind::Bundle, {7});
        row("loop + 2*3", TriggerKind::Bundle, {8});
        row("bundle 4", TriggerKind::Bundle, {4});
        row("read", TriggerKind::Bundle, {5}); // a label with the name of a kind
        row("loop.lw:3", TriggerKind::Bundle, {2});
        row("b/loop.lw:3 if r3 > 4 hit 2", TriggerKind::Bundle, {2}, "r3 > 4", 2);
        row("bundle kernels.lw:3", TriggerKind::Bundle, {8, 9});
        row("\"kernels.lw\":3", TriggerKind::Bundle, {8, 9});
        row("  loop if r3 > 4  ", TriggerKind::Bundle, {2}, "r3 > 4");
        row("loop hit 12", TriggerKind::Bundle, {2}, "", 12);
        row("loop if r3 == 1 hit loop + 1", TriggerKind::Bundle, {2}, "r3 == 1", 3);
        row("write smem 4", TriggerKind::MemoryWrite, {int(kSmem), 4, 1});
        row("read vmem 10 4", TriggerKind::MemoryRead, {int(kVmem), 10, 4});
        row("dma A", TriggerKind::DmaLanded, {int(kVmem), 20, 2});
        row("write A if isnan(A[0,0])", TriggerKind::MemoryWrite, {int(kVmem), 20, 2}, "isnan(A[0,0])");
        row("flag f3 >= 7", TriggerKind::FlagReached, {3, 7});
        row("flag f0>=-1 hit 2", TriggerKind::FlagReached, {0, -1}, "", 2);
        row("pop queue", TriggerKind::ResultPopped, {int(kQueue)});
        row("nan alu", TriggerKind::NotFinite, {int(kAlu)});
        row("loop if r3 > 4 hit 2 log at {clock} if hit 9", TriggerKind::Bundle, {2}, "r3 > 4", 2);
        row("when r3 > 4 && p1", kPure, {}, "r3 > 4 && p1");
        row("when smem[2] == 3 hit 5", kPure, {}, "smem[2] == 3", 5);
    }
    void textsBecomeTriggers() {
        QFETCH(QString, text);
        QFETCH(int, kind);
        QFETCH(QList<int>, numbers);
        const auto toy = prepared();
        const auto parsed = parseBreakpoint(text.toStdString(), scopeOf(*toy));
        if (!parsed) QFAIL(textOf(parsed.problem()).c_str());
        QTEST(parsed->condition ? QString::fromStdString(parsed->condition->text()) : QString(), "condition");
        QTEST(int(parsed->hit), "hit");
        QCOMPARE(QString::fromStdString(parsed->text), text.trimmed());
        QCOMPARE(parsed->trigger.has_value(), kind != 255);
        if (!parsed->trigger) return;
        const Trigger& t = *parsed->trigger;
        QCOMPARE(int(t.kind), kind);
        if (t.kind == TriggerKind::Bundle)
            QCOMPARE(QList<int>(parsed->bundles.begin(), parsed->bundles.end()), numbers);
        else if (t.kind == TriggerKind::FlagReached)
            QCOMPARE((QList<int>{int(t.flag), t.value}), numbers);
        else if (t.kind == TriggerKind::ResultPopped || t.kind == TriggerKind::NotFinite)
            QCOMPARE(QList<int>{int(t.unit)}, numbers);
        else
            QCOMPARE((QList<int>{int(t.space), int(t.first), int(t.count)}), numbers);
    }

    void mistakesAreExplained_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("suggestion");
        const auto row = [](const char* text, const char* code, int column, const char* suggestion = "") {
            QTest::newRow(text) << text << code << column << suggestion;
        };
        row("", "E821", 1), row("lop", "E802", 1, "loop"), row("10", "E820", 1), row("-1", "E820", 1),
            row("r3 + 1", "E824", 1), row("1.5", "E808", 1);
        row("other.lw:3", "E827", 1), row("oop.lw:3", "E827", 1), row("loop.lw:9", "E829", 9),
            row("kernels.lw:1", "E828", 12), row("kernels.lw:99999999999", "E829", 12);
        row("wrte smem 4", "E821", 1, "write"), row("write smm 4", "E802", 7, "smem"),
            row("write smem 8192", "E822", 12), row("read smem 0 8193", "E822", 11);
        row("read smem 4 0", "E822", 11), row("read smem -1", "E822", 11), row("read smem r3", "E824", 11),
            row("read smem 9223372036854775807 9223372036854775807", "E822", 11);
        row("flag f9 >= 1", "E801", 6), row("flag r1 >= 1", "E801", 6), row("flag f1 > 1", "E801", 6),
            row("flag f1 >= 4294967296", "E804", 12);
        row("pop quue", "E823", 5, "queue"), row("loop if", "E821", 1), row("loop if r3 >", "E801", 13),
            row("loop if r99", "E802", 9, "r9");
        row("when r3 if r4", "E801", 12), row("loop hit 0", "E825", 10), row("loop hit r3", "E824", 10),
            row("loop hit 10000001", "E825", 10), row("bundle 1/0", "E805", 8),
            row("loop log r3 is {r3", "E826", 16), row("loop log }", "E826", 10),
            row("loop log {r99}", "E802", 11, "r9"), row("loop log {}", "E801", 11);
    }
    void mistakesAreExplained() {
        QFETCH(QString, text);
        const auto toy = prepared();
        const auto parsed = parseBreakpoint(text.toStdString(), scopeOf(*toy));
        QVERIFY2(!parsed, "it was understood");
        QTEST(QString::fromUtf8(parsed.problem().message->code.data(), 4), "code");
        QTEST(int(parsed.problem().place.column), "column");
        QTEST(QString::fromStdString(parsed.problem().replacement), "suggestion");
    }

    void aLineStopsEachTime() {
        const auto toy = prepared();
        Breakpoints breakpoints;
        const auto id = breakpoints.add(*parseBreakpoint("kernels.lw:3", scopeOf(*toy)));
        const auto triggers = breakpoints.triggers();
        QCOMPARE(triggers.size(), std::size_t{2});
        QCOMPARE(triggers[0].id, id);
        QCOMPARE(triggers[1].id, id);
        toy->setTriggers(triggers);
        for (const std::uint32_t bundle : {8u, 9u}) {
            const Stop stop = toy->run({});
            QCOMPARE(stop.kind, StopKind::Triggered);
            QCOMPARE(stop.bundle, bundle);
            QCOMPARE(breakpoints.hitsAt(stop, *toy).size(), std::size_t{1});
        }
    }

    void aSetKeepsWhatItKnows() {
        const auto toy = prepared();
        Breakpoints breakpoints;
        const auto first = breakpoints.add(*parseBreakpoint("loop hit 3", scopeOf(*toy)));
        const auto second = breakpoints.add(*parseBreakpoint("write smem 4", scopeOf(*toy)));
        QVERIFY(first != second);
        Stop stop;
        stop.triggers = {first};
        QVERIFY(breakpoints.hitsAt(stop, *toy).empty()); // the first time
        auto list = breakpoints.list();
        std::swap(list[0], list[1]);
        list.push_back(*parseBreakpoint("end", scopeOf(*toy)));
        breakpoints.set(list);
        QCOMPARE(breakpoints.list()[1].id, first);
        QVERIFY(breakpoints.list()[2].id != first && breakpoints.list()[2].id != second);
        (void)toy->run({.bundles = 1});
        QVERIFY(breakpoints.hitsAt(stop, *toy).empty()); // the second time
        (void)toy->run({.bundles = 1});
        const auto hits = breakpoints.hitsAt(stop, *toy);
        QCOMPARE(hits.size(), std::size_t{1});
        QCOMPARE(hits[0].count, std::uint64_t{3});
        QCOMPARE(breakpoints.hitsAt(stop, *toy)[0].count, std::uint64_t{3}); // the same place counts once
        breakpoints.forgetAfter(0);
        QVERIFY(breakpoints.hitsAt(stop, *toy).empty());
    }

    void disabledOnesRest() {
        const auto toy = prepared();
        Breakpoints breakpoints;
        const auto id = breakpoints.add(*parseBreakpoint("when clock > 2", scopeOf(*toy)));
        QVERIFY(breakpoints.lookAtEveryBundle());
        QVERIFY(breakpoints.triggers().empty());
        QVERIFY(breakpoints.setEnabled(id, false));
        QVERIFY(!breakpoints.lookAtEveryBundle());
        QVERIFY(!breakpoints.setEnabled(id + 7, true));
        QVERIFY(breakpoints.remove(id));
        QVERIFY(!breakpoints.remove(id));
    }

    void bundlesAreNamedByTheirLabels() {
        const auto toy = prepared();
        QCOMPARE(bundleText(toy->program(), 1), std::string("bundle 1"));
        QCOMPARE(bundleText(toy->program(), 2), std::string("bundle 2 (loop)"));
        QCOMPARE(bundleText(toy->program(), 7), std::string("bundle 7 (read+2)"));
    }
};

int tst_breakpoints(int argc, char** argv) { return lw::tests::run<TestBreakpoints>(argc, argv); }
#include "tst_breakpoints.moc"
