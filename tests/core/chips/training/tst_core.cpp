// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/run_test.h"
#include "tests/support/training_bundles.h"

#include <QTest>

#include <pthread.h>

using namespace lw;
using namespace lw::training;
using namespace lw::test;
using machine::StopKind;

namespace {

Config teaching() { return *builtInConfig("training-teaching"); }

machine::Stop runAll(machine::Machine& m) { return m.run({100000, machine::kForever, nullptr}); }

isa::Bits haltBundle() { return bits({{kS0, "halt", {}}}); }

} // namespace

// The worked examples of the training chip, with the clocks and values they state.
class TestCore : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void matrixUnitOfFourLanes();      // E3.3
    void transposeOfFourLanes();       // E3.4
    void bundlesReadBeforeTheyWrite(); // E3.7
    void interlockedLoads();           // E3.12
    void strictLoads();
    void matrixTrace();     // E3.13
    void waitForTransfer(); // E3.14
    void whatWasNeverWaitedFor();
    void longScalarLoopDoesNotGrowTheStack();
    void noBundleGrowsTheStack();
    void popWithoutPushIsADeadlock();
    void neverWrittenRegistersFault();
    void stallsAndIssuesAddUp();
    void runningPastTheEndFaults();
};

void TestCore::matrixUnitOfFourLanes() {
    const std::vector<float> w{1, 2, 3, 4, 0, 1, 0, 1, 2, 0, 2, 0, 1, 1, 1, 1}, x{1, 2, 3, 4, 0, 1, 0, -1};
    auto m = machineOf(
        {bits({{kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{0xffffffff}}}}),
         bits({{kVld, "vld", {R{2}, N{0}, N{2}, N{1}, N{0xffffffff}}}}), bits({{kPushSlot, "mxu.w", {R{1}}}}),
         bits({{kPushSlot, "mxu.w", {R{2}}}}), bits({{kPushSlot, "mxu.latch", {}}}),
         bits({{kVld, "vld", {R{3}, N{0}, N{4}, N{1}, N{0xffffffff}}}}), bits({{kPushSlot, "mxu.x", {R{3}}}}),
         bits({{kPopSlot, "mxu", {R{4}}}}), haltBundle()},
        teaching(), {}, {dataOf(kVmem, 0, w), dataOf(kVmem, 64, x)});
    const machine::Stop stop = runAll(*m);
    QCOMPARE(stop.kind, StopKind::Halted);
    QCOMPARE(floats(*m, "vector/registers", 4 * 8, 8), (std::vector<float>{11, 8, 13, 10, -1, 0, -1, 0}));
}

void TestCore::transposeOfFourLanes() {
    std::vector<float> x(16);
    for (std::size_t i = 0; i < 16; ++i) x[i] = static_cast<float>(i + 1);
    auto m =
        machineOf({bits({{kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{0xffffffff}}}}),
                   bits({{kVld, "vld", {R{2}, N{0}, N{2}, N{1}, N{0xffffffff}}}}),
                   bits({{kPushSlot, "xpose", {R{1}}}}), bits({{kPushSlot, "xpose", {R{2}}}}),
                   bits({{kPopSlot, "xpose", {R{3}}}}), bits({{kPopSlot, "xpose", {R{4}}}}), haltBundle()},
                  teaching(), {}, {dataOf(kVmem, 0, x)});
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    QCOMPARE(floats(*m, "vector/registers", 3 * 8, 16),
             (std::vector<float>{1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16}));
}

