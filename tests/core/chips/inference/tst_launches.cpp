// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/messages.h"
#include "core/machine/breakpoints.h"
#include "core/machine/last_writer.h"
#include "core/machine/session.h"
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

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kPrograms = 20;
#else
constexpr std::uint32_t kPrograms = 400;
#endif

using Words = std::vector<std::uint32_t>;
constexpr std::uint32_t kList = 8192; // beyond what random rows use

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
// A list of so many launches whose entries are one descriptor each.
void putList(machine::Machine& m, const std::vector<Words>& descriptors) {
    const auto count = static_cast<std::uint32_t>(descriptors.size());
    putWords(m, kList, {count, 32, kList + 32, 0, 0, 0, 0, 0});
    for (std::uint32_t i = 0; i < count; ++i) putWords(m, kList + 32 + 32 * i, descriptors[i]);
}
std::vector<std::uint8_t> bytesOf(const machine::Machine& m, isa::SpaceId space, std::uint64_t first,
                                  std::uint64_t count) {
    std::vector<std::uint8_t> out(count);
    if (!m.onlyCore().readSpace(space, first, std::as_writable_bytes(std::span(out)), {})) qFatal("no bytes");
    return out;
}

// Random rows that are done for each of some entries.
struct Subject {
    test::RandomRows random;
    std::string rows;
    std::unique_ptr<machine::Machine> launched, unrolled;

    Subject(std::uint32_t seed, std::uint32_t launches) : random(seed) {
        // What fits a byte in the first round need not in the next one.
        for (const test::PlainRow& row : random.make(40))
            if (row.name != "vstore.i8") rows += test::textOf(row) + "\n";
        std::string all;
        for (std::uint32_t i = 0; i < launches; ++i) all += rows;
        launched = *make("nop\nlaunch " + std::to_string(kList) + "\n" + rows + "halt\n");
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
    putList(*m, {{0, 0, 1, 1, 1, 1, 1, 1}, {1, 0, 1, 1, 1, 1, 1, 1}, {2, 0, 1, 1, 1, 1, 1, 1}});
    return m;
}

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
    void programsWithoutLaunchesHaveNoCellsForThem();
    void refusals();
};

// The same bits as rows written out as often as there are entries.
void TestLaunches::itIsTheProgramSeveralTimes() {
    for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
        const std::uint32_t launches = seed % 4 + 1;
        Subject s(seed, launches);
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
    for (std::uint32_t seed = 1; seed <= std::max(kPrograms / 20, 4u); ++seed) {
        Subject s(seed, 3);
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
    for (std::uint32_t seed = 1; seed <= std::max(kPrograms / 10, 4u); ++seed) {
        Subject whole(seed, 3), cut(seed, 3);
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

void TestLaunches::programsWithoutLaunchesHaveNoCellsForThem() {
    const auto m = *make("halt\n");
    QCOMPARE(m->tree().find("control/launch"), m->tree().root());
}

void TestLaunches::refusals() {
    const auto twice = make("launch 0\nlaunch 0\nhalt\n");
    QVERIFY(!twice && twice.problem().message == &kSeveralLaunches);
    std::string json = *machine::builtInText(builtInConfigs(), "inference-teaching");
    json.insert(json.find("\"sizes\""), R"("cores": {"rows": 1, "columns": 2, "source": "invented"},)");
    test::Source source;
    source.loader.set("m.json", json);
    const auto assembly = source.assemble(".chip inference, \"m.json\"\nnop\nlaunch 0\nhalt\n");
    QVERIFY2(assembly.program.has_value(), source.rendered(assembly).c_str());
    const auto array = createMachine(*assembly.program, *parseConfig(json, 0), {});
    QVERIFY(!array && array.problem().message == &kLaunchesInArray);
}

int tst_launches(int argc, char** argv) { return lw::tests::run<TestLaunches>(argc, argv); }
#include "tst_launches.moc"
