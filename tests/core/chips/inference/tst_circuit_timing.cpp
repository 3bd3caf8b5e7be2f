// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/circuit_work.h"
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/machine/cell_value.h"
#include "core/machine/recorder.h"
#include "core/machine/session.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <string_view>
#include <vector>

using namespace lw;
using namespace lw::inference;
using machine::kForever;
using machine::StopKind;
using machine::TriggerKind;

namespace {

constexpr const char* kHead = ".chip inference, \"inference-teaching\"\n";

// The worked product: 3 rows, 2 columns, four vectors.
constexpr const char* kProduct = R"(
.data ub
        .word 0x00020001, 0x02020101, 0x00010102   # 1 0 2, 0 1 1, 2 2 2, 1 1 0
.data dm
        .word 0x04030201, 0x00000605               # 1 2, 3 4, 5 6
.text
        shape a0, 4, 3, 1, 0
        ldw.i8 0, 3, 2, 2
        swapw
)";

struct Subject {
    std::unique_ptr<machine::Machine> machine;

    explicit Subject(const std::string& text, UninitMode uninit = UninitMode::Zero) {
        test::Source source;
        const assembler::Assembly assembly = source.assemble(kHead + text);
        if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
        auto made =
            createMachine(*assembly.program, *builtInConfig("inference-teaching"), {.uninit = uninit});
        if (!made) qFatal("%s", textOf(made.problem()).c_str());
        machine = *std::move(made);
    }
    machine::Stop to(std::uint64_t clock = kForever) { return machine->run({clock, kForever, nullptr}); }
    // The clock in which each instruction issued.
    std::vector<std::uint64_t> issues() {
        machine::Recorder recorder(1000);
        machine->setRecorder(&recorder);
        if (to().kind != StopKind::Halted) qFatal("did not halt");
        machine->setRecorder(nullptr);
        recorder.flush();
        std::vector<std::uint64_t> clocks;
        for (const machine::Event& e : recorder.events())
            if (e.kind == machine::EventKind::Issue) clocks.push_back(e.clock);
        return clocks;
    }
};

std::vector<std::uint64_t> clocksOf(const std::string& text) { return Subject(text).issues(); }

// Instructions whose clocks are counted from the first one of them on.
std::uint64_t apart(const std::string& before, const std::string& text) {
    const std::size_t skipped = clocksOf(before + "halt\n").size() - 1;
    const auto clocks = clocksOf(before + text + "nop\nhalt\n");
    return clocks[clocks.size() - 3] - clocks[skipped];
}

// The clocks lost by a rule, which is one of the machine's.
std::uint64_t stalledBy(const machine::Machine& machine, std::string_view rule) {
    for (const machine::StallCount& stall : machine.onlyCore().stalls())
        if (stall.rule == rule) return stall.clocks;
    qFatal("no rule '%s'", std::string(rule).c_str());
}

} // namespace

// The clocks of the teaching circuit follow from formulas: ldw 8 + 2 (rows of the array, latency),
// a pass of M vectors takes the array for M clocks and is complete after M + K + N - 2;
// the vector unit takes 8 elements per clock and 1 clock more; pooling one pixel per clock and 1 more;
// transfers 4 bytes per clock and 10 more.
class TestCircuitTiming : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void theWorkedProductTakesItsClocks();
    void passesOverlap();
    void aPassKeepsItsWeights();
    void everyUnitTakesItsClocks();
    void conflictsWait();
    void aFullListWaits();
    void haltWaitsForAll();
    void aFaultLeavesEverything();
    void theEndOfTheListIsAFault();
    void triggersStop();
    void theArrayIsSeen();
    void poolingIsSeen();
    void wordsAreReadAsTheProgramMeansThem();
};

