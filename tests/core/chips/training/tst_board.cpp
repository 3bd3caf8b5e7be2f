// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"

#include "core/chips/training/isa.h"
#include "core/machine/breakpoints.h"
#include "core/machine/cell_name.h"
#include "core/machine/recorder.h"
#include "core/machine/session.h"
#include "core/machine/timeline.h"

#include <QtTest>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <tuple>

using namespace lw;
using namespace lw::training;
using machine::CoreId;
using machine::StopKind;
using machine::Trigger;
using machine::TriggerKind;

// Several cores on one clock, none of which does anything to another: each is what it is alone. The machine
// of one core, which has its own laws, is the reference.
namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t kBoards = 60;
#else
constexpr std::uint64_t kBoards = 1000;
#endif
constexpr std::uint64_t kMostClocks = 1500;

using MachinePtr = std::unique_ptr<machine::Machine>;

// A board, and each of its cores as a machine of its own.
struct Subject {
    MachinePtr board;
    std::vector<MachinePtr> alone;

    explicit Subject(std::uint64_t seed, int repairs = 12) {
        std::mt19937_64 random(seed);
        Config config = seed % 2 == 0 ? test::teachingMachine() : test::eightLanes();
        std::vector<program::Program> programs(2 + seed % 3);
        for (program::Program& program : programs) {
            program = test::runningProgram(config, random(), kMostClocks, repairs);
            alone.push_back(test::machineWith(program, config, {}));
        }
        config.cores = static_cast<std::uint32_t>(programs.size());
        for (program::Program& program : programs) program.machineHash = hashOf(config);
        auto made = createMachine(std::move(programs), config, {});
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        board = *std::move(made);
        for (std::uint16_t i = 0; i < alone.size(); ++i) takeRandomStateOf(i);
    }
    // It differs from core to core.
    void takeRandomStateOf(std::uint16_t core) {
        for (const char* const path : {"rng/key", "dma/shuffle"}) {
            const machine::Node& from = board->tree().at(board->core({core}).tree().find(path));
            const machine::Node& to = alone[core]->tree().at(alone[core]->tree().find(path));
            std::vector<std::byte> bytes(countOf(from) * sizeOf(from));
            board->store().read(from.offset, bytes);
            alone[core]->store().write(to.offset, bytes);
        }
    }
    machine::Stop to(std::uint64_t clock) { return board->run({.clock = clock, .resumed = true}); }
    void allAloneTo(std::uint64_t clock) {
        for (const MachinePtr& one : alone) (void)one->run({.clock = clock, .resumed = true});
    }
};

std::vector<std::byte> bytesOf(machine::Machine& machine, machine::NodeId id) {
    const machine::Node& node = machine.tree().at(id);
    std::vector<std::byte> out(countOf(node) * sizeOf(node));
    machine.store().read(node.offset, out);
    return out;
}

// The first cells in which a core of the board is not what it is alone.
std::string differenceIn(Subject& s) {
    for (std::size_t i = 0; i < s.alone.size(); ++i) {
        const machine::CoreTree& core = s.board->core({static_cast<std::uint16_t>(i)}).tree();
        const machine::StateTree& tree = s.alone[i]->tree();
        for (std::uint32_t n = 1; n < tree.size(); ++n) {
            const std::string path = tree.path({n});
            if (countOf(tree.at({n})) == 0) continue;
            if (core.find(path) == core.root()) return path + " is missing";
            if (bytesOf(*s.alone[i], {n}) != bytesOf(*s.board, core.find(path)))
                return "c" + std::to_string(i) + "/" + path;
        }
    }
    return {};
}

// What fires in a history, with the core it is of: each once, by clock.
using Fired = std::tuple<std::uint64_t, std::uint16_t, std::uint32_t>;

std::vector<Fired> firedIn(machine::Machine& machine, const std::vector<Trigger>& triggers,
                           std::uint64_t end) {
    std::vector<Fired> out;
    machine.setTriggers(triggers);
    bool resumed = true;
    for (;;) {
        const machine::Stop stop = machine.run({.clock = end, .resumed = resumed});
        resumed = true;
        for (std::size_t i = 0; i < stop.triggers.size(); ++i) {
            const auto fired = std::find_if(triggers.begin(), triggers.end(),
                                            [&](const Trigger& t) { return t.id == stop.triggers[i]; });
            out.emplace_back(stop.clock, fired->core.index, fired->id);
            if (fired->kind == TriggerKind::Bundle) resumed = false;
        }
        if (stop.kind != StopKind::Triggered) break;
    }
    machine.setTriggers({});
    // What is at the limit itself is the next run's business, unless another core stops the board there.
    std::erase_if(out, [&](const Fired& fired) { return std::get<0>(fired) == end; });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

} // namespace

