// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/messages.h"
#include "core/machine/breakpoints.h"
#include "core/machine/last_writer.h"
#include "core/machine/session.h"
#include "tests/core/chips/inference/launch_words.h"
#include "tests/core/chips/inference/random_rows.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <cstring>
#include <numeric>
#include <random>

using namespace lw;
using namespace lw::inference;
using machine::kForever;
using machine::StopKind;
using test::descriptor;
using test::Words;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kLaunchedPrograms = 20;
#else
constexpr std::uint32_t kLaunchedPrograms = 400;
#endif

Result<std::unique_ptr<machine::Machine>> make(const std::string& text, UninitMode uninit = UninitMode::Zero,
                                               const char* name = "inference-teaching") {
    test::Source source;
    const auto assembly = source.assemble(".chip inference, \"" + std::string(name) + "\"\n" + text);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    return createMachine(*assembly.program, *builtInConfig(name), {.uninit = uninit});
}

void put(machine::Machine& m, isa::SpaceId space, std::uint64_t at, std::span<const std::byte> bytes) {
    if (!m.onlyCore().writeSpace(space, at, bytes)) qFatal("memory is not there");
}
void putWords(machine::Machine& m, std::uint64_t at, const Words& words) {
    put(m, kHost, at, std::as_bytes(std::span(words)));
}
// A list of as many launches, whose entries are one descriptor each.
void putList(machine::Machine& m, const std::vector<Words>& descriptors) {
    const auto count = static_cast<std::uint32_t>(descriptors.size());
    putWords(m, test::kLaunchList, {count, 32, test::kLaunchList + 32, 0, 0, 0, 0, 0});
    for (std::uint32_t i = 0; i < count; ++i) putWords(m, test::kLaunchList + 32 + 32 * i, descriptors[i]);
}
std::vector<std::uint8_t> bytesOf(const machine::Machine& m, isa::SpaceId space, std::uint64_t first,
                                  std::uint64_t count) {
    std::vector<std::uint8_t> out(count);
    if (!m.onlyCore().readSpace(space, first, std::as_writable_bytes(std::span(out)), {})) qFatal("no bytes");
    return out;
}

// Random rows that are done for each of some entries.
struct LaunchSubject {
    test::RandomRows random;
    std::string rows;
    std::unique_ptr<machine::Machine> launched, unrolled;

    LaunchSubject(std::uint32_t seed, std::uint32_t launches) : random(seed) {
        // What fits a byte in the first round need not in the next one.
        for (const test::PlainRow& row : random.make(40))
            if (row.name != "vstore.i8") rows += test::textOf(row) + "\n";
        std::string all;
        for (std::uint32_t i = 0; i < launches; ++i) all += rows;
        launched = *make("nop\nlaunch " + std::to_string(test::kLaunchList) + "\n" + rows + "halt\n");
        unrolled = *make(all + "halt\n");
        for (machine::Machine* const m : {launched.get(), unrolled.get()}) {
            put(*m, kUb, 0, std::as_bytes(std::span(random.initial.ub)));
            put(*m, kHost, 0, std::as_bytes(std::span(random.initial.host).first(3000)));
            put(*m, kDm, 0, std::as_bytes(std::span(random.initial.dm)));
        }
        putList(*launched, std::vector<Words>(launches, Words(8, 1)));
    }
};

std::vector<std::byte> contentsOf(machine::Machine& m, const char* path) {
    const machine::Node& node = m.tree().at(m.tree().find(path));
    std::vector<std::byte> out(machine::countOf(node) * machine::sizeOf(node));
    m.store().read(node.offset, out);
    return out;
}

// Brings a byte for each launch, and one before the first.
constexpr const char* kBytes = R"(
        shape a1, 1, 1, 1, 1
        launch 8192
        dma.in.d 16, a1, 0, 0
        nop
        halt
)";
std::unique_ptr<machine::Machine> threeBytes() {
    auto m = *make(kBytes, UninitMode::Fault);
    putWords(*m, 0, {0x00332211});
    putList(*m, {descriptor(0), descriptor(1), descriptor(2)});
    return m;
}