void TestCore::bundlesReadBeforeTheyWrite() {
    auto m = machineOf({bits({{kV0, "bcast", {R{1}, N{0x3f800000}}},
                              {kV1, "bcast", {R{2}, N{0x40000000}}},
                              {kS0, "movi", {R{1}, N{7}}},
                              {kS1, "movi", {R{2}, N{9}}}}),
                        bits({{kV0, "bcast", {R{3}, N{0x42000000}}}}),
                        bits({{kV0, "fadd", {R{3}, R{1}, R{2}}},
                              {kVst, "vst", {N{0}, N{0}, R{3}, N{1}, N{0xffffffff}}},
                              {kS0, "mov", {R{1}, R{2}}},
                              {kS1, "mov", {R{2}, R{1}}}}),
                        bits({{kV0, "mov", {R{1}, R{2}}}, {kV1, "mov", {R{2}, R{1}}}}), haltBundle()},
                       teaching());
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    QCOMPARE(floats(*m, "memory/vmem", 0, 8), std::vector<float>(8, 32.0f));
    QCOMPARE(floats(*m, "vector/registers", 3 * 8, 8), std::vector<float>(8, 3.0f));
    QCOMPARE(words(*m, "scalar/registers", 1, 2), (std::vector<std::uint32_t>{9, 7}));
    QCOMPARE(floats(*m, "vector/registers", 8, 1), std::vector<float>{2.0f});
    QCOMPARE(floats(*m, "vector/registers", 16, 1), std::vector<float>{1.0f});
}

std::vector<isa::Bits> loadProgram() {
    return {bits({{kVld, "vld", {R{1}, N{0}, N{0}, N{1}, N{0xffffffff}}}}),
            bits({{kVld, "vld", {R{2}, N{0}, N{2}, N{1}, N{0xffffffff}}}}),
            bits({{kV0, "fadd", {R{3}, R{1}, R{2}}}}),
            bits({{kVst, "vst", {N{0}, N{4}, R{3}, N{1}, N{0xffffffff}}}}), haltBundle()};
}

void TestCore::interlockedLoads() {
    auto m = machineOf(loadProgram(), teaching(), {}, {dataOf(kVmem, 0, std::vector<float>(16, 1.0f))});
    for (const std::uint64_t clock : {0, 1, 2, 3, 4}) { // issues at 0, 1, 3, 4; clock 2 stalls
        QCOMPARE(m->clock(), clock);
        QCOMPARE(m->onlyCore().waiting().has_value(), clock == 2);
        if (clock == 2) {
            QCOMPARE(m->onlyCore().waiting()->rule, std::string("v2 is not ready before clock 3"));
            QCOMPARE(m->onlyCore().waiting()->bundle, 2u);
            QCOMPARE(m->onlyCore().waiting()->other.bundle, 1u);
        }
        m->run({clock + 1, machine::kForever, nullptr});
    }
    QCOMPARE(m->onlyCore().nextBundle(), 4u);
    QCOMPARE(m->issuedBundles(), 4u);
}

void TestCore::strictLoads() {
    auto m = machineOf(loadProgram(), teaching(), {.hazards = HazardMode::Strict},
                       {dataOf(kVmem, 0, std::vector<float>(16, 1.0f))});
    const machine::Stop stop = runAll(*m);
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::Hazard);
    QCOMPARE(stop.fault->text, std::string("v2 read 1 clock early: v2 is not ready before clock 3"));
    QCOMPARE(stop.clock, 2u);
    QCOMPARE(stop.fault->bundle, 2u);
    QCOMPARE(stop.fault->other.bundle, 1u);
}

// mxu.w at 0 and 2, latch at 4, mxu.x at 5 ready at 13, the pop issued at 8 waits 5 clocks;
// the second mxu.x at 7 is ready at 15.
void TestCore::matrixTrace() {
    auto m = machineOf({bits({{kPushSlot, "mxu.w", {R{0}}}}), bits({{kPushSlot, "mxu.w", {R{0}}}}),
                        bits({{kPushSlot, "mxu.latch", {}}}), bits({{kPushSlot, "mxu.x", {R{0}}}}),
                        bits({{kPushSlot, "mxu.x", {R{0}}}}), bits({{kPopSlot, "mxu", {R{1}}}}),
                        bits({{kPopSlot, "mxu", {R{2}}}}), haltBundle()},
                       teaching(), {.uninit = UninitMode::Zero});
    std::vector<std::uint64_t> issued;
    while (!m->halted()) {
        const std::uint32_t bundle = m->onlyCore().nextBundle();
        while (m->onlyCore().nextBundle() == bundle && !m->halted())
            m->run({m->clock() + 1, machine::kForever, nullptr});
        issued.push_back(m->clock() - 1);
    }
    QCOMPARE(issued, (std::vector<std::uint64_t>{0, 2, 4, 5, 7, 13, 15, 16}));
}