// E0.7: output [11,14],[8,10],[18,24],[4,6], complete after M + K + N - 2 = 7 clocks.
void TestCircuitTiming::theWorkedProductTakesItsClocks() {
    Subject s(std::string(kProduct) +
              "matmul.i8 0, 0, a0, 3\nshape a1, 4, 1, 1, 0\nvread v0, 0, a1, 2\nhalt\n");
    const auto clocks = s.issues();
    // shape 0, ldw 1 (the path is full at 1 + 8 + 2), swapw 11, matmul 12.
    QCOMPARE(clocks, (std::vector<std::uint64_t>{0, 1, 11, 12, 13, 12 + 7, 19 + 2}));
    const machine::Node& strips = s.machine->tree().at(s.machine->tree().find("vpu/strips"));
    const std::uint32_t want[4][2] = {{11, 14}, {8, 10}, {18, 24}, {4, 6}};
    for (std::uint64_t m = 0; m < 4; ++m) {
        std::uint32_t row[2];
        s.machine->store().read(strips.offset + m * 8 * 4, std::as_writable_bytes(std::span(row)));
        QCOMPARE(row[0], want[m][0]);
        QCOMPARE(row[1], want[m][1]);
    }
}

// Strips, weights and accumulators hold both kinds of numbers: -2 is not to be shown as NaN.
void TestCircuitTiming::wordsAreReadAsTheProgramMeansThem() {
    const auto typesOf = [](const char* text) {
        const Subject s(std::string(kProduct) + text + "halt\n");
        std::vector<std::string_view> out;
        for (const char* path :
             {"vpu/strips", "mxu/weights", "mxu/old weights", "mxu/path", "mxu/accumulators"}) {
            const machine::StateTree& tree = s.machine->tree();
            out.push_back(tensor::nameOf(machine::encodingOf(tree.at(tree.find(path)))));
        }
        return out;
    };
    using Types = std::vector<std::string_view>;
    QCOMPARE(typesOf("matmul.i8 0, 0, a0, 3\n"), (Types{"i32", "i32", "i32", "i32", "i32"}));
    QCOMPARE(typesOf("vadd.i v0, v1, v2\n"), (Types{"i32", "i32", "i32", "i32", "i32"}));
    // Both: as it was before anyone looked.
    QCOMPARE(typesOf("matmul.f 0, 0, a0, 3\n"), (Types{"f32", "f32", "u32", "f32", "u32"}));
    Subject floats("ldw.f 0, 3, 2, 2\nhalt\n");
    const machine::StateTree& tree = floats.machine->tree();
    QCOMPARE(machine::encodingOf(tree.at(tree.find("mxu/accumulators"))), tensor::DType::F32);
}

// k * k taps cost k * k * M clocks and the drain of the last one, when weights are there in time.
void TestCircuitTiming::passesOverlap() {
    const std::string setup =
        ".data ub\n.space 64, 0\n.data dm\n.space 64, 0\n.text\nshape a0, 16, 1, 1, 0\nldw.i8 0, 2, 2, 2\n";
    std::string taps;
    for (int i = 0; i < 9; ++i)
        taps +=
            "swapw\nmatmul.i8 0, 0, a0, 2, add=" + std::string(i == 0 ? "0" : "1") + "\nldw.i8 0, 2, 2, 2\n";
    const auto clocks = clocksOf(setup + taps + "shape a1, 16, 1, 1, 0\nvread v0, 0, a1, 2\nhalt\n");
    // shape, ldw, then swapw matmul ldw nine times: passes 16 clocks apart.
    for (std::size_t i = 1; i < 9; ++i)
        QCOMPARE(clocks[3 + 3 * i] - clocks[3 + 3 * (i - 1)], std::uint64_t{16});
    // The read waits for the last sum.
    QCOMPARE(clocks[2 + 27 + 1] - clocks[3], std::uint64_t{9 * 16 + 2 + 2 - 2});
}