// Two circuits beside each other that swap a byte in each launch.
struct Pair {
    Config config;
    std::vector<program::Program> programs;

    explicit Pair(machine::Way way, bool waits = true, std::uint32_t leftNops = 0) {
        std::string json = *machine::builtInText(builtInConfigs(), "inference-teaching");
        json.insert(json.find("\"sizes\""),
                    R"("cores": {"rows": 1, "columns": 2, "source": "invented",)"
                    R"("latency": {"clocks": 6, "source": "invented"},)"
                    R"("bandwidth": {"bytes": 4, "clocks": 1, "source": "invented"}},)");
        config = *parseConfig(json, 0);
        config.way = way;
        for (const bool isLeft : {true, false}) {
            test::Source source;
            source.loader.set("m.json", json);
            std::string text = ".chip inference, \"m.json\"\n shape a1, 1, 1, 1, 1\n launch 8192\n";
            text += " dma.in.d 16, a1, 0, 0\n";
            for (std::uint32_t i = 0; isLeft && i < leftNops; ++i) text += " nop\n";
            text += std::string(isLeft ? " send.e" : " send.w") + " 32, 16, a1, a1, 3\n";
            if (waits) text += " wait 3, 1\n";
            text += " dma.out.d 32, a1, 1\n halt\n";
            const auto assembly = source.assemble(text);
            if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
            programs.push_back(*assembly.program);
        }
    }
    std::unique_ptr<machine::Machine> machine(std::uint32_t launches, unsigned threads = 1,
                                              UninitMode uninit = UninitMode::Fault) const {
        std::vector<program::Program> own = programs;
        for (program::Program& program : own) program.machineHash = targetOf(config).machineHash;
        auto made = createMachine(std::move(own), config, {.uninit = uninit, .threads = threads});
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        for (std::uint16_t c = 0; c < 2; ++c) {
            machine::Core& core = (*made)->core({c});
            const auto write = [&](std::uint64_t at, const Words& words) {
                if (!core.writeSpace(kHost, at, std::as_bytes(std::span(words)))) qFatal("no host");
            };
            write(test::kLaunchList, {launches, 64, test::kLaunchList + 32, 0, 0, 0, 0, 0});
            for (std::uint32_t i = 0; i < launches; ++i) {
                write(4 * i, {0x10 * (c + 1u) + i});
                write(test::kLaunchList + 32 + 64 * i, {4 * i, 0, 1, 1, 1, 1, 1, 1});
                write(test::kLaunchList + 64 + 64 * i, {1000 + i, 0, 1, 1, 1, 1, 1, 1});
            }
        }
        return *std::move(made);
    }
};
// How far a link is, and how much it carries.
constexpr machine::Way kWays[] = {{1, {1, 1}}, {6, {4, 1}}, {700, {1, 7}}};

std::uint32_t launchOf(machine::Machine& m) {
    std::uint32_t out = 0;
    std::memcpy(&out, contentsOf(m, "control/launch").data(), sizeof out);
    return out;
}

} // namespace

// A program that the host interface starts once for each entry of a list.
class TestLaunches : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void itIsTheProgramSeveralTimes();
    void timesOfLaunches();
    void aHaltBetweenDoesNotDrain();
    void backAndForthAcrossLaunches();
    void cutRunsEndAlike();
    void stopsInALaunch();
    void whoWroteAcrossLaunches();
    void circuitsOfAnArrayBeginTogether();
    void anArrayRunsAlikeHoweverItIsCut();
    void aMissingWaitIsARaceInEveryLaunch();
    void aShorterListIsDone();
    void programsWithoutLaunchesHaveNoCellsForThem();
    void refusals();
};

