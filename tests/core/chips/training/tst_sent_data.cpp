// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"
#include "tests/support/sending_cores.h"
#include "tests/support/tiny_program.h"

#include "core/chips/training/layout.h"
#include "core/chips/training/remote.h"
#include "core/chips/training/training.h"

#include <QtTest>

#include <array>
#include <cstring>
#include <map>

using namespace lw;
using namespace lw::training;
using machine::CoreId;
using machine::StopKind;
using test::Act;
using test::Letter;
using test::SendingCore;
using test::SendingCores;

namespace {

using enum Act::Kind;
using MachinePtr = std::unique_ptr<machine::Machine>;

SendingCores coresOf(std::vector<SendingCore> cores) {
    SendingCores out;
    out.config = test::teachingMachine();
    out.config.smemWords = 2048;
    out.config.cores = static_cast<std::uint32_t>(cores.size());
    out.config.way = {10, {8, 1}};
    out.cores = std::move(cores);
    return out;
}

MachinePtr machineOf(const SendingCores& cores, DmaMode mode = DmaMode::Timed, std::uint64_t seed = 0) {
    auto made = createMachine(cores.programs(), cores.config,
                              {.dma = mode, .seed = seed, .uninit = UninitMode::Zero});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return *std::move(made);
}

machine::Stop wholeRun(machine::Machine& m) { return m.run({.clock = 2000, .resumed = true}); }
machine::Stop stopOf(const SendingCores& cores) { return wholeRun(*machineOf(cores)); }

} // namespace

// Cores that send each other data, case by case: clocks, races, deadlocks, refusals.
class TestSentData : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void whatIsStillUsedIsNotOverwritten();
    void knowledgeGoesThroughOthers();
    void clocksAreThoseOfTheManual();
    void badDescriptorsAreRefused_data();
    void badDescriptorsAreRefused();
    void aDeadlockNamesAllThatWait();
    void aPartDoesNotVouchForTheRest();
    void moreThanIsUnderWayAtOnce_data();
    void moreThanIsUnderWayAtOnce();
    void theNextTransferLeavesWhatHasNotArrived_data();
    void theNextTransferLeavesWhatHasNotArrived();
    void aFlagWithGranulesUnderWayCannotOverflow();
    void modesChangeTheOrderOfArrivals();
};

// c0 sends twice to the same place, in which c1 reads in between. What says that it has is a signal.
void TestSentData::whatIsStillUsedIsNotOverwritten() {
    const Letter letter{.to = 1, .source = 0, .destination = 64, .granules = 1, .ownFlag = 16, .farFlag = 0};
    const Letter signal{.to = 0, .granules = 0, .ownFlag = 16, .farFlag = 1};
    const auto run = [&](bool says, bool waits) {
        SendingCore c0{{letter}, {{Send, 0}, {Wait, 16, 1}}}, c1{{signal}, {{Wait, 0, 1}, {Load, 64}}};
        for (int i = 0; i < 40; ++i) c0.acts.push_back({}); // c1 has long read it
        if (waits) c0.acts.push_back({Wait, 1, 1});
        c0.acts.insert(c0.acts.end(), {{Send, 0}, {Wait, 16, 2}, {Halt}});
        if (says) c1.acts.push_back({Send, 0});
        c1.acts.insert(c1.acts.end(), {{Wait, 0, 2}, {Load, 64}, {Halt}});
        return stopOf(coresOf({c0, c1}));
    };
    QCOMPARE(run(true, true).kind, StopKind::Halted);
    for (const auto& [says, waits] : {std::pair(true, false), std::pair(false, false)}) {
        const machine::Stop stop = run(says, waits);
        QCOMPARE(stop.kind, StopKind::Faulted);
        QCOMPARE(stop.fault->kind, machine::FaultKind::Race);
        QCOMPARE(stop.fault->core, CoreId{0});
        QVERIFY((stop.fault->other == machine::BundleOf{{1}, 2})); // the load
    }
}

// c1 tells c2 that it has read, and c2 tells c0.
void TestSentData::knowledgeGoesThroughOthers() {
    const Letter letter{.to = 1, .source = 0, .destination = 64, .granules = 1, .ownFlag = 16, .farFlag = 0};
    const auto signalTo = [](std::uint32_t core) {
        return Letter{.to = core, .granules = 0, .ownFlag = 16, .farFlag = 1};
    };
    const auto run = [&](bool relays) {
        const SendingCore c0{{letter},
                             {{Send, 0}, {Wait, 16, 1}, {Wait, 1, 1}, {Send, 0}, {Wait, 16, 2}, {Halt}}};
        const SendingCore c1{{signalTo(2)}, {{Wait, 0, 1}, {Load, 64}, {Send, 0}, {Wait, 0, 2}, {Halt}}};
        SendingCore c2{{signalTo(0)}, {}};
        if (relays)
            c2.acts.push_back({Wait, 1, 1});
        else
            c2.acts.resize(60); // late enough, but it knows nothing
        c2.acts.insert(c2.acts.end(), {{Send, 0}, {Halt}});
        return stopOf(coresOf({c0, c1, c2}));
    };
    QCOMPARE(run(true).kind, StopKind::Halted);
    QCOMPARE(run(false).kind, StopKind::Faulted);
}

