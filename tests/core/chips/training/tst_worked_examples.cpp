// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/training/isa.h"
#include "core/machine/timeline.h"
#include "tests/support/assemble.h"
#include "tests/support/random_programs.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <bit>
#include <cstring>
#include <fstream>
#include <unistd.h>

using namespace lw;
using namespace lw::training;
using machine::kForever;
using machine::StopKind;

namespace {

std::unique_ptr<machine::Machine> assembled(const std::string& text, const Config& config,
                                            const MachineOptions& options = {}) {
    test::Source source;
    source.options.targetOf = [&](const assembler::MachineRequest&) -> Result<program::Target> {
        return targetOf(config);
    };
    const assembler::Assembly assembly = source.assemble(".chip training, \"a test's own\"\n" + text);
    if (!assembly.program)
        broken("test", source.rendered(assembly).c_str(), "a test's program", __FILE__, __LINE__);
    return test::machineWith(*assembly.program, config, options);
}

std::uint64_t bytesOf(const machine::Machine& m, const char* path) {
    const machine::Node& node = m.tree().at(m.tree().find(path));
    return machine::countOf(node) * machine::sizeOf(node);
}

// Words of vector register `number`, from word `first` on.
std::vector<std::uint32_t> registerWords(machine::Machine& m, std::uint64_t number, std::uint64_t first,
                                         std::size_t count) {
    const machine::Node& node = m.tree().at(m.tree().find("vector/registers"));
    std::vector<std::uint32_t> out(count);
    m.store().read(node.offset + (number * (machine::countOf(node) / 32) + first) * 4,
                   std::as_writable_bytes(std::span(out)));
    return out;
}
std::vector<float> registerFloats(machine::Machine& m, std::uint64_t number, std::uint64_t first,
                                  std::size_t count) {
    std::vector<float> out;
    for (const std::uint32_t w : registerWords(m, number, first, count))
        out.push_back(std::bit_cast<float>(w));
    return out;
}

void fillRows(machine::Machine& m, std::uint64_t row, const std::vector<std::uint32_t>& words,
              std::uint32_t lanes) {
    const auto done = m.onlyCore().writeSpace(kVmem, row * lanes * 4, std::as_bytes(std::span(words)));
    if (!done) broken("test", textOf(done.problem()).c_str(), "a test's data", __FILE__, __LINE__);
}

// The clock at which each bundle issued, in a program without branches, up to its halt.
std::vector<std::uint64_t> clocksOfIssues(machine::Machine& m) {
    std::vector<std::uint64_t> out;
    while (!m.halted()) {
        const machine::Stop stop = m.run({kForever, 1, nullptr});
        if (stop.fault)
            broken("test", stop.fault->text.c_str(), "a test's program faults", __FILE__, __LINE__);
        out.push_back(m.clock() - 1);
    }
    return out;
}

machine::Stop runAll(machine::Machine& m) { return m.run({100000, kForever, nullptr}); }

} // namespace

// Worked examples of the training chip, by their numbers.
class TestWorkedExamples : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void sizes();          // E3.1
    void fullRate();       // E3.2
    void weightsBehind();  // E3.2
    void productOf128();   // E3.2
    void stridedLoad();    // E3.6
    void backward();       // E3.8
    void laneOperations(); // E3.11
    void residentMemory();
};

void TestWorkedExamples::sizes() {
    const auto m = assembled("halt", *builtInConfig("training"));
    QCOMPARE(kIsa.bundleBits, std::uint16_t{322});
    QCOMPARE(bytesOf(*m, "vector/registers"), std::uint64_t{128} << 10);
    QCOMPARE(bytesOf(*m, "vector/registers") / 32, std::uint64_t{4} << 10);
    QCOMPARE(bytesOf(*m, "memory/vmem"), std::uint64_t{16} << 20);
    QCOMPARE(bytesOf(*m, "memory/smem"), std::uint64_t{16} << 10);
    QCOMPARE(bytesOf(*m, "memory/hbm"), std::uint64_t{8} << 30);
}

// Weights that stay: 128 clocks for 128 x 128 x 128 multiply-accumulates. With the published latency of 88
// clocks twelve products are under way at most, which the queue of 16 results can hold.
void TestWorkedExamples::fullRate() {
    const auto m = assembled(R"(
        vld v0, [0]
        .rept 16
        mxu.w v0
        .endr
        mxu.latch
        .rept 13
        mxu.x v0
        .endr
        .rept 51
        { push: mxu.x v0 ; pop: mxu v1 }
        .endr
        halt)",
                             *builtInConfig("training-v2-observed"));
    fillRows(*m, 0, std::vector<std::uint32_t>(1024, 0x3f800000), 128);
    const std::vector<std::uint64_t> clocks = clocksOfIssues(*m);
    const std::uint64_t firstWeights = clocks[1], latch = clocks[17];
    QCOMPARE(latch - firstWeights, 16u * 8u);
    for (std::size_t i = 0; i < 64; ++i) QCOMPARE(clocks[18 + i], latch + 1 + 8 * i);
    const std::uint64_t operations = m->onlyCore().unitCounts()[index(kMxu)].operations;
    QCOMPARE(operations, 4u * 2097152u);
    QCOMPARE(operations / (clocks[81] + 8 - clocks[18]), 16384u);
    QCOMPARE(registerFloats(*m, 1, 0, 2), (std::vector<float>{128, 128}));
}