// The same bits as rows written out as often as there are entries.
void TestLaunches::itIsTheProgramSeveralTimes() {
    for (std::uint32_t seed = 1; seed <= kLaunchedPrograms; ++seed) {
        const std::uint32_t launches = seed % 4 + 1;
        LaunchSubject s(seed, launches);
        const machine::Stop stop = s.launched->run({kForever, kForever, nullptr});
        QVERIFY2(stop.kind == StopKind::Halted, (stop.fault ? stop.fault->text : "").c_str());
        QVERIFY(s.unrolled->run({kForever, kForever, nullptr}).kind == StopKind::Halted);
        for (const char* const path : {"memory/ub", "memory/dm", "mxu/accumulators", "vpu/strips",
                                       "vpu/shapes", "seq/patterns", "mxu/weights", "mxu/path"})
            QVERIFY2(contentsOf(*s.launched, path) == contentsOf(*s.unrolled, path),
                     (std::to_string(seed) + ": " + path + "\n" + s.rows).c_str());
        QCOMPARE(bytesOf(*s.launched, kHost, 0, 3000), bytesOf(*s.unrolled, kHost, 0, 3000));
        const std::uint64_t rows = s.unrolled->issuedBundles() - 1; // without its halt
        QCOMPARE(s.launched->issuedBundles(), 1 + rows + 2 * launches);
        const auto counts = s.launched->onlyCore().bundleCounts();
        QCOMPARE(counts[0], std::uint64_t{1});
        for (std::size_t i = 1; i < counts.size(); ++i) QCOMPARE(counts[i], std::uint64_t{launches});
        std::uint64_t stalled = 0;
        for (const machine::StallCount& one : s.launched->onlyCore().stalls()) stalled += one.clocks;
        QCOMPARE(s.launched->clock(), s.launched->issuedBundles() + stalled);
    }
}

// shape 0, launch 1, the byte 2, nop 3, halt 4; the host interface takes the 10 clocks of a transfer's
// latency. A byte and its descriptor take 9 clocks at 4 bytes a clock.
void TestLaunches::timesOfLaunches() {
    const auto m = threeBytes();
    m->run({5, kForever, nullptr});
    QCOMPARE(launchOf(*m), 1u);
    QCOMPARE(m->core({}).nextBundle(), 1u);
    const auto waiting = m->core({}).waiting();
    QVERIFY(waiting);
    QCOMPARE(waiting->until, std::uint64_t{4 + 1 + 10});
    QCOMPARE(waiting->rule, std::string("the host interface starts the next launch at clock 15"));
    m->run({kForever, 1, nullptr}); // launch
    QCOMPARE(m->clock(), std::uint64_t{16});
    m->run({kForever, 3, nullptr}); // the byte, nop, halt
    // The byte waits until the one before has landed: 2 + 9 + 10. Then nop, halt.
    QCOMPARE(m->clock(), std::uint64_t{21 + 3});
    QCOMPARE(launchOf(*m), 2u);
    m->run({kForever, kForever, nullptr});
    // launch 34, the byte 21 + 19, halt when that has landed.
    QCOMPARE(m->clock(), std::uint64_t{40 + 9 + 10 + 1});
    QCOMPARE(bytesOf(*m, kUb, 16, 1), std::vector<std::uint8_t>{0x33});
    const auto bytes = contentsOf(*m, "counters/host bytes");
    std::uint64_t in = 0;
    std::memcpy(&in, bytes.data(), sizeof in);
    QCOMPARE(in, std::uint64_t{3 * (1 + 32)});
}

// What is in flight goes on beside the next launch, and what needs it waits as always.
void TestLaunches::aHaltBetweenDoesNotDrain() {
    const auto m = *make("shape a1, 60000, 1, 1, 1\nlaunch 8192\nfill 0, a1, 5\nhalt\n");
    putList(*m, {Words(8, 1), Words(8, 1)});
    m->run({kForever, 4, nullptr});
    QCOMPARE(m->clock(), std::uint64_t{4});
    m->run({kForever, 1, nullptr}); // launch
    QCOMPARE(m->clock(), std::uint64_t{3 + 1 + 10 + 1});
    const auto waiting = m->core({}).waiting(); // the fill for the older one, which writes the same
    QVERIFY(waiting && waiting->letter == 'O' && waiting->bundle == 2 && waiting->other.bundle == 2);
}

