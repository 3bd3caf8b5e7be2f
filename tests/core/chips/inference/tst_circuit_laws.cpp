// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/inference/inference.h"
#include "core/chips/inference/isa.h"
#include "core/chips/inference/messages.h"
#include "core/isa/encode.h"
#include "core/machine/session.h"
#include "core/machine/snapshot.h"
#include "core/numeric/host_control.h"
#include "tests/core/chips/inference/random_rows.h"
#include "tests/support/assemble.h"
#include "tests/support/run_test.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>

using namespace lw;
using namespace lw::inference;
using machine::kForever;
using machine::StopKind;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr std::uint32_t kLawPrograms = 60;
#else
constexpr std::uint32_t kLawPrograms = 2400;
#endif
constexpr int kRows = 120;

std::unique_ptr<machine::Machine> machineOf(const std::string& text) {
    test::Source source;
    const assembler::Assembly assembly = source.assemble(".chip inference, \"inference-teaching\"\n" + text);
    if (!assembly.program) qFatal("%s", source.rendered(assembly).c_str());
    auto made =
        createMachine(*assembly.program, *builtInConfig("inference-teaching"), {.uninit = UninitMode::Zero});
    if (!made) qFatal("%s", textOf(made.problem()).c_str());
    return *std::move(made);
}

// A random program on its machine, and what a plain interpreter made of it.
struct Subject {
    test::RandomRows random;
    std::string text;
    std::unique_ptr<machine::Machine> machine;

    explicit Subject(std::uint32_t seed) : random(seed) {
        for (const test::PlainRow& row : random.make(kRows)) text += test::textOf(row) + "\n";
        machine = machineOf(text + "halt\n");
        put(kUb, random.initial.ub);
        put(kHost, random.initial.host);
        put(kDm, random.initial.dm);
    }
    void put(isa::SpaceId space, const std::vector<std::uint8_t>& bytes) {
        if (!machine->onlyCore().writeSpace(space, 0, std::as_bytes(std::span(bytes))))
            qFatal("memory is not there");
    }
    machine::Stop to(std::uint64_t clock) { return machine->run({clock, kForever, nullptr}); }
};

std::string differenceIn(machine::Machine& m, isa::SpaceId space, const std::vector<std::uint8_t>& want) {
    std::vector<std::byte> have(want.size());
    if (!m.onlyCore().readSpace(space, 0, have, {})) return "memory is not there";
    for (std::size_t i = 0; i < want.size(); ++i)
        if (have[i] != std::byte{want[i]})
            return std::string(kIsa.spaces[index(space)].name) + "[" + std::to_string(i) + "] is " +
                   std::to_string(std::to_integer<int>(have[i])) + ", not " + std::to_string(want[i]);
    return {};
}

std::uint32_t cell(machine::Machine& m, const char* path, std::uint64_t element) {
    const machine::Node& node = m.tree().at(m.tree().find(path));
    std::uint32_t out = 0;
    m.store().read(node.offset + element * 4, std::as_writable_bytes(std::span(&out, 1)));
    return out;
}

std::string differenceInRegisters(machine::Machine& m, const test::PlainCircuit& want) {
    for (std::size_t r = 0; r < 256; ++r)
        for (std::size_t c = 0; c < 8; ++c)
            if (cell(m, "mxu/accumulators", r * 8 + c) != want.accumulators[r][c])
                return "accumulator " + std::to_string(r) + ", " + std::to_string(c);
    for (std::size_t v = 0; v < 8; ++v) {
        const test::PlainCircuit::Strip& s = want.strips[v];
        const std::uint64_t shape[] = {cell(m, "vpu/shapes", v * 4), cell(m, "vpu/shapes", v * 4 + 1),
                                       cell(m, "vpu/shapes", v * 4 + 2)};
        if (shape[0] != static_cast<unsigned>(s.rows) || shape[1] != static_cast<unsigned>(s.columns) ||
            shape[2] != static_cast<unsigned>(s.lanes))
            return "shape of v" + std::to_string(v);
        for (int p = 0; p < s.pixels(); ++p)
            for (int i = 0; i < s.lanes; ++i)
                if (cell(m, "vpu/strips",
                         (v * 256 + static_cast<unsigned>(p)) * 8 + static_cast<unsigned>(i)) != s.at(p, i))
                    return "v" + std::to_string(v) + "[" + std::to_string(p) + "][" + std::to_string(i) + "]";
    }
    return {};
}