// The picture of the page: 8 bytes leave in a clock, a way takes 10. The first bundle sends at clock 1.
void TestSentData::clocksAreThoseOfTheManual() {
    const Letter data{.to = 1, .source = 0, .destination = 64, .granules = 2, .ownFlag = 16, .farFlag = 1};
    const Letter signal{.to = 1, .granules = 0, .ownFlag = 17, .farFlag = 1};
    const SendingCore c0{{data, signal}, {{Send, 0}, {Send, 1}, {Halt}}};
    SendingCore c1;
    c1.acts.resize(30);
    c1.acts.push_back({Wait, 1, 3});
    c1.acts.push_back({Halt});
    const MachinePtr board = machineOf(coresOf({c0, c1}));
    const std::map<std::uint64_t, std::int32_t> left{{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 2}, {40, 2}},
        landed{{10, 0}, {11, 1}, {12, 1}, {13, 2}, {14, 2}, {15, 3}, {40, 3}};
    const auto flag = [&](std::uint16_t core, std::size_t number) {
        return board->store().view(board->core({core}).tree().handles<Layout>().flags)[number];
    };
    for (std::uint64_t clock = 0; clock <= 20; ++clock) {
        (void)board->run({.clock = clock, .resumed = true});
        QCOMPARE(flag(0, 16), std::prev(left.upper_bound(clock))->second);
        QCOMPARE(flag(0, 17), 0);
        if (clock >= 10) QCOMPARE(flag(1, 1), std::prev(landed.upper_bound(clock))->second);
    }
    QVERIFY(board->core({0}).halted()); // when the signal has arrived
    QCOMPARE(board->core({0}).issuedBundles(), 4u);
}

void TestSentData::badDescriptorsAreRefused_data() {
    QTest::addColumn<unsigned>("word");
    QTest::addColumn<unsigned>("value");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* name, unsigned word, unsigned value, const char* says) {
        QTest::newRow(name) << word << value << QString::fromLatin1(says);
    };
    const unsigned place = 1 | unsigned(kSmem) << kToShift | unsigned(kSmem) << kFromShift;
    row("itself", 15, place & ~1u, "names core 0 as the destination");
    row("no such core", 15, place + 1, "names core 2 as the destination");
    row("no such space", 15, 1 | 5u << kToShift, "names a memory that does not exist");
    row("no such space to read", 15, 1 | 7u << kFromShift, "names a memory that does not exist");
    row("no such flag", 16, 32, "names sync flag 32 of the destination");
    row("no such own flag", 2, 40, "names sync flag 40");
    row("source outside", 0, 2046, "reads words 2046 to 2049 of smem, which has 2048");
    row("destination outside", 1, 4000, "writes words 4000 to 4003 of smem, which has 2048");
}

void TestSentData::badDescriptorsAreRefused() {
    QFETCH(unsigned, word);
    QFETCH(unsigned, value);
    QFETCH(QString, says);
    const SendingCore c0{
        {{.to = 1, .source = 0, .destination = 64, .granules = 1, .ownFlag = 1, .farFlag = 2}},
        {{Send, 0}, {Halt}}};
    const SendingCores cores = coresOf({c0, {{}, {{Halt}}}});
    auto programs = cores.programs();
    std::memcpy(programs[0].data.back().bytes.data() + word * 4, &value, 4);
    auto board = createMachine(std::move(programs), cores.config, {.uninit = UninitMode::Zero});
    QVERIFY(board);
    const machine::Stop stop = wholeRun(**board);
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::OutOfRange);
    QVERIFY2(QString::fromStdString(stop.fault->text).contains(says), stop.fault->text.c_str());
    QVERIFY(!stop.fault->advice.empty());
    QCOMPARE(stop.fault->bundle, 1u);
}