class TestBoard : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void coresAreWhatTheyAreAlone();
    void whatFiresIsWhatFiresAlone();
    void aFaultStopsAllAtItsClock();
    void timeGoesBackForAll();
    void bundlesAreCountedTogetherOrOfOne();
    void eventsNameTheirCore();
    void editsReachTheirCore();
    void stepsAreThoseOfTheCoreInFocus();
    void namesLeadBackToTheirCore();
    void breakpointsMayNameACore();
    void anInterruptedBoardStandsAtOneClock();
};

void TestBoard::coresAreWhatTheyAreAlone() {
    std::uint64_t halted = 0, issued = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        Subject s(seed);
        std::mt19937_64 random(seed);
        for (std::uint64_t clock = 0; clock < kMostClocks && !s.board->halted();) {
            clock += 1 + random() % (kMostClocks / 2);
            const machine::Stop stop = s.to(clock);
            if (stop.kind == StopKind::Faulted) break; // see below
            s.allAloneTo(clock);
            const std::string wrong = differenceIn(s);
            QVERIFY2(wrong.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(wrong.c_str())));
        }
        for (const machine::Core* const core : std::as_const(*s.board).cores()) halted += core->halted();
        issued += s.board->issuedBundles();
    }
    QVERIFY(halted > kBoards / 4);
    QVERIFY(issued > kBoards * 100);
}

void TestBoard::whatFiresIsWhatFiresAlone() {
    std::uint64_t found = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        Subject s(seed);
        std::mt19937_64 random(seed);
        std::vector<Trigger> triggers;
        for (std::uint16_t i = 0; i < s.alone.size(); ++i)
            for (int k = 0; k < 3; ++k) {
                Trigger trigger;
                trigger.id = static_cast<std::uint32_t>(triggers.size()) + 1;
                trigger.core = {i};
                trigger.kind = k == 0   ? TriggerKind::Bundle
                               : k == 1 ? TriggerKind::MemoryWrite
                                        : TriggerKind::MemoryRead;
                trigger.bundle =
                    static_cast<std::uint32_t>(random() % s.alone[i]->onlyCore().program().bundles.size());
                trigger.space = k == 1 ? kVmem : kSmem;
                trigger.count = 8;
                triggers.push_back(trigger);
            }
        std::vector<Fired> expected;
        std::uint64_t end = kMostClocks;
        // A fault ends the history of all.
        for (const MachinePtr& one : s.alone) {
            const auto start = one->store().save();
            const machine::Stop stop = one->run({.clock = kMostClocks});
            if (stop.kind == StopKind::Faulted) end = std::min(end, stop.clock);
            one->store().restore(start);
            one->stateReplaced();
        }
        for (std::uint16_t i = 0; i < s.alone.size(); ++i) {
            std::vector<Trigger> own;
            for (Trigger trigger : triggers)
                if (trigger.core == CoreId{i}) own.push_back(trigger), own.back().core = {};
            for (auto [clock, core, id] : firedIn(*s.alone[i], own, end)) expected.emplace_back(clock, i, id);
        }
        std::sort(expected.begin(), expected.end());
        const std::vector<Fired> got = firedIn(*s.board, triggers, end);
        QVERIFY2(
            got == expected,
            qPrintable(
                QStringLiteral("seed %1: %2 instead of %3").arg(seed).arg(got.size()).arg(expected.size())));
        found += got.size();
    }
    QVERIFY(found > kBoards);
}