std::uint64_t stalled(const machine::Machine& m) {
    std::uint64_t clocks = 0;
    for (const machine::StallCount& s : m.onlyCore().stalls()) clocks += s.clocks;
    return clocks;
}

} // namespace

// Laws of the machine, on random programs.
class TestCircuitLaws : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    void waitingNeverChangesAResult();
    void cutRunsEndAlike();
    void saveAndRestore();
    void backAndForth();
    void anythingEndsOrFaults();
};

void TestCircuitLaws::waitingNeverChangesAResult() {
    std::uint64_t issued = 0, waited = 0;
    for (std::uint32_t seed = 1; seed <= kLawPrograms; ++seed) {
        Subject s(seed);
        numeric::limitHostLevel(static_cast<numeric::HostLevel>(seed % 3));
        const machine::Stop stop = s.to(kForever);
        numeric::limitHostLevel(numeric::bestHostLevel());
        const std::string where = "seed " + std::to_string(seed) + ": ";
        if (stop.kind != StopKind::Halted)
            QFAIL((where + (stop.fault ? stop.fault->text : "did not halt") + "\n" + s.text).c_str());
        for (const std::string& wrong : {differenceIn(*s.machine, kUb, s.random.circuit.ub),
                                         differenceIn(*s.machine, kHost, s.random.circuit.host),
                                         differenceIn(*s.machine, kDm, s.random.circuit.dm),
                                         differenceInRegisters(*s.machine, s.random.circuit)})
            QVERIFY2(wrong.empty(), (where + wrong + "\n" + s.text).c_str());
        QCOMPARE(s.machine->clock(), s.machine->issuedBundles() + stalled(*s.machine));
        const auto stalls = s.machine->onlyCore().bundleStalls();
        QCOMPARE(std::accumulate(stalls.begin(), stalls.end(), std::uint64_t{0}), stalled(*s.machine));
        issued += s.machine->issuedBundles();
        waited += stalled(*s.machine);
    }
    QVERIFY(issued > kLawPrograms * 100 && waited > issued); // they do meet each other
}

void TestCircuitLaws::cutRunsEndAlike() {
    std::mt19937 random(7);
    for (std::uint32_t seed = 1; seed <= kLawPrograms / 4; ++seed) {
        Subject whole(seed), cut(seed);
        whole.to(kForever);
        const std::uint64_t end = whole.machine->clock();
        while (!cut.machine->halted()) {
            const std::uint64_t clock = cut.machine->clock() + 1 + random() % 40;
            const machine::Stop stop = cut.to(clock);
            QVERIFY(stop.kind == StopKind::Halted || cut.machine->clock() == clock);
        }
        QCOMPARE(cut.machine->clock(), end);
        QCOMPARE(cut.machine->store().hash(), whole.machine->store().hash());
    }
}

void TestCircuitLaws::saveAndRestore() {
    std::mt19937 random(8);
    for (std::uint32_t seed = 1; seed <= kLawPrograms / 4; ++seed) {
        Subject s(seed);
        Subject other(seed);
        other.to(kForever);
        const std::uint64_t end = other.machine->clock(), hash = other.machine->store().hash();
        s.to(random() % end);
        const auto kept = s.machine->store().save();
        const std::uint64_t clock = s.machine->clock();
        s.to(clock + random() % 100);
        s.machine->store().restore(kept);
        s.machine->stateReplaced();
        QCOMPARE(s.machine->clock(), clock);
        s.to(kForever);
        QCOMPARE(s.machine->clock(), end);
        QCOMPARE(s.machine->store().hash(), hash);
    }
}