void TestCore::waitForTransfer() {
    // Descriptor: HBM granule 0 to VMEM granule 0, f1, four granules.
    const std::vector<std::uint32_t> descriptor{0, 0, 1, 4, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0};
    auto m = machineOf({bits({{kS0, "movi", {R{1}, N{0}}}, {kS1, "sync.set", {R{1}, N{0}}}}),
                        bits({{kS0, "dma.h2v", {R{1}, N{0}}}}), bits({}), bits({}),
                        bits({{kS0, "sync.wait", {R{1}, N{4}}}}), haltBundle()},
                       teaching(), {},
                       {dataOf(kSmem, 0, descriptor), dataOf(kHbm, 0, std::vector<float>(16, 2.0f))});
    const std::uint64_t start = 1; // issue clock of the transfer
    std::vector<std::uint32_t> flags;
    for (std::uint64_t after = 9; after <= 13; ++after) {
        m->run({start + after, machine::kForever, nullptr});
        flags.push_back(words(*m, "sync/flags", 1, 1)[0]);
    }
    QCOMPARE(flags, (std::vector<std::uint32_t>{0, 1, 2, 3, 4}));
    QCOMPARE(m->onlyCore().nextBundle(), 4u);
    m->run({machine::kForever, 1, nullptr});
    QCOMPARE(m->clock(), start + 14); // released at 13 after the start, 10 clocks after the wait was reached
    QCOMPARE(floats(*m, "memory/vmem", 0, 16), std::vector<float>(16, 2.0f));
    std::uint64_t stalled = 0;
    for (const auto& s : m->onlyCore().stalls()) stalled += s.clocks;
    QCOMPARE(stalled, 10u);
}

// Two granules come to rows 3 and 4, one to SMEM words 40 to 43; the wait is for the first granule only.
void TestCore::whatWasNeverWaitedFor() {
    const std::vector<std::uint32_t> words{0, 3,  1, 2, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0,
                                           0, 40, 2, 1, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0};
    auto m = machineOf(
        {bits({{kS0, "movi", {R{1}, N{0}}}}), bits({{kS0, "dma.h2v", {R{1}, N{0}}}}),
         bits({{kS0, "dma.h2s", {R{1}, N{15}}}}), bits({{kS0, "sync.wait", {R{1}, N{1}}}}), haltBundle()},
        teaching(), {}, {dataOf(kHbm, 0, std::vector<float>(8, 1.0f)), dataOf(kSmem, 0, words)});
    QCOMPARE(runAll(*m).kind, StopKind::Halted);
    const auto transferInto = [&](isa::SpaceId space, std::uint64_t offset, std::uint64_t bytes) {
        const auto bundle = m->onlyCore().unwaitedTransfer(space, offset, bytes);
        return bundle ? std::optional(bundle->bundle) : std::nullopt;
    };
    using Bundle = std::optional<std::uint32_t>;
    QCOMPARE(transferInto(kVmem, 0, 4 * 16), Bundle()); // row 3 was waited for
    QCOMPARE(transferInto(kVmem, 4 * 16 + 12, 4), Bundle(1));
    QCOMPARE(transferInto(kVmem, 5 * 16, 16), Bundle());
    QCOMPARE(transferInto(kHbm, 0, 32), Bundle()); // only read
    QCOMPARE(transferInto(kSmem, 0, 40 * 4), Bundle());
    QCOMPARE(transferInto(kSmem, 43 * 4, 4), Bundle(2));
    QCOMPARE(transferInto(kSmem, 44 * 4, 4), Bundle());
}