// Sums that were begun with one tile are not disturbed by a swap that comes while they are under way.
void TestCircuitTiming::aPassKeepsItsWeights() {
    Subject s(std::string(kProduct) + "ldw.i8 0, 1, 1, 1\nmatmul.i8 0, 0, a0, 3\nshape a1, 4, 1, 1, 0\n"
                                      "swapw\nmatmul.i8 8, 0, a1, 1\nhalt\n");
    s.to();
    const machine::Node& sums = s.machine->tree().at(s.machine->tree().find("mxu/accumulators"));
    const auto sum = [&](std::uint64_t row) {
        std::uint32_t word = 0;
        s.machine->store().read(sums.offset + row * 32, std::as_writable_bytes(std::span(&word, 1)));
        return word;
    };
    QCOMPARE(sum(0), 11u);
    QCOMPARE(sum(2), 18u);
    QCOMPARE(sum(8), 1u); // the byte 1 times the weight 1
    QCOMPARE(sum(10), 2u);
}

void TestCircuitTiming::everyUnitTakesItsClocks() {
    const std::string memory = ".data ub\n.space 256, 0\n.data host\n.space 64, 0\n.text\n";
    // A strip of 3 x 5 pixels and 6 lanes: 90 elements in 12 clocks, and 1; then the next one that needs it.
    QCOMPARE(apart(memory + "shape a0, 5, 6, 3, 30\n", "vload.i8 v0, 0, a0, 6\nvadd.i v1, v0, v0\n"),
             std::uint64_t{13});
    QCOMPARE(apart(memory + "shape a0, 5, 6, 3, 30\nvload.i8 v0, 0, a0, 6\n",
                   "vadd.i v1, v0, v0\nvadd.i v2, v1, v1\n"),
             std::uint64_t{13});
    // Without the need the port is free after 12.
    QCOMPARE(apart(memory + "shape a0, 5, 6, 3, 30\nvload.i8 v0, 0, a0, 6\n",
                   "vadd.i v1, v0, v0\nvadd.i v2, v0, v0\n"),
             std::uint64_t{12});
    // Activation circuitry has a latency of its own.
    QCOMPARE(apart(memory + "shape a0, 5, 6, 3, 30\nvload.i8 v0, 0, a0, 6\n",
                   "vrelu.i v1, v0\nvadd.i v2, v1, v1\n"),
             std::uint64_t{14});
    // Pooling: 15 pixels, one per clock, all lanes at once, and 1.
    QCOMPARE(apart(memory + "shape a1, 2, 2, 2, 2\nshape a0, 5, 6, 3, 30\nvload.i8 v0, 0, a0, 6\n",
                   "pool.max.i v1, v0, a1\nvadd.i v2, v1, v1\n"),
             std::uint64_t{16});
    // A transfer of 30 bytes at 4 per clock, and 10.
    QCOMPARE(apart(memory + "shape a0, 30, 1, 1, 0\nshape a1, 1, 1, 1, 0\n",
                   "dma.in 0, 0, a0, a0\nvload.i8 v0, 3, a1, 1\n"),
             std::uint64_t{18});
    // The engine takes the next one when the last byte has gone in.
    QCOMPARE(apart(memory + "shape a0, 30, 1, 1, 0\n", "dma.in 0, 0, a0, a0\ndma.in 100, 0, a0, a0\n"),
             std::uint64_t{8});
}

void TestCircuitTiming::conflictsWait() {
    const std::string memory = ".data ub\n.space 256, 0\n.data host\n.space 64, 0\n.text\n"
                               "shape a0, 40, 1, 1, 0\nshape a1, 1, 1, 1, 0\n";
    // Read after write, write after read, write after write; and nothing at the byte after it.
    const std::pair<const char*, std::uint64_t> kCases[] = {
        {"dma.in 0, 0, a0, a0\nvload.i8 v0, 39, a1, 1\n", 20},
        {"dma.in 0, 0, a0, a0\nvload.i8 v0, 40, a1, 1\n", 1},
        {"dma.out 0, 0, a0, a0\nvstore.i8 39, v7, a1\n", 20},
        {"dma.out 0, 0, a0, a0\nvload.i8 v0, 39, a1, 1\n", 1},
        {"dma.in 0, 0, a0, a0\nvstore.i8 39, v7, a1\n", 20},
        {"dma.in 0, 0, a0, a0\nvstore.i8 40, v7, a1\n", 1}};
    for (const auto& [text, clocks] : kCases)
        QCOMPARE(apart(memory + "vload.i8 v7, 0, a1, 1\nnop\nnop\nnop\n", text), clocks);
    // It says what it waits for.
    Subject s(memory + "dma.in 0, 0, a0, a0\nvload.i8 v0, 39, a1, 1\nhalt\n");
    s.to(5);
    const auto waiting = s.machine->onlyCore().waiting();
    QVERIFY(waiting);
    QCOMPARE(waiting->bundle, 3u);
    QCOMPARE(waiting->other.bundle, 2u);
    QCOMPARE(waiting->until, std::uint64_t{22});
    QCOMPARE(waiting->letter, 'R');
    QCOMPARE(s.machine->clock(), std::uint64_t{5});
    s.to();
    QCOMPARE(stalledBy(*s.machine, "data is not there yet"), std::uint64_t{19});
}