void TestSentData::aDeadlockNamesAllThatWait() {
    const SendingCore c0{{}, {{}, {Wait, 3, 1}, {Halt}}}, c1{{}, {{}, {}, {}, {Wait, 4, 2}, {Halt}}},
        c2{{}, {{Halt}}};
    const machine::Stop stop = stopOf(coresOf({c0, c1, c2}));
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.clock, 4u); // when c1 begins to wait too
    QCOMPARE(stop.core, CoreId{0});
    QCOMPARE(stop.fault->kind, machine::FaultKind::Deadlock);
    QCOMPARE(stop.otherFaults.size(), 1u);
    QCOMPARE(stop.otherFaults[0].core, CoreId{1});
    QCOMPARE(
        QString::fromStdString(stop.fault->text),
        QStringLiteral("nothing under way brings f3 >= 1; it is at 0; nobody can bring it: no other core has "
                       "a dma.remote, and c1 waits too, in bundle 4 (nothing under way brings f4 >= 2; it is "
                       "at 0; nobody can bring it: no other core has a dma.remote)"));
    const machine::Stop alone = stopOf(coresOf({c0, {{}, {{Halt}}}}));
    QVERIFY(alone.fault &&
            alone.fault->text.ends_with("no other core has a dma.remote, and all other cores have halted"));
}

// c1 waits for one granule of four; when c0 knows of that, the others may still be read.
void TestSentData::aPartDoesNotVouchForTheRest() {
    const auto run = [](std::uint32_t granules) {
        const Letter four{
            .to = 1, .source = 0, .destination = 64, .granules = 4, .ownFlag = 16, .farFlag = 0};
        const Letter over{.to = 0, .source = 0, .destination = 4, .granules = 1, .ownFlag = 16, .farFlag = 1};
        const SendingCore c0{{four}, {{Send, 0}, {Wait, 16, 4}, {Wait, 1, 1}, {Halt}}};
        const SendingCore c1{{over}, {{Wait, 0, granules}, {Send, 0}, {Wait, 16, 1}, {Wait, 0, 4}, {Halt}}};
        // c0's own place must have been sent to before: c1 does so first, and c0 says that it has seen it.
        SendingCores cores = coresOf({c0, c1});
        cores.cores[1].letters.push_back(
            {.to = 0, .source = 8, .destination = 4, .granules = 1, .ownFlag = 17, .farFlag = 2});
        auto& first = cores.cores[1].acts;
        first.insert(first.begin(), {Send, 1});
        auto& second = cores.cores[0].acts;
        second.insert(second.begin(), {Wait, 2, 1});
        return stopOf(cores);
    };
    QCOMPARE(run(4).kind, StopKind::Halted);
    const machine::Stop stop = run(1);
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::Race);
}

// Many times what a way holds, to a core that looks late, in every mode.
void TestSentData::moreThanIsUnderWayAtOnce_data() {
    QTest::addColumn<int>("mode");
    for (const DmaMode mode : {DmaMode::Timed, DmaMode::Eager, DmaMode::Late, DmaMode::Shuffled})
        QTest::addRow("%d", int(mode)) << int(mode);
}

void TestSentData::moreThanIsUnderWayAtOnce() {
    QFETCH(int, mode);
    constexpr std::uint32_t kGranules = 200;
    const Letter letter{
        .to = 1, .source = 0, .destination = 0, .granules = kGranules, .ownFlag = 1, .farFlag = 2};
    SendingCores cores = coresOf({{{letter}, {{Send, 0}, {Halt}}}, {{}, {}}});
    cores.cores[1].acts.resize(600);
    cores.cores[1].acts.insert(cores.cores[1].acts.end(), {{Wait, 2, kGranules}, {Halt}});
    const MachinePtr board = machineOf(cores, static_cast<DmaMode>(mode));
    std::vector<std::uint32_t> words(kGranules * 4);
    for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = 3 * i + 1;
    // The descriptor lies after the data of other tests: the words before it are enough.
    words.resize(test::kDataWords);
    QVERIFY(board->core({0}).writeSpace(kSmem, 0, std::as_bytes(std::span(words))));
    QCOMPARE(wholeRun(*board).kind, StopKind::Halted);
    std::vector<std::uint32_t> got(kGranules * 4);
    QVERIFY(board->core({1}).readSpace(kSmem, 0, std::as_writable_bytes(std::span(got)), {}));
    QVERIFY(std::equal(got.begin(), got.end(), words.begin()));
}

void TestSentData::theNextTransferLeavesWhatHasNotArrived_data() { moreThanIsUnderWayAtOnce_data(); }