// The next weights load after the product under way: a product and a switch take 129 clocks, 128 for the
// weights' port and one for the switch, which needs the push slot. One after the other they take 128 more.
void TestWorkedExamples::weightsBehind() {
    const std::string load = "vld v0, [0]\n.rept 16\nmxu.w v0\n.endr\nmxu.latch\n";
    const auto behind = assembled(load + R"(
        .rept 12
        { push: mxu.w v0 }
        { push: mxu.x v0 }
        .endr
        .rept 4
        { push: mxu.w v0 }
        { push: mxu.x v0 ; pop: mxu v1 }
        .endr
        .rept 2
        mxu.latch
        .rept 16
        { push: mxu.w v0 }
        { push: mxu.x v0 ; pop: mxu v1 }
        .endr
        .endr
        mxu.latch
        halt)",
                                  *builtInConfig("training-v2-observed"));
    fillRows(*behind, 0, std::vector<std::uint32_t>(1024, 0), 128);
    const std::vector<std::uint64_t> clocks = clocksOfIssues(*behind);
    for (const std::size_t latch : {17u, 50u, 83u}) QCOMPARE(clocks[latch + 33] - clocks[latch], 129u);
    const auto after =
        assembled(load + ".rept 16\nmxu.x v0\n.endr\n.rept 16\nmxu.w v0\n.endr\nmxu.latch\nhalt\n",
                  *builtInConfig("training-v2-observed"));
    fillRows(*after, 0, std::vector<std::uint32_t>(1024, 0), 128);
    const std::vector<std::uint64_t> alone = clocksOfIssues(*after);
    QCOMPARE(alone[50] - alone[17], 1u + 15u * 8u + 1u + 16u * 8u);
}

// The numbers of a whole product, small enough to be exact in any order.
void TestWorkedExamples::productOf128() {
    const auto m = assembled(R"(
        .for i, 0, 16
        vld v\i, [\i * 8]
        .endfor
        .for i, 0, 16
        mxu.w v\i
        .endfor
        mxu.latch
        .for i, 0, 16
        vld v\i, [128 + \i * 8]
        .endfor
        .for i, 0, 16
        mxu.x v\i
        .endfor
        .for i, 0, 16
        { pop: mxu v\i }
        vst [256 + \i * 8], v\i
        .endfor
        halt)",
                             *builtInConfig("training"));
    const auto w = [](int k, int n) { return (k * 7 + n * 3) % 11 - 5; };
    const auto x = [](int r, int k) { return (r * 5 + k * 2) % 9 - 4; };
    std::vector<std::uint32_t> words;
    for (int k = 0; k < 128; ++k)
        for (int n = 0; n < 128; ++n)
            words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(w(k, n))));
    for (int r = 0; r < 128; ++r)
        for (int k = 0; k < 128; ++k)
            words.push_back(std::bit_cast<std::uint32_t>(static_cast<float>(x(r, k))));
    fillRows(*m, 0, words, 128);
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    std::vector<float> product(128 * 128);
    QVERIFY(m->onlyCore().readSpace(kVmem, 256 * 128 * 4, std::as_writable_bytes(std::span(product)), {}));
    for (int r = 0; r < 128; ++r)
        for (int n = 0; n < 128; ++n) {
            int sum = 0;
            for (int k = 0; k < 128; ++k) sum += x(r, k) * w(k, n);
            QCOMPARE(product[static_cast<std::size_t>(r * 128 + n)], static_cast<float>(sum));
        }
}

// Base 100, stride 3: rows 100, 103 ... 121; with mask 0x0f sublanes 4 to 7 keep their old values.
void TestWorkedExamples::stridedLoad() {
    const auto m = assembled(
        "li r1, 100\nvld v1, [r1], stride=3\n{ v0: bcast v2, -1.0 }\nvld v2, [r1], stride=3, mask=0x0f\nhalt",
        test::eightLanes());
    std::vector<std::uint32_t> words;
    for (std::uint32_t row = 0; row < 128; ++row)
        for (std::uint32_t lane = 0; lane < 8; ++lane) words.push_back(row * 10 + lane);
    fillRows(*m, 0, words, 8);
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    const std::vector<std::uint32_t> rows{100, 103, 106, 109, 112, 115, 118, 121};
    for (std::size_t i = 0; i < 8; ++i) {
        for (std::uint32_t lane = 0; lane < 8; ++lane) {
            QCOMPARE(registerWords(*m, 1, i * 8, 8)[lane], rows[i] * 10 + lane);
            QCOMPARE(registerWords(*m, 2, i * 8, 8)[lane], i < 4 ? rows[i] * 10 + lane : 0xbf800000);
        }
    }
}

