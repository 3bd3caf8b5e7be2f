// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/chips/nnp/isa.h"
#include "core/chips/nnp/layout.h"
#include "core/chips/nnp/nnp.h"
#include "core/isa/encode.h"
#include "core/numeric/half.h"
#include "tests/core/chips/nnp/nnp_case.h"
#include "tests/core/chips/nnp/random_subject.h"
#include "tests/support/assemble.h"
#include "tests/support/board_laws.h"
#include "tests/support/run_test.h"
#include "tests/support/seeds.h"

#include <QTest>

#include <map>
#include <numeric>

using namespace lw;
using namespace lw::test;
using machine::kForever;
using machine::Machine;
using machine::StopKind;

namespace {

std::uint64_t stalled(const Machine& m) {
    std::uint64_t clocks = 0;
    for (const machine::StallCount& s : m.onlyCore().stalls()) clocks += s.clocks;
    return clocks;
}

isa::Bits randomRow(std::mt19937& random) {
    isa::Bundle bundle;
    bundle.count = 1;
    bundle.insns[0].op = static_cast<isa::OpId>(random() % nnp::kIsa.insns.size());
    bundle.insns[0].predicate = nnp::kIsa.predicateAlways;
    const isa::Operands& operands = nnp::kIsa.insns[bundle.insns[0].op].operands;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const isa::CodeRange* const range = operands[i].selector ? &operands[i].selector->codes[0] : nullptr;
        const auto base = range ? static_cast<std::uint32_t>(range->base) : 0;
        const std::uint32_t count = range               ? range->count
                                    : random() % 4 == 0 ? 1u << operands[i].field.width()
                                                        : 5;
        bundle.insns[0].operands[i].value =
            base + static_cast<std::uint32_t>(random() % (random() % 4 == 0 ? count : std::min(count, 5u)));
    }
    isa::Bits bits;
    if (isa::encode(nnp::kIsa, bundle, bits)) qFatal("a row of the table does not encode");
    return bits;
}

// Some instructions, and a stretch of each memory: each with its place as its id.
std::vector<machine::Trigger> triggersOf(std::mt19937_64& random) {
    std::vector<machine::Trigger> out;
    const auto add = [&](machine::Trigger trigger) {
        trigger.id = static_cast<std::uint32_t>(out.size() + 1);
        out.push_back(trigger);
    };
    for (int i = 0; i < 4; ++i)
        add({.kind = machine::TriggerKind::Bundle, .bundle = static_cast<std::uint32_t>(random() % 200)});
    for (const isa::SpaceId space : {nnp::kVectorDram, nnp::kNetOut, nnp::kMatrixDram})
        add({.kind = machine::TriggerKind::MemoryWrite,
             .space = space,
             .first = random() % 256,
             .count = 64});
    for (const isa::SpaceId space : {nnp::kVectorDram, nnp::kNetIn, nnp::kMatrixDram})
        add({.kind = machine::TriggerKind::MemoryRead, .space = space, .first = random() % 256, .count = 64});
    return out;
}

} // namespace

// Laws of the machine, on random programs.
class TestProcessorLaws : public QObject {
    Q_OBJECT
  private Q_SLOTS:
    // 1,000 programs of 40 chains, or one of fifty, to the last bit; every third one in integers.
    void resultsAreThoseOfPlainLoops() {
        int products = 0, iterated = 0, rounded = 0, loops = 0, windows = 0, softmaxes = 0, drawn = 0,
            identities = 0, queued = 0, stored = 0;
        for (const std::uint32_t seed : seedsBelow(1000)) {
            nnp::Config config = *nnp::builtInConfig("nnp-teaching");
            if (seed % 3 == 0) config.exponentBits = 0;
            RandomSubject s(seed, config);
            const machine::Stop stop = s.to(kForever);
            QVERIFY2(stop.kind == StopKind::Halted,
                     qPrintable(QString::fromStdString(
                         (stop.fault ? std::to_string(stop.bundle) + ": " + stop.fault->text : "") + "\n" +
                         s.text)));
            const std::string wrong = s.differences();
            QVERIFY2(wrong.empty(), (wrong + s.text).c_str());
            QCOMPARE(s.machine->clock(), s.machine->issuedBundles() + stalled(*s.machine));
            const auto stalls = s.machine->onlyCore().bundleStalls();
            QCOMPARE(std::accumulate(stalls.begin(), stalls.end(), std::uint64_t{0}), stalled(*s.machine));
            products += s.random.products;
            iterated += s.random.iterated;
            rounded += s.random.quantisedWrites;
            loops += s.random.loops;
            windows += s.random.windows;
            softmaxes += s.random.softmaxes;
            drawn += s.random.drawn;
            identities += s.random.identities;
            queued += s.random.queuedMatrices;
            stored += s.random.storedMatrices;
        }
        QVERIFY(products > 200 && iterated > 200 && rounded > 100 && loops > 40 && windows > 40 &&
                softmaxes > 40 && drawn > 40 && identities > 20 && queued > 10 && stored > 10);
    }

