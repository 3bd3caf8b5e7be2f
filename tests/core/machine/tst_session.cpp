// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/session.h"
#include "tests/support/run_test.h"

#include "tests/support/spacing.h"
#include "tests/support/toy_machine.h"

#include <QTest>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

Session sessionOf(std::vector<isa::Bits> bundles, std::uint64_t slice = 16) {
    return Session(std::make_unique<Toy>(std::move(bundles)), everyFew(slice));
}

void stopAt(Session& session, std::vector<const char*> texts) {
    SetBreakpoints set;
    for (const char* text : texts) {
        auto parsed = parseBreakpoint(text, session.scope());
        if (!parsed) QFAIL(textOf(parsed.problem()).c_str());
        set.list.push_back(*std::move(parsed));
    }
    QVERIFY(session.perform(std::move(set)));
}

Report done(Session& session, Command command) {
    auto report = session.perform(std::move(command));
    if (!report) qFatal("%s", textOf(report.problem()).c_str());
    return *std::move(report);
}

std::int64_t watch(Session& session, const char* text) {
    const auto expression = Expression::compile(text, session.scope());
    return expression->evaluate(momentOf(session.machine()))->integer;
}

Command moveOf(int number) {
    switch (number) {
    case 0: return StepBundle{1};
    case 1: return StepBundle{2};
    case 2: return StepBundle{9};
    case 3: return StepClock{1};
    case 4: return StepClock{6};
    case 5: return StepOver{};
    default: return Run{.clocks = 5};
    }
}

// r1 counts to 50; every round stores r2, and every third one lands a granule.
std::vector<isa::Bits> counting() {
    return {
        bundle(kLi, 2, 0, 5),    // 0
        bundle(kAdd, 1, 0, 1),   // 1 loop
        bundle(kMix, 2, 1),      // 2
        bundle(kSt, 2, 1, 10),   // 3
        bundle(kLd, 5, 1, 9),    // 4
        bundle(kDma, 1, 2, 20),  // 5
        bundle(kSlow, 3, 0, 30), // 6
        bundle(kPop, 4),         // 7
        bundle(kLess, 1, 1, 50), // 8
        bundle(kBr, 0, 0, 1, 1), // 9
        bundle(kHalt),           // 10
    };
}