void TestLaunches::backAndForthAcrossLaunches() {
    std::mt19937 random(9);
    for (std::uint32_t seed = 1; seed <= std::max(kLaunchedPrograms / 20, 4u); ++seed) {
        LaunchSubject s(seed, 3);
        machine::Session session(std::move(s.launched));
        machine::Machine& m = session.machine();
        std::vector<std::uint64_t> clocks, hashes;
        while (!m.halted()) {
            clocks.push_back(m.clock());
            hashes.push_back(m.store().hash());
            QVERIFY(session.perform(machine::StepBundle{}));
        }
        const std::uint64_t end = m.clock();
        QVERIFY(clocks.size() > 120);
        for (std::size_t i = clocks.size(); i-- > 0;) {
            QVERIFY(session.perform(machine::StepBack{}));
            QCOMPARE(m.clock(), clocks[i]);
            QCOMPARE(m.store().hash(), hashes[i]);
        }
        for (int i = 0; i < 20; ++i) {
            const std::size_t to = random() % clocks.size();
            QVERIFY(session.perform(machine::SeekBundle{to}));
            QCOMPARE(m.issuedBundles(), std::uint64_t{to});
            QVERIFY(session.perform(machine::Seek{clocks[to]}));
            QCOMPARE(m.store().hash(), hashes[to]);
        }
        QVERIFY(session.perform(machine::Run{}));
        QCOMPARE(m.clock(), end);
    }
}

void TestLaunches::cutRunsEndAlike() {
    std::mt19937 random(7);
    for (std::uint32_t seed = 1; seed <= std::max(kLaunchedPrograms / 10, 4u); ++seed) {
        LaunchSubject whole(seed, 3), cut(seed, 3);
        whole.launched->run({kForever, kForever, nullptr});
        while (!cut.launched->halted()) {
            if (random() % 2 == 0)
                cut.launched->run({cut.launched->clock() + 1 + random() % 40, kForever, nullptr});
            else
                cut.launched->run({kForever, 1 + random() % 9, nullptr});
        }
        QCOMPARE(cut.launched->clock(), whole.launched->clock());
        QCOMPARE(cut.launched->store().hash(), whole.launched->store().hash());
    }
}

// A breakpoint in one launch, by its number.
void TestLaunches::stopsInALaunch() {
    machine::Session session(threeBytes());
    for (const auto& [text, clock] :
         {std::pair<const char*, std::uint64_t>{"bundle 2 if launch == 2", 40}, {"tile 1 + 1", 24}}) {
        QVERIFY(session.perform(machine::Seek{0}));
        const auto point = machine::parseBreakpoint(text, session.scope());
        QVERIFY2(bool(point), point ? "" : textOf(point.problem()).c_str());
        const auto added = session.breakpoints().add(*point);
        QVERIFY(session.perform(machine::Run{}));
        QCOMPARE(session.machine().clock(), clock);
        QCOMPARE(bytesOf(session.machine(), kUb, 16, 1), std::vector<std::uint8_t>{0x22});
        session.breakpoints().remove(added);
    }
    const auto none = machine::parseBreakpoint("tile -1", session.scope());
    QVERIFY(!none && std::string_view(none.problem().message->code) == "E811");
    machine::Session plain(*make("halt\n"));
    const auto once = machine::parseBreakpoint("tile 0", plain.scope());
    QVERIFY(!once && std::string_view(once.problem().message->code) == "E810");
}

// The same row of another launch, which is told by the clock.
void TestLaunches::whoWroteAcrossLaunches() {
    machine::Session session(threeBytes());
    QVERIFY(session.perform(machine::Run{}));
    for (const auto& [seek, clock] : {std::pair<std::uint64_t, std::uint64_t>{50, 40}, {30, 21}, {10, 2}}) {
        QVERIFY(session.perform(machine::Seek{seek}));
        const auto writer = session.whoWrote("ub[16]");
        QVERIFY(writer && *writer);
        QCOMPARE((*writer)->bundle.bundle, 2u);
        QCOMPARE((*writer)->clock, clock);
    }
}

