// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/machine/recorder.h"
#include "core/machine/timeline.h"
#include "tests/support/run_test.h"

#include "tests/support/spacing.h"
#include "tests/support/toy_machine.h"

#include <QTest>

#include <map>
#include <random>

using namespace lw;
using namespace lw::machine;
using namespace lw::toy;

namespace {

// Loops over everything the toy can do; ends after `rounds` with halt.
std::vector<isa::Bits> busyProgram(int rounds) {
    return {
        bundle(kLi, 1, 0, 0),       // 0  counter
        bundle(kLi, 2, 0, 77),      // 1
        bundle(kMix, 2, 1),         // 2  loop
        bundle(kSlow, 3, 0, 5),     // 3
        bundle(kAdd, 3, 2, 1),      // 4  waits for r3
        bundle(kSt, 3, 1, 100),     // 5
        bundle(kDma, 1, 2, 9),      // 6  to smem[counter]
        bundle(kLess, 1, 2, 0),     // 7
        bundle(kSt, 2, 1, 4000, 1), // 8  if p1
        bundle(kFset, 0, 0, 0, 17), // 9  if not p1; may be counted up afterwards
        bundle(kVset, 5, 2),        // 10
        bundle(kPop, 4),            // 11
        bundle(kAdd, 1, 0, 1),      // 12 r0 is 0
        bundle(kNop),
        bundle(kNop),
        bundle(kNop),
        bundle(kNop),
        bundle(kLess, 2, 1, rounds), // 17
        bundle(kBr, 0, 0, 2, 2),     // 18
        bundle(kHalt),               // 19
    };
}

// What a straight run of bundles looks like: the hash at every clock, and the clock after every bundle.
struct Straight {
    std::map<std::uint64_t, std::uint64_t> hashAt;
    std::vector<std::uint64_t> clockAfter;
    std::uint64_t end = 0, endHash = 0; // halted: the clock may be that of the last bundle, the state is not