    // Of 512 vectors: what would be one too many is not written, and neither is the rest of its chain.
    void aFullQueueIsAFault() {
        std::string error;
        const auto m =
            processorWith("s_wr iterations, 64\nloop 8\nv_rd InitialVrf, 0\nv_wr NetQ, 0\nend_chain\n"
                          "endloop\ns_wr iterations, 1\nv_rd InitialVrf, 0\nv_wr AddSubVrf0, 3\n"
                          "v_wr NetQ, 0\nend_chain\nhalt\n",
                          error, true);
        QVERIFY2(m, error.c_str());
        const machine::Stop stop = m->run({});
        QVERIFY(stop.fault.has_value());
        QCOMPARE(stop.fault->kind, machine::FaultKind::OutOfRange);
        QCOMPARE(stop.fault->text, std::string("the queue to the network is full: it has 512 vectors"));
        std::uint64_t given = 0, written = 1;
        m->store().read(m->tree().at(m->tree().find("control/queues")).offset + sizeof given * nnp::kOutCount,
                        std::as_writable_bytes(std::span(&given, 1)));
        QCOMPARE(given, std::uint64_t{512});
        m->store().read(m->tree().at(m->tree().find("mfu/AddSubVrf0 written")).offset + sizeof written * 3,
                        std::as_writable_bytes(std::span(&written, 1)));
        QCOMPARE(written, std::uint64_t{0});
    }

    void aMatrixThatIsNotThereIsNamed() {
        std::string error;
        const auto m = processorWith("loop 2\nm_rd NetQ, 0\nm_wr Dram, 7, step=1\nend_chain\nendloop\n"
                                     "s_wr cols, 3\nm_rd Dram, 7\nm_wr MatrixRf, 0\nend_chain\nhalt\n",
                                     error);
        QVERIFY2(m, error.c_str());
        const std::vector<std::byte> rows(8 * 4 * 2);
        QVERIFY(bool(m->onlyCore().writeSpace(nnp::kNetIn, 0, rows)));
        const machine::Stop stop = m->run({});
        QVERIFY(stop.fault.has_value());
        QCOMPARE(stop.fault->text,
                 std::string("m_rd reads numbers of matrix 9 of the matrix DRAM that nothing has written"));
    }

    // Whole and in pieces, taken back and stopped everywhere, a run is the same.
    void piecesGoingBackAndStops() {
        std::mt19937_64 random(9);
        std::size_t fired = 0;
        for (std::uint32_t seed = 1; seed <= 12; ++seed) {
            const SeededBoard board{seed, kForever,
                                    [&](unsigned) { return std::move(RandomSubject(seed).machine); }};
            std::string wrong = brokenByPieces(board);
            QVERIFY2(wrong.empty(), wrong.c_str());
            wrong = brokenByGoingBack(board);
            QVERIFY2(wrong.empty(), wrong.c_str());
            wrong = brokenByStops(board, triggersOf(random), random, fired);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
        QVERIFY(fired > 100);
    }

    // Any rows: nothing but halt, or a fault that says what to do. After a fault nothing is left of its
    // chain.
    void anythingEndsOrFaults() {
        std::mt19937 random(11);
        std::map<std::string, int> ends;
        int told = 0;
        Source source;
        const auto program = *source
                                  .assemble(".chip nnp, \"nnp-teaching\"\n" +
                                            [] {
                                                std::string text;
                                                for (int i = 0; i < 8; ++i) text += "nop\n";
                                                return text + "halt\n";
                                            }())
                                  .program;
        for (int number = 0; number < 8000; ++number) {
            program::Program changed = program;
            for (std::size_t row = 0; row < 8; ++row) changed.bundles[row] = randomRow(random);
            const auto made = nnp::createMachine(changed, *nnp::builtInConfig("nnp-teaching"),
                                                 {.uninit = nnp::UninitMode::Zero});
            QVERIFY(bool(made));
            Machine& m = **made;
            const auto rules = nnp::brokenRules(changed, *nnp::builtInConfig("nnp-teaching"));
            const machine::Stop stop = m.run({.bundles = 20'000});
            if (stop.kind == StopKind::Limit) { // loops of many turns
                ++ends["long"];
                continue;
            }
            if (stop.kind == StopKind::Halted) {
                QVERIFY(rules.empty());
                ++ends["halt"];
                continue;
            }
            QVERIFY(stop.fault && !stop.fault->text.empty() && !stop.fault->advice.empty());
            ++ends[std::string(machine::nameOf(stop.fault->kind))];
            // It stops at the first rule that is broken, or before that at what only a run knows.
            const bool isRule = !rules.empty() && rules[0].bundle == stop.fault->bundle &&
                                rules[0].arguments[0] == stop.fault->text;
            const bool isOfRun = stop.fault->kind == machine::FaultKind::Deadlock ||
                                 stop.fault->text.starts_with("the queue to the network is full") ||
                                 stop.fault->text.starts_with("the sum of row");
            QVERIFY2(isRule || isOfRun, stop.fault->text.c_str());
            told += isRule;
            std::uint32_t inChain = 0;
            m.store().read(m.tree().at(m.tree().find("control/in chain")).offset,
                           std::as_writable_bytes(std::span(&inChain, 1)));
            QCOMPARE(inChain, 0u);
        }
        QVERIFY(told > 1000 && ends["halt"] > 20 && ends["undefined"] > 1000 && ends["out of range"] > 50);
    }
};

int tst_nnp_laws(int argc, char** argv) { return lw::tests::run<TestProcessorLaws>(argc, argv); }
#include "tst_nnp_laws.moc"