// A second transfer begins when the first one has left, and both are longer than the transit.
void TestSentData::theNextTransferLeavesWhatHasNotArrived() {
    QFETCH(int, mode);
    constexpr std::uint32_t kGranules = 80;
    const auto part = [](std::uint32_t number) {
        const std::uint32_t word = number * kGranules * 4;
        return Letter{
            .to = 1, .source = word, .destination = word, .granules = kGranules, .ownFlag = 1, .farFlag = 2};
    };
    SendingCores cores =
        coresOf({{{part(0), part(1)}, {{Send, 0}, {Wait, 1, kGranules}, {Send, 1}, {Halt}}}, {{}, {}}});
    cores.cores[1].acts.resize(600);
    cores.cores[1].acts.insert(cores.cores[1].acts.end(), {{Wait, 2, 2 * kGranules}, {Halt}});
    std::vector<std::uint32_t> words(test::kDataWords);
    for (std::uint32_t i = 0; i < kGranules * 8; ++i) words[i] = 3 * i + 1;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const MachinePtr board = machineOf(cores, static_cast<DmaMode>(mode), seed);
        QVERIFY(board->core({0}).writeSpace(kSmem, 0, std::as_bytes(std::span(words))));
        QCOMPARE(wholeRun(*board).kind, StopKind::Halted);
        std::vector<std::uint32_t> got(kGranules * 8);
        QVERIFY(board->core({1}).readSpace(kSmem, 0, std::as_writable_bytes(std::span(got)), {}));
        QVERIFY(std::equal(got.begin(), got.end(), words.begin()));
    }
}

void TestSentData::aFlagWithGranulesUnderWayCannotOverflow() {
    const Letter letter{.to = 1, .source = 0, .destination = 64, .granules = 4, .ownFlag = 16, .farFlag = 0};
    const SendingCores cores = coresOf({{{letter}, {{Send, 0}, {Halt}}}, {{}, {}}});
    auto programs = cores.programs();
    std::vector<std::string> second(16);
    second.emplace_back("s0 sync.add f0 2147483646");
    second.emplace_back("s0 halt");
    programs[1] = test::tinyProgram(second, targetOf(cores.config));
    auto board = createMachine(std::move(programs), cores.config, {.uninit = UninitMode::Zero});
    QVERIFY(board);
    const machine::Stop stop = wholeRun(**board);
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::FlagOverflow);
}

// c0 sends c2 a granule and a signal, c1 a granule two clocks later. By the clock they come in this order.
void TestSentData::modesChangeTheOrderOfArrivals() {
    const auto letterTo2 = [](std::uint32_t place, std::uint32_t granules, std::uint32_t flag) {
        return Letter{
            .to = 2, .source = 0, .destination = place, .granules = granules, .ownFlag = 16, .farFlag = flag};
    };
    const SendingCore c0{{letterTo2(64, 1, 0), letterTo2(0, 0, 1)}, {{Send, 0}, {Send, 1}, {Halt}}};
    const SendingCore c1{{letterTo2(68, 1, 2)}, {{}, {}, {Send, 0}, {Halt}}};
    const SendingCore c2{{}, {{Wait, 0, 1}, {Wait, 1, 1}, {Wait, 2, 1}, {Halt}}};
    const SendingCores cores = coresOf({c0, c1, c2});
    // The clocks at which the flags of c2 count.
    const auto arrivals = [&](DmaMode mode, std::uint64_t seed) {
        const MachinePtr board = machineOf(cores, mode, seed);
        std::array<std::uint64_t, 3> out{};
        for (std::uint64_t clock = 0; !board->halted() && clock < 100; ++clock) {
            (void)board->run({.clock = clock, .resumed = true});
            const auto flags = board->store().view(board->core({2}).tree().handles<Layout>().flags);
            for (std::size_t i = 0; i < out.size(); ++i)
                if (out[i] == 0 && flags[i] != 0) out[i] = clock;
        }
        return out;
    };
    using Clocks = std::array<std::uint64_t, 3>;
    QCOMPARE(arrivals(DmaMode::Timed, 0), (Clocks{11, 13, 13}));
    QCOMPARE(arrivals(DmaMode::Eager, 0), (Clocks{11, 13, 13}));
    QCOMPARE(arrivals(DmaMode::Late, 0), (Clocks{41, 43, 43}));
    int firstOfC0 = 0, firstOfC1 = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto [data, signal, other] = arrivals(DmaMode::Shuffled, seed);
        QVERIFY(data >= 11 && data <= 41 && signal >= data && signal <= 43 && other >= 13 && other <= 43);
        ++(data < other ? firstOfC0 : firstOfC1);
    }
    QVERIFY(firstOfC0 > 5 && firstOfC1 > 5);
}

int tst_sent_data(int argc, char** argv) { return lw::tests::run<TestSentData>(argc, argv); }
#include "tst_sent_data.moc"