void TestCircuitLaws::backAndForth() {
    std::mt19937 random(9);
    for (std::uint32_t seed = 1; seed <= kLawPrograms / 12; ++seed) {
        Subject s(seed);
        machine::Session session(std::move(s.machine));
        machine::Machine& m = session.machine();
        QVERIFY(session.perform(machine::SeekBundle{random() % 100 + 1}));
        QVERIFY(session.perform(machine::StepBundle{})); // on an issue
        for (int i = 0; i < 8; ++i) {
            const std::uint64_t clock = m.clock(), hash = m.store().hash();
            QVERIFY(session.perform(machine::StepBundle{}));
            QVERIFY(session.perform(machine::StepBack{}));
            QCOMPARE(m.clock(), clock);
            QCOMPARE(m.store().hash(), hash);
            QVERIFY(session.perform(machine::StepClock{random() % 5}));
            QVERIFY(session.perform(machine::Seek{clock}));
            QCOMPARE(m.store().hash(), hash);
            QVERIFY(session.perform(machine::StepBundle{}));
        }
    }
}

// Rows with any operands, after a few that make most of them possible:
// nothing but halt, or a fault that says what to do; and nothing takes long.
void TestCircuitLaws::anythingEndsOrFaults() {
    const std::string prelude =
        "shape a0, 3, 5, 2, 20\nshape a1, 2, 2, 2, 2\nvload.i8 v0, 0, a0, 3\nvload.w v1, 0, a0, 3\n"
        "ldw.f 0, 3, 3, 12\nswapw\nldw.i8 0, 3, 3, 3\n";
    std::mt19937 random(11);
    std::map<std::string, int> ends;
    for (std::uint32_t number = 0; number < kLawPrograms * 4; ++number) {
        test::Source source;
        auto program =
            *source.assemble(".chip inference, \"inference-teaching\"\n" + prelude + "nop\nnop\nhalt\n")
                 .program;
        for (std::size_t row = program.bundles.size() - 3; row + 1 < program.bundles.size(); ++row) {
            isa::Bundle bundle;
            bundle.count = 1;
            bundle.insns[0].op = static_cast<isa::OpId>(random() % kIsa.insns.size());
            bundle.insns[0].predicate = kIsa.predicateAlways;
            const isa::Operands& operands = kIsa.insns[bundle.insns[0].op].operands;
            for (std::size_t i = 0; i < operands.size(); ++i) {
                const isa::Operand& o = operands[i];
                const std::uint64_t most = o.selector != nullptr ? o.selector->codes[0].count - 1u
                                                                 : (std::uint64_t{1} << o.field.width()) - 1;
                const std::uint64_t reach =
                    random() % 4 == 0 ? most : std::min<std::uint64_t>(most, o.file >= 0 ? 1 : 4);
                bundle.insns[0].operands[i] = {
                    o.file >= 0 ? isa::Value::Kind::Register : isa::Value::Kind::Number,
                    static_cast<std::uint32_t>((std::uint64_t{random()} << 16 ^ random()) % (reach + 1))};
            }
            QVERIFY(!isa::encode(kIsa, bundle, program.bundles[row]));
        }
        const auto made =
            createMachine(program, *builtInConfig("inference-teaching"), {.uninit = UninitMode::Zero});
        if (!made) {
            QVERIFY(made.problem().message == &kSeveralLaunches);
            continue;
        }
        const auto& m = *made;
        const machine::Stop stop = m->run({kForever, kForever, nullptr});
        if (stop.kind == StopKind::Halted) {
            ++ends["halt"];
        } else {
            QVERIFY(stop.fault && !stop.fault->text.empty() && !stop.fault->advice.empty());
            ++ends[std::string(machine::nameOf(stop.fault->kind))];
        }
    }
    QVERIFY(ends["halt"] > static_cast<int>(kLawPrograms / 4));
    QVERIFY(ends["out of range"] > 0 && ends["undefined"] > 0);
}

int tst_circuit_laws(int argc, char** argv) { return lw::tests::run<TestCircuitLaws>(argc, argv); }
#include "tst_circuit_laws.moc"
