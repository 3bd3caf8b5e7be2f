// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/nnp.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/core/chips/nnp/plain_schedule.h"
#include "tests/core/chips/nnp/random_subject.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <map>

using namespace lw;
using namespace lw::test;
using machine::kForever;
using machine::Machine;
using machine::StopKind;

namespace {

std::map<std::string, std::uint64_t> waitsOf(const Machine& m) {
    std::map<std::string, std::uint64_t> out;
    for (const machine::StallCount& stall : m.onlyCore().stalls())
        if (stall.clocks > 0) out[std::string(stall.rule)] += stall.clocks;
    return out;
}

std::string textOf(const std::map<std::string, std::uint64_t>& waits) {
    std::string out;
    for (const auto& [reason, clocks] : waits) out += reason + ": " + std::to_string(clocks) + "\n";
    return out;
}

// The teaching machine with other latencies.
nnp::Config configOf(const PlainTimes& times) {
    nnp::Config out = *nnp::builtInConfig("nnp-teaching");
    const auto set = [&](nnp::TimingKey key, std::uint64_t clocks) {
        out.timing[static_cast<std::size_t>(key)].clocks = static_cast<std::uint32_t>(clocks);
    };
    set(nnp::TimingKey::Vector, times.vector);
    set(nnp::TimingKey::Matrix, times.matrix);
    set(nnp::TimingKey::Mvm, times.mvm);
    set(nnp::TimingKey::Mfu, times.mfu);
    out.lanes = static_cast<std::uint32_t>(times.lanes);
    out.tileEngines = static_cast<std::uint32_t>(times.engines);
    return out;
}

// How long a program takes whose vectors and matrices all are zero.
std::uint64_t clocksOf(const std::string& text, std::map<std::string, std::uint64_t>* waits = nullptr) {
    std::string error;
    const auto machine = processorWith(text + "halt\n", error, true);
    if (!machine) qFatal("%s", error.c_str());
    if (machine->run({}).kind != StopKind::Halted) qFatal("it does not halt");
    if (waits) *waits = waitsOf(*machine);
    return machine->clock();
}

} // namespace