void TestBoard::aFaultStopsAllAtItsClock() {
    std::uint64_t faults = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        Subject s(seed, static_cast<int>(seed % 3)); // hardly repaired
        std::optional<machine::Stop> first;
        std::size_t whose = 0;
        for (std::size_t i = 0; i < s.alone.size(); ++i) {
            const machine::Stop stop = s.alone[i]->run({.clock = kMostClocks});
            if (stop.kind != StopKind::Faulted || (first && first->clock <= stop.clock)) continue;
            first = stop;
            whose = i;
        }
        const machine::Stop stop = s.to(kMostClocks);
        QCOMPARE(stop.kind == StopKind::Faulted, first.has_value());
        if (!first) continue;
        ++faults;
        QCOMPARE(stop.clock, first->clock);
        QCOMPARE(stop.core.index, static_cast<std::uint16_t>(whose));
        machine::Fault expected = *first->fault;
        expected.core = stop.core;
        if (expected.other.isKnown()) expected.other.core = stop.core;
        if (expected.kind == machine::FaultKind::Unimplemented) { // says how many cores there are
            expected.text = stop.fault->text;
            expected.advice = stop.fault->advice;
        }
        QVERIFY(*stop.fault == expected);
        for (std::size_t i = 0; i < s.alone.size(); ++i) {
            const machine::Core& core = s.board->core({static_cast<std::uint16_t>(i)});
            QVERIFY(core.halted() || s.board->clock() == stop.clock);
        }
        // All the others stand where they stand alone.
        Subject fresh(seed, static_cast<int>(seed % 3));
        fresh.board = std::move(s.board);
        fresh.allAloneTo(stop.clock);
        const std::string wrong = differenceIn(fresh);
        QVERIFY2(wrong.empty(), qPrintable(QStringLiteral("seed %1: %2").arg(seed).arg(wrong.c_str())));
    }
    QVERIFY(faults > kBoards / 4);
}

void TestBoard::timeGoesBackForAll() {
    for (std::uint64_t seed = 0; seed < kBoards / 10; ++seed) {
        Subject s(seed);
        std::mt19937_64 random(seed);
        machine::Timeline timeline(*s.board, {.spacing = std::chrono::microseconds(0), .sliceClocks = 97});
        std::vector<std::pair<std::uint64_t, std::uint64_t>> been;
        for (std::uint64_t clock = 0; clock < kMostClocks; clock += 1 + random() % 200) {
            (void)timeline.seek(clock);
            been.emplace_back(timeline.clock(), s.board->store().hash());
        }
        std::shuffle(been.begin(), been.end(), random);
        for (const auto& [clock, hash] : been) {
            (void)timeline.seek(clock);
            QCOMPARE(timeline.clock(), clock);
            QCOMPARE(s.board->store().hash(), hash);
        }
        // Written pages are those of the stretch between two snapshots, or more.
        const auto& kept = timeline.kept();
        for (std::size_t i = 1; i < kept.size(); ++i)
            for (const std::uint32_t page : differingPages(*kept[i - 1].snapshot, *kept[i].snapshot))
                QVERIFY(s.board->store().isHot(page) ||
                        std::binary_search(kept[i].written.begin(), kept[i].written.end(), page));
    }
}

void TestBoard::bundlesAreCountedTogetherOrOfOne() {
    for (std::uint64_t seed = 0; seed < kBoards / 4; ++seed) {
        Subject s(seed);
        const std::uint64_t wanted = 1 + seed % 60;
        const auto start = s.board->store().save();
        machine::Stop stop = s.board->run({.bundles = wanted});
        if (stop.kind == StopKind::Limit) {
            // The first clock at which there are that many: one clock before there were fewer.
            QVERIFY(s.board->issuedBundles() >= wanted);
            const std::uint64_t clock = stop.clock;
            s.board->store().restore(start);
            s.board->stateReplaced();
            (void)s.to(clock - 1);
            QVERIFY(s.board->issuedBundles() < wanted);
        }
        s.board->store().restore(start);
        s.board->stateReplaced();
        const CoreId one{static_cast<std::uint16_t>(s.alone.size() - 1)};
        stop = s.board->run({.bundles = wanted, .core = one});
        if (stop.kind != StopKind::Limit) continue;
        QCOMPARE(stop.core, one);
        QCOMPARE(s.board->core(one).issuedBundles(), wanted);
        (void)s.alone.back()->run({.bundles = wanted});
        QCOMPARE(stop.clock, s.alone.back()->clock());
    }
}

void TestBoard::eventsNameTheirCore() {
    for (std::uint64_t seed = 0; seed < kBoards / 10; ++seed) {
        Subject s(seed);
        const auto eventsOf = [](machine::Machine& machine, std::uint64_t piece) {
            machine::Recorder recorder(1 << 20);
            machine.setRecorder(&recorder);
            machine::Stop stop;
            for (std::uint64_t clock = piece; clock < kMostClocks + piece; clock += piece) {
                stop = machine.run({.clock = std::min(clock, kMostClocks), .resumed = true});
                if (stop.kind != StopKind::Limit) break;
            }
            machine.setRecorder(nullptr);
            recorder.flush();
            return std::pair(recorder.events(), stop);
        };
        const auto [events, stop] = eventsOf(*s.board, 131 + seed);
        if (stop.kind == StopKind::Faulted) continue;
        for (std::uint16_t i = 0; i < s.alone.size(); ++i) {
            std::vector<machine::Event> own;
            for (const machine::Event& event : events)
                if (event.core == CoreId{i}) own.push_back(event), own.back().core = {};
            const auto alone = eventsOf(*s.alone[i], 131 + seed).first;
            QCOMPARE(own.size(), alone.size());
            QVERIFY(own == alone);
        }
    }
}