// A transfer, a large load and passes of 1 + 8 + 8 - 2 = 15 clocks, one per clock: at the fifteenth pass the
// list of 16 is full for a clock.
void TestCircuitTiming::aFullListWaits() {
    std::string text =
        "shape a0, 1, 0, 1, 0\nldw.i8 0, 8, 8, 8\nshape a1, 400, 1, 1, 0\ndma.in 9000, 0, a1, a1\n"
        "shape a2, 8, 64, 32, 8\nvload.i8 v0, 0, a2, 8\nswapw\n";
    for (int i = 0; i < 20; ++i) text += "matmul.i8 " + std::to_string(i) + ", 0, a0, 8\n";
    Subject s(text + "halt\n");
    const auto clocks = s.issues();
    for (std::size_t i = 8; i < 27; ++i)
        QCOMPARE(clocks[i] - clocks[i - 1], std::uint64_t{i == 7 + 14 ? 2u : 1u});
    QCOMPARE(stalledBy(*s.machine, "too many instructions are in flight"), std::uint64_t{1});
}

void TestCircuitTiming::haltWaitsForAll() {
    const auto clocks =
        clocksOf(".data host\n.space 4, 0\n.text\nshape a0, 16, 1, 1, 0\ndma.in 0, 0, a0, a0\nhalt\n");
    QCOMPARE(clocks, (std::vector<std::uint64_t>{0, 1, 15}));
}

void TestCircuitTiming::aFaultLeavesEverything() {
    Subject s("shape a0, 2, 1, 1, 0\nvload.i8 v0, 0, a0, 1\nhalt\n", UninitMode::Fault);
    s.to(1);
    const std::uint64_t before = s.machine->store().hash();
    const machine::Stop stop = s.to();
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::Uninitialised);
    QCOMPARE(stop.fault->bundle, 1u);
    QCOMPARE(stop.fault->unit, kVpu);
    QVERIFY(!stop.fault->text.empty() && !stop.fault->advice.empty());
    QCOMPARE(s.machine->store().hash(), before);
    QCOMPARE(s.to().kind, StopKind::Faulted); // and again
}

void TestCircuitTiming::theEndOfTheListIsAFault() {
    Subject s("nop\n");
    const machine::Stop stop = s.to();
    QCOMPARE(stop.kind, StopKind::Faulted);
    QCOMPARE(stop.fault->kind, machine::FaultKind::OutOfRange);
}