void TestLaunches::circuitsOfAnArrayBeginTogether() {
    for (const machine::Way& way : kWays) {
        const auto m = Pair(way, true, 50).machine(3);
        const machine::Stop stop = m->run({.clock = 100'000});
        QVERIFY2(stop.kind == StopKind::Halted, stop.fault ? stop.fault->text.c_str() : "no halt");
        for (std::uint16_t c = 0; c < 2; ++c) {
            std::vector<std::uint8_t> out(3);
            QVERIFY(m->core({c}).readSpace(kHost, 1000, std::as_writable_bytes(std::span(out)), {}));
            const auto other = static_cast<std::uint8_t>(0x10 * (2 - c));
            QCOMPARE(out, (std::vector<std::uint8_t>{other, static_cast<std::uint8_t>(other + 1),
                                                     static_cast<std::uint8_t>(other + 2)}));
            for (std::size_t row = 2; row < m->core({c}).program().bundles.size(); ++row)
                QCOMPARE(m->core({c}).bundleCounts()[row], std::uint64_t{3});
        }
    }
}

void TestLaunches::anArrayRunsAlikeHoweverItIsCut() {
    std::mt19937 random(3);
    for (const machine::Way& way : kWays) {
        const Pair pair(way, true, 20);
        const auto whole = pair.machine(4);
        whole->run({});
        for (const unsigned threads : {1u, 2u}) {
            const auto cut = pair.machine(4, threads);
            while (!cut->halted()) cut->run({.clock = cut->clock() + 1 + random() % 30});
            QCOMPARE(cut->clock(), whole->clock());
            QCOMPARE(cut->store().hash(), whole->store().hash());
        }
        machine::Session session(pair.machine(4));
        std::vector<std::uint64_t> hashes;
        while (!session.machine().halted()) {
            hashes.push_back(session.machine().store().hash());
            QVERIFY(session.perform(machine::StepClock{}));
        }
        for (int i = 0; i < 30; ++i) {
            const std::uint64_t clock = random() % hashes.size();
            QVERIFY(session.perform(machine::Seek{clock}));
            QCOMPARE(session.machine().store().hash(), hashes[clock]);
        }
    }
}

void TestLaunches::aMissingWaitIsARaceInEveryLaunch() {
    for (const machine::Way& way : kWays) {
        const auto m = Pair(way, false).machine(2, 1, UninitMode::Zero);
        const machine::Stop stop = m->run({});
        QVERIFY(stop.fault && stop.fault->kind == machine::FaultKind::Race);
    }
}

// It halts, and the other goes on alone until it wants what never comes.
void TestLaunches::aShorterListIsDone() {
    const Pair pair({6, {4, 1}});
    const auto m = pair.machine(3);
    const Words one{1};
    QVERIFY(m->core({1}).writeSpace(kHost, test::kLaunchList, std::as_bytes(std::span(one))));
    const machine::Stop stop = m->run({});
    QVERIFY(stop.fault && stop.fault->kind == machine::FaultKind::Deadlock);
    QCOMPARE(stop.fault->core, machine::CoreId{0});
    QVERIFY(m->core({1}).halted());
    QCOMPARE(m->core({0}).bundleCounts()[3], std::uint64_t{2});
}

void TestLaunches::programsWithoutLaunchesHaveNoCellsForThem() {
    const auto m = *make("halt\n");
    QCOMPARE(m->tree().find("control/launch"), m->tree().root());
}

void TestLaunches::refusals() {
    const auto twice = make("launch 0\nlaunch 0\nhalt\n");
    QVERIFY(!twice && twice.problem().message == &kSeveralLaunches);
}

int tst_launches(int argc, char** argv) { return lw::tests::run<TestLaunches>(argc, argv); }
#include "tst_launches.moc"