void TestBoard::editsReachTheirCore() {
    Subject s(1);
    const machine::CoreTree &first = s.board->core({0}).tree(), &second = s.board->core({1}).tree();
    const machine::NodeId vectors = second.withRole(machine::Role::VectorRegisters);
    QVERIFY(vectors != first.withRole(machine::Role::VectorRegisters));
    const std::uint32_t word = 0x40490fdb;
    s.board->poke(vectors, 0, std::as_bytes(std::span(&word, 1)));
    s.alone[1]->poke(s.alone[1]->onlyCore().tree().withRole(machine::Role::VectorRegisters), 0,
                     std::as_bytes(std::span(&word, 1)));
    QCOMPARE(differenceIn(s), std::string());
    const std::uint32_t row = 7;
    QVERIFY(s.board->core({1}).writeSpace(kVmem, 64, std::as_bytes(std::span(&row, 1))));
    QVERIFY(s.alone[1]->onlyCore().writeSpace(kVmem, 64, std::as_bytes(std::span(&row, 1))));
    QCOMPARE(differenceIn(s), std::string());
    const std::uint32_t other = 8;
    s.board->poke(first.withRole(machine::Role::ScalarRegisters), 3, std::as_bytes(std::span(&other, 1)));
    QCOMPARE(differenceIn(s), std::string("c0/scalar/registers"));
}

// In focus, a core is stepped as if it were alone; the others go along to the same clock.
void TestBoard::stepsAreThoseOfTheCoreInFocus() {
    std::uint64_t steps = 0;
    for (std::uint64_t seed = 0; seed < kBoards / 4; ++seed) {
        Subject s(seed);
        std::mt19937_64 random(seed);
        const std::uint16_t focus = static_cast<std::uint16_t>(random() % s.alone.size());
        // Where one of the others faults, the board's history ends.
        std::uint64_t end = kMostClocks;
        for (std::size_t i = 0; i < s.alone.size(); ++i) {
            const auto start = s.alone[i]->store().save();
            const machine::Stop stop = s.alone[i]->run({.clock = kMostClocks});
            if (stop.kind == StopKind::Faulted) end = std::min(end, stop.clock);
            s.alone[i]->store().restore(start);
            s.alone[i]->stateReplaced();
        }
        machine::Session board(std::move(s.board)), alone(std::move(s.alone[focus]));
        board.setFocus({focus});
        for (int i = 0; i < 40; ++i) {
            const std::uint64_t kind = random() % 5, count = 1 + random() % 3, bundles = random() % 60;
            const auto command = [&]() -> machine::Command {
                switch (kind) {
                case 0: return machine::StepBack{count};
                case 1: return machine::StepOver{};
                case 2: return machine::SeekBundle{bundles};
                case 3: return machine::StepClock{count};
                default: return machine::StepBundle{count};
                }
            };
            const auto expected = alone.perform(command()), got = board.perform(command());
            QVERIFY(expected && got);
            if (alone.machine().clock() >= end || board.machine().clock() >= end) break;
            const QString where = QStringLiteral("seed %1, step %2, command %3").arg(seed).arg(i).arg(kind);
            const machine::Core& core = board.machine().core({focus});
            // The clocks of the board go on when this core has halted.
            const bool goesOn = kind == 3 && core.halted();
            QVERIFY2(goesOn || got->stop.kind == expected->stop.kind, qPrintable(where));
            QVERIFY2(got->bundles == expected->bundles, qPrintable(where));
            QVERIFY2(got->stop.bundle == expected->stop.bundle, qPrintable(where));
            if (!core.halted()) QVERIFY2(got->stop.clock == expected->stop.clock, qPrintable(where));
            ++steps;
        }
    }
    QVERIFY(steps > kBoards);
}