void TestCircuitTiming::triggersStop() {
    const std::string text =
        ".data ub\n.word 0x7f800000\n.data host\n.space 16, 0\n.text\n"
        "shape a0, 8, 1, 1, 0\ndma.in 16, 0, a0, a0\nshape a1, 1, 1, 1, 0\nvload.w v0, 0, a1, 1\n"
        "vsub.f v1, v0, v0\nvstore.w 40, v1, a1\nhalt\n";
    const auto stopsAt = [&](const machine::Trigger& trigger) {
        Subject s(text);
        s.machine->setTriggers({trigger});
        const machine::Stop stop = s.to();
        return stop.kind == StopKind::Triggered && stop.triggers == std::vector{trigger.id}
                   ? std::pair{stop.clock, stop.causes.front().bundle}
                   : std::pair{kForever, 0u};
    };
    using Found = std::pair<std::uint64_t, std::uint32_t>;
    QCOMPARE(stopsAt({.kind = TriggerKind::Bundle, .id = 7, .bundle = 4}), (Found{5, 4}));
    QCOMPARE(stopsAt({.kind = TriggerKind::MemoryWrite, .id = 8, .space = kUb, .first = 23, .count = 1}),
             (Found{2, 1}));
    QCOMPARE(stopsAt({.kind = TriggerKind::MemoryWrite, .id = 8, .space = kUb, .first = 24, .count = 16}),
             (Found{kForever, 0}));
    QCOMPARE(stopsAt({.kind = TriggerKind::MemoryRead, .id = 9, .space = kUb, .first = 3, .count = 1}),
             (Found{4, 3}));
    QCOMPARE(stopsAt({.kind = TriggerKind::MemoryRead, .id = 9, .space = kHost, .first = 0, .count = 1}),
             (Found{2, 1}));
    QCOMPARE(stopsAt({.kind = TriggerKind::NotFinite, .id = 3, .unit = kVpu}), (Found{6, 4}));
    // 8 bytes at 4 per clock and 10 more: issued in clock 1, complete at 13.
    QCOMPARE(stopsAt({.kind = TriggerKind::DmaLanded, .id = 2, .space = kUb, .first = 20, .count = 1}),
             (Found{13, 1}));
}

void TestCircuitTiming::theArrayIsSeen() {
    Subject s(std::string(kProduct) + "matmul.i8 0, 0, a0, 3\nhalt\n");
    s.to(14); // the pass began in clock 12
    const auto work =
        circuitWork(s.machine->onlyCore().tree(), momentOf(*s.machine), s.machine->onlyCore().program(), 0);
    QCOMPARE(work.passes.size(), std::size_t{1});
    const machine::ArrayWork& pass = work.passes.front();
    QCOMPARE(pass.first, std::uint64_t{12});
    QCOMPARE(pass.inner, 3u);
    QCOMPARE(pass.tileColumns, 2u);
    QCOMPARE(pass.vectors, 4u);
    QCOMPARE(pass.rows, 8u);
    QCOMPARE(pass.firstVector, 0u);
    QCOMPARE(pass.elements, (std::vector<std::uint32_t>{1, 0, 2, 0, 1, 1, 2, 2, 2})); // three have entered
    QCOMPARE(pass.weights[8], 3u);
    QVERIFY(pass.type == tensor::DType::I8 && !work.pooling);
    s.to();
    QVERIFY(
        circuitWork(s.machine->onlyCore().tree(), momentOf(*s.machine), s.machine->onlyCore().program(), 0)
            .passes.empty());
}

void TestCircuitTiming::poolingIsSeen() {
    Subject s(".data ub\n.word 0x04030201\n.text\nshape a0, 2, 1, 2, 2\nvload.i8 v0, 0, a0, 1\n"
              "shape a1, 2, 2, 2, 2\npool.max.i v1, v0, a1\nhalt\n");
    s.to(6);
    const auto work =
        circuitWork(s.machine->onlyCore().tree(), momentOf(*s.machine), s.machine->onlyCore().program(), 5);
    QVERIFY(work.pooling);
    QCOMPARE(work.pooling->values, (std::vector<std::uint32_t>{1, 2, 3, 4}));
    QCOMPARE(work.pooling->results, (std::vector<std::uint32_t>{4}));
    QCOMPARE(work.pooling->lane, 0u);
    QCOMPARE(work.pooling->windowRows, 2u);
    QVERIFY(work.pooling->aggregate == machine::Aggregate::Max);
}

int tst_circuit_timing(int argc, char** argv) { return lw::tests::run<TestCircuitTiming>(argc, argv); }
#include "tst_circuit_timing.moc"