// Calls itself r1 times: depth first down, then up.
std::vector<isa::Bits> recursive(int depth) {
    return {
        bundle(kLi, 1, 0, depth), // 0
        bundle(kLi, 9, 0, 2000),  // 1 stack
        bundle(kCall, 8, 0, 5),   // 2
        bundle(kLi, 7, 0, 77),    // 3 after the call
        bundle(kHalt),            // 4
        bundle(kLess, 1, 1, 1),   // 5 routine: r1 < 1?
        bundle(kRet, 0, 8, 0, 1), // 6
        bundle(kSt, 8, 9, 0),     // 7
        bundle(kAdd, 9, 0, 1),    // 8
        bundle(kAdd, 1, 0, -1),   // 9
        bundle(kCall, 8, 0, 5),   // 10
        bundle(kAdd, 9, 0, -1),   // 11
        bundle(kLd, 8, 9, 0),     // 12
        bundle(kRet, 0, 8),       // 13
    };
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void stepsGoByBundlesAndClocks() {
        Session session = sessionOf(counting());
        QCOMPARE(done(session, StepBundle{7}).stop.clock, std::uint64_t{7});
        QCOMPARE(done(session, StepBundle{}).bundles, std::uint64_t{8});
        QCOMPARE(done(session, StepClock{3}).stop.clock, std::uint64_t{11});
        QCOMPARE(done(session, StepClockBack{2}).stop.clock, std::uint64_t{9});
        const Report back = done(session, StepBack{2});
        QCOMPARE(back.bundles, std::uint64_t{7});
        QCOMPARE(back.stop.clock, std::uint64_t{7});
        QCOMPARE(done(session, StepBack{100}).stop.clock, std::uint64_t{0});
        QCOMPARE(done(session, Seek{40}).stop.clock, std::uint64_t{40});
        QCOMPARE(done(session, SeekBundle{5}).stop.bundle, 5u);
        QCOMPARE(done(session, Run{.clocks = 10}).stop.clock, std::uint64_t{15});
        const Report end = done(session, Run{});
        QVERIFY(end.stop.kind == StopKind::Halted);
        QVERIFY(textOf(end, session.machine()).starts_with("halted at clock "));
    }

    // Seen from every clock, "step" is the next clock in which a bundle issues and "back" the one before.
    void stepsGoFromIssueToIssue() {
        std::vector<std::uint64_t> issues;
        Toy straight(counting());
        while (!straight.halted()) {
            const std::uint64_t clock = straight.clock(), issued = straight.issuedBundles();
            (void)straight.run({.clock = clock + 1});
            if (straight.issuedBundles() != issued) issues.push_back(clock);
        }
        QVERIFY(issues.size() + 100 < straight.clock()); // it also waits
        Session session = sessionOf(counting());
        for (std::uint64_t clock = 0; clock < straight.clock(); clock += 3) {
            const auto next = std::upper_bound(issues.begin(), issues.end(), clock);
            const std::uint64_t there = next == issues.end() ? straight.clock() : *next;
            (void)done(session, Seek{clock});
            const Report step = done(session, StepBundle{});
            QCOMPARE(step.stop.clock, there);
            QVERIFY(step.stop.kind == (next == issues.end() ? StopKind::Halted : StopKind::Limit));
            (void)done(session, Seek{clock});
            QCOMPARE(done(session, StepBundle{0}).stop.clock, clock);
            QCOMPARE(done(session, StepBack{0}).stop.clock, clock);
            const auto before = std::lower_bound(issues.begin(), issues.end(), clock);
            QCOMPARE(done(session, StepBack{}).stop.clock, before == issues.begin() ? 0 : *std::prev(before));
        }
        // From issue to issue a step and a step back leave no trace.
        (void)done(session, Seek{issues[40]});
        const auto hash = session.machine().store().hash();
        for (const std::uint64_t count : {1, 7, 30}) {
            QCOMPARE(done(session, StepBundle{count}).stop.clock, issues[40 + count]);
            QCOMPARE(done(session, StepBack{count}).stop.clock, issues[40]);
            QCOMPARE(session.machine().store().hash(), hash);
        }
    }

    // It stops nothing, and says its text with the values of the place where it stood.
    void logsAreWrittenAndNothingStops() {
        Session session = sessionOf(counting());
        stopAt(session, {"3 if r1 % 10 == 0 log r1 is {r1} {{at}} {bundle}", "3 if r1 == 35"});
        Report report = done(session, Run{});
        QVERIFY(report.stop.kind == StopKind::Triggered);
        QCOMPARE(watch(session, "r1"), std::int64_t{35});
        QCOMPARE(report.hits.size(), std::size_t{1});
        QCOMPARE(report.log.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(*report.log[i].log, "r1 is " + std::to_string(10 * (i + 1)) + " {at} 3");
        QVERIFY(report.log[0].clock < report.log[1].clock);
        QVERIFY(textOf(report, session.machine())
                    .starts_with("clock " + std::to_string(report.log[0].clock) + ": r1 is 10 {at} 3\n"));
        report = done(session, RunBack{}); // logs are not places to stop at on the way back
        QCOMPARE(session.machine().clock(), std::uint64_t{0});
        QVERIFY(report.log.empty());
        report = done(session, StepBundle{3});
        QVERIFY(report.log.empty() && report.hits.empty());
        QVERIFY(done(session, Run{.bundles = 100}).log.size() == 1);
    }

    void aFloodOfLogsIsBounded() {
        Session session = sessionOf(
            {bundle(kAdd, 1, 0, 1), bundle(kLess, 1, 1, 20'000), bundle(kBr, 0, 0, 0, 1), bundle(kHalt)},
            1 << 16);
        stopAt(session, {"1 log x"});
        const Report report = done(session, Run{});
        QVERIFY(report.stop.kind == StopKind::Halted);
        QCOMPARE(report.log.size(), Report::kMostLogged);
        QCOMPARE(report.loggedMore, std::uint64_t{20'000 - Report::kMostLogged});
    }

    void whoTakesLogsGetsAll() {
        Session session = sessionOf(
            {bundle(kAdd, 1, 0, 1), bundle(kLess, 1, 1, 20'000), bundle(kBr, 0, 0, 0, 1), bundle(kHalt)},
            1 << 16);
        std::uint64_t taken = 0;
        session.setLog([&](const Hit& hit) { taken += *hit.log == "x"; });
        stopAt(session, {"1 log x"});
        const Report report = done(session, Run{});
        QCOMPARE(taken, std::uint64_t{20'000});
        QVERIFY(report.log.empty() && report.loggedMore == 0);
    }
    // What an edit changes is said of where the machine stands, which may be its end.
    void editsAtTheEndSayThatItHasHalted() {
        Session session = sessionOf(counting());
        (void)done(session, Run{});
        const NodeId registers = session.machine().onlyCore().tree().withRole(Role::ScalarRegisters);
        const Report report = done(session, Poke{registers, 20, std::vector<std::byte>(4, std::byte{1})});
        QVERIFY(report.stop.kind == StopKind::Halted);
        QVERIFY(textOf(report, session.machine()).starts_with("halted at clock "));
    }

    // A hit count counts from the beginning of the history,
    // whenever the breakpoint was set and however one came here.
    void hitsAreCountedFromTheBeginning_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"3 hit 20", "3 if r1 % 2 hit 7", "when r1 % 3 == 0 hit 9",
                                 "write smem 20 9 hit 4", "dma smem 30 hit 3", "pop queue hit 44"})
            QTest::newRow(text) << text;
    }
    void hitsAreCountedFromTheBeginning() {
        QFETCH(QString, text);
        const QByteArray words = text.toUtf8();
        const auto stopsOf = [&](Session& session) {
            std::vector<std::uint64_t> clocks;
            for (;;) {
                const Report report = done(session, Run{});
                if (report.stop.kind != StopKind::Triggered) break;
                clocks.push_back(report.stop.clock);
                if (report.hits.front().count < 2)
                    qWarning("the count is %d", int(report.hits.front().count));
            }
            return clocks;
        };
        Session straight = sessionOf(counting(), 37);
        stopAt(straight, {words.constData()});
        const std::vector<std::uint64_t> stops = stopsOf(straight);
        QVERIFY(!stops.empty() && stops.size() < 50);
        const std::uint64_t end = straight.machine().clock();

        Session late = sessionOf(counting(), 37); // set at the end, then back
        (void)done(late, Run{});
        stopAt(late, {words.constData()});
        for (std::size_t i = stops.size(); i-- > 0;) QCOMPARE(done(late, RunBack{}).stop.clock, stops[i]);
        QVERIFY(done(late, RunBack{}).stop.kind == StopKind::Limit);
        QVERIFY(stopsOf(late) == stops);

        for (std::uint64_t clock = 5; clock < end; clock += 61) { // set on the way, or off on the way
            const auto later = std::upper_bound(stops.begin(), stops.end(), clock);
            Session midway = sessionOf(counting(), 37);
            (void)done(midway, Seek{clock});
            stopAt(midway, {words.constData()});
            QVERIFY(stopsOf(midway) == std::vector<std::uint64_t>(later, stops.end()));
            Session off = sessionOf(counting(), 37);
            stopAt(off, {words.constData()});
            off.breakpoints().setEnabled(1, false);
            (void)done(off, Run{.clocks = clock});
            off.breakpoints().setEnabled(1, true);
            QVERIFY(stopsOf(off) == std::vector<std::uint64_t>(later, stops.end()));
        }
    }
    void countingCanBeInterrupted() {
        Session session = sessionOf(counting());
        (void)done(session, Run{});
        const std::uint64_t end = session.machine().clock();
        stopAt(session, {"3 hit 20"});
        const std::atomic<bool> interrupt = true;
        const auto report = session.perform(RunBack{}, &interrupt);
        QVERIFY(report && report->stop.kind == StopKind::Interrupted);
        QCOMPARE(session.machine().clock(), end);
    }

    // Who comes to a breakpoint by steps or by a number of clocks sees it, and it counts.
    void breakpointsAreSeenByStepsToo() {
        Session session = sessionOf(counting());
        stopAt(session, {"3", "3 hit 2"});
        const Report there = done(session, StepBundle{3});
        QVERIFY(there.stop.kind == StopKind::Limit);
        QCOMPARE(there.stop.bundle, 3u);
        QCOMPARE(there.hits.size(), std::size_t{1});
        QCOMPARE(there.hits[0].id, 1u);
        const Report next = done(session, Run{}); // the second time
        QCOMPARE(next.hits.size(), std::size_t{2});
        const std::uint64_t clock = next.stop.clock;
        (void)done(session, Seek{clock - 2});
        QCOMPARE(done(session, Run{.clocks = 2}).hits.size(), std::size_t{2});
        (void)done(session, Seek{clock - 2});
        QVERIFY(done(session, Run{.clocks = 1}).hits.empty());
    }

    void everyKindOfBreakpointStopsAndGoesBack_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("isTrueThere");
        QTest::addColumn<int>("times");
        const auto row = [](const char* text, const char* there, int times) {
            QTest::newRow(text) << text << there << times;
        };
        row("3", "bundle == 3", 50);
        row("3 if r1 > 45", "bundle == 3 && r1 > 45", 5);
        row("3 hit 48", "bundle == 3 && r1 >= 48", 3);
        row("when r1 == 20", "r1 == 20 && bundle == 2", 1);
        row("when r1 % 10 == 0", "r1 % 10 == 0 && bundle == 2", 5);
        row("when r1 % 10 == 0 hit 3", "r1 % 10 == 0 && bundle == 2 && r1 >= 30", 3);
        row("write smem 20 3", "bundle == 4 && r1 >= 10 && r1 <= 12", 3);
        row("read smem 29", "bundle == 5 && r1 == 20", 1);
        row("dma smem 30", "smem[30] != 0", 4); // granules to 27 ... 30 hold it
        row("flag f0 >= 7", "f0 == 7", 1);
        row("pop queue", "bundle == 8", 50);
    }
    void everyKindOfBreakpointStopsAndGoesBack() {
        QFETCH(QString, text);
        QFETCH(QString, isTrueThere);
        QFETCH(int, times);
        Session session = sessionOf(counting(), 37);
        stopAt(session, {text.toUtf8().constData()});
        std::vector<std::uint64_t> stops;
        for (;;) {
            const Report report = done(session, Run{});
            if (report.stop.kind == StopKind::Halted) break;
            QVERIFY(report.stop.kind == StopKind::Triggered);
            QCOMPARE(report.hits.size(), std::size_t{1});
            QVERIFY(watch(session, isTrueThere.toUtf8().constData()) != 0);
            stops.push_back(report.stop.clock);
        }
        QCOMPARE(stops.size(), static_cast<std::size_t>(times));
        const auto end = session.machine().store().hash();
        for (std::size_t i = stops.size(); i-- > 0;) {
            const Report report = done(session, RunBack{});
            QCOMPARE(report.stop.clock, stops[i]);
            QCOMPARE(report.hits.size(), std::size_t{1});
        }
        const Report first = done(session, RunBack{});
        QVERIFY(first.stop.kind == StopKind::Limit && first.hits.empty());
        QCOMPARE(first.stop.clock, std::uint64_t{0});
        stopAt(session, {});
        (void)done(session, Run{});
        QCOMPARE(session.machine().store().hash(), end);
    }

    // From every clock, also from inside of a wait, each move forward stops at the first place at which a run
    // from the beginning stops, unless its own end comes first; and by the same count of hits.
    void movesFromEveryClockStopAtTheSamePlaces_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"7", "8", "7 hit 9", "7 if r1 % 4 == 2", "*.7", "when r1 % 5 == 0", "when r1 == 9 || r1 == 30",
              "when clock % 16 < 3", "when clock % 16 < 3 hit 4", "write smem 20 30", "read smem 20 20",
              "dma smem 30", "flag f0 >= 7", "pop queue", "pop queue hit 12"})
            QTest::newRow(text) << text;
    }
    void movesFromEveryClockStopAtTheSamePlaces() {
        QFETCH(QString, text);
        Session session = sessionOf(counting(), 37);
        stopAt(session, {text.toUtf8().constData()});
        std::vector<std::uint64_t> stops, counts;
        for (Report report = done(session, Run{}); report.stop.kind == StopKind::Triggered;
             report = done(session, Run{})) {
            stops.push_back(report.stop.clock);
            counts.push_back(report.hits.front().count);
        }
        QVERIFY(!stops.empty());
        const std::uint64_t end = session.machine().clock();
        Session plain = sessionOf(counting(), 37);
        for (std::uint64_t clock = 0; clock < end; ++clock) {
            const auto next = std::upper_bound(stops.begin(), stops.end(), clock);
            const std::uint64_t there = next == stops.end() ? kForever : *next;
            for (int move = 0; move < 7; ++move) {
                (void)done(plain, Seek{clock});
                const std::uint64_t ownEnd = done(plain, moveOf(move)).stop.clock;
                (void)done(session, Seek{clock});
                const Report report = done(session, moveOf(move));
                QCOMPARE(report.stop.clock, std::min(ownEnd, there));
                QCOMPARE(report.hits.size(), std::size_t{there <= ownEnd ? 1u : 0u});
                if (there <= ownEnd)
                    QCOMPARE(report.hits.front().count,
                             counts[static_cast<std::size_t>(next - stops.begin())]);
            }
        }
    }

    void theFirstNaNStops() {
        Session session = sessionOf({bundle(kLi, 1, 0, 0x7f), bundle(kVset, 3, 1), bundle(kLi, 1, 0, -1),
                                     bundle(kVset, 4, 1), bundle(kHalt)});
        stopAt(session, {"nan alu"});
        const Report report = done(session, Run{});
        QVERIFY(report.stop.kind == StopKind::Triggered);
        QCOMPARE(report.stop.bundle, 4u);
        QCOMPARE(report.hits[0].cause.bundle, 3u);
        QCOMPARE(report.hits[0].text, std::string("nan alu: bundle 3"));
        QVERIFY(done(session, Run{}).stop.kind == StopKind::Halted);
        QCOMPARE(done(session, RunBack{}).stop.clock, report.stop.clock);
        for (const char* never : {"nan queue", "pop alu", "nan nothing"}) {
            const auto parsed = parseBreakpoint(never, session.scope());
            QVERIFY(!parsed && parsed.problem().message->code == "E823");
        }
    }

    void aConditionThatCannotBeComputedStopsAndSaysSo() {
        Session session = sessionOf(counting());
        stopAt(session, {"3 if 1 / (r1 - 4) > 0"});
        const Report first = done(session, Run{});
        QCOMPARE(watch(session, "r1"), std::int64_t{4});
        QVERIFY(first.hits[0].text.find("division by zero") != std::string::npos);
    }

    void callsAreSteppedOver() {
        Session session = sessionOf(recursive(6));
        (void)done(session, StepBundle{2});
        const Report over = done(session, StepOver{});
        QCOMPARE(over.stop.bundle, 3u);
        QVERIFY(over.stop.kind == StopKind::Limit);
        QCOMPARE(done(session, StepOver{}).stop.bundle, 4u); // no call: one bundle
        QCOMPARE(done(session, StepOverBack{}).stop.bundle, 3u);
        QCOMPARE(done(session, StepOverBack{}).stop.bundle, 2u); // the call
    }

    void recursionIsSteppedOverAndOutOf() {
        Session session = sessionOf(recursive(6));
        // Into the third level, before its own call.
        stopAt(session, {"10 hit 3"});
        (void)done(session, Run{});
        stopAt(session, {});
        QCOMPARE(watch(session, "r9"), std::int64_t{2003});
        const auto before = session.machine().issuedBundles();
        (void)done(session, StepOver{});
        QCOMPARE(session.machine().onlyCore().nextBundle(), 11u);
        QCOMPARE(watch(session, "r9"), std::int64_t{2003}); // the same level
        QVERIFY(session.machine().issuedBundles() > before + 10);
        QCOMPARE(done(session, StepOverBack{}).bundles, before);
        QCOMPARE(done(session, StepOver{}).stop.bundle, 11u);
        QCOMPARE(done(session, StepOut{}).stop.bundle, 11u);
        QCOMPARE(watch(session, "r9"), std::int64_t{2002});
        (void)done(session, StepOut{});
        QCOMPARE(watch(session, "r9"), std::int64_t{2001});
        QCOMPARE(done(session, StepOut{}).stop.bundle, 3u);
        QVERIFY(done(session, StepOut{}).stop.kind == StopKind::Halted);
    }

    void breakpointsHoldWhileSteppingOver() {
        Session session = sessionOf(recursive(6));
        stopAt(session, {"12"});
        (void)done(session, StepBundle{2});
        const Report over = done(session, StepOver{});
        QVERIFY(over.stop.kind == StopKind::Triggered);
        QCOMPARE(over.stop.bundle, 12u);
    }

    void editsAreChecked() {
        Session session = sessionOf(counting());
        const auto code = [&](Command command) {
            const auto report = session.perform(std::move(command));
            return report ? std::string_view() : report.problem().message->code;
        };
        const NodeId registers = session.machine().onlyCore().tree().withRole(Role::ScalarRegisters);
        const std::vector<std::byte> word(4), two(8), half(2);
        QCOMPARE(code(Poke{registers, 31, word}), std::string_view());
        QCOMPARE(code(Poke{registers, 31, two}), std::string_view("E831"));
        QCOMPARE(code(Poke{registers, 1, half}), std::string_view("E831"));
        QCOMPARE(code(Poke{registers, ~std::uint64_t{0}, word}), std::string_view("E831"));
        QCOMPARE(code(Poke{{9999}, 0, word}), std::string_view("E830"));
        QCOMPARE(code(Poke{{0}, 0, word}), std::string_view("E830"));
        QCOMPARE(code(PokeSpace{kSmem, kSmemWords * 4 - 8, two}), std::string_view());
        QCOMPARE(code(PokeSpace{kSmem, kSmemWords * 4 - 4, two}), std::string_view("E833"));
        QCOMPARE(code(PokeSpace{kSmem, ~std::uint64_t{3}, two}), std::string_view("E833"));
        QCOMPARE(code(PokeSpace{isa::SpaceId{77}, 0, word}), std::string_view("E833"));
    }

    void editsInThePastSayWhatTheyDrop() {
        Session session = sessionOf(counting());
        (void)done(session, Run{.clocks = 300});
        const NodeId registers = session.machine().onlyCore().tree().withRole(Role::ScalarRegisters);
        QVERIFY(!done(session, Poke{registers, 20, std::vector<std::byte>(4, std::byte{1})}).droppedHistory);
        (void)done(session, Seek{100});
        QVERIFY(session.editWouldDropHistory());
        QVERIFY(done(session, PokeSpace{kSmem, 8, std::vector<std::byte>(4, std::byte{2})}).droppedHistory);
        QCOMPARE(watch(session, "r20"), std::int64_t{0});
        (void)done(session, Run{.clocks = 50});
        (void)done(session, StepBack{});
        QCOMPARE(watch(session, "smem[2]"), std::int64_t{0x02020202});
    }

    void anotherMachineIsLoaded() {
        Session session = sessionOf(counting());
        stopAt(session, {"3"});
        (void)done(session, Run{});
        const Report report = done(session, Load{std::make_unique<Toy>(recursive(2))});
        QCOMPARE(report.stop.clock, std::uint64_t{0});
        QVERIFY(session.breakpoints().list().empty());
        QVERIFY(done(session, Run{}).stop.kind == StopKind::Halted);
        QCOMPARE(watch(session, "r7"), std::int64_t{77});
    }

    void whoWroteIsAskedByName() {
        Session session = sessionOf(counting());
        (void)done(session, Run{.clocks = 100});
        const auto writer = session.whoWrote("r2");
        QVERIFY(writer && *writer && (*writer)->kind == WriterKind::Bundle);
        QVERIFY(textOf(**writer, session.machine()).starts_with("bundle 2 at clock "));
        const auto wrong = session.whoWrote("r2 + 1");
        QVERIFY(!wrong && wrong.problem().message->code == "E834");
        const std::atomic<bool> interrupt = true;
        const auto interrupted = session.whoWrote("smem[11]", &interrupt);
        QVERIFY(interrupted && !*interrupted);
        QCOMPARE(session.machine().clock(), std::uint64_t{100});
    }
};

int tst_session(int argc, char** argv) { return lw::tests::run<TestSession>(argc, argv); }
#include "tst_session.moc"