// Of every node the first and the last cell.
void TestBoard::namesLeadBackToTheirCore() {
    Subject s(2);
    const machine::StateTree& tree = s.board->tree();
    int ofSecond = 0;
    for (const CoreId focus : {CoreId{0}, CoreId{1}})
        for (std::uint32_t i = 1; i < tree.size(); ++i) {
            const std::uint64_t count = countOf(tree.at({i}));
            for (const std::uint64_t element : {std::uint64_t{0}, count - 1}) {
                if (count == 0) continue;
                const machine::CellRef cell{{i}, element};
                const machine::Scope scope = scopeOf(*s.board, focus);
                const std::string name = nameOfCell(scope, cell);
                const auto back = cellNamed(name, scope, momentOf(*s.board, focus));
                QVERIFY2(back && *back == cell, name.c_str());
                ofSecond += name.starts_with("c1.");
            }
        }
    QVERIFY(ofSecond > 20);
    const auto valueOf = [&](const char* text, CoreId focus) {
        const auto made = machine::Expression::compile(text, scopeOf(*s.board, focus));
        return made ? made->evaluate(momentOf(*s.board, focus))->integer : -1;
    };
    const std::uint32_t words[] = {11, 22};
    for (const CoreId core : {CoreId{0}, CoreId{1}})
        s.board->poke(s.board->core(core).tree().withRole(machine::Role::ScalarRegisters), 5,
                      std::as_bytes(std::span(&words[core.index], 1)));
    QCOMPARE(valueOf("r5", {0}), 11);
    QCOMPARE(valueOf("r5", {1}), 22);
    QCOMPARE(valueOf("c1.r5 - c0.r5", {0}), 11);
    QCOMPARE(valueOf("c1.\"scalar/registers\"[5]", {0}), 22);
    QCOMPARE(valueOf("\"c1/scalar/registers\"[5]", {0}), 22);
    (void)s.board->run({.bundles = 1, .core = CoreId{1}});
    QCOMPARE(valueOf("c1.bundle", {0}), std::int64_t{s.board->core({1}).nextBundle()});
    QCOMPARE(valueOf("c9.r5", {0}), -1);
}

void TestBoard::breakpointsMayNameACore() {
    Subject s(2);
    const auto parsed = [&](const char* text, CoreId focus) {
        const machine::Scope scope = scopeOf(*s.board, focus);
        auto made = machine::parseBreakpoint(text, scope);
        return made ? *std::move(made) : machine::Breakpoint{};
    };
    QCOMPARE(parsed("3", {1}).trigger->core, CoreId{1});
    QCOMPARE(parsed("c0.3", {1}).trigger->core, CoreId{0});
    QCOMPARE(parsed("c0.3", {1}).trigger->bundle, 3u);
    QCOMPARE(parsed("write c1.smem 4", {0}).trigger->core, CoreId{1});
    QCOMPARE(parsed("write smem 4", {1}).trigger->core, CoreId{1});
    QCOMPARE(parsed("flag c1.f2 >= 3", {0}).trigger->core, CoreId{1});
    QCOMPARE(parsed("pop c1.eup", {0}).trigger->core, CoreId{1});
    QCOMPARE(parsed("when c1.r1 > 2", {0}).condition.has_value(), true);
    QCOMPARE(parsed("write c7.smem 4", {0}).trigger.has_value(), false);
}

// Wherever the interruption meets it, all cores are at one clock, and it goes on as if nothing had been.
void TestBoard::anInterruptedBoardStandsAtOneClock() {
    int interrupted = 0;
    for (std::uint64_t seed = 0; seed < kBoards; ++seed) {
        Subject s(seed % 7);
        std::vector<Trigger> transfers(1); // makes cores look more often
        transfers.front().kind = TriggerKind::DmaLanded;
        transfers.front().space = kSmem;
        s.board->setTriggers(transfers);
        std::atomic<bool> flag = seed == 0; // on a fast host perhaps the only one that is met
        std::thread later([&] {
            for (std::uint64_t i = 0; i < seed * 40; ++i) std::atomic_signal_fence(std::memory_order_seq_cst);
            flag = true;
        });
        const machine::Stop stop = s.board->run({.clock = kMostClocks, .interrupt = &flag, .resumed = true});
        later.join();
        s.board->setTriggers({});
        interrupted += stop.kind == StopKind::Interrupted;
        if (stop.kind == StopKind::Faulted) continue;
        QCOMPARE(stop.clock, s.board->clock());
        s.allAloneTo(stop.clock);
        QCOMPARE(differenceIn(s), std::string());
        if (s.to(kMostClocks).kind == StopKind::Faulted) continue;
        s.allAloneTo(kMostClocks);
        QCOMPARE(differenceIn(s), std::string());
    }
    QVERIFY(interrupted > 0);
}

int tst_board(int argc, char** argv) { return lw::tests::run<TestBoard>(argc, argv); }
#include "tst_board.moc"