// Y = X W, dX = dY W^T by weights pushed as columns, dW = X^T dY by the transpose unit; 2 x 2 in the corner
// of the 4 x 4 array, the rest zero.
void TestWorkedExamples::backward() {
    const auto m = assembled(R"(
        .data vmem, 0
        .float 1,2,0,0, 3,4,0,0         # X
        .float 1,0,0,0, 2,1,0,0         # W
        .float 1,1,0,0, 0,2,0,0         # dY
        .text
        vld v1, [0]
        vld v2, [2]
        vld v3, [4]
        bcast v0, 0.0
        mxu.w v2
        mxu.w v0
        mxu.latch
        mxu.x v1
        { pop: mxu v4 }                 # Y
        mxu.wt v2                       # the rows of W as columns
        mxu.wt v0
        mxu.latch
        mxu.x v3
        { pop: mxu v5 }                 # dX
        { push: xpose v1 }
        { push: xpose v0 }
        { pop: xpose v6 }               # X^T
        { pop: xpose v7 }
        mxu.w v3
        mxu.w v0
        mxu.latch
        mxu.x v6
        { pop: mxu v7 }                 # dW
        halt)",
                             test::teachingMachine());
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    QCOMPARE(registerFloats(*m, 4, 0, 8), (std::vector<float>{5, 2, 0, 0, 11, 4, 0, 0}));
    QCOMPARE(registerFloats(*m, 5, 0, 8), (std::vector<float>{1, 3, 0, 0, 0, 2, 0, 0}));
    QCOMPARE(registerFloats(*m, 7, 0, 8), (std::vector<float>{1, 7, 0, 0, 2, 10, 0, 0}));
}

// Lanes 0 to 7 as integers and as floats; every sublane has the same.
void TestWorkedExamples::laneOperations() {
    const auto m = assembled(R"(
        iota.lane v1
        cvt.i_f v2, v1
        cmp.lt v3, v1, 3                # segments {0-2}, {3-7}
        bcast v4, bits(7)
        isub v4, v4, v1                 # the pattern 7 ... 0
        setrot 2
        { push: rot v1 }
        { pop: rpu v5 }
        { push: red.sum v2 }
        { pop: rpu v6 }
        setseg v3
        { push: segred.sum v2 }
        { pop: rpu v7 }
        setperm v4
        { push: perm v1 }
        { pop: rpu v8 }
        halt)",
                             test::eightLanes());
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    for (const std::uint64_t sublane : {0u, 7u}) {
        QCOMPARE(registerWords(*m, 5, sublane * 8, 8), (std::vector<std::uint32_t>{6, 7, 0, 1, 2, 3, 4, 5}));
        QCOMPARE(registerFloats(*m, 6, sublane * 8, 8), std::vector<float>(8, 28));
        QCOMPARE(registerFloats(*m, 7, sublane * 8, 8), (std::vector<float>{3, 3, 3, 25, 25, 25, 25, 25}));
        QCOMPARE(registerWords(*m, 8, sublane * 8, 8), (std::vector<std::uint32_t>{7, 6, 5, 4, 3, 2, 1, 0}));
    }
}

// A full core of 8 GiB that touched a mebibyte, with a history, in less than 100 MiB.
void TestWorkedExamples::residentMemory() {
#if defined(__SANITIZE_ADDRESS__)
    QSKIP("the sanitizer's own memory hides what the machine takes");
#endif
    const auto m = assembled(R"(
        .data smem, 0
        .word 0, 0, 1, 16384, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
        .word 0, 0x1ffe0000, 2, 16384, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0
        .text
        li r1, 0
        dma.h2v [r1]
        sync.wait f1, 16384
        dma.v2h [r1+15]
        sync.wait f2, 16384
        halt)",
                             *builtInConfig("training"));
    const std::vector<std::uint32_t> words(16384 * 4, 7);
    QVERIFY(m->onlyCore().writeSpace(kHbm, 0, std::as_bytes(std::span(words))));
    QVERIFY(m->onlyCore().writeSpace(kHbm, std::uint64_t{4} << 30, std::as_bytes(std::span(words))));
    machine::Timeline timeline(*m);
    QCOMPARE(timeline.run({}).kind, StopKind::Halted);
    (void)timeline.snapshot();
    timeline.stepBack(2, {});
    timeline.run({});
    std::vector<std::uint32_t> back(words.size());
    QVERIFY(m->onlyCore().readSpace(kHbm, std::uint64_t{0x1ffe0000} * 16,
                                    std::as_writable_bytes(std::span(back)), {}));
    QVERIFY(back == words);
    std::uint64_t size = 0, resident = 0;
    std::ifstream("/proc/self/statm") >> size >> resident;
    const std::uint64_t bytes = resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    QVERIFY2(resident != 0 && bytes < (std::uint64_t{100} << 20), std::to_string(bytes >> 20).c_str());
}

int tst_worked_examples(int argc, char** argv) { return lw::tests::run<TestWorkedExamples>(argc, argv); }
#include "tst_worked_examples.moc"
