// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/launch_clocks.h"
#include "core/chips/inference/messages.h"
#include "tests/core/chips/inference/launch_words.h"
#include "tests/core/chips/inference/random_rows.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <atomic>
#include <random>

using namespace lw;
using namespace lw::inference;
using machine::LaunchList;
using test::descriptor;
using test::Words;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kPrograms = 20;
#else
constexpr std::uint32_t kPrograms = 300;
#endif

constexpr std::uint32_t kEntries = test::kLaunchList + machine::kListBytes;

LaunchList listOf(const std::vector<Words>& entries) {
    Words all;
    for (const Words& entry : entries) all.insert(all.end(), entry.begin(), entry.end());
    return {kEntries, tensor::Tensor::of<std::uint32_t>(tensor::DType::U32,
                                                        {entries.size(), entries.front().size()}, all)};
}

// Programs for circuits of one machine, run and told.
struct ClockSubject {
    Config config;
    std::vector<program::Program> programs;
    std::vector<LaunchList> lists;

    explicit ClockSubject(Config of) : config(std::move(of)) {}
    void add(const std::string& rows) {
        test::Source source;
        const auto assembly = source.assemble(".chip inference, \"inference-teaching\"\n" + rows);
        if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
        programs.push_back(*assembly.program);
        programs.back().machineHash = targetOf(config).machineHash;
    }
    std::uint64_t emulated() const {
        auto made = createMachine(programs, config, {.uninit = UninitMode::Zero});
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        for (std::uint16_t i = 0; i < lists.size(); ++i) {
            const auto& shape = lists[i].entries.shape();
            const Words head{static_cast<std::uint32_t>(shape[0]), static_cast<std::uint32_t>(shape[1] * 4),
                             kEntries};
            const auto put = [&](std::uint64_t at, std::span<const std::byte> bytes) {
                if (!(*made)->core({i}).writeSpace(kHost, at, bytes)) qFatal("no host");
            };
            put(test::kLaunchList, std::as_bytes(std::span(head)));
            put(kEntries, lists[i].entries.bytes());
        }
        const machine::Stop stop = (*made)->run({});
        if (stop.kind != machine::StopKind::Halted) qFatal("%s", stop.fault ? stop.fault->text.c_str() : "");
        return (*made)->clock();
    }
    Result<std::optional<std::uint64_t>> modelled(const std::atomic<bool>* stop = nullptr) const {
        std::vector<const program::Program*> all;
        for (const program::Program& program : programs) all.push_back(&program);
        return launchClocks(all, lists, config, stop);
    }
    void check() const {
        const auto clocks = modelled();
        QVERIFY2(bool(clocks), clocks ? "" : textOf(clocks.problem()).c_str());
        QVERIFY(clocks->has_value());
        QCOMPARE(**clocks, emulated());
    }
};

Config teaching() { return *builtInConfig("inference-teaching"); }

// Two circuits beside each other.
Config pairOf(machine::Way way) {
    Config out = teaching();
    out.cores.count = out.cores.columns = 2;
    out.way = way;
    return out;
}

std::string randomRows(std::uint32_t seed, int count) {
    std::string out;
    for (const test::PlainRow& row : test::RandomRows(seed).make(count))
        if (row.name != "vstore.i8") out += test::textOf(row) + "\n"; // zeros fit a byte, sums need not
    return out;
}

} // namespace