void TestCore::longScalarLoopDoesNotGrowTheStack() {
    auto m = machineOf({bits({{kS0, "movi", {R{1}, N{0}}}, {kS1, "movi", {R{2}, N{2000000}}}}),
                        bits({{kS0, "add", {R{1}, R{1}, N{1}}}, {kS1, "cmp.lt", {R{1}, R{1}, R{2}}}}),
                        bits({{kS0, "brc", {R{1}, N{1}}}}), haltBundle()},
                       teaching());
    const machine::Stop stop = m->run({});
    QCOMPARE(stop.kind, StopKind::Halted);
    QCOMPARE(words(*m, "scalar/registers", 1, 1)[0], 2000001u);
    QCOMPARE(m->onlyCore().bundleCounts(), (std::vector<std::uint64_t>{1, 2000001, 2000001, 1}));
}

// A bundle of vector instructions leaves its frame before the next one, too: with 48 bytes for each of the
// 16,384 between two looks at the interrupt flag, this stack would be too small.
void TestCore::noBundleGrowsTheStack() {
    std::vector<isa::Bits> bundles{bits({{kS0, "movi", {R{1}, N{0}}}, {kS1, "movi", {R{2}, N{20000}}}}),
                                   bits({{kV0, "bcast", {R{1}, N{0}}}})};
    for (int i = 0; i < 14; ++i) bundles.push_back(bits({{kV0, "fadd", {R{1}, R{1}, R{1}}}}));
    bundles.push_back(bits({{kS0, "add", {R{1}, R{1}, N{1}}}, {kS1, "cmp.lt", {R{1}, R{1}, R{2}}}}));
    bundles.push_back(bits({{kS0, "brc", {R{1}, N{2}}}}));
    bundles.push_back(haltBundle());
    auto m = machineOf(bundles, teaching());
    const auto run = [](void* machine) -> void* {
        const machine::Stop stop = static_cast<machine::Machine*>(machine)->run({});
        return stop.kind == StopKind::Halted ? machine : nullptr;
    };
    pthread_attr_t small{};
    QCOMPARE(pthread_attr_init(&small), 0);
    QCOMPARE(pthread_attr_setstacksize(&small, std::size_t{384} << 10), 0);
    pthread_t thread{};
    QCOMPARE(pthread_create(&thread, &small, run, m.get()), 0);
    void* result = nullptr;
    QCOMPARE(pthread_join(thread, &result), 0);
    pthread_attr_destroy(&small);
    QVERIFY(result != nullptr);
    QCOMPARE(words(*m, "scalar/registers", 1, 1)[0], 20001u);
}

void TestCore::popWithoutPushIsADeadlock() {
    auto m = machineOf({bits({{kPopSlot, "rpu", {R{1}}}}), haltBundle()}, teaching());
    const machine::Stop stop = runAll(*m);
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::Deadlock);
}

void TestCore::neverWrittenRegistersFault() {
    auto m = machineOf(
        {bits({{kS0, "movi", {R{2}, N{1}}}}), bits({{kS0, "add", {R{1}, R{2}, R{3}}}}), haltBundle()},
        teaching());
    const machine::Stop stop = runAll(*m);
    QCOMPARE(stop.fault->kind, machine::FaultKind::Uninitialised);
    QCOMPARE(stop.bundle, 1u);
}

void TestCore::stallsAndIssuesAddUp() {
    auto m = machineOf(loadProgram(), teaching(), {}, {dataOf(kVmem, 0, std::vector<float>(16, 1.0f))});
    runAll(*m);
    std::uint64_t stalled = 0, issued = 0;
    for (const auto& s : m->onlyCore().stalls()) stalled += s.clocks;
    for (const std::uint64_t n : m->onlyCore().bundleCounts()) issued += n;
    QCOMPARE(stalled + issued, m->clock());
    QCOMPARE(issued, m->issuedBundles());
}

void TestCore::runningPastTheEndFaults() {
    auto m = machineOf({bits({})}, teaching());
    const machine::Stop stop = runAll(*m);
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::OutOfRange);
    QCOMPARE(stop.bundle, 1u);
    QCOMPARE(stop.clock, 1u);
}

int tst_core(int argc, char** argv) { return lw::tests::run<TestCore>(argc, argv); }
#include "tst_core.moc"