    std::uint64_t hashOf(const Toy& toy) const { return toy.halted() ? endHash : hashAt.at(toy.clock()); }
};

Straight straightRun(const std::vector<isa::Bits>& program) {
    Straight out;
    Toy byClock(program), byBundle(program);
    (void)byClock.store().save(); // so that a hash looks at few pages
    for (;;) {
        out.hashAt[byClock.clock()] = byClock.store().hash();
        if (byClock.run({.clock = byClock.clock() + 1}).kind != StopKind::Limit) break;
    }
    out.end = byClock.clock();
    out.endHash = byClock.store().hash();
    for (;;) {
        out.clockAfter.push_back(byBundle.clock());
        if (byBundle.run({.bundles = 1}).kind != StopKind::Limit) break;
    }
    return out;
}

bool sameBytes(const std::byte* a, const std::byte* b) {
    return a == b || (a && b && std::memcmp(a, b, 4096) == 0);
}

void pokeRegister(Timeline& timeline, std::uint64_t number, std::uint32_t value) {
    Edit edit;
    edit.node = timeline.machine().onlyCore().tree().withRole(Role::ScalarRegisters);
    edit.first = number;
    edit.bytes.resize(4);
    std::memcpy(edit.bytes.data(), &value, 4);
    QVERIFY(timeline.edit(edit));
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void runningInPiecesEqualsRunningStraight() {
        Toy straight(busyProgram(100)), pieces(busyProgram(100));
        QVERIFY(straight.run({}).kind == StopKind::Halted);
        Timeline timeline(pieces, everyFew(7));
        const Stop stop = timeline.run({});
        QVERIFY(stop.kind == StopKind::Halted);
        QCOMPARE(stop.clock, straight.clock());
        QCOMPARE(pieces.store().hash(), straight.store().hash());
        QVERIFY(timeline.kept().size() > 100);
    }

    void savedAndRestoredRunsAsIfNothingHappened() {
        std::mt19937 random(3);
        Toy straight(busyProgram(40));
        (void)straight.run({});
        for (int round = 0; round < 30; ++round) {
            Toy toy(busyProgram(40));
            (void)toy.run({.clock = random() % straight.clock()});
            const auto saved = toy.store().save();
            (void)toy.run({.clock = toy.clock() + random() % 300});
            toy.store().restore(saved);
            toy.stateReplaced();
            (void)toy.run({});
            QCOMPARE(toy.store().hash(), straight.store().hash());
        }
    }

    void randomJumpsFindTheStraightRun_data() {
        QTest::addColumn<int>("slice");
        QTest::addColumn<int>("kibibytes");
        QTest::addColumn<int>("jumps");
        QTest::newRow("plenty of snapshots") << 16 << (1 << 20) << 3000;
        QTest::newRow("few snapshots") << 5000 << (1 << 20) << 1000;
        QTest::newRow("memory for some") << 16 << 600 << 1000;
        QTest::newRow("memory for none") << 16 << 0 << 500;
    }
    void randomJumpsFindTheStraightRun() {
        QFETCH(int, slice);
        QFETCH(int, kibibytes);
        QFETCH(int, jumps);
        const auto program = busyProgram(100);
        const Straight straight = straightRun(program);
        std::mt19937 random(11);
        Toy toy(program);
        TimelineOptions options = everyFew(static_cast<std::uint64_t>(slice));
        options.memoryBytes = static_cast<std::uint64_t>(kibibytes) << 10;
        Timeline timeline(toy, options);
        for (int i = 0; i < jumps; ++i) {
            const std::uint64_t before = toy.issuedBundles();
            switch (random() % 6) {
            case 0: (void)timeline.seek(random() % straight.end); break;
            case 1: (void)timeline.run({.bundles = random() % 20}); break;
            case 2: (void)timeline.run({.clock = toy.clock() + random() % 50}); break;
            case 3: {
                (void)timeline.stepBack(1, {});
                QCOMPARE(toy.clock(), straight.clockAfter[before > 0 ? before - 1 : 0]);
                break;
            }
            case 4: {
                const auto count = random() % straight.clockAfter.size();
                (void)timeline.seekBundles(count, {});
                QCOMPARE(toy.issuedBundles(), std::uint64_t{count});
                QCOMPARE(toy.clock(), straight.clockAfter[count]);
                break;
            }
            case 5:
                (void)timeline.seek(toy.clock() - std::min<std::uint64_t>(toy.clock(), random() % 30));
                break;
            }
            QCOMPARE(toy.store().hash(), straight.hashOf(toy));
        }
        (void)timeline.run({});
        QVERIFY(toy.halted());
        QCOMPARE(toy.clock(), straight.end);
        QCOMPARE(toy.store().hash(), straight.endHash);
    }

    void editsAreInputsOfTheHistory() {
        const auto program = busyProgram(60);
        std::mt19937 random(5);
        Toy toy(program);
        Timeline timeline(toy, everyFew(16));
        // A plain list of what was done, played on a fresh machine, tells what must come out.
        std::vector<std::pair<std::uint64_t, std::uint32_t>> log;
        const auto expected = [&](std::uint64_t clock) {
            Toy fresh(program);
            for (const auto& [at, value] : log) {
                if (at > clock) break;
                (void)fresh.run({.clock = at});
                fresh.r(2) = value;
            }
            (void)fresh.run({.clock = clock});
            return fresh.store().hash();
        };
        for (int i = 0; i < 300; ++i) {
            if (random() % 3 == 0) {
                const auto value = static_cast<std::uint32_t>(random());
                pokeRegister(timeline, 2, value);
                std::erase_if(log, [&](const auto& entry) { return entry.first > toy.clock(); });
                log.emplace_back(toy.clock(), value);
                QVERIFY(!timeline.editWouldDropHistory());
            } else {
                const std::uint64_t target = random() % 900;
                (void)timeline.seek(target);
                QCOMPARE(toy.clock(), target);
                QCOMPARE(toy.store().hash(), expected(target));
            }
            QCOMPARE(timeline.edits().size(), log.size());
        }
    }

    void anEditInThePastSaysSoAndDropsTheFuture() {
        Toy toy(busyProgram(60));
        Timeline timeline(toy, everyFew(16));
        (void)timeline.run({.clock = 500});
        pokeRegister(timeline, 9, 1);
        (void)timeline.seek(100);
        QVERIFY(timeline.editWouldDropHistory());
        pokeRegister(timeline, 9, 2);
        QCOMPARE(timeline.edits().size(), std::size_t{1});
        QCOMPARE(timeline.kept().back().clock, std::uint64_t{100});
        (void)timeline.seek(600);
        QCOMPARE(toy.r(9), 2u);
        (void)timeline.seek(99);
        QCOMPARE(toy.r(9), 0u);
    }

    void editsAtTheOriginAreTheNewOrigin() {
        Toy toy(busyProgram(60));
        Timeline timeline(toy, everyFew(16));
        pokeRegister(timeline, 9, 4);
        pokeRegister(timeline, 10, 5);
        (void)timeline.seek(50);
        (void)timeline.seek(0);
        QCOMPARE(toy.r(9), 4u);
        QCOMPARE(toy.r(10), 5u);
    }

    void memoryStaysInsideItsBudget() {
        Toy toy(busyProgram(2000));
        TimelineOptions options = everyFew(32);
        options.memoryBytes = 1 << 20;
        Timeline timeline(toy, options);
        const Stop stop = timeline.run({});
        QVERIFY(stop.kind == StopKind::Halted);
        QVERIFY(timeline.snapshotBytes() < (2 << 20));
        QCOMPARE(timeline.kept().front().clock, std::uint64_t{0});
        // Density returns where one looks: after one step back in a thinned part,
        // snapshots stand close before the cursor.
        (void)timeline.seek(stop.clock / 2);
        const auto& kept = timeline.kept();
        const auto close = std::count_if(kept.begin(), kept.end(), [&](const Timeline::Kept& k) {
            return k.clock <= toy.clock() && k.clock + 32 * 16 >= toy.clock();
        });
        QVERIFY2(close >= 8, qPrintable(QString::number(close)));
    }

    void keptSnapshotsNameEveryPageWritten() {
        // Two snapshots differ at most in the pages that the later ones say were written, thinned or not.
        for (const std::uint64_t budget : {std::uint64_t{1} << 30, std::uint64_t{1} << 19}) {
            Toy toy(busyProgram(300));
            TimelineOptions options = everyFew(64);
            options.memoryBytes = budget;
            Timeline timeline(toy, options);
            (void)timeline.run({.clock = 3000});
            (void)timeline.snapshot();
            (void)timeline.seek(1000);
            (void)timeline.run({.clock = 1500});
            timeline.comeBack(timeline.leave());
            (void)timeline.run({.clock = 4000});
            const auto& kept = timeline.kept();
            for (std::size_t i = 1; i < kept.size(); ++i)
                for (const std::uint32_t page : differingPages(*kept[i - 1].snapshot, *kept[i].snapshot))
                    if (!toy.store().isHot(page) &&
                        !sameBytes(kept[i - 1].snapshot->page(page), kept[i].snapshot->page(page)))
                        QVERIFY(std::binary_search(kept[i].written.begin(), kept[i].written.end(), page));
        }
    }

    void runBackFindsTheLastHit() {
        Toy toy(busyProgram(200));
        Timeline timeline(toy, everyFew(1));
        Trigger trigger;
        trigger.kind = TriggerKind::Bundle;
        trigger.id = 7;
        trigger.bundle = 11;
        timeline.setTriggers({trigger});
        std::vector<std::uint64_t> hits;
        for (;;) {
            const Stop stop = timeline.run({});
            if (stop.kind != StopKind::Triggered) break;
            QCOMPARE(stop.triggers, std::vector<std::uint32_t>{7});
            QCOMPARE(toy.nextBundle(), 11u);
            hits.push_back(stop.clock);
        }
        QCOMPARE(hits.size(), std::size_t{200}); // none lost where the run was cut: everywhere
        for (std::size_t i = hits.size(); i-- > 0;) {
            const Stop stop = timeline.runBack({});
            QVERIFY(stop.kind == StopKind::Triggered);
            QCOMPARE(toy.clock(), hits[i]);
        }
        QVERIFY(timeline.runBack({}).kind == StopKind::Limit);
        QCOMPARE(toy.clock(), std::uint64_t{0});
    }

    void runsBackToAMemoryWriteAndOnlyAcceptedHits() {
        Toy toy(busyProgram(200));
        Timeline timeline(toy, everyFew(40));
        Trigger trigger;
        trigger.kind = TriggerKind::MemoryWrite;
        trigger.space = kSmem;
        trigger.first = 100;
        trigger.count = 200;
        timeline.setTriggers({trigger});
        (void)timeline.seek(3000);
        Visit visit;
        visit.accept = [&](const Stop&) { return toy.r(1) == 20; };
        QVERIFY(timeline.runBack(visit).kind == StopKind::Triggered);
        QCOMPARE(toy.r(1), 20u);
        QCOMPARE(toy.smem(120), toy.r(3));
        QCOMPARE(toy.nextBundle(), 6u);
    }

    void everyBundleIsVisitedWhenAsked() {
        Toy toy(busyProgram(30));
        Timeline timeline(toy, everyFew(40));
        std::uint64_t visited = 0;
        Visit visit;
        visit.everyBundle = true;
        visit.accept = [&](const Stop&) { return ++visited, false; };
        (void)timeline.run({.bundles = 300}, visit);
        QCOMPARE(visited, std::uint64_t{300});
        QCOMPARE(toy.issuedBundles(), std::uint64_t{300});
    }

    void runsAreInterrupted() {
        Toy toy({bundle(kNop), bundle(kBr, 0, 0, 0)}); // for ever
        Timeline timeline(toy);
        std::atomic<bool> interrupt = true;
        QVERIFY(timeline.run({.interrupt = &interrupt}).kind == StopKind::Interrupted);
        (void)timeline.seek(1000);
        QVERIFY(timeline.runBack({}, &interrupt).kind == StopKind::Interrupted);
        QCOMPARE(toy.clock(), std::uint64_t{1000});
    }

    void faultsAreMetAgain() {
        Toy toy({bundle(kLi, 1, 0, 9000), bundle(kNop), bundle(kSt, 2, 1, 0)});
        Timeline timeline(toy, everyFew(1));
        const Stop first = timeline.run({});
        QVERIFY(first.kind == StopKind::Faulted);
        QCOMPARE(first.clock, std::uint64_t{2});
        (void)timeline.stepBack(1, {});
        QCOMPARE(toy.clock(), std::uint64_t{1});
        const Stop again = timeline.run({});
        QVERIFY(again.fault == first.fault);
        pokeRegister(timeline, 1, 3); // mended by hand at the very clock of the fault
        QVERIFY(timeline.run({.bundles = 1}).kind == StopKind::Limit);
        (void)timeline.seek(1);
        QVERIFY(timeline.seek(3).kind == StopKind::Limit);
        QCOMPARE(toy.issuedBundles(), std::uint64_t{3});
    }

    void replaysAreSilent() {
        Toy toy(busyProgram(30));
        Timeline timeline(toy, everyFew(40));
        Recorder recorder(1);
        timeline.setRecorder(&recorder);
        Visit visit;
        Recorder* during = nullptr;
        visit.everyBundle = true;
        visit.accept = [&](const Stop&) { return during = toy.recorder(), true; };
        (void)timeline.run({}, visit);
        QVERIFY(during == &recorder);
        (void)timeline.runBack(visit);
        QVERIFY(toy.recorder() == nullptr);
    }
};

int tst_timeline(int argc, char** argv) { return lw::tests::run<TestTimeline>(argc, argv); }
#include "tst_timeline.moc"