// When chains are where: what the manual says of it, with clocks worked out by hand and by plain loops.
class TestProcessorSchedule : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // As far as their sizes were published: those that are recalled, see the machine files.
    void publishedMachines() {
        const nnp::Config s10 = *nnp::builtInConfig("nnp-bw-s10"), a10 = *nnp::builtInConfig("nnp-bw-a10");
        const auto sizesOf = [](const nnp::Config& of) {
            return std::vector<std::uint64_t>{of.nativeDimension, of.lanes, of.tileEngines, of.matrices,
                                              of.clockHz};
        };
        QCOMPARE(sizesOf(s10), (std::vector<std::uint64_t>{400, 40, 6, 306, 250'000'000}));
        QCOMPARE(sizesOf(a10), (std::vector<std::uint64_t>{128, 16, 8, 512, 300'000'000}));
        QCOMPARE(s10.nativeDimension * s10.lanes * s10.tileEngines, 96'000U); // multipliers, as published
    }

    // Read at 0, written at 3 (its instruction is the fourth), there at 4; halt is at 5 anyway.
    void oneChain() {
        std::map<std::string, std::uint64_t> waits;
        QCOMPARE(clocksOf("v_rd Dram, 0\nv_relu\nv_tanh\nv_wr InitialVrf, 0\nend_chain\n", &waits),
                 std::uint64_t{6});
        QVERIFY(waits.empty());
        // Eight vectors: the last one is there at 3 + 1 + 7.
        QCOMPARE(
            clocksOf("s_wr rows, 8\nv_rd Dram, 0\nv_relu\nv_tanh\nv_wr InitialVrf, 0\nend_chain\n", &waits),
            std::uint64_t{1 + 11 + 1});
        QCOMPARE(waits["halt waits for chains"], std::uint64_t{6});
    }

    // Chains of eight vectors, with instructions at 0, 1 and 2: each port is taken for eight clocks.
    void chainsBesideEachOther() {
        const std::string first = "s_wr rows, 8\nv_rd Dram, 0\nv_wr AddSubVrf0, 0\nend_chain\n";
        std::map<std::string, std::uint64_t> waits;
        // The second begins at 1 + 8: it waits from clock 4 on for the read port.
        QCOMPARE(clocksOf(first + "v_rd Dram, 8\nv_wr AddSubVrf0, 8\nend_chain\n", &waits),
                 std::uint64_t{9 + 9 + 1});
        QCOMPARE(waits["vectors are still being read"], std::uint64_t{5});
        // It takes vector by vector what the first has written, as soon as each is there: no other wait.
        QCOMPARE(
            clocksOf(first + "v_rd Dram, 8\nvv_add AddSubVrf0, 0\nv_wr AddSubVrf1, 8\nend_chain\n", &waits),
            std::uint64_t{9 + 10 + 1});
        QCOMPARE(waits["vectors are still being read"], std::uint64_t{5});
        QVERIFY(!waits.contains("vectors are on their way"));
        // The last one of what it needs first: it is there at 1 + 1 + 1 + 7, and needed at once.
        QCOMPARE(clocksOf("s_wr rows, 8\nv_rd Dram, 0\nv_wr InitialVrf, 0\nend_chain\ns_wr rows, 1\n"
                          "v_rd InitialVrf, 7\nv_wr AddSubVrf1, 8\nend_chain\n",
                          &waits),
                 std::uint64_t{10 + 3 + 1});
        QCOMPARE(waits["vectors are on their way"], std::uint64_t{5});
    }

    // Four matrices come in 16 clocks beside chains of vectors; a product waits for its own alone.
    void matricesBesideVectors() {
        const std::string load = "s_wr rows, 4\nm_rd Dram, 0\nm_wr MatrixRf, 0\nend_chain\ns_wr rows, 1\n";
        std::map<std::string, std::uint64_t> waits;
        // Matrix 0 is there at 1 + 1 + 3 + 1, needed one clock after the start: at 5, when its turn comes.
        clocksOf(load + "v_rd Dram, 0\nmv_mul 0\nv_wr InitialVrf, 0\nend_chain\n", &waits);
        QVERIFY(!waits.contains("weights are on their way"));
        // Matrix 3 is there at 1 + 1 + 15 + 1: the chain begins at 17.
        clocksOf(load + "v_rd Dram, 0\nmv_mul 3\nv_wr InitialVrf, 0\nend_chain\n", &waits);
        QCOMPARE(waits["weights are on their way"], std::uint64_t{17 - 5});
        // Others come only when the path from DRAM is free: at 1 + 16.
        clocksOf(load + "m_rd Dram, 4\nm_wr MatrixRf, 4\nend_chain\n", &waits);
        QCOMPARE(waits["older matrices are on their way"], std::uint64_t{17 - 5});
    }

    // A matrix that goes to DRAM is there at 1 + 3 + 1; another one may be read as soon as the path is free.
    void matricesThroughDram() {
        const std::string copy = "m_rd Dram, 0\nm_wr Dram, 9\nend_chain\n";
        std::map<std::string, std::uint64_t> waits;
        clocksOf(copy + "m_rd Dram, 9\nm_wr MatrixRf, 0\nend_chain\n", &waits);
        QCOMPARE(waits["older matrices are on their way"], std::uint64_t{5 - 3});
        clocksOf(copy + "m_rd Dram, 1\nm_wr MatrixRf, 0\nend_chain\n", &waits);
        QCOMPARE(waits["older matrices are on their way"], std::uint64_t{4 - 3});
    }

    // Of 500 programs, with the latencies of the machine and with others, every wait of every instruction.
    void waitsAreThoseOfPlainLoops() {
        std::map<std::string, std::uint64_t> all;
        for (std::uint32_t seed = 0; seed < 500; ++seed) {
            PlainTimes times;
            std::mt19937 random(seed);
            if (seed % 3 != 0)
                times = {4,
                         1 + random() % 4,
                         1 + random() % 2,
                         random() % 9,
                         random() % 5,
                         random() % 20,
                         random() % 7};
            RandomSubject s(seed, configOf(times));
            const machine::Stop stop = s.to(kForever);
            QVERIFY(stop.kind == StopKind::Halted);
            const std::string wrong = s.differences(); // latencies change no result
            QVERIFY2(wrong.empty(), (wrong + s.text).c_str());
            PlainSchedule plain(times);
            plain.run(s.text + "halt\n");
            QVERIFY2(waitsOf(*s.machine) == plain.waits,
                     (textOf(waitsOf(*s.machine)) + "but\n" + textOf(plain.waits) + s.text).c_str());
            QVERIFY2(s.machine->clock() == plain.clock, std::to_string(seed).c_str());
            const auto held = s.machine->onlyCore().bundleStalls();
            for (std::size_t line = 0; line < plain.held.size(); ++line)
                QVERIFY2(held[line] == plain.held[line],
                         (std::to_string(seed) + ", line " + std::to_string(line)).c_str());
            for (const auto& [reason, clocks] : plain.waits) all[reason] += clocks;
        }
        // All reasons but the sequencer, which takes one clock. A few programs need not have each of them.
        QVERIFY2(all.size() >= 9, textOf(all).c_str());
    }
};

int tst_nnp_schedule(int argc, char** argv) { return lw::tests::run<TestProcessorSchedule>(argc, argv); }
#include "tst_nnp_schedule.moc"