// The clocks of programs, told without running them, are those of the machine.
class TestLaunchClocks : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void randomPrograms() {
        for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
            Config config = teaching();
            config.inFlight = 1 + seed % 7;
            for (machine::TimingRow& row : config.timing) row.clocks += seed % 5 * 3;
            ClockSubject subject(std::move(config));
            subject.add(randomRows(seed, 80) + "halt\n");
            subject.check();
        }
    }
    // What descriptors move differs between launches; some launches repeat each other, and some do not.
    void randomLaunches() {
        for (std::uint32_t seed = 1; seed <= kPrograms; ++seed) {
            std::mt19937 random(seed);
            ClockSubject subject(teaching());
            subject.add("shape a15, 60, 1, 8, 100\nlaunch " + std::to_string(test::kLaunchList) + "\n" +
                        "dma.in.d 100, a15, 0, 7, ahead=" + std::to_string(seed % 2) + "\n" +
                        randomRows(seed, 25) + "shape a15, 60, 1, 8, 100\ndma.out.d 900, a15, 1\nhalt\n");
            std::vector<Words> entries;
            for (std::uint32_t launch = 0; launch < 30 + seed % 10; ++launch) {
                const auto kind = static_cast<std::uint32_t>(random() % 3);
                Words entry = descriptor(20000 + 100 * launch, 60 - 20 * kind, 8, 500);
                const Words out = descriptor(30000 + 40 * launch, 10 + 25 * kind, 8 - kind, 2000);
                entry.insert(entry.end(), out.begin(), out.end());
                entries.push_back(entry);
            }
            subject.lists = {listOf(entries)};
            subject.check();
        }
    }
    // A launch that is over sooner than what it writes: whether the next one waits for that depends on where
    // it writes.
    void writesOfLaunchesThatMeet() {
        for (const std::uint32_t step : {0u, 30u, 60u, 200u}) {
            Config config = teaching();
            config.timing[static_cast<std::size_t>(TimingKey::Dma)].clocks = 400;
            ClockSubject subject(std::move(config));
            subject.add("shape a1, 60, 1, 1, 1\nfill 0, a1, 0\nlaunch " + std::to_string(test::kLaunchList) +
                        "\ndma.out.d 0, a1, 0\nhalt\n");
            std::vector<Words> entries;
            for (std::uint32_t launch = 0; launch < 12; ++launch)
                entries.push_back(descriptor(20000 + step * launch * (launch % 3), 60, 1, 1));
            subject.lists = {listOf(entries)};
            subject.check();
        }
    }
    void launchesOfAnArray() {
        for (const machine::Way way :
             {machine::Way{1, {1, 1}}, machine::Way{6, {4, 1}}, machine::Way{700, {1, 7}}})
            for (std::uint32_t launches = 1; launches < 9; ++launches) {
                ClockSubject subject(pairOf(way));
                for (const bool isLeft : {true, false}) {
                    subject.add("shape a1, 30, 1, 2, 40\nlaunch " + std::to_string(test::kLaunchList) +
                                "\ndma.in.d 16, a1, 0, 0\n" + (isLeft ? std::string(50, '\n') : "") +
                                (isLeft ? "nop\nnop\nsend.e" : "send.w") + " 320, 16, a1, a1, 3\nsend." +
                                (isLeft ? "e" : "w") +
                                " 420, 16, a1, a1, 3\nwait 3, 2\ndma.out.d 320, a1, 1\nhalt\n");
                    std::vector<Words> entries;
                    for (std::uint32_t i = 0; i < launches; ++i) {
                        Words entry = descriptor(20000 + 100 * i, isLeft ? 30 : 30 - i % 2, 2, 500);
                        const Words out = descriptor(30000 + 40 * i, 30, 2, 1000);
                        entry.insert(entry.end(), out.begin(), out.end());
                        entries.push_back(entry);
                    }
                    subject.lists.push_back(listOf(entries));
                }
                subject.check();
            }
    }
    void manyLaunchesThatRepeat() {
        Config config = teaching();
        config.hostBytes = 1 << 20;
        ClockSubject subject(std::move(config));
        subject.add("shape a15, 60, 1, 8, 100\nlaunch " + std::to_string(test::kLaunchList) +
                    "\ndma.in.d 100, a15, 0, 7\n" + randomRows(3, 20) +
                    "shape a15, 60, 1, 8, 100\ndma.out.d 900, a15, 1\nhalt\n");
        const auto told = [&](std::uint32_t launches) {
            Words entry = descriptor(400000, 60, 8, 500), out = descriptor(450000, 60, 8, 2000);
            entry.insert(entry.end(), out.begin(), out.end());
            subject.lists = {listOf(std::vector<Words>(launches, entry))};
            return **subject.modelled();
        };
        const std::uint64_t some = told(20), more = told(21);
        QCOMPARE(told(5000), some + 4980 * (more - some));
        told(20);
        subject.check();
    }
    void refusals() {
        ClockSubject fault(teaching());
        fault.add("nop\nmatmul.i8 0, 0, a0, 4\nhalt\n");
        QCOMPARE(fault.modelled().problem().message, &kNoClocks);
        QVERIFY(textOf(fault.modelled().problem()).find("instruction 1") != std::string::npos);
        ClockSubject deaf(pairOf({6, {4, 1}}));
        deaf.add("wait 3, 1\nhalt\n");
        deaf.add("halt\n");
        QCOMPARE(deaf.modelled().problem().message, &kNoClocks);
        QVERIFY(textOf(deaf.modelled().problem()).find("signal 3") != std::string::npos);
        const std::atomic<bool> stop = true;
        ClockSubject stopped(teaching());
        stopped.add("halt\n");
        QVERIFY(!stopped.modelled(&stop)->has_value());
    }
};

int tst_launch_clocks(int argc, char** argv) { return lw::tests::run<TestLaunchClocks>(argc, argv); }
#include "tst_launch_clocks.moc"
